/** The files of the API page: Scalar's bundle as its package has it, and our own script and style. */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { startScript } from "./start.ts"

/** Scalar's bundle. Our own bundle and the published packages have a copy in a folder; the sources read it from its package. */
export const scalar = async (): Promise<Buffer> => {
  for (const folder of [".", "./bottega", ".."]) {
    const beside = await readFile(new URL(`${folder}/scalar/standalone.js`, import.meta.url)).catch(() => undefined)
    if (beside !== undefined) return beside
  }
  return readFile(createRequire(import.meta.url).resolve("@scalar/api-reference/browser/standalone.js"))
}

/** Our own script. */
export const start = async (): Promise<Buffer> => Buffer.from(startScript)

/** On a screen without room for two columns, the answer would be 1,000 px below the button that sends the request. */
export const style = async (): Promise<Buffer> =>
  Buffer.from(`body { margin: 0 }
html:has(#loading) { color-scheme: light dark }
#loading { margin: 0; padding: 2rem; font: 1rem/1.5 system-ui, sans-serif }
.scalar-card-header-tabs { height: auto; min-height: 33px }
.scalar-card-header-tabs .tab-list { flex-wrap: wrap }
.scalar-client main > div { min-width: 0 }
@media (width < 1280px) {
  .scalar-client section:has(.response-section-content-body) { flex: none; order: -1; position: sticky; top: 0; z-index: 1; max-height: 50dvh; overflow: auto }
}
`)
