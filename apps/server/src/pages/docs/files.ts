/** The files of the API page: Scalar's bundle as its package has it, and our own script and style. */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"

/** Scalar's bundle. Beside our own bundle or a published package it lies in a folder; the sources take it from its package. */
export const scalar = async (): Promise<Buffer> => {
  for (const folder of [".", "./bottega", "../.."]) {
    const beside = await readFile(new URL(`${folder}/scalar/standalone.js`, import.meta.url)).catch(() => undefined)
    if (beside !== undefined) return beside
  }
  return readFile(createRequire(import.meta.url).resolve("@scalar/api-reference/browser/standalone.js"))
}

/** Starts Scalar. Requests go to the server that the page came from, whatever address the description names. */
export const start = async (): Promise<Buffer> =>
  Buffer.from(`const configuration = JSON.parse(document.getElementById("configuration").textContent)
const base = new URL(".", location.href).href.replace(/\\/$/, "")
Scalar.createApiReference("#page", { ...configuration, servers: [{ url: base }] })
`)

/** On a screen without room for two columns, an answer would be 1,000 px below the button that asks for it. */
export const style = async (): Promise<Buffer> =>
  Buffer.from(`body { margin: 0 }
.scalar-client main > div { min-width: 0 }
@media (width < 1280px) {
  .scalar-client section:has(.response-section-content-body) { flex: none; order: -1; position: sticky; top: 0; z-index: 1; max-height: 50dvh; overflow: auto }
}
`)
