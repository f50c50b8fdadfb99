// The static files that are put beside the code: those of the API page, where there is no node_modules, the guides that a server shows, the console's, which are built
// for it, and the demo shop's pictures.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { buildInto } from "../apps/console/src/build/files.ts"
import { guides } from "../apps/server/src/docs/paths.ts"
import { licensesOf } from "./licenses.ts"

const server = join(import.meta.dirname, "../apps/server")
const docs = join(import.meta.dirname, "../docs/guides")
const pictures = join(import.meta.dirname, "../packages/service/src/demo/pictures")

/** Copies the files of the API page, with their licence, into `scalar` in `folder`. */
export const copyAssets = (folder: string): void => {
  const target = join(folder, "scalar")
  mkdirSync(target, { recursive: true })
  cpSync(join(server, "node_modules/@scalar/api-reference/dist/browser/standalone.js"), join(target, "standalone.js"))
  cpSync(join(server, "scalar-licence.txt"), join(target, "LICENSE.txt"))
}

/** Builds the files of the console, with the licences of what they contain, into `browser` in `folder`, without those of an earlier build. */
export const buildConsole = async (folder: string): Promise<void> => {
  const target = join(folder, "browser")
  rmSync(target, { recursive: true, force: true })
  const modules = await buildInto(target)
  writeFileSync(join(target, "LICENSES.txt"), licensesOf(modules))
}

/** Copies the guides that a server shows into `guides` in `folder`. */
export const copyGuides = (folder: string): void => {
  for (const name of guides.keys()) cpSync(join(docs, `${name}.md`), join(folder, `guides/${name}.md`))
}

/** Copies the demo shop's pictures into `pictures` in the folder of the module that reads them. */
export const copyPictures = (folder: string): void => cpSync(pictures, join(folder, "pictures"), { recursive: true })
