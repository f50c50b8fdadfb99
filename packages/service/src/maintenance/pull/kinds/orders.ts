/**
 * Brings orders: a list in pages shows which are new or differ, the list of changed orders which had an event since the last
 * run, and each of those costs a call for its detail, and one more for each of timeline and tracking if these are asked for.
 */
import { collections } from "@bottega/domain/areas"
import type { Order } from "@bottega/domain/areas/orders"
import { Effect } from "effect"
import { detailBounds } from "../bounds.ts"
import { bringPage, type Context, detail, type Extra, type Kind } from "../context.ts"
import { isAbsent, NotGiven } from "../failures.ts"
import type { Given } from "../given.ts"
import * as read from "../given.ts"
import type { Item } from "../item.ts"
import { changedOrders } from "../orders/changed.ts"
import { orderPages } from "../orders/list.ts"
import { logOf, orderOf, trackingFrom } from "../orders/order.ts"
import { settled } from "../orders/settled.ts"

export const orders: Kind = (context) => Effect.tapError(broughtOrders(context), () => Effect.sync(context.onMissed))

const broughtOrders = Effect.fnUntraced(function* (context: Context) {
  const keys = new Set<number | string>()
  const changes = context.since === undefined ? new Map() : yield* changedOrders(context, context.since)
  const changed: Changes = {
    has: (key) => changes.has(key),
    // Only this list shows locales, so at first it is read from the beginning of time.
    locales: context.isFirst ? yield* changedOrders(context, 0) : changes
  }
  yield* orderPages(context.source, nodes, (given) =>
    bringPage(context, {
      kind: "orders",
      collection: collections.orders,
      given,
      keys,
      item: (one) => orderItem(context, one, changed)
    })
  )
  // Orders that arrive or go while pages are read move the others between pages, so an absence is confirmed.
  const isGone = (key: number | string) =>
    Effect.map(
      Effect.result(context.source.value("/orders/order.json", { orderID: String(key) })),
      (found) => found._tag === "Failure" && found.failure._tag === "NotGiven" && found.failure.status === 404
    )
  context.listed.push({ kind: "orders", collection: collections.orders, keys, isGone })
})

const nodes = "billing.fullname,billing.email,short_id,tags"
/** Which orders had an event since the last run, and the locales of orders by their ids. */
interface Changes {
  readonly has: (key: string) => boolean
  readonly locales: ReadonlyMap<string, string>
}

const orderItem = (context: Context, given: Given, changed: Changes): Item<Order> => {
  const key = read.text(given["orderID"], "an id")
  if (!/^\d{1,10}_[0-9a-f]{13}$/.test(key)) throw new read.Unfit("has an id that orders do not have")
  const load = Effect.fnUntraced(function* (before: Order | undefined) {
    const isKnown = before !== undefined && !changed.has(key) && isAsListed(before, given)
    const missing = (extra: Extra) => context.extras.has(extra) && !(isKnown && context.storedExtras.has(extra))
    if (isKnown && !missing("timeline") && !missing("tracking")) return before
    const doc = isKnown
      ? before
      : orderOf(context, before, yield* detailOf(context, key, given), changed.locales.get(key))
    const log = missing("timeline")
      ? logOf(yield* context.source.value("/orders/timeline.json", { orderID: key }, detailBounds), doc)
      : doc.log
    const tracking = missing("tracking")
      ? trackingFrom(yield* detail(context, "/orders/tracking.json", { orderID: key }))
      : doc.tracking
    return { ...doc, log, tracking }
  })
  return {
    key,
    load: (before) =>
      Effect.tapError(load(before), (failure) =>
        // An order that a later run does not find different either would keep its old state.
        Effect.sync(() => {
          if (before !== undefined && failure instanceof NotGiven && !isAbsent(failure) && failure.status !== 200)
            context.onMissed()
        })
      ),
    settle: (before, doc) => settled(context, before, doc),
    // Orders of one coupon count its uses in the same document.
    isAlone: ({ cart }) => cart.couponCode !== ""
  }
}

/** The list entry of an order with its detail, which could be that of another order. */
const detailOf = Effect.fnUntraced(function* (context: Context, orderID: string, given: Given) {
  const query = { orderID, nodes: "marketplace,marketplaceDetails,paymentlabel" }
  const found = { ...given, ...(yield* detail(context, "/orders/order.json", query)) }
  if (found["orderID"] === orderID) return found
  return yield* new NotGiven({ status: 200, why: "has the detail of another order" })
})

/** Whether the list shows an order as it is stored. */
const isAsListed = (before: Order, given: Given): boolean => {
  const billing = read.objectOrEmpty(given["billing"])
  return (
    before.status === read.int(given["status"], "a status") &&
    before.total === read.number(given["total"], "a total") &&
    (given["short_id"] === undefined || before.short_id === read.text(given["short_id"])) &&
    (given["tags"] === undefined || before.tags.join(",") === read.texts(given["tags"]).join(",")) &&
    (billing["email"] === undefined || before.billing.email === billing["email"]) &&
    (billing["fullname"] === undefined || before.billing.fullname === billing["fullname"])
  )
}
