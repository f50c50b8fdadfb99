/** Handles changes and removal of an order; creation is in `create.ts`. */
import { type areas, collections, events } from "@bottega/domain/areas"
import { isExpired } from "@bottega/domain/areas/authorizations"
import {
  allowed,
  couponEffectOf,
  eventsOfChange,
  type LogEntry,
  logEntryKind,
  noTracking,
  type Order,
  type OrderEvent,
  type Status,
  stockEffectOf,
  summaryOf,
  trackingAfter,
  transitions
} from "@bottega/domain/areas/orders"
import {
  AuthorizationCodeExpired,
  done,
  type Happening,
  happened,
  TransitionRefused,
  WrongAuthorizationCode
} from "@bottega/domain/contract"
import { Effect, Equal } from "effect"
import { remove as removal, replace } from "../../engine/change.ts"
import { existing } from "../../engine/existing.ts"
import type { Handler } from "../../engine/handler.ts"
import { digest } from "../../engine/ids.ts"
import { conflict, get, list, Session } from "../../engine/session.ts"
import { together } from "../../engine/together.ts"
import { type Claimed, reclaim, release } from "../coupons/use.ts"
import { giveStock, takeStock } from "../inventory/stock.ts"

const { authorizations } = collections

type Handles<Name extends keyof typeof areas.orders.endpoints> = Handler<(typeof areas.orders.endpoints)[Name]>

/** Sets the status, and the tracking if any of it is given. A call that changes nothing makes no event. */
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
    writes: [replace(collections.orders, stored, next), ...stock.writes, ...coupon.writes],
    guards: coupon.guards,
    events: [...(moved ? yield* eventsFor(next, eventsOfChange(status)) : []), ...stock.events]
  }
})

/** Adds the tags that the order lacks. */
export const addTags: Handles<"addTags"> = Effect.fnUntraced(function* ({ orderID, tags }) {
  const stored = yield* existing(collections.orders, orderID)
  const { doc } = stored
  const added = [...new Set(tags)].filter((tag) => !doc.tags.includes(tag))
  const answer = { orderID, nAdded: added.length }
  if (added.length === 0) return { answer, writes: [] }
  const log = [...doc.log, ...(yield* entries(doc.status, [logEntryKind.tagsAdded]))]
  return { answer, writes: [replace(collections.orders, stored, { ...doc, tags: [...doc.tags, ...added], log })] }
})

/** Removes the tags that the order has. */
export const removeTags: Handles<"removeTags"> = Effect.fnUntraced(function* ({ orderID, tags }) {
  const stored = yield* existing(collections.orders, orderID)
  const { doc } = stored
  const left = doc.tags.filter((tag) => !tags.includes(tag))
  const answer = { orderID, nRemoved: doc.tags.length - left.length }
  if (answer.nRemoved === 0) return { answer, writes: [] }
  const log = [...doc.log, ...(yield* entries(doc.status, [logEntryKind.tagsRemoved]))]
  return { answer, writes: [replace(collections.orders, stored, { ...doc, tags: left, log })] }
})

/** Removes an order by one of its codes, together with all its codes, and releases its coupon. Stock does not change. */
export const remove: Handles<"remove"> = Effect.fnUntraced(function* ({ authorization_code, orderID }) {
  const { now } = yield* Session
  const stored = yield* existing(collections.orders, orderID)
  const code = yield* get(authorizations, digest(authorization_code))
  if (code === undefined || code.doc.orderID !== orderID)
    return yield* new WrongAuthorizationCode({ message: `This is no authorization code of order ${orderID}.` })
  if (isExpired(code.doc, now))
    return yield* new AuthorizationCodeExpired({ message: "The authorization code has expired." })
  const codes = yield* list(authorizations, { where: [{ on: "orderID", eq: orderID }], limit: 1000 })
  return {
    answer: done,
    writes: [
      removal(collections.orders, stored),
      ...codes.map((one) => removal(authorizations, one)),
      ...(yield* release(orderID))
    ],
    events: yield* eventsFor(stored.doc, [events.orderRemoved])
  }
})

/** Events of these types, with the order as it now is. */
export const eventsFor = (order: Order, types: ReadonlyArray<OrderEvent>) =>
  Session.useSync(({ shop }): ReadonlyArray<Happening> => {
    const data = summaryOf(order, shop.timezone)
    return types.map((type) => happened(type, data, order))
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
const entries = (status: Status, eventIds: ReadonlyArray<number>) =>
  Session.useSync(
    ({ ip, now }): ReadonlyArray<LogEntry> =>
      eventIds.map((eventId) => ({ eventId, status, ts: Math.floor(now / 1000), ip }))
  )

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
