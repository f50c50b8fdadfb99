/** Restricted HTML as a handler sees it: cleaned while the call is prepared; the decision then stores or refuses it. */
import type { Finding } from "@bottega/domain/contract"
import { Effect } from "effect"
import type { Cleaned } from "../../html/limits.ts"
import { refuseIf, Session } from "./session.ts"
import { overloaded, Slow } from "./slow.ts"

/** Cleans the HTML that a call sends, if it sends any. */
export const cleanedHtml = Effect.fnUntraced(function* (html: string | undefined) {
  if (html === undefined) return undefined
  // Most texts contain nothing to clean and need no thread.
  if (!/[<>&]/.test(html)) return { html } satisfies Cleaned
  const { cleaning } = yield* Effect.promise(() => import("../../html/kind.ts"))
  const { run } = yield* Slow
  return yield* Effect.mapError(run(cleaning, html), overloaded)
})

/** The HTML to store; refuses HTML that could not be cleaned, naming its parameter. */
export const acceptedHtml = Effect.fnUntraced(function* (cleaned: Cleaned | undefined, at: Finding["at"]) {
  const wrong = cleaned !== undefined && "wrong" in cleaned ? [{ at, message: cleaned.wrong }] : []
  yield* refuseIf(yield* Session, wrong)
  return cleaned !== undefined && "html" in cleaned ? cleaned.html : undefined
})
