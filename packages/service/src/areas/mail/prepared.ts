/** Makes a queued message ready to be sent: its text, its Message-ID, and whether it is sent at all. */
import { collections } from "@bottega/domain/areas"
import { isReserved, isSendable, type Message, type Queued } from "@bottega/domain/areas/mail"
import type { Shop } from "@bottega/domain/areas/shops"
import { get, installation } from "@bottega/storage"
import { Clock, Effect, Schedule } from "effect"
import { timeKey } from "../../engine/ids.ts"
import { withAsciiDomain } from "../../outbound/mail/spelling.ts"
import { late, type NotDone } from "../../slow/not-done.ts"
import { committed, ended, type Found, found } from "./entry.ts"
import type { Outcome, Outlet } from "./outcome.ts"
import { rendered } from "./render.ts"

const { shops } = collections

/** What becomes of a message for which no attempt is made: its next state, none if it only leaves the queue. */
export interface Settled {
  readonly next: Message | undefined
  readonly outcome: Outcome
}

/** The shop of queued messages, as the queue is read: they may be of a commit that is not durable yet, and so may the shop. */
export const shopOf = (id: string) => Effect.map(get(installation, shops, id, { latest: true }), (row) => row?.doc)

/**
 * Makes the text of a message if it has none. Gives the message to send, or what becomes of it; fails if its text could not be made for
 * a reason that lies in this program.
 */
export const withText = Effect.fnUntraced(function* (
  shop: Shop | undefined,
  message: Message | undefined,
  outlet: Outlet | undefined
) {
  if (message?.state !== "queued" || shop === undefined) return settled("gone", undefined)
  const text = message.rendered ? message : yield* written(shop, message)
  const now = yield* Clock.currentTimeMillis
  if (text === undefined) return settled("postponed", { ...message, due: now + postponedMs })
  if (typeof text === "string") return settled("failed", ended(message, "failed", text, now))
  if (outlet === undefined || isReserved(text.to)) return settled("kept", { ...text, state: "kept", due: null })
  if (isSendable(text.to)) return text
  return settled("failed", ended(text, "failed", "The address is not one that mail can be sent to.", now))
})

const settled = (is: Outcome["is"], next: Message | undefined): Settled => ({ next, outcome: { is } })

/**
 * Makes the text of a message if it has none, and commits it together with the state that follows without an attempt. Gives the
 * message to send, or what became of it; fails if its text could not be made for a reason that lies in this program.
 */
export const prepared = Effect.fnUntraced(function* (queued: Queued, outlet: Outlet) {
  const before = yield* found(queued)
  const shop = yield* shopOf(queued.shop)
  const made = yield* withText(shop, before.message?.doc, outlet)
  if (!("outcome" in made)) return { message: yield* named(queued, before, made, outlet), shop: shop! }
  yield* committed(queued, before, made.next)
  return made.outcome
})

/** Gives a message its Message-ID, and commits it with its text. */
const named = Effect.fnUntraced(function* (queued: Queued, before: Found, text: Message, { from }: Outlet) {
  if (text.messageId !== null && text === before.message?.doc) return text
  const messageId =
    text.messageId ?? `<${withAsciiDomain(`${yield* timeKey}@${from.slice(from.lastIndexOf("@") + 1)}`)}>`
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

/** How long a message waits whose text could not be made, because there was too much slow work. */
const postponedMs = 10_000
