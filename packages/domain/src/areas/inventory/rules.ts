/**
 * How stock moves: pure rules over inventory documents. Each gives the documents as they are afterwards, or says why it
 * may not be; what the ledger has to tell is the difference of before and after.
 */

import type { Shop } from "../shops.ts"
import type { ChildStock, InventoryItem } from "./document.ts"

/** What a shop's orders do to stock: hold it at 0, let it go below, or leave it alone. */
export type StockPolicy = Shop["stock"]

/** Pieces of one SKU. */
export interface Count {
  readonly sku: string
  readonly count: number
}

/** How the stock of one SKU moved, and where it is now. */
export interface Move {
  readonly sku: string
  readonly delta: number
  readonly quantity: number
}

/** A SKU of which less is there than is wanted. */
export interface Shortage extends Count {
  readonly quantity: number
}

/** Documents that changed, with the moves that they make; or what is short, in which case nothing changes. */
export type Taking =
  | { readonly changed: ReadonlyArray<InventoryItem>; readonly entries: ReadonlyArray<Move> }
  | { readonly short: ReadonlyArray<Shortage> }

/**
 * Takes what an order wants. Lines of one SKU are summed before anything is checked; SKUs that no item has, and those of
 * unlimited products, are left alone. The main SKU of a product with variants holds nothing: it is short, or left
 * alone where stock may go below 0.
 */
export const take = (
  policy: StockPolicy,
  items: ReadonlyArray<InventoryItem>,
  wanted: ReadonlyArray<Count>
): Taking => {
  if (policy === "ignore") return { changed: [], entries: [] }
  const heldBySku = indexed(items)
  const wantedFrom = summed(wanted).filter(({ sku }) => heldBySku.get(sku)?.item.unlimited === false)
  const short: Array<Shortage> = []
  for (const { count, sku } of wantedFrom) {
    const quantity = heldBySku.get(sku)!.quantity ?? 0
    if (policy === "enforce" && quantity < count) short.push({ sku, count, quantity })
  }
  return short.length > 0 ? { short } : moved(items, heldBySku, wantedFrom, -1)
}

/** Gives back exactly what was taken, whatever has become of the product; a SKU that holds stock no more is left alone. */
export const give = (
  items: ReadonlyArray<InventoryItem>,
  taken: ReadonlyArray<Count>
): { readonly changed: ReadonlyArray<InventoryItem>; readonly entries: ReadonlyArray<Move> } =>
  moved(items, indexed(items), summed(taken), 1)

/** A quantity for one SKU of a product, or for the product itself where no SKU is named. */
export interface Setting {
  readonly sku?: string | undefined
  readonly is_child: boolean
  readonly quantity: number
  readonly unlimited?: boolean | undefined
  /** The stock that must be there, null counting as 0. */
  readonly expected?: number | undefined
}

/** Why stock may not be set: no such SKU, another stock than expected, held by variants, too little, too much. */
export type Hindrance = Exclude<ReturnType<typeof set> | ReturnType<typeof increment>, InventoryItem>

/** The most that a quantity can be: what an integer of the wire can say. */
export const mostStock = 999_999_999_999_999

/** Sets a quantity; what is below 0 is for the caller to refuse. */
export const set = (item: InventoryItem, setting: Setting): InventoryItem | "unknown" | "moved" | "parent" => {
  const { expected, is_child, quantity, sku = item.sku, unlimited = item.unlimited } = setting
  const before = held(item, sku, is_child)
  if (typeof before === "string") return before
  if (expected !== undefined && expected !== (before ?? 0)) return "moved"
  const after = withStock(item, sku, quantity)
  return after.unlimited === unlimited ? after : { ...after, unlimited }
}

/** Adds to a quantity, null counting as 0. Taking away stops at 0, unless the policy is `track`. */
export const increment = (
  policy: StockPolicy,
  item: InventoryItem,
  { is_child, quantity, sku }: { readonly sku: string; readonly is_child: boolean; readonly quantity: number }
): InventoryItem | "unknown" | "parent" | "short" | "over" => {
  const before = held(item, sku, is_child)
  if (typeof before === "string") return before
  const after = (before ?? 0) + quantity
  if (Math.abs(after) > mostStock) return "over"
  return after < 0 && quantity < 0 && policy !== "track" ? "short" : withStock(item, sku, after)
}

/**
 * The moves between two states of a product's stock, the first entry of a quantity included; nothing on either side
 * where the product is not there.
 */
