/**
 * What a plain program decides on the requests of `calls.ts`: it reads the form, takes the stock and makes the documents that
 * the service makes, with no schema and no framework. It knows only what those requests contain.
 */
import { parse } from "@bottega/domain/form"
import { micros, orderIdAt, timeKey } from "./ids.ts"
import type { Held, Known, Made } from "./known.ts"
import { itemOf, type MadeOrder, orderOf, textOf } from "./order.ts"

/** What a request writes. */
export interface Decided {
  readonly stock: ReadonlyArray<Held & { readonly text: string }>
  readonly movement: Made & { readonly skus: ReadonlyArray<string> }
  readonly outgoing: Made
  readonly order: MadeOrder | undefined
  readonly answer: object
}

/** There is too little stock, or none. */
class Refused extends Error {}

/** Decides on `POST orders/order.json`. */
export const created = (body: string, key: string, known: Known): Decided => {
  const { root } = parse(body)
  const items = [...root.child("item_id").children!.values()].map(itemOf)
  const held = known.stock(items.map(({ sku }) => sku))
  for (const { count, sku } of items) if (quantityOf(held.get(sku), sku) < count) throw new Refused(sku)
  const moves = items.map(({ count, sku }) => moved(held.get(sku)!, sku, -count))
  const at = micros()
  const ts = Math.floor(at / 1_000_000)
  const orderID = orderIdAt(at)
  const order = orderOf(root, items, { orderID, at, ts, held, known })
  const stock = encoded(held)
  const data = { orderID, total: order.total, orderDate: order.date, status: 0, iso: { orderDate: order.date } }
  const event = JSON.stringify({ type: 0, orderID, id_order: orderID, status: 0, data })
  return {
    stock,
    movement: movementOf("order", { key, orderID, ts, moves }),
    outgoing: outgoingOf(ts, [event, ...stock.map(eventOf)]),
    order: order.made,
    answer: { order_id: orderID }
  }
}

/** Decides on `PUT inventory/patchInventory.json`. */
export const incremented = (body: string, key: string, known: Known): Decided => {
  const { root } = parse(body)
  const sku = textOf(root, "sku")
  const held = known.stock([sku])
  const moves = [moved(held.get(sku)!, sku, Number(textOf(root, "quantity")))]
  const ts = Math.floor(Date.now() / 1000)
  const stock = encoded(held)
  return {
    stock,
    movement: movementOf("patch", { key, orderID: null, ts, moves }),
    outgoing: outgoingOf(ts, stock.map(eventOf)),
    order: undefined,
    answer: { is_child: textOf(root, "is_child") === "1", inventory_updated: 1, err: null }
  }
}

const ownOrChild = ({ doc }: Held, sku: string) =>
  doc.sku === sku ? doc : doc.childs!.find((child) => child.sku === sku)!

const quantityOf = (held: Held | undefined, sku: string): number =>
  held === undefined ? 0 : (ownOrChild(held, sku).quantity ?? 0)

const moved = (held: Held, sku: string, delta: number) => {
  const place = ownOrChild(held, sku)
  const quantity = (place.quantity ?? 0) + delta
  place.quantity = quantity
  return { sku, delta, quantity }
}
type Move = ReturnType<typeof moved>

const encoded = (held: ReadonlyMap<string, Held>) =>
  [...new Set(held.values())].map((one) => ({ ...one, text: JSON.stringify(one.doc) }))

const eventOf = ({ text }: { readonly text: string }): string => `{"type":103,"data":${text}}`

const movementOf = (
  reason: string,
  of: { readonly key: string; orderID: string | null; ts: number; moves: ReadonlyArray<Move> }
) => {
  const { key: caller, moves, orderID, ts } = of
  const id = timeKey()
  return {
    key: id,
    text: JSON.stringify({ id, reason, key: caller, orderID, ts, moves }),
    skus: moves.map(({ sku }) => sku)
  }
}

let requests = 0
const outgoingOf = (at: number, events: ReadonlyArray<string>): Made => {
  const key = timeKey()
  const requestId = `0123456789ab-${++requests}`
  return {
    key,
    text: `{"id":"${key}","at":${at},"instance":"${instance}","requestId":"${requestId}","events":[${events}]}`
  }
}
const instance = "0123456789abcdef01234567"
