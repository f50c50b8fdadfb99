/** The API page: Scalar over `/openapi.json`, from files of this server. See docs/decisions/0330. */
import { Cause } from "effect"
import type { HttpCall } from "../http/http-call.ts"
import type { Answerer } from "../http/table.ts"
import { type Asset, answerAsset, assetOf } from "./asset.ts"
import { type DemoKeys, mayHoldKeys } from "./demo-keys.ts"
import { scalar, start, style } from "./files.ts"
import { htmlOf, safe } from "./html.ts"
import { kept } from "./kept.ts"

/** The paths of the page and its files. */
export const docsPaths = ["/docs", "/docs/page.css", "/docs/scalar.js", "/docs/start.js"] as const

/** Answers calls of the page and its files. Without demo keys, nobody gets a page that holds keys. */
export const docsOf = (demoKeys: DemoKeys | undefined): ReadonlyArray<readonly [string, Answerer]> => [
  ["/docs", (call) => answer(call, () => showPage(call, mayHoldKeys(call.request) ? demoKeys : undefined))],
  ...Object.entries(assets).map(([path, load]): readonly [string, Answerer] => [
    path,
    (call) => answer(call, async () => answerAsset(call, await load()))
  ])
]

const javascript = "text/javascript; charset=utf-8"

/** Each is read once in a process, whatever the number of its servers. */
const assets: Readonly<Record<Exclude<(typeof docsPaths)[number], "/docs">, () => Promise<Asset>>> = {
  "/docs/page.css": kept(() => assetOf("text/css; charset=utf-8", style)),
  "/docs/scalar.js": kept(() => assetOf(javascript, scalar)),
  "/docs/start.js": kept(() => assetOf(javascript, start))
}

/** The versions of the files, by the names that the page has for them. */
const versions = kept(async () => {
  const all = Object.entries(assets).map(async ([path, load]) => [path.slice("/docs/".length), (await load()).version])
  return Object.fromEntries(await Promise.all(all)) as Readonly<Record<string, string>>
})

const showPage = async (call: HttpCall, keys: DemoKeys | undefined): Promise<void> => {
  call.show({ type: "text/html; charset=utf-8", body: htmlOf(await versions(), keys), headers: safe })
}

const answer = (call: HttpCall, act: () => Promise<void>): void => {
  act().catch((error) => call.fail(Cause.die(error)))
}
