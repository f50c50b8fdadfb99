/** The console: one page, where links to sign in lead, and its files. */
import { NotFound } from "@bottega/domain/contract"
import { Cause } from "effect"
import { answerAsset } from "../docs/asset.ts"
import { mayHoldKeys } from "../docs/demo-keys.ts"
import type { HttpCall } from "../http/http-call.ts"
import type { Answerer } from "../http/table.ts"
import { consoleFiles } from "./files.ts"
import { htmlOf, safe } from "./html.ts"

/** Makes a code that signs in to the demo shop; `undefined` if there is none now. */
export type DemoCode = () => Promise<string | undefined>

/**
 * Answers calls of the page and its files. With a demo shop, a browser on this machine gets a page with a code that signs in to
 * that shop, under the rules for the demo's keys.
 */
export const consoleOf = (demoCode: DemoCode | undefined): ReadonlyArray<readonly [string, Answerer]> => [
  ["/console", (call) => answer(call, () => showPage(call, isShownToOwner(call) ? demoCode : undefined))],
  ["/console/:file", (call) => answer(call, () => showFile(call))]
]

/** A page of another site can ask for this one as a picture or a script, which would use up codes. */
const isShownToOwner = ({ request }: HttpCall): boolean =>
  mayHoldKeys(request) && (request.headers["sec-fetch-dest"] ?? "document") === "document"

const showPage = async (call: HttpCall, demoCode: DemoCode | undefined): Promise<void> => {
  const names = [...(await consoleFiles()).keys()]
  call.show({ type: "text/html; charset=utf-8", body: htmlOf(names, await demoCode?.()), headers: safe })
}

const showFile = async (call: HttpCall): Promise<void> => {
  const name = call.path.slice(call.path.lastIndexOf("/") + 1)
  const file = (await consoleFiles()).get(name)
  if (file === undefined) call.refuse(new NotFound({ message: "The console has no such file; reload its page." }))
  else answerAsset(call, file, true)
}

const answer = (call: HttpCall, act: () => Promise<void>): void => {
  act().catch((error) => call.fail(Cause.die(error)))
}
