/**
 * Writes out queued messages that are kept and not sent. Nobody waits for one of them, so many of a shop are read and committed
 * together: one by one they cost several times as much.
 */
import type { Message, Queued } from "@bottega/domain/areas/mail"
import type { Shop } from "@bottega/domain/areas/shops"
import { retryOnConflict } from "@bottega/storage"
import { Effect } from "effect"
import { monotonicMs } from "../../engine/background/shares.ts"
import type { WriteDraft } from "../../engine/decide/change.ts"
import { commitMessages, found, writesOf } from "./entry.ts"
import type { Outcome } from "./outcome.ts"
import { shopOf, withText } from "./prepared.ts"

/** The most messages of a shop that are written out together. */
export const maxTogether = 64

/** No further message is added to those that have these characters, or have taken this long: other shops wait. */
const maxCharacters = 512 * 1024
const maxMs = 100

/** The text of a message could not be made, for a reason that lies in this program. */
const undone = "undone"

/** What became of a message; `undone` if its text could not be made. */
type Kept = Outcome["is"] | typeof undone

/** Writes out messages of one shop, as many from the first one on as fit into one commit; gives what became of each. */
export const keptTogether = (shop: string, queued: ReadonlyArray<Queued>) => retryOnConflict(attempted(shop, queued))

const attempted = Effect.fnUntraced(function* (id: string, queued: ReadonlyArray<Queued>) {
  const shop = yield* shopOf(id)
  const until = (yield* monotonicMs) + maxMs
  const became: Array<Kept> = []
  const drafts: Array<WriteDraft> = []
  for (let characters = 0; became.length < queued.length; ) {
    const one = yield* writtenOut(queued[became.length]!, shop)
    became.push(one.is)
    drafts.push(...one.drafts)
    characters += one.characters
    if (characters > maxCharacters || (yield* monotonicMs) > until) break
  }
  yield* commitMessages(id, drafts)
  return became
})

const writtenOut = Effect.fnUntraced(function* (queued: Queued, shop: Shop | undefined) {
  const before = yield* found(queued)
  const made = yield* Effect.catchTag(withText(shop, before.message?.doc, undefined), "NotDone", () =>
    Effect.succeed(undefined)
  )
  // Without an outlet no message is left to be sent.
  if (made === undefined || !("outcome" in made)) return { is: undone, drafts: [], characters: 0 } as const
  const { next, outcome } = made
  return { is: outcome.is, drafts: writesOf(queued, before, next), characters: next === undefined ? 0 : sizeOf(next) }
})

const sizeOf = ({ html, subject, text }: Message): number => html.length + subject.length + text.length
