/** Makes a queued message ready to be sent: its text, its Message-ID, and whether it is sent at all. */
import { collections } from "@bottega/domain/areas"
import { isReserved, isSendable, type Message, type Queued } from "@bottega/domain/areas/mail"
import type { Shop } from "@bottega/domain/areas/shops"
import { get, installation } from "@bottega/storage"
import { Clock, Effect, Schedule } from "effect"
import { timeKey } from "../../engine/ids.ts"
import { late, type NotDone } from "../../slow/not-done.ts"
import { committed, ended, type Found, found } from "./entry.ts"
import type { Outcome, Outlet } from "./outcome.ts"
import { rendered } from "./render.ts"

const { shops } = collections

/**
 * Makes the text of a message if it has none, and commits it together with the state that follows without an attempt. Gives the
 * message to send, or what became of it; fails if its text could not be made for a reason that lies in this program.
 */
export const prepared = Effect.fnUntraced(function* (queued: Queued, outlet: Outlet | undefined) {
  const before = yield* found(queued)
  // As the queue is read: a message may be of a commit that is not durable yet, and so may its shop.
  const shop = (yield* get(installation, shops, queued.shop, { latest: true }))?.doc
  const stored = before.message?.doc
  if (stored === undefined || stored.state !== "queued" || shop === undefined) {
    yield* committed(queued, before, undefined)
    return { is: "gone" } satisfies Outcome
  }
  const text = stored.rendered ? stored : yield* written(shop, stored)
  if (text === undefined) return yield* postponed(queued, before, stored)
  if (typeof text === "string") return yield* failed(queued, before, stored, text)
  if (outlet === undefined || isReserved(text.to)) {
    yield* committed(queued, before, { ...text, state: "kept", due: null })
    return { is: "kept" } satisfies Outcome
  }
  if (!isSendable(text.to))
    return yield* failed(queued, before, text, "The address is not one that mail can be sent to.")
  return { message: yield* named(queued, before, text, outlet), shop }
})

/** Gives a message its Message-ID, and commits it with its text. */
const named = Effect.fnUntraced(function* (queued: Queued, before: Found, text: Message, { from }: Outlet) {
  if (text.messageId !== null && text === before.message?.doc) return text
  const messageId = text.messageId ?? `<${yield* timeKey}@${from.slice(from.lastIndexOf("@") + 1)}>`
  const message = { ...text, messageId }
  yield* committed(queued, before, message)
  return message
})

/**
 * The message with its text, or why it cannot be made; `undefined` if there is too much other slow work. A template that is ended at
 * its deadline would be so each time.
 */
const written = (shop: Shop, message: Message) =>
  rendered(shop, message).pipe(
    Effect.retry({ times: 3, schedule: Schedule.spaced("500 millis"), while: (failure) => isWaiting(failure) }),
    Effect.catchTag("NotDone", (failure) => {
      if (failure.reason === late.reason)
        return Effect.succeed("The template cannot be filled: it takes too much time.")
      return isWaiting(failure) ? Effect.succeed(undefined) : Effect.fail(failure)
    })
  )

const isWaiting = (failure: { readonly _tag: string } | NotDone): boolean =>
  "reason" in failure && (failure.reason === "full" || failure.reason === "closing")

const failed = Effect.fnUntraced(function* (queued: Queued, before: Found, message: Message, why: string) {
  yield* committed(queued, before, ended(message, "failed", why, yield* Clock.currentTimeMillis))
  return { is: "failed" } satisfies Outcome
})

/** How long a message waits whose text could not be made, because there was too much slow work. */
const postponedMs = 10_000

const postponed = Effect.fnUntraced(function* (queued: Queued, before: Found, message: Message) {
  const due = (yield* Clock.currentTimeMillis) + postponedMs
  yield* committed(queued, before, { ...message, due })
  return { is: "postponed" } satisfies Outcome
})
