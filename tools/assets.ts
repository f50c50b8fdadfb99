// The static files of the API page, copied beside the code where there is no node_modules.
import { cpSync, mkdirSync } from "node:fs"
import { join } from "node:path"

const server = join(import.meta.dirname, "../apps/server")

/** Copies them, with their licence, into `scalar` in `folder`. */
export const copyAssets = (folder: string): void => {
  const target = join(folder, "scalar")
  mkdirSync(target, { recursive: true })
  cpSync(join(server, "node_modules/@scalar/api-reference/dist/browser/standalone.js"), join(target, "standalone.js"))
  cpSync(join(server, "scalar-licence.txt"), join(target, "LICENSE.txt"))
}
