/** The HTML of the API page, and its permissions in the browser. */
import type { DemoKeys } from "./demo-keys.ts"

/** What the page may do: run its own files, show its own images, and call this server. Nobody may frame it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Its headers. It is for its own origin only, so it has no CORS headers; see `withCommon`. */
export const safe = {
  "cache-control": "no-store",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY"
}

/** The page, with the versions of its files by their names, and with keys that fill its credentials, if there are any. */
export const htmlOf = (versions: Readonly<Record<string, string>>, keys: DemoKeys | undefined): string => {
  const at = (name: string) => `docs/${name}?v=${versions[name]}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bottega API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at("page.css")}">
<noscript>This page needs JavaScript. <a href="openapi.json">openapi.json</a> describes the API.</noscript>
<p id="loading" role="status">Loading the API …</p>
<div id="page"></div>
<script type="application/json" id="configuration">${asData(configurationOf(keys))}</script>
<script src="${at("scalar.js")}"></script>
<script src="${at("start.js")}"></script>
</html>
`
}

/** JSON that cannot end the element that it is in. */
const asData = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c")

/** How Scalar shows the API: without anything from other servers, and with the keys, if there are any. */
const configurationOf = (keys: DemoKeys | undefined): object => ({
  url: "openapi.json",
  // The page changes its copy of the description; a download is unchanged.
  documentDownloadType: "direct",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  // Stored keys would replace those of a newer demo shop.
  persistAuth: keys === undefined,
  authentication: {
    preferredSecurityScheme: [["key", "exchange"]],
    ...(keys === undefined ? {} : { securitySchemes: { key: { value: keys.key }, exchange: { value: keys.exchange } } })
  }
})
