/**
 * How stock changes: pure rules over inventory documents. Each returns the changed documents, or why the change is
 * refused. The ledger's entries are the difference between before and after.
 */

import type { Shop } from "../shops.ts"
import { heldStock, type InventoryItem } from "./document.ts"

/** How orders change a shop's stock: never below 0 (`enforce`), also below 0 (`track`), or not at all (`ignore`). */
export type StockPolicy = Shop["stock"]

/** A number of pieces of one SKU. */
export interface Count {
  readonly sku: string
  readonly count: number
}

/** A change of the stock of one SKU, and the stock after it. */
export interface Move {
  readonly sku: string
  readonly delta: number
  readonly quantity: number
}

/** A SKU with less stock than an order wants. */
export interface Shortage extends Count {
  readonly quantity: number
}

/** The changed documents and their moves; or the shortages, in which case nothing changes. */
export type StockTaken =
  | { readonly changed: ReadonlyArray<InventoryItem>; readonly entries: ReadonlyArray<Move> }
  | { readonly short: ReadonlyArray<Shortage> }

/**
 * Takes what an order wants from the stock. Lines of one SKU are summed before they are checked. Unknown SKUs and SKUs of
 * unlimited products do not change. The main SKU of a product with variants has no stock: it is short under `enforce`,
 * and does not change under `track`.
 */
export const takeFrom = (
  policy: StockPolicy,
  items: ReadonlyArray<InventoryItem>,
  wanted: ReadonlyArray<Count>
): StockTaken => {
  if (policy === "ignore") return { changed: [], entries: [] }
  const countBySku = summed(wanted)
  const heldBySku = heldOf(items, countBySku)
  const short: Array<Shortage> = []
  for (const [sku, count] of countBySku) {
    const held = heldBySku.get(sku)
    const quantity = held?.quantity ?? 0
    if (held === undefined || held.item.unlimited) countBySku.delete(sku)
    else if (policy === "enforce" && quantity < count) short.push({ sku, count, quantity })
  }
  return short.length > 0 ? { short } : moved(heldBySku, countBySku, -1)
}

/**
 * Returns to the stock exactly what was taken, even if the product is unlimited now, but no more than the maximum quantity.
 * Skips SKUs that hold no stock now.
 */
export const returnTo = (
  items: ReadonlyArray<InventoryItem>,
  taken: ReadonlyArray<Count>
): { readonly changed: ReadonlyArray<InventoryItem>; readonly entries: ReadonlyArray<Move> } => {
  const countBySku = summed(taken)
  return moved(heldOf(items, countBySku), countBySku, 1)
}

/** A quantity to set for one SKU of a product; by default, for the product itself. */
export interface Setting {
  readonly sku?: string | undefined
  readonly is_child: boolean
  readonly quantity: number
  readonly unlimited?: boolean | undefined
  /** The stock that the caller expects; null counts as 0. */
  readonly expected?: number | undefined
}

/** Why stock cannot be changed: unknown SKU, not the expected stock, held by variants, too little, too much. */
export type SetStockProblem = Exclude<ReturnType<typeof set> | ReturnType<typeof increment>, InventoryItem>

/** The maximum quantity: the largest integer of the wire. */
export const maxQuantity = 999_999_999_999_999

/** Sets a quantity. The caller must refuse quantities below 0. */
export const set = (item: InventoryItem, setting: Setting): InventoryItem | "unknown" | "moved" | "parent" => {
  const { sku = item.sku } = setting
  const { hindrances, items } = setAll([item], [{ ...setting, sku }])
  return hindrances.get(sku) ?? items[0]!
}

/**
 * Sets the quantities of several SKUs, of which each is named once, and says why some cannot be set. Each product is looked through
 * once, however many of its variants are set.
 */
export const setAll = (
  items: ReadonlyArray<InventoryItem>,
  settings: ReadonlyArray<Setting & { readonly sku: string }>
) => {
  const heldBySku = heldOf(items, new Set(settings.map(({ sku }) => sku)))
  const hindrances = new Map<string, "unknown" | "moved" | "parent">()
  const changes = new Map<InventoryItem, { readonly quantities: Map<string, number>; unlimited: boolean }>()
  for (const { expected, is_child, quantity, sku, unlimited } of settings) {
    const place = heldBySku.get(sku)
    const before = heldAs(place, sku, is_child)
    if (place === undefined) hindrances.set(sku, "unknown")
    else if (typeof before === "string") hindrances.set(sku, before)
    else if (expected !== undefined && expected !== (before ?? 0)) hindrances.set(sku, "moved")
    else {
      const change = changes.get(place.item) ?? { quantities: new Map(), unlimited: place.item.unlimited }
      change.quantities.set(sku, quantity)
      change.unlimited = unlimited ?? change.unlimited
      changes.set(place.item, change)
    }
  }
  return {
    hindrances,
    items: items.map((item) => {
      const { quantities, unlimited } = changes.get(item) ?? { unlimited: item.unlimited }
      const after = quantities === undefined ? item : withStock(item, quantities)
      return after.unlimited === unlimited ? after : { ...after, unlimited }
    })
  }
}

/**
 * Adds to a quantity; null counts as 0. Refuses to go below 0, unless the policy is `track`, and beyond the maximum quantity,
 * from where a stock can come back.
 */
export const increment = (
  policy: StockPolicy,
  item: InventoryItem,
  { is_child, quantity, sku }: { readonly sku: string; readonly is_child: boolean; readonly quantity: number }
): InventoryItem | "unknown" | "parent" | "short" | "over" => {
  const before = heldAs(heldOf([item], new Set([sku])).get(sku), sku, is_child)
  if (typeof before === "string") return before
  const after = (before ?? 0) + quantity
  if (quantity > 0 ? after > maxQuantity : after < -maxQuantity) return "over"
  return after < 0 && quantity < 0 && policy !== "track" ? "short" : withStock(item, new Map([[sku, after]]))
}

