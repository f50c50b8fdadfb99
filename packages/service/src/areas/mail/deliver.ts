/** Makes one attempt for a queued message: it is sent, tried again later or given up. */
import { collections } from "@bottega/domain/areas"
import { isSendable, type Message, type Queued, withAttempt } from "@bottega/domain/areas/mail"
import { retryDelayMs } from "@bottega/domain/contract"
import { get, HoldsLease, retryOnConflict, type Storage } from "@bottega/storage"
import { Clock, Effect, Random } from "effect"
import { Failure } from "../../outbound/mail/connection.ts"
import { contentOf } from "../../outbound/mail/content.ts"
import { needsUtf8 } from "../../outbound/mail/spelling.ts"
import { changed, ended } from "./entry.ts"
import { type Linked, linked } from "./link.ts"
import type { Outcome, Outlet } from "./outcome.ts"
import { prepared } from "./prepared.ts"

const { mail } = collections

/** Makes the next attempt for a queued message. */
export const delivered = Effect.fnUntraced(function* (entry: Queued, outlet: Outlet) {
  const ready = yield* Effect.catchTag(retryOnConflict(prepared(entry, outlet)), "NotDone", () =>
    deferred(entry, unwritten)
  )
  if ("is" in ready) return ready
  const { message, shop } = ready
  const said = yield* Effect.catchTag(retryOnConflict(linked(shop.id, message)), "Unlinked", Effect.succeed)
  if (!("concealed" in said)) return yield* settled(entry, "failed", said.message)
  const maySend = { content: yield* asksIfSame(entry, message), end: yield* HoldsLease }
  const content = yield* Effect.promise(() =>
    contentOf({
      ...{ subject: said.subject, text: said.text, html: said.html, to: message.to },
      from: { name: shop.name, address: outlet.from },
      replyTo: shop.emails.find((email) => isSendable(email) && !needsUtf8(email)),
      messageId: message.messageId!,
      date: new Date(message.ts * 1000)
    })
  )
  const sent = Effect.tryPromise({
    try: () => outlet.sender.send({ from: outlet.from, to: message.to }, content, maySend),
    catch: (failure) => failure as Failure
  })
  return yield* Effect.matchEffect(sent, {
    onSuccess: (reply) => settled(entry, "sent", said.concealed(reply)),
    onFailure: (failure) => notTaken(entry, failure, said)
  })
})

const notTaken = Effect.fnUntraced(function* (entry: Queued, { at, message, status }: Failure, said: Linked) {
  // A server that is silent after it has read the message may have taken it.
  if (at !== "unknown") yield* said.withdrawn
  if (at === "withdrawn") return { is: "postponed" } as Outcome
  return yield* refused(entry, new Failure(at, status, said.concealed(message)))
})

/** Asks the store whether a message is still to be sent as it is: it may have been removed, sent by another process, or erased of a person. */
const asksIfSame = Effect.fnUntraced(function* ({ id, shop }: Queued, message: Message) {
  const run = Effect.runPromiseWith(yield* Effect.context<Storage>())
  const isSame = Effect.map(get(shop, mail, id, { latest: true }), (now) => now !== undefined && isAs(now.doc, message))
  return () => run(isSame)
})

const isAs = (now: Message, { html, messageId, subject, text, to }: Message): boolean =>
  [now.state, now.messageId, now.to, now.subject, now.text, now.html].every(
    (one, at) => one === ["queued", messageId, to, subject, text, html][at]
  )

const settled = Effect.fnUntraced(function* (entry: Queued, is: "sent" | "failed", reply: string) {
  const now = yield* Clock.currentTimeMillis
  yield* changed(entry, (message) =>
    is === "sent" || message.state === "queued" ? ended(message, is, reply, now) : message
  )
  return { is } as Outcome
})

/** Why a message is tried later whose text could not be made, for a reason that lies in this program. */
export const unwritten = "The text could not be made at this time."

/** Tries a message later that could not be handled. */
export const deferred = (entry: Queued, why: string) => refused(entry, new Failure("refused", undefined, why))

/** A refusal of this message by a status of 5xx is final; everything else is tried again, while the schedule lasts. */
const refused = Effect.fnUntraced(function* (entry: Queued, failure: Failure) {
  const { at, message: said, status = 0 } = failure
  if (at === "refused" && status >= 500) return yield* settled(entry, "failed", said)
  const reply = at === "unknown" ? `It is unknown whether the server took the message: ${said}` : said
  const [now, chance] = [yield* Clock.currentTimeMillis, yield* Random.next]
  let is: Outcome["is"] = "gone"
  yield* changed(entry, (message) => {
    // Another process has meanwhile learned how it ended.
    if (message.state !== "queued") return message
    const failures = message.failures + 1
    const delayMs = retryDelayMs(failures, chance)
    is = delayMs === undefined ? "failed" : "retried"
    if (delayMs === undefined) return { ...ended(message, "failed", reply, now), failures }
    const tried = withAttempt(message, { ts: Math.floor(now / 1000), reply, ok: false })
    return { ...tried, failures, due: now + delayMs }
  })
  return (at === "session" ? { is, outage: reply } : { is }) as Outcome
})