export const moves = (before: InventoryItem | undefined, after: InventoryItem | undefined): ReadonlyArray<Move> => {
  const found: Array<Move> = []
  // Most products have no variants, and need no tables to be compared: 0.03 µs against 0.3.
  if (before?.has_child === false && after?.has_child === false && before.sku === after.sku) {
    add(found, before.sku, before.quantity, after.quantity)
    return found
  }
  const [old, now] = [stocksOf(before), stocksOf(after)]
  for (const sku of new Set([...old.keys(), ...now.keys()])) add(found, sku, old.get(sku) ?? null, now.get(sku) ?? null)
  return found
}

const add = (found: Array<Move>, sku: string, was: number | null, is: number | null): void => {
  const delta = (is ?? 0) - (was ?? 0)
  if (delta !== 0 || (was === null && is !== null)) found.push({ sku, delta, quantity: is ?? 0 })
}

/** A product's stock with nothing left in it. */
export const emptied = (item: InventoryItem): InventoryItem => ({
  ...item,
  quantity: item.quantity === null ? null : 0,
  ...(item.childs === undefined ? {} : { childs: item.childs.map((child) => ({ ...child, quantity: 0 })) })
})

/** What a SKU has, and the document that it stands in. */
interface Held {
  readonly item: InventoryItem
  readonly quantity: number | null
}

const indexed = (items: ReadonlyArray<InventoryItem>): ReadonlyMap<string, Held> => {
  const heldBySku = new Map<string, Held>()
  for (const item of items) {
    heldBySku.set(item.sku, { item, quantity: item.quantity })
    if (item.childs !== undefined) for (const { quantity, sku } of item.childs) heldBySku.set(sku, { item, quantity })
  }
  return heldBySku
}

const summed = (counts: ReadonlyArray<Count>): ReadonlyArray<Count> => {
  const countBySku = new Map<string, number>()
  for (const { count, sku } of counts) countBySku.set(sku, (countBySku.get(sku) ?? 0) + count)
  return [...countBySku].map(([sku, count]) => ({ sku, count }))
}

const childOf = (item: InventoryItem, sku: string): ChildStock | undefined =>
  item.childs?.find((child) => child.sku === sku)

/** The stock that a SKU holds, or why it holds none. */
const held = (item: InventoryItem, sku: string, is_child: boolean): number | null | "unknown" | "parent" => {
  if (is_child) return childOf(item, sku)?.quantity ?? "unknown"
  if (item.sku !== sku) return "unknown"
  return item.has_child ? "parent" : item.quantity
}

const withStock = (item: InventoryItem, sku: string, quantity: number): InventoryItem =>
  item.sku === sku
    ? { ...item, quantity }
    : { ...item, childs: (item.childs ?? []).map((child) => (child.sku === sku ? { ...child, quantity } : child)) }

const withDeltas = (item: InventoryItem, deltas: ReadonlyMap<string, number>): InventoryItem => {
  const own = deltas.get(item.sku)
  const after = own === undefined ? item : { ...item, quantity: (item.quantity ?? 0) + own }
  if (item.childs === undefined) return after
  const childs = item.childs.map((child) => {
    const delta = deltas.get(child.sku)
    return delta === undefined ? child : { ...child, quantity: child.quantity + delta }
  })
  return { ...after, childs }
}

const holds = (item: InventoryItem, sku: string): boolean => (item.sku === sku ? !item.has_child : true)

const moved = (
  items: ReadonlyArray<InventoryItem>,
  heldBySku: ReadonlyMap<string, Held>,
  counts: ReadonlyArray<Count>,
  sign: 1 | -1
) => {
  const before = new Map(items.map((item) => [item.uid, item]))
  // By product, so that one with many variants is gone through once.
  const deltasByUid = new Map<number, Map<string, number>>()
  for (const { count, sku } of counts) {
    const item = heldBySku.get(sku)?.item
    if (item === undefined || !holds(item, sku)) continue
    const deltas = deltasByUid.get(item.uid) ?? new Map<string, number>()
    deltasByUid.set(item.uid, deltas.set(sku, sign * count))
  }
  const changed = [...deltasByUid].map(([uid, deltas]) => withDeltas(before.get(uid)!, deltas))
  return { changed, entries: changed.flatMap((item) => moves(before.get(item.uid), item)) }
}

/** What each SKU that holds stock has. */
export const stocksOf = (item: InventoryItem | undefined): ReadonlyMap<string, number | null> =>
  new Map(
    item === undefined
      ? []
      : item.has_child
        ? (item.childs ?? []).map(({ quantity, sku }) => [sku, quantity] as const)
        : [[item.sku, item.quantity] as const]
  )
