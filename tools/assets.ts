// The static files of the API page, copied beside the code where there is no node_modules.
import { cpSync, mkdirSync } from "node:fs"
import { join } from "node:path"

const from = join(import.meta.dirname, "../apps/server/node_modules/swagger-ui-dist")
const files = ["swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "swagger-ui.css", "LICENSE", "NOTICE"]

/** Copies them into `swagger-ui` in `folder`. */
export const copyAssets = (folder: string): void => {
  const target = join(folder, "swagger-ui")
  mkdirSync(target, { recursive: true })
  for (const file of files) cpSync(join(from, file), join(target, file))
}
