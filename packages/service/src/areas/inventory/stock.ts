/**
 * Stock as a part of other changes: what an order takes and gives back, and the writes and events that any change of
 * stock makes: the product's document, the ledger's entries of what moved, an event per product.
 */
import { collections, events } from "@bottega/domain/areas"
import { type Count, emptied, give, type InventoryItem, type Move, moves, take } from "@bottega/domain/areas/inventory"
import type { Movement, Reason } from "@bottega/domain/areas/ledger"
import {
  cut,
  type Finding,
  type Happening,
  happened,
  maxDetails,
  NotEnoughStock,
  problemsOf
} from "@bottega/domain/contract"
import { type Stored, stored } from "@bottega/storage"
import { Effect } from "effect"
import { type Draft, insert, remove, upsert } from "../../engine/change.ts"
import { timeKey } from "../../engine/ids.ts"
import { having, Session } from "../../engine/session.ts"

const { stockChanged } = events

/** What stock is changed for. */
export interface Purpose {
  readonly reason: Reason
  readonly orderID?: string
}

/** A part of a change: what it writes and what it tells. */
interface Part {
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
  const told = taking.short.slice(0, maxDetails)
  const findings = told.map(({ count, quantity, sku }) => ({
    at: at(sku),
    message: `is short of stock: ${cut(sku)} has ${quantity}, ${count} are wanted`
  }))
  return yield* new NotEnoughStock({
    message: `Not enough stock of ${told.map(({ sku }) => cut(sku)).join(", ")}.`,
    ...problemsOf(findings, session.spell),
    wrong: taking.short.length
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
  having(collections.inventory, "sku", skus, (row) => stored(collections.inventory, row))

/** A product's stock as it was read, and as it is to be; nothing on either side where the product is not there. */
export interface Restocking {
  readonly before: Stored<InventoryItem> | undefined
  readonly after: InventoryItem | undefined
}

/** What it takes to make the stock of products another, or to begin or end it. */
export const restocked = (changes: ReadonlyArray<Restocking>, { orderID, reason }: Purpose) =>
  Effect.flatMap(Session, ({ keySet, now }) =>
    Effect.map(timeKey, (id): Moved => {
      const writes: Array<Draft> = []
      const events: Array<Happening> = []
      const all: Array<Move> = []
      for (const { after, before } of changes) {
        if (before?.doc === after) continue
        if (after !== undefined) writes.push(upsert(collections.inventory, before, after))
        else if (before !== undefined) writes.push(remove(collections.inventory, before))
        const made = moves(before?.doc, after)
        all.push(...made)
        const told = made.length > 0 || (before !== undefined && after?.unlimited === !before.doc.unlimited)
        if (told) events.push(happened(stockChanged, after ?? emptied(before!.doc)))
      }
      const key = keySet.pairs[0]?.key ?? null
      const ts = Math.floor(now / 1000)
      const movement: Movement = { id, reason, key, orderID: orderID ?? null, ts, moves: all }
      if (all.length > 0) writes.push(insert(collections.ledger, movement))
      return { writes, events, taken: all.map(({ delta, sku }) => ({ sku, count: Math.abs(delta) })) }
    })
  )

const movedTo = (
  items: ReadonlyArray<Stored<InventoryItem>>,
  changed: ReadonlyArray<InventoryItem>,
  purpose: Purpose
) => {
  const stored = new Map(items.map((item) => [item.doc.uid, item]))
  return restocked(
    changed.map((after) => ({ before: stored.get(after.uid), after })),
    purpose
  )
}
