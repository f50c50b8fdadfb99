/** Checks the guards of a commit against what a store finds, for adapters that apply a commit in one turn. */
import type { Collection } from "@bottega/domain/contract"
import { type Guard, type Query, type Row, Stale } from "./storage.ts"

/** The query of a guard: for the document itself, or for one that has the value, besides the excepted ones. */
const guardQuery = (guard: Guard): Query =>
  "row" in guard
    ? { where: [{ on: "key", eq: guard.row.key }], limit: 1 }
    : { where: [{ on: guard.on, eq: guard.eq }], limit: 1 + (guard.except?.length ?? 0) }

/** The found document that a guard concerns. */
const foundBy = (guard: Guard, rows: ReadonlyArray<Row>): Row | undefined =>
  "row" in guard || guard.except === undefined ? rows[0] : rows.find(({ key }) => !guard.except!.includes(key))

/** Whether a guard holds, given what its query found. */
const holds = (guard: Guard, found: Row | undefined): boolean =>
  "row" in guard ? found !== undefined && isSame(guard.row, found) : found === undefined

// A document that was removed and created again may have the same version. A text may need decoding, so it is compared
// last.
const isSame = (one: Row, other: Row): boolean =>
  one === other || (one.version === other.version && one.text === other.text)

/** The failure of the first guard that does not hold. */
export const failedGuard = (
  guards: ReadonlyArray<Guard>,
  find: (shop: string, collection: Collection, query: Query) => Generator<void, ReadonlyArray<Row>>
): Stale | undefined => {
  for (const guard of guards) {
    const { collection, shop } = guard
    const found = foundBy(guard, all(find(shop, collection, guardQuery(guard))))
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
