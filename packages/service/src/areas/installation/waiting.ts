/** Counts the mail and the deliveries of all shops, and of one. Counts of documents without a bound end at a thousand. */
import { collections } from "@bottega/domain/areas"
import type { Message } from "@bottega/domain/areas/mail"
import { type Delivery, type Receiver, stateOf } from "@bottega/domain/areas/webhooks"
import { maxCounted, outbox, timeOfKey } from "@bottega/domain/contract"
import { docOf, maxRows, type Row } from "@bottega/storage"
import { Effect } from "effect"
import { installation } from "../../engine/decide/change.ts"
import { type Find, Operator } from "../../engine/decide/session.ts"
import { backlogOf as backlogOfMail } from "../mail/backlog.ts"
import { backlogOf as backlogOfDeliveries } from "../webhooks/backlog.ts"
import { counted } from "./counted.ts"

const { deliveries, mail, mailQueue, receivers, webhooks } = collections

/** What waits in the queues of all shops, as `/metrics` shows it. */
export const waiting = Effect.gen(function* () {
  const { following, now } = yield* Operator
  const { stored } = following(installation)
  const [mails, sending] = yield* stored(Effect.all([backlogOfMail({}), backlogOfDeliveries({})]))
  return {
    mail: { queued: mails.waiting, oldest_at: oldestOf(mails.oldest, now) },
    deliveries: { undelivered: sending.waiting, oldest_at: oldestOf(sending.oldest, now), broken: sending.broken ?? 0 }
  }
})

/** What a shop has: its messages and deliveries by state. */
export const waitingIn = Effect.fnUntraced(function* (shop: string) {
  const { now, within } = yield* Operator
  const [own, all] = [within(shop), within(installation)]
  return yield* Effect.all(
    { mail: mailOf(own, all, shop, now), deliveries: deliveriesOf(own, all, shop, now) },
    together
  )
})

/** The counts do not depend on each other, and a store may be far away. */
const together = { concurrency: "unbounded" } as const

const mailOf = (own: Find, all: Find, shop: string, now: number) => {
  const inState = (eq: Message["state"]) => counted(own, mail, [{ on: "state", eq }])
  const ofShop = [{ on: "shop", eq: shop }] as const
  const mails = {
    failed: inState("failed"),
    queued: counted(all, mailQueue, ofShop),
    kept: inState("kept"),
    sent: inState("sent"),
    oldest_at: Effect.map(all(mailQueue, { where: ofShop, sort: { by: "key" }, limit: 1 }), (rows) =>
      oldestIn(rows, now)
    )
  }
  return Effect.all(mails, together)
}

const deliveriesOf = Effect.fnUntraced(function* (own: Find, all: Find, shop: string, now: number) {
  const read = {
    hooks: own(webhooks, { limit: maxRows }),
    failing: all(receivers, { where: [{ on: "shop", eq: shop }], limit: maxRows }),
    dead: counted(own, deliveries, [{ on: "state", eq: "dead" }])
  }
  const found = yield* Effect.all(read, together)
  const failing = found.failing.map((row) => docOf(receivers, row))
  const states = found.hooks.map((row) => stateOf(docOf(webhooks, row), now))
  const open = failing.reduce((sum, one) => sum + one.open + Number(one.hasParked), 0)
  return {
    undelivered: Math.min(open, maxCounted),
    oldest_at: oldestIn(yield* oldestOpen(own, failing), now),
    broken: failing.filter(({ isBroken }) => isBroken).length,
    dead: found.dead,
    paused: states.filter((state) => state === "paused").length,
    disabled: states.filter((state) => state === "disabled").length
  }
})

/** The oldest open delivery of each state, and the oldest event that is parked for each receiver; a shop has few receivers. */
const oldestOpen = Effect.fnUntraced(function* (own: Find, failing: ReadonlyArray<Receiver>) {
  const first = { sort: { by: "key" }, limit: 1 } as const
  const inState = (eq: Delivery["state"]) => own(deliveries, { where: [{ on: "state", eq }], ...first })
  const parked = failing
    .filter(({ hasParked }) => hasParked)
    .map(({ id }) => own(outbox, { where: [{ on: "parked", eq: id }], ...first }))
  if (failing.length === 0) return []
  return (yield* Effect.all([inState("pending"), inState("waiting"), ...parked], { concurrency: maxAtOnce })).flat()
})

/** The reads of one call for receivers, of which a shop may have hundreds. */
const maxAtOnce = 8

/** When the oldest of some documents was made, of which each key begins with the time. */
const oldestIn = (rows: ReadonlyArray<Row>, now: number): string | null =>
  oldestOf(Math.min(...rows.flatMap(({ key }) => timeOfKey(key) ?? [])), now)

/**
 * An instant of a key; null if it is still to come. After a clock that was ahead is set back, keys stay ahead of it, also those of
 * new documents, so they do not tell when these were made. Those of another process are ahead by less than a second.
 */
const oldestOf = (ms: number | undefined, now: number): string | null =>
  ms === undefined || ms > now + 1000 ? null : isoOf(ms)

/** An instant in milliseconds as the status shows it. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()
