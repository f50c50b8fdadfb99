// The static files that are copied beside the code: those of the API page, where there is no node_modules, and the demo shop's pictures.
import { cpSync, mkdirSync } from "node:fs"
import { join } from "node:path"

const server = join(import.meta.dirname, "../apps/server")
const pictures = join(import.meta.dirname, "../packages/service/src/demo/pictures")

/** Copies the files of the API page, with their licence, into `scalar` in `folder`. */
export const copyAssets = (folder: string): void => {
  const target = join(folder, "scalar")
  mkdirSync(target, { recursive: true })
  cpSync(join(server, "node_modules/@scalar/api-reference/dist/browser/standalone.js"), join(target, "standalone.js"))
  cpSync(join(server, "scalar-licence.txt"), join(target, "LICENSE.txt"))
}

/** Copies the demo shop's pictures into `pictures` in the folder of the module that reads them. */
export const copyPictures = (folder: string): void => cpSync(pictures, join(folder, "pictures"), { recursive: true })
