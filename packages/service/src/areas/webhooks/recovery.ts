/**
 * What is done for a receiver that failed: its deliveries are tried again when they are due, the next one of a lane after the one before,
 * and what was parked is sent once the receiver takes events again.
 */
import { collections } from "@bottega/domain/areas"
import {
  type AttemptResult,
  type Delivery,
  deliveryAfter,
  isFull,
  isOpen,
  laneOfDelivery,
  maxOpen,
  type ReasonToDisable,
  type Receiver,
  reasonToDisable,
  receiverAfter,
  soundReceiver
} from "@bottega/domain/areas/webhooks"
import type { Note } from "@bottega/domain/contract"
import { docOf, get, installation, maxRows, Storage, stored } from "@bottega/storage"
import { Clock, Effect, Random } from "effect"
import { insert, replace, type WriteDraft } from "../../engine/decide/change.ts"
import { addressOf, receiverWrite } from "./receivers.ts"

const { deliveries, receivers } = collections

/** What became of a delivery: an attempt ended, or there is nothing to deliver any more. */
export interface Tried {
  readonly id: string
  readonly result: AttemptResult | "void"
}

/** At most so many deliveries to try now: those that are due, or the first ones if the receiver is broken. */
export const dueOf = Effect.fnUntraced(function* (
  { id, isBroken, shop }: Receiver,
  places: number,
  isRunning: (id: string) => boolean
) {
  const { find } = yield* Storage
  const due = { on: "due", lte: yield* Clock.currentTimeMillis } as const
  const where = [{ on: "attempted", eq: id } as const, ...(isBroken ? [] : [due])]
  const rows = yield* find(shop, deliveries, { where, sort: { by: "due" }, limit: places + maxRunning })
  const free = rows.map((row) => docOf(deliveries, row)).filter((one) => !isRunning(one.id))
  return free.slice(0, places)
})

/** The deliveries of a receiver with a call in progress are fewer. */
const maxRunning = 32

/** The writes that end attempts of one webhook, and what is to be known of it afterwards. */
export const afterAttempts = Effect.fnUntraced(function* (shop: string, webhook: string, tried: ReadonlyArray<Tried>) {
  const nowMs = yield* Clock.currentTimeMillis
  const before = yield* get(installation, receivers, webhook, { latest: true })
  if (before === undefined) return { writes: [], notes: [], disabled: undefined }
  const url = tried.length === 0 ? undefined : yield* addressOf(shop, webhook)
  const writes = new Map<string, WriteDraft>()
  const notes: Array<Note> = []
  let receiver = before.doc
  let disabled: ReasonToDisable | undefined
  const dues: Array<number> = []
  for (const { id, result } of tried) {
    const found = yield* get(shop, deliveries, id, { latest: true })
    if (found === undefined || !isOpen(found.doc)) continue
    const [one, other] = [yield* Random.next, yield* Random.next]
    const next = result === "void" ? voided(found.doc) : deliveryAfter(found.doc, result, nowMs, one)
    if (result !== "void" && result.url === url) {
      receiver = receiverAfter(receiver, result, nowMs, other)
      disabled ??= reasonToDisable(receiver, result, nowMs)
    }
    writes.set(id, replace(deliveries, found, next))
    notes.push({ document: next.event, n: next.n, webhook })
    if (next.due !== null) dues.push(next.due)
    if (isOpen(next)) continue
    receiver = { ...receiver, open: Math.max(0, receiver.open - 1) }
    const following = yield* nextOf(shop, found.doc)
    if (following === undefined) continue
    writes.set(following.doc.id, replace(deliveries, following, { ...following.doc, state: "pending", due: nowMs }))
    dues.push(nowMs)
  }
  const later = yield* nextDue(shop, webhook, new Set(tried.map(({ id }) => id)))
  if (later !== undefined) dues.push(later)
  const stranded = dues.length > 0 ? undefined : yield* strandedOf(shop, webhook)
  if (stranded !== undefined) {
    writes.set(stranded.doc.id, replace(deliveries, stranded, { ...stranded.doc, state: "pending", due: nowMs }))
    dues.push(nowMs)
  }
  if (tried.length === 0 && isFull(receiver) && !(yield* hasMaxOpen(shop, webhook)))
    receiver = { ...receiver, open: maxOpen - 1 }
  const all = [...writes.values(), ...receiverWrite(before, nextLook(receiver, dues, nowMs))]
  return { writes: all, notes, disabled }
})

