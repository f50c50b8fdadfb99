/** Lists the stock of a shop by SKU, in pages, and what is low of it. Neither reads more products than it needs. */
import { type areas, collections } from "@bottega/domain/areas"
import { heldStock, type InventoryItem, type StockLevel } from "@bottega/domain/areas/inventory"
import { folded, type Input, placeOf, skuToken } from "@bottega/domain/contract"
import { docOf, lengthOf, maxRows, type Query, sizeFor } from "@bottega/storage"
import { Effect } from "effect"
import { type Find, madeHaving, Operator } from "../../engine/decide/session.ts"
import { shopOf } from "../shops.ts"

const { inventory, products } = collections

/** A level before its product's title is known: the `at`-th of its product, which is sorted by `value`. */
interface Placed {
  readonly value: number
  readonly at: number
  readonly level: Omit<StockLevel, "title">
}

/** Where a page begins: after the `at`-th entry of a product. */
interface Place {
  readonly value: number
  readonly uid: number
  readonly at: number
}

/** What is wanted, and in which order. */
interface Wanted {
  readonly by: "key" | "least"
  readonly below: number
  readonly begins: string
}

/** The limits of one read. A product has at least one entry, and may have a thousand. */
const readLimits = { limit: 100, characters: 256 * 1024 }

/** The handler of the list. */
export const levels = Effect.fnUntraced(function* ({
  below,
  cursor,
  limit,
  shop,
  sku
}: Input<typeof areas.inventory.endpoints.levels>) {
  const { within } = yield* Operator
  yield* shopOf(shop)
  const find = within(shop)
  const wanted: Wanted = {
    by: below === undefined ? "key" : "least",
    below: below ?? Number.POSITIVE_INFINITY,
    begins: folded(sku?.trim() ?? "")
  }
  const from = cursor === undefined ? undefined : begunAt(cursor)
  const few = sku === undefined ? undefined : yield* fewBeginning(find, wanted)
  const found = few === undefined ? yield* walked(find, wanted, from, limit) : fewAfter(few, wanted, from)
  const page = found.slice(0, limit)
  const titles = yield* titlesOf(find, page)
  const last = page[limit - 1]
  return {
    items: page.map(({ level }): StockLevel => ({ ...level, title: titles.get(level.uid) ?? "" })),
    next: last && { value: last.value, key: `${last.level.uid}.${last.at}` }
  }
})

const begunAt = (cursor: string): Place | undefined => {
  const { key, value } = placeOf(cursor) ?? {}
  const [uid, at] = String(key).split(".").map(Number)
  return typeof value === "number" && Number.isSafeInteger(uid) && Number.isSafeInteger(at)
    ? { value, uid: uid!, at: at! }
    : undefined
}

/** The stock of all products with a SKU that begins so; `undefined` if there are too many to read each time. */
const fewBeginning = Effect.fnUntraced(function* (find: Find, { begins }: Wanted) {
  const token = skuToken(begins)
  if (token === undefined) return undefined
  const size = sizeFor(maxRows)
  const rows = yield* find(products, { where: [{ on: "token", eq: token }], ...size })
  const characters = rows.reduce((sum, row) => sum + lengthOf(row), 0)
  if (rows.length === maxRows || characters >= size.characters) return undefined
  const uids = rows.map(({ key }) => key)
  return yield* madeHaving(find, inventory, "key", uids, (row) => docOf(inventory, row))
})

const fewAfter = (
  items: ReadonlyArray<InventoryItem>,
  wanted: Wanted,
  from: Place | undefined
): ReadonlyArray<Placed> =>
  items
    .flatMap((item) => placed(item, wanted))
    .sort((one, other) => one.value - other.value || one.level.uid - other.level.uid || one.at - other.at)
    .filter((one) => isAfter(one, from))

/** At least so many levels after a place, if there are as many, in the order of an index. */
const walked = Effect.fnUntraced(function* (find: Find, wanted: Wanted, from: Place | undefined, limit: number) {
  const { below, by } = wanted
  const where = by === "key" ? [] : [{ on: by, lt: below }]
  const listing: Query<"least"> = { where, sort: { by }, ...readLimits }
  // The product in which the page before ended comes first again.
  let query: typeof listing =
    from === undefined
      ? listing
      : { ...listing, after: { value: by === "key" ? from.uid - 1 : from.value, key: from.uid - 1 } }
  const found: Array<Placed> = []
  while (found.length < limit) {
    const rows = yield* find(inventory, query)
    let value = 0
    for (const row of rows) {
      const item = docOf(inventory, row)
      value = sortValueOf(item, wanted)
      found.push(...placed(item, wanted).filter((one) => isAfter(one, from)))
    }
    const last = rows.at(-1)
    if (last === undefined) break
    query = { ...listing, after: { value, key: last.key } }
  }
  return found as ReadonlyArray<Placed>
})

const isAfter = ({ at, level: { uid }, value }: Placed, from: Place | undefined): boolean => {
  if (from === undefined) return true
  return (value - from.value || uid - from.uid || at - from.at) > 0
}

/** The value that a product is sorted by. */
const sortValueOf = (item: InventoryItem, { by }: Wanted): number =>
  by === "key" ? item.uid : (inventory.lookups.least.of(item) as number)

/** The wanted levels of a product. */
const placed = (item: InventoryItem, wanted: Wanted): ReadonlyArray<Placed> => {
  const { begins, below } = wanted
  const { uid, unlimited } = item
  if (unlimited && wanted.by === "least") return []
  const value = sortValueOf(item, wanted)
  const hasBeginning = (sku: string): boolean => begins === "" || folded(sku).startsWith(begins)
  return heldStock(item)
    .map(({ quantity, sku }, at): Placed => ({ value, at, level: { sku, uid, quantity, unlimited } }))
    .filter(({ level: { quantity, sku } }) => (quantity ?? 0) < below && hasBeginning(sku))
}

const titlesOf = (find: Find, page: ReadonlyArray<Placed>) =>
  Effect.map(
    madeHaving(
      find,
      products,
      "key",
      page.map(({ level }) => level.uid),
      (row) => {
        const { title, uid } = docOf(products, row)
        return [uid, title] as const
      }
    ),
    (all) => new Map(all)
  )
