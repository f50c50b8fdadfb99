/** Restricted HTML as a handler sees it: cleaned while the call is prepared, for the decision to keep or to refuse. */
import type { Finding } from "@bottega/domain/contract"
import { Effect } from "effect"
import type { Cleaned } from "../html/restricted.ts"
import { refuseIf, Session } from "./session.ts"

/** The longest time that HTML waits for others and is cleaned. */
export const cleaningDeadlineMs = 30_000

/** Cleans the HTML that a call sends, if it sends any. */
export const cleanedHtml = Effect.fnUntraced(function* (html: string | undefined) {
  if (html === undefined) return undefined
  // Most texts hold nothing to clean, and need no thread.
  if (!/[<>&]/.test(html)) return { html } satisfies Cleaned
  const { shop } = yield* Session
  const { cleaner } = yield* Effect.promise(() => import("../html/cleaner.ts"))
  return yield* Effect.promise((signal): Promise<Cleaned> => cleaner.clean(html, shop.id, signal))
})

/** The HTML to keep; refuses what could not be cleaned, by the parameter that it was sent as. */
export const acceptedHtml = Effect.fnUntraced(function* (cleaned: Cleaned | undefined, at: Finding["at"]) {
  const wrong = cleaned !== undefined && "wrong" in cleaned ? [{ at, message: cleaned.wrong }] : []
  yield* refuseIf(yield* Session, wrong)
  return cleaned !== undefined && "html" in cleaned ? cleaned.html : undefined
})
