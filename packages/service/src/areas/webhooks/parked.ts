/** What is parked for a receiver: which of it is sent first, and how it is taken off. */
import type { Receiver } from "@bottega/domain/areas/webhooks"
import type { Outgoing } from "@bottega/domain/contract"
import { Storage, type Stored, stored } from "@bottega/storage"
import { Effect } from "effect"
import { records } from "../../engine/records.ts"
import { isBefore, ordersOf } from "./work.ts"

const { outbox } = records

/** The parked documents that are sent together. */
export const maxDrained = 32

/** The documents with events that are parked for a receiver: of each order only the first, so that the next one follows it. */
export const parkedOf = Effect.fnUntraced(function* ({ id, isBroken, shop }: Receiver) {
  const { find } = yield* Storage
  const where = [{ on: "parked", eq: id }] as const
  const rows = yield* find(shop, outbox, { where, limit: isBroken ? 1 : maxDrained })
  return rows.map((row) => stored(outbox, row))
})

/** Among the documents that are parked for a webhook, those about the same orders. */
export const parkedAbout = Effect.fnUntraced(function* (shop: string, webhook: string, orders: ReadonlyArray<string>) {
  if (orders.length === 0) return []
  const { find } = yield* Storage
  const where = [
    { on: "order", in: orders },
    { on: "parked", eq: webhook }
  ] as const
  const rows = yield* find(shop, outbox, { where, limit: 1000 })
  return rows.map((row) => stored(outbox, row))
})

/** Of documents with events of the same order only the first, so that the next one follows it. */
export const firstOf = (parked: ReadonlyArray<Stored<Outgoing>>): ReadonlyArray<Stored<Outgoing>> => {
  const all = [...new Map(parked.map((one) => [one.doc.id, one])).values()]
  const first = new Map<string, Outgoing>()
  for (const { doc } of all)
    for (const orderID of ordersOf(doc).keys()) {
      const before = first.get(orderID)
      if (before === undefined || isBefore(doc, before, orderID)) first.set(orderID, doc)
    }
  return all.filter(({ doc }) => [...ordersOf(doc).keys()].every((orderID) => first.get(orderID) === doc))
}

/** A document without what was parked for a webhook. */
export const unparked = ({ parked = [], ...rest }: Outgoing, webhook: string): Outgoing => {
  const left = parked.filter((one) => one.webhook !== webhook)
  return left.length === 0 ? rest : { ...rest, parked: left }
}
