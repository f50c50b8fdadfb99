/**
 * Stock as a part of other changes: what an order takes and gives back, and the writes and events that any change of
 * stock makes: the product's document, a ledger entry per SKU that moved, an event per product.
 */
import type { Finding } from "@bottega/domain/endpoint"
import { collections, type InventoryItem, type Reason } from "@bottega/domain/inventory"
import { NotEnoughStock } from "@bottega/domain/refusals"
import { type Count, emptied, give, moves, take } from "@bottega/domain/stock"
import type { Stored } from "@bottega/storage/derived"
import { Effect } from "effect"
import { type Draft, type Happening, insert, remove, upsert } from "./change.ts"
import { timeKey } from "./ids.ts"
import { list, Session } from "./session.ts"

/** What stock is changed for. */
export interface Purpose {
  readonly reason: Reason
  readonly orderID?: string
}

/** A part of a change: what it writes and what it tells. */
export interface Part {
  readonly writes: ReadonlyArray<Draft>
  readonly events: ReadonlyArray<Happening>
}

/** A part of a change that moves an order's stock: `taken` are the pieces that moved, each SKU once. */
export interface Moved extends Part {
  readonly taken: ReadonlyArray<Count>
}

const untouched: Moved = { writes: [], events: [], taken: [] }

/** What taking stock needs to know besides. */
export interface Taking extends Purpose {
  /** The parameter that a SKU stands in. */
  readonly at: (sku: string) => Finding["at"]
  /** The stock of all these SKUs, where the caller has read it already. */
  readonly found?: ReadonlyArray<Stored<InventoryItem>>
}

/**
 * Takes what an order wants by the shop's policy, all or nothing. Refuses with every SKU that is short, under the
 * parameter that `at` names for it; what it gives as `taken` is for the order to keep and to give back.
 */
export const takeStock = Effect.fnUntraced(function* (wanted: ReadonlyArray<Count>, { at, found, ...purpose }: Taking) {
  const session = yield* Session
  const policy = session.shop.stock
  if (policy === "ignore" || wanted.length === 0) return untouched
  const items = found ?? (yield* stockOf(wanted.map(({ sku }) => sku)))
  const taking = take(
    policy,
    items.map(({ doc }) => doc),
    wanted
  )
  if (!("short" in taking)) return yield* movedTo(items, taking.changed, purpose)
  return yield* new NotEnoughStock({
    message: `Not enough stock of ${taking.short.map(({ sku }) => sku).join(", ")}.`,
    details: taking.short.map(({ count, quantity, sku }) => ({
      path: session.spell(at(sku)),
      message: `is short of stock: ${sku} has ${quantity}, ${count} are wanted`
    }))
  })
})

/** Gives back what an order took, to the products that are still there; nothing where the shop's policy is `ignore`. */
export const giveStock = Effect.fnUntraced(function* (taken: ReadonlyArray<Count>, purpose: Purpose) {
  const { shop } = yield* Session
  if (shop.stock === "ignore" || taken.length === 0) return untouched
  const items = yield* stockOf(taken.map(({ sku }) => sku))
  const { changed } = give(
    items.map(({ doc }) => doc),
    taken
  )
  return yield* movedTo(items, changed, purpose)
})

/** The stock of every product that has one of these SKUs, of its own or of a variant. */
export const stockOf = (skus: ReadonlyArray<string>) =>
  list(collections.inventory, { where: [{ on: "sku", in: [...new Set(skus)] }] })

/** What it takes to make one product's stock another, or to begin or end it. */
export const restocked = Effect.fnUntraced(function* (
  before: Stored<InventoryItem> | undefined,
  after: InventoryItem | undefined,
  { orderID, reason }: Purpose
) {
  if (before?.doc === after) return untouched
  const { keySet, now } = yield* Session
  const writes: Array<Draft> = []
  if (after !== undefined) writes.push(upsert(collections.inventory, before, after))
  else if (before !== undefined) writes.push(remove(collections.inventory, before))
  const entries = moves(before?.doc, after)
  for (const entry of entries) {
    const id = yield* timeKey
    const made = { reason, key: keySet.pairs[0]?.key ?? null, orderID: orderID ?? null, ts: Math.floor(now / 1000) }
    writes.push(insert(collections.ledger, { id, ...entry, ...made }))
  }
  const told = entries.length > 0 || (before !== undefined && after?.unlimited === !before.doc.unlimited)
  const events: ReadonlyArray<Happening> = told ? [{ type: 103, data: after ?? emptied(before!.doc) }] : []
  return { writes, events, taken: entries.map(({ delta, sku }) => ({ sku, count: Math.abs(delta) })) }
})

/** One change of several parts. */
export const together = (parts: ReadonlyArray<Moved>): Moved => ({
  writes: parts.flatMap(({ writes }) => writes),
  events: parts.flatMap(({ events }) => events),
  taken: parts.flatMap(({ taken }) => taken)
})

const movedTo = (
  items: ReadonlyArray<Stored<InventoryItem>>,
  changed: ReadonlyArray<InventoryItem>,
  purpose: Purpose
) => {
  const stored = new Map(items.map((item) => [item.doc.uid, item]))
  return Effect.map(
    Effect.forEach(changed, (item) => restocked(stored.get(item.uid), item, purpose)),
    together
  )
}