/**
 * The moves between two states of a product's stock, including the first quantity of a SKU, even if it is 0. A state is
 * `undefined` if the product does not exist.
 */
export const stockMoves = (
  before: InventoryItem | undefined,
  after: InventoryItem | undefined
): ReadonlyArray<Move> => {
  if (before !== undefined && after !== undefined && !before.has_child && !after.has_child && before.sku === after.sku)
    return moveOf(before.sku, before.quantity, after.quantity)
  const [olds, nows] = [heldIn(before), heldIn(after)]
  // Most changes leave the SKUs as they are, and need no maps, which take ten times as long.
  if (olds.length === nows.length && olds.every(({ sku }, at) => sku === nows[at]!.sku))
    return olds.flatMap(({ quantity, sku }, at) => moveOf(sku, quantity, nows[at]!.quantity))
  const [old, now] = [stocksOf(before), stocksOf(after)]
  const skus = new Set([...old.keys(), ...now.keys()])
  return Array.from(skus).flatMap((sku) => moveOf(sku, old.get(sku) ?? null, now.get(sku) ?? null))
}

const moveOf = (sku: string, was: number | null, is: number | null): ReadonlyArray<Move> => {
  const delta = (is ?? 0) - (was ?? 0)
  return delta !== 0 || (was === null && is !== null) ? [{ sku, delta, quantity: is ?? 0 }] : none
}
const none: ReadonlyArray<Move> = []

/** A product's stock with every quantity at 0. */
export const withoutStock = (item: InventoryItem): InventoryItem => ({
  ...item,
  quantity: item.quantity === null ? null : 0,
  ...(item.childs === undefined ? {} : { childs: item.childs.map((child) => ({ ...child, quantity: 0 })) })
})

/** A SKU's quantity, and the document that contains it. */
interface Held {
  readonly item: InventoryItem
  readonly quantity: number | null
}

/** What the products hold of these SKUs; they may have many others. */
const heldOf = (items: ReadonlyArray<InventoryItem>, skus: { readonly has: (sku: string) => boolean }) => {
  const heldBySku = new Map<string, Held>()
  for (const item of items)
    for (const { quantity, sku } of item.childs === undefined ? [item] : [item, ...item.childs])
      if (skus.has(sku)) heldBySku.set(sku, { item, quantity })
  return heldBySku
}

const summed = (counts: ReadonlyArray<Count>): Map<string, number> => {
  const countBySku = new Map<string, number>()
  for (const { count, sku } of counts) countBySku.set(sku, (countBySku.get(sku) ?? 0) + count)
  return countBySku
}

/** The stock of a SKU, or why it has none. */
const heldAs = (place: Held | undefined, sku: string, is_child: boolean): number | null | "unknown" | "parent" => {
  if (place === undefined || is_child === (place.item.sku === sku)) return "unknown"
  return !is_child && place.item.has_child ? "parent" : place.quantity
}

const withStock = (item: InventoryItem, quantities: ReadonlyMap<string, number>): InventoryItem => {
  const quantity = quantities.get(item.sku) ?? item.quantity
  const { childs } = item
  if (childs === undefined) return { ...item, quantity }
  const changed = childs.map((child) => {
    const quantity = quantities.get(child.sku)
    return quantity === undefined ? child : { ...child, quantity }
  })
  return { ...item, quantity, childs: changed }
}

/** A product's stock with the counted pieces added or taken; every SKU belongs to one product. */
const withCounts = (item: InventoryItem, countBySku: ReadonlyMap<string, number>, sign: 1 | -1): InventoryItem => {
  const own = item.has_child ? undefined : countBySku.get(item.sku)
  const after = own === undefined ? item : { ...item, quantity: movedBy(item.quantity ?? 0, sign * own) }
  if (item.childs === undefined) return after
  const childs = item.childs.map((child) => {
    const count = countBySku.get(child.sku)
    return count === undefined ? child : { ...child, quantity: movedBy(child.quantity, sign * count) }
  })
  return { ...after, childs }
}

/** A quantity after a move, which ends at the largest or smallest quantity, so that no order fails there. */
const movedBy = (quantity: number, delta: number): number =>
  delta > 0
    ? Math.max(quantity, Math.min(quantity + delta, maxQuantity))
    : Math.min(quantity, Math.max(quantity + delta, -maxQuantity))

const moved = (heldBySku: ReadonlyMap<string, Held>, countBySku: ReadonlyMap<string, number>, sign: 1 | -1) => {
  // Each product once, so that all of its variants change together.
  const products = new Set<InventoryItem>()
  for (const sku of countBySku.keys()) {
    const item = heldBySku.get(sku)?.item
    if (item !== undefined && !(item.has_child && item.sku === sku)) products.add(item)
  }
  const changes = Array.from(products, (before) => ({ before, after: withCounts(before, countBySku, sign) }))
  return {
    changed: changes.map(({ after }) => after),
    // Only the demo asks: the operations take the moves of what they write.
    get entries() {
      return changes.flatMap(({ after, before }) => stockMoves(before, after))
    }
  }
}

/** The quantity of each SKU that holds stock. */
export const stocksOf = (item: InventoryItem | undefined): ReadonlyMap<string, number | null> =>
  new Map(heldIn(item).map(({ quantity, sku }) => [sku, quantity]))

const heldIn = (item: InventoryItem | undefined): ReadonlyArray<Pick<InventoryItem, "sku" | "quantity">> =>
  item === undefined ? [] : heldStock(item)