/** A receiver with the time when it is to be looked at: its deliveries are due at these times. */
const nextLook = (receiver: Receiver, dues: ReadonlyArray<number>, nowMs: number): Receiver => {
  const { hasParked, isBroken, open } = receiver
  // Nothing is left with which a broken receiver could be tried, so the next event tries it.
  if (dues.length === 0 && !hasParked) return { ...receiver, isBroken: false, open: 0, due: null }
  if (isBroken) return { ...receiver, due: Math.max(receiver.due ?? 0, nowMs + 1000) }
  const left = { ...receiver, open: dues.length === 0 ? 0 : open }
  return { ...left, due: hasParked && !isFull(left) ? nowMs : Math.min(...dues) }
}

/** A delivery of an event that no longer exists, or of something that does not: it is never sent. */
const voided = (delivery: Delivery): Delivery => ({ ...delivery, state: "dead", due: null })

/** The next delivery of the lane of one that has ended. */
const nextOf = Effect.fnUntraced(function* (shop: string, delivery: Delivery) {
  const lane = laneOfDelivery(delivery)
  if (lane === undefined) return undefined
  const { find } = yield* Storage
  const where = [{ on: "behind", eq: lane }] as const
  const [row] = yield* find(shop, deliveries, { where, sort: { by: "version" }, limit: 1, latest: true })
  return row && stored(deliveries, row)
})

/** A delivery that waits behind none, because the one before was too old and is gone: the first of its lane. */
const strandedOf = Effect.fnUntraced(function* (shop: string, webhook: string) {
  const { find } = yield* Storage
  const where = [
    { on: "webhook", eq: webhook },
    { on: "state", eq: "waiting" }
  ] as const
  const [row] = yield* find(shop, deliveries, { where, sort: { by: "key" }, limit: 1, latest: true })
  return row && ((yield* nextOf(shop, docOf(deliveries, row))) ?? stored(deliveries, row))
})

/** Whether a receiver that seems full is: deliveries that were removed because of their age are not subtracted. */
const hasMaxOpen = Effect.fnUntraced(function* (shop: string, webhook: string) {
  const { find } = yield* Storage
  const where = [
    { on: "webhook", eq: webhook },
    { on: "state", in: ["pending", "waiting"] }
  ] as const
  return (yield* find(shop, deliveries, { where, skip: maxOpen - 1, limit: 1 })).length > 0
})

/** When the next delivery of a webhook is due, besides some of them. */
const nextDue = Effect.fnUntraced(function* (shop: string, webhook: string, besides: ReadonlySet<string>) {
  const { find } = yield* Storage
  const where = [{ on: "attempted", eq: webhook }] as const
  const query = { where, sort: { by: "due" }, limit: besides.size + 1, latest: true } as const
  const rows = yield* find(shop, deliveries, query)
  return rows.map((row) => docOf(deliveries, row)).find(({ id }) => !besides.has(id))?.due ?? undefined
})

/** The writes by which a webhook is looked at soon, or all of a shop for which something waits. */
export const woken = Effect.fnUntraced(function* (shop: string, webhook: string) {
  const { find } = yield* Storage
  const nowMs = yield* Clock.currentTimeMillis
  const where = [webhook === "" ? ({ on: "shop", eq: shop } as const) : ({ on: "key", eq: webhook } as const)]
  const rows = yield* find(installation, receivers, { where, limit: maxRows, latest: true })
  const due = (receiver: Receiver) => ({ ...receiver, due: nowMs })
  if (rows.length === 0 && webhook !== "")
    return [insert(receivers, due({ ...soundReceiver(webhook, shop), open: 1 }), installation)]
  return rows.map((row) => replace(receivers, stored(receivers, row), due(docOf(receivers, row)), installation))
})
