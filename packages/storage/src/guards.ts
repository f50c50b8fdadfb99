/** Checks the guards of a commit against what a store finds, for adapters that apply a commit in one turn. */
import type { Collection } from "@bottega/domain/contract"
import { nextPage } from "./pages.ts"
import { type Guard, maxRows, type Query, type Row, Stale } from "./storage.ts"

/** Finds documents in one turn. */
type Find = (query: Query) => ReadonlyArray<Row>

/** The document of a guard, or one that has its value, besides the excepted ones. */
const foundBy = (guard: Guard, find: Find): Row | undefined => {
  if ("row" in guard) return find({ where: [{ on: "key", eq: guard.row.key }], limit: 1 })[0]
  const { collection, eq, except = [], on } = guard
  const excepted = new Set(except)
  const first: Query = { where: [{ on, eq }], limit: Math.min(1 + except.length, maxRows) }
  for (let query: Query | undefined = first; query !== undefined; ) {
    const rows = find(query)
    const other = rows.find(({ key }) => !excepted.has(key))
    if (other !== undefined) return other
    query = nextPage(collection, query, rows)
  }
  return undefined
}

/** Whether a guard holds, given what its query found. */
const holds = (guard: Guard, found: Row | undefined): boolean =>
  "row" in guard ? found !== undefined && isSame(guard.row, found) : found === undefined

/**
 * Whether two rows are one version of a document, which may have been removed and created again with the same number. A text may need
 * decoding, so it is compared last.
 */
export const isSame = (one: Row, other: Row): boolean =>
  one === other || (one.version === other.version && one.text === other.text)

/** The failure of the first guard that does not hold. */
export const failedGuard = (
  guards: ReadonlyArray<Guard>,
  find: (shop: string, collection: Collection, query: Query) => Generator<void, ReadonlyArray<Row>>
): Stale | undefined => {
  for (const guard of guards) {
    const { collection, shop } = guard
    const found = foundBy(guard, (query) => all(find(shop, collection, query)))
    if (!holds(guard, found))
      return new Stale({ shop, collection: collection.name, key: "row" in guard ? guard.row.key : found!.key })
  }
  return undefined
}

/** The documents of a search by an index that finds few, which is a step or few. */
const all = (search: Generator<void, ReadonlyArray<Row>>): ReadonlyArray<Row> => {
  let step = search.next()
  while (step.done !== true) step = search.next()
  return step.value
}
