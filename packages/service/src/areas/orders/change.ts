/** Handles changes and removal of an order; creation is in `create.ts`. */
import { type areas, collections, events } from "@bottega/domain/areas"
import { isExpired } from "@bottega/domain/areas/authorizations"
import { mailOfStatus } from "@bottega/domain/areas/emails"
import {
  afterReport,
  allowed,
  couponEffectOf,
  eventsOfUpdate,
  type LogEntry,
  logEntryKind,
  noTracking,
  type Order,
  type OrderEvent,
  placedAt,
  type Status,
  stockEffectOf,
  summaryOf,
  trackingAfter,
  transitions
} from "@bottega/domain/areas/orders"
import {
  AuthorizationCodeExpired,
  Conflict,
  done,
  type Happening,
  happened,
  TransitionRefused,
  WrongAuthorizationCode
} from "@bottega/domain/contract"
import { Effect, Equal } from "effect"
import { replace, upsert } from "../../engine/decide/change.ts"
import { existing } from "../../engine/decide/existing.ts"
import type { Handler } from "../../engine/decide/handler.ts"
import { removing } from "../../engine/decide/references.ts"
import { conflict, get, Session } from "../../engine/decide/session.ts"
import { together } from "../../engine/decide/together.ts"
import { digest } from "../../engine/ids.ts"
import { type Claimed, reclaim, release } from "../coupons/use.ts"
import { giveStock, takeStock } from "../inventory/stock.ts"
import { mailOf, mailsOfChange } from "../mail/written.ts"
import { knownReport, settled } from "./reported.ts"

const { authorizations } = collections

type Handles<Name extends keyof typeof areas.orders.endpoints> = Handler<(typeof areas.orders.endpoints)[Name]>

/** Sets the status, and the tracking if a part of it is sent. A call that changes nothing makes no event. */
export const update: Handles<"update"> = Effect.fnUntraced(function* ({ orderID, status, ...given }) {
  const stored = yield* existing(collections.orders, orderID)
  const order = stored.doc
  const moved = status !== order.status
  const before = order.tracking ?? noTracking
  const tracking = trackingAfter(before, given)
  const tracked = tracking !== undefined && (moved || !Equal.equals(tracking, before))
  if (!moved && !tracked) return { answer: done, writes: [] }
  const { coupon, stock } = yield* together({
    transition: mayMove(order.status, status),
    stock: moveStock(order, status),
    coupon: moveCoupon(order, status)
  })
  const ids = [...(moved ? [logEntryKind.status] : []), ...(tracked ? [logEntryKind.tracking] : [])]
  const next: Order = {
    ...order,
    status,
    tracking: tracking ?? order.tracking,
    stock: stock.stock,
    coupon: coupon.coupon,
    log: [...order.log, ...(yield* entries(status, ids))]
  }
  return {
    answer: done,
    writes: [
      replace(collections.orders, stored, next),
      ...stock.writes,
      ...coupon.writes,
      ...(moved ? yield* mailsOfChange(next) : [])
    ],
    guards: coupon.guards,
    events: [
      ...(yield* eventsFor(next, stored.version + 1, eventsOfUpdate({ moved, tracked, status }))),
      ...stock.events
    ],
    settled: yield* settled(next, ids.length)
  }
})

/** Sends the buyer the mail of the order's status again, also where the shop sends none by itself. */
export const resendEmail: Handles<"resendEmail"> = Effect.fnUntraced(function* ({ orderID }) {
  const stored = yield* existing(collections.orders, orderID)
  const { doc } = stored
  if (doc.billing.email === "")
    return yield* new Conflict({ message: `Order ${orderID} has no email address of a buyer.` })
  const log = [...doc.log, ...(yield* entries(doc.status, [logEntryKind.mail]))]
  const next = { ...doc, log }
  return {
    answer: done,
    writes: [
      replace(collections.orders, stored, next),
      ...(yield* mailOf(mailOfStatus(doc.status) ?? "order_received", next))
    ],
    settled: yield* settled(next, 1)
  }
})

/** Adds the tags that the order lacks. */
export const addTags: Handles<"addTags"> = Effect.fnUntraced(function* ({ orderID, tags }) {
  const stored = yield* existing(collections.orders, orderID)
  const { doc } = stored
  const known = new Set(doc.tags)
  const added = [...new Set(tags)].filter((tag) => !known.has(tag))
  const answer = { orderID, nAdded: added.length }
  if (added.length === 0) return { answer, writes: [] }
  const log = [...doc.log, ...(yield* entries(doc.status, [logEntryKind.tagsAdded]))]
  const next = { ...doc, tags: [...doc.tags, ...added], log }
  return { answer, writes: [replace(collections.orders, stored, next)], settled: yield* settled(next, 1) }
})

