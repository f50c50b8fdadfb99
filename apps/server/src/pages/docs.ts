/** The API page: Swagger UI from files of our own, over `/openapi.json`. Nothing of it is fetched from elsewhere. */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Page } from "../http/shared.ts"
import { kept } from "./kept.ts"

/** A file of the page, by its path; read once, when it is first asked for. */
export interface DocsFile {
  readonly path: string
  readonly load: () => Promise<Page>
}

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bottega API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</html>
`
const start = `SwaggerUIBundle({ url: "openapi.json", dom_id: "#page", deepLinking: true, validatorUrl: null, persistAuthorization: true, docExpansion: "none", filter: true, defaultModelsExpandDepth: 0, tryItOutEnabled: true })
`

/** What the page may do: run its own files, show its own images, and call this server. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const safe = { "content-security-policy": policy, "referrer-policy": "no-referrer" }

const made = (path: string, type: string, body: string): DocsFile => ({
  path,
  load: async () => ({ type: `${type}; charset=utf-8`, body, headers: safe })
})

const read = (name: string, type: string): DocsFile => ({
  path: `/docs/${name}`,
  load: kept(async () => ({
    type: `${type}; charset=utf-8`,
    body: await contentOf(name),
    headers: { "cache-control": "max-age=86400" }
  }))
})

/** The page and its files. */
export const docs: ReadonlyArray<DocsFile> = [
  made("/docs", "text/html", html),
  made("/docs/start.js", "text/javascript", start),
  read("swagger-ui-bundle.js", "text/javascript"),
  read("swagger-ui.css", "text/css")
]

/** Beside a bundle or a published package the files lie in a folder of their own; the sources take them from where they come. */
const contentOf = async (name: string): Promise<Buffer> => {
  for (const folder of ["..", ".", "./bottega"]) {
    const beside = await readFile(new URL(`${folder}/swagger-ui/${name}`, import.meta.url)).catch(() => undefined)
    if (beside !== undefined) return beside
  }
  return readFile(join(dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json")), name))
}
