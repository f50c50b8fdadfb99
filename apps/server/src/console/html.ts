/** The HTML of the console, and its permissions in the browser. */
import { safe as safeDocs } from "../docs/html.ts"

/** What the page may do: run its own files, show this server's pictures, and call this server. Nobody may frame it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

export const safe = { ...safeDocs, "content-security-policy": policy }

/** The page over files of these names, with a code that signs in, if there is one. */
export const htmlOf = (names: ReadonlyArray<string>, code: string | undefined): string => {
  const named = (pattern: RegExp) => names.filter((name) => pattern.test(name))
  const [app] = named(/^app-.*\.js$/)
  const styles = named(/^style-.*\.css$/).map((name) => `<link rel="stylesheet" href="console/${name}">\n`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${code === undefined ? "" : `<meta name="code" content="${attributeOf(code)}">\n`}<title>Bottega</title>
<link rel="icon" href="data:,">
${styles.join("")}<body>
<noscript>The console needs JavaScript. <a href="docs">The description of the API</a> does too; <a href="openapi.json">openapi.json</a> does not.</noscript>
<script type="module" src="console/${app}"></script>
</body>
</html>
`
}

const attributeOf = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
