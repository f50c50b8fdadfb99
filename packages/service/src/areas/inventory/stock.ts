/**
 * Stock as a part of other changes: the pieces that an order takes and gives back, and the writes and events of any change
 * of stock: the product's document, the ledger's entries, an event per product.
 */
import { collections, events } from "@bottega/domain/areas"
import {
  type Count,
  type InventoryItem,
  type Move,
  returnTo,
  stockMoves,
  takeFrom,
  withoutStock
} from "@bottega/domain/areas/inventory"
import type { Movement, Reason } from "@bottega/domain/areas/ledger"
import {
  type Finding,
  type Happening,
  happened,
  happenedTo,
  maxDetails,
  NotEnoughStock,
  problemsOf,
  truncated
} from "@bottega/domain/contract"
import { docOf, lengthOf, type Stored, stored } from "@bottega/storage"
import { Effect } from "effect"
import { insert, remove, upsert, type WriteDraft } from "../../engine/decide/change.ts"
import { findByValues, heldByValues, Session } from "../../engine/decide/session.ts"
import { timeKey } from "../../engine/ids.ts"

const { inventory } = collections
const { stockChanged } = events

/** The reason of a change of stock. */
export interface StockPurpose {
  readonly reason: Reason
  readonly orderID?: string
}

/** A part of a change: its writes and events. */
interface Part {
  readonly writes: ReadonlyArray<WriteDraft>
  readonly events: ReadonlyArray<Happening>
}

/** A part of a change that moves an order's stock: `taken` holds the pieces that moved, each SKU once. */
export interface StockMovement extends Part {
  readonly taken: ReadonlyArray<Count>
}

const untouched: StockMovement = { writes: [], events: [], taken: [] }

/** What `takeStock` needs besides the wanted pieces. */
export interface TakeContext extends StockPurpose {
  /** The parameter that holds a SKU. */
  readonly at: (sku: string) => Finding["at"]
  /** The stock of all these SKUs, if the caller has already read it. */
  readonly found?: ReadonlyArray<Stored<InventoryItem>>
}

/**
 * Takes an order's pieces by the shop's policy, all or none. Refuses with every SKU that is short, under the parameter
 * that `at` gives for it. The order stores the resulting `taken`, so that it can give back exactly that.
 */
export const takeStock = Effect.fnUntraced(function* (
  wanted: ReadonlyArray<Count>,
  { at, found, ...purpose }: TakeContext
) {
  const session = yield* Session
  const policy = session.shop.stock
  if (policy === "ignore" || wanted.length === 0) return untouched
  const items = found ?? (yield* findStock(wanted.map(({ sku }) => sku)))
  const taking = takeFrom(
    policy,
    items.map(({ doc }) => doc),
    wanted
  )
  if (!("short" in taking)) return yield* movedTo(items, taking.changed, purpose)
  const reported = taking.short.slice(0, maxDetails)
  const findings = reported.map(({ count, quantity, sku }) => ({
    at: at(sku),
    message: `is short of stock: ${truncated(sku)} has ${quantity}, ${count} are wanted`
  }))
  return yield* new NotEnoughStock({
    message: `Not enough stock of ${reported.map(({ sku }) => truncated(sku)).join(", ")}.`,
    ...problemsOf(findings, session.spell),
    wrong: taking.short.length
  })
})

/** Gives back an order's pieces to the products that still exist; does nothing under the policy `ignore`. */
export const giveStock = Effect.fnUntraced(function* (taken: ReadonlyArray<Count>, purpose: StockPurpose) {
  const { shop } = yield* Session
  if (shop.stock === "ignore" || taken.length === 0) return untouched
  const items = yield* findStock(taken.map(({ sku }) => sku))
  const { changed } = returnTo(
    items.map(({ doc }) => doc),
    taken
  )
  return yield* movedTo(items, changed, purpose)
})

/** The stock of every product that has one of these SKUs, itself or in a variant; refused if it is more than a commit may change. */
export const findStock = (skus: ReadonlyArray<string>) =>
  heldByValues(
    inventory,
    "sku",
    skus,
    (row) => stored(inventory, row),
    (_, row) => lengthOf(row)
  )

/** The uids of the products that have these SKUs, by SKU. */
export const uidsOf = (skus: ReadonlyArray<string>) => {
  const asked = new Set(skus)
  const uids = new Map<string, number>()
  const found = findByValues(inventory, "sku", asked, (row) => {
    const { childs = [], sku, uid } = docOf(inventory, row)
    for (const one of [sku, ...childs.map((child) => child.sku)]) if (asked.has(one)) uids.set(one, uid)
  })
  return Effect.as(found, uids)
}

/** A product's stock before and after the change; either is absent if the product does not exist then. */
export interface StockChange {
  readonly before: Stored<InventoryItem> | undefined
  readonly after: InventoryItem | undefined
}

/** The writes and events that change, create or remove the stock of products. */
export const restocked = (changes: ReadonlyArray<StockChange>, { orderID, reason }: StockPurpose) =>
  Effect.flatMap(Session, ({ keySet, now, requestId }) =>
    Effect.map(timeKey, (id): StockMovement => {
      const writes: Array<WriteDraft> = []
      const events: Array<Happening> = []
      const all: Array<Move> = []
      for (const { after, before } of changes) {
        if (before?.doc === after) continue
        if (after !== undefined) writes.push(upsert(inventory, before, after))
        else if (before !== undefined) writes.push(remove(inventory, before))
        const made = stockMoves(before?.doc, after)
        all.push(...made)
        const isEvent = made.length > 0 || (before !== undefined && after?.unlimited === !before.doc.unlimited)
        if (isEvent)
          events.push(
            after === undefined
              ? happened(stockChanged, withoutStock(before!.doc))
              : happenedTo(stockChanged, after.uid, after.sku)
          )
      }
      const key = keySet.pairs[0]?.key ?? null
      const ts = Math.floor(now / 1000)
      const movement: Movement = { id, reason, key, orderID: orderID ?? null, ts, requestId, moves: all }
      if (all.length > 0) writes.push(insert(collections.ledger, movement))
      return { writes, events, taken: all.map(({ delta, sku }) => ({ sku, count: Math.abs(delta) })) }
    })
  )

const movedTo = (
  items: ReadonlyArray<Stored<InventoryItem>>,
  changed: ReadonlyArray<InventoryItem>,
  purpose: StockPurpose
) => {
  const stored = new Map(items.map((item) => [item.doc.uid, item]))
  return restocked(
    changed.map((after) => ({ before: stored.get(after.uid), after })),
    purpose
  )
}