/** Removes the tags that the order has. */
export const removeTags: Handles<"removeTags"> = Effect.fnUntraced(function* ({ orderID, tags }) {
  const stored = yield* existing(collections.orders, orderID)
  const { doc } = stored
  const gone = new Set(tags)
  const left = doc.tags.filter((tag) => !gone.has(tag))
  const answer = { orderID, nRemoved: doc.tags.length - left.length }
  if (answer.nRemoved === 0) return { answer, writes: [] }
  const log = [...doc.log, ...(yield* entries(doc.status, [logEntryKind.tagsRemoved]))]
  const next = { ...doc, tags: left, log }
  return { answer, writes: [replace(collections.orders, stored, next)], settled: yield* settled(next, 1) }
})

/** Removes an order by one of its codes, and releases its coupon. Stock does not change. */
export const remove: Handles<"remove"> = Effect.fnUntraced(function* ({ authorization_code, orderID }) {
  const { now } = yield* Session
  const stored = yield* existing(collections.orders, orderID)
  const code = yield* get(authorizations, digest(authorization_code))
  if (code === undefined || code.doc.orderID !== orderID)
    return yield* new WrongAuthorizationCode({ message: `This is not an authorization code of order ${orderID}.` })
  if (isExpired(code.doc, now))
    return yield* new AuthorizationCodeExpired({ message: "The authorization code has expired." })
  // A restored order may be removed again before its note was read.
  const noted = yield* get(collections.removedOrders, orderID)
  return {
    answer: done,
    writes: [
      ...(yield* removing(collections.orders, stored)).writes,
      ...(yield* release(orderID)),
      upsert(collections.removedOrders, noted, { orderID, placed: placedAt(stored.doc) })
    ],
    events: yield* eventsFor(stored.doc, stored.version + 1, [events.orderRemoved])
  }
})

/** Events of these types, with the changed order and the version of its document after the change. */
export const eventsFor = (order: Order, version: number, types: ReadonlyArray<OrderEvent>) =>
  Session.useSync(({ shop }): ReadonlyArray<Happening> => {
    const { orderID, status } = order
    const data = summaryOf(order, shop.timezone)
    return types.map((type) => happened(type, data, { orderID, status, version }))
  })

const mayMove = Effect.fnUntraced(function* (from: Status, to: Status) {
  const { transitions: policy } = (yield* Session).shop
  if (allowed(policy, from, to)) return
  const open = transitions[policy][from]!
  const where = open.length === 0 ? "it may not be changed any more" : `it may become ${open.join(", ")}`
  const message = `An order of status ${from} may not become ${to}; ${where}.`
  return yield* conflict(TransitionRefused, message, [{ at: ["status"], message: `is refused: ${where}` }])
})

/** Entries of the log, all at the current second. */
const entries = Effect.fnUntraced(function* (status: Status, eventIds: ReadonlyArray<number>) {
  const { ip, keySet, now, requestId } = yield* Session
  const reported = yield* knownReport
  const by = { ts: Math.floor(now / 1000), ip, key: keySet.pairs[0]?.key ?? null, requestId }
  return eventIds.map((eventId): LogEntry => afterReport({ eventId, status, ...by }, reported))
})

const moveStock = Effect.fnUntraced(function* ({ orderID, status, stock }: Order, to: Status) {
  const move = stockEffectOf(status, to, stock.given)
  if (move === undefined) return { stock, writes: [], events: [] }
  const purpose = { reason: "status", orderID } as const
  const { events, taken, writes } =
    move === "give"
      ? yield* giveStock(stock.taken, purpose)
      : yield* takeStock(stock.taken, { ...purpose, at: () => ["status"] })
  return { stock: { taken, given: move === "give" }, writes, events }
})

interface CouponMoved extends Pick<Claimed, "writes" | "guards"> {
  readonly coupon: Order["coupon"]
}

const moveCoupon = Effect.fnUntraced(function* ({ billing: { email }, coupon, orderID }: Order, to: Status) {
  const move = coupon === null ? undefined : couponEffectOf(to, coupon.freed)
  if (coupon === null || move === undefined) return { coupon, writes: [], guards: [] } satisfies CouponMoved
  const moved =
    move === "free"
      ? { writes: yield* release(orderID), guards: [] }
      : yield* reclaim({ uid: coupon.uid, orderID, email, buyer: coupon.buyer })
  return { coupon: { ...coupon, freed: move === "free" }, ...moved } satisfies CouponMoved
})
