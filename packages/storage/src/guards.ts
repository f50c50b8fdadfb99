/** Checks the guards of a commit against what a store finds, for adapters that apply a commit in one turn. */
import type { Collection } from "@bottega/domain/contract"
import { type Guard, type Query, type Row, Stale } from "./storage.ts"

/** The query that finds the guarded document, or a document that has the guarded value. */
const guardQuery = (guard: Guard): Query => ({
  where: ["row" in guard ? { on: "key", eq: guard.row.key } : { on: guard.on, eq: guard.eq }],
  limit: 1
})

/** Whether a guard holds, given what its query found. */
const holds = (guard: Guard, found: Row | undefined): boolean =>
  "row" in guard ? found !== undefined && isSame(guard.row, found) : found === undefined

// A document that was removed and created again may have the same version. A text may need decoding, so it is compared
// last.
const isSame = (one: Row, other: Row): boolean =>
  one === other || (one.version === other.version && one.text === other.text)

/** The failure of the first guard that does not hold. */
export const broken = (
  guards: ReadonlyArray<Guard>,
  find: (shop: string, collection: Collection, query: Query) => Generator<void, ReadonlyArray<Row>>
): Stale | undefined => {
  for (const guard of guards) {
    const { collection, shop } = guard
    const found = first(find(shop, collection, guardQuery(guard)))
    if (!holds(guard, found))
      return new Stale({ shop, collection: collection.name, key: "row" in guard ? guard.row.key : found!.key })
  }
  return undefined
}

/** The first row that a search finds by an index, in one step or a few. */
const first = (search: Generator<void, ReadonlyArray<Row>>): Row | undefined => {
  let step = search.next()
  while (step.done !== true) step = search.next()
  return step.value[0]
}
