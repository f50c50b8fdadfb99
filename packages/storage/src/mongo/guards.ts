/** Checks whether the guards of a commit hold now on MongoDB; `stripes.ts` makes those of documents hold until the commit ends. */
import type { ClientSession, Filter } from "mongodb"
import { type Guard, Stale } from "../storage.ts"
import { field, idOf, type Layout, type MongoDocument } from "./documents.ts"
import { byId, indexName } from "./indexes.ts"

/** A guard and the collection that holds its document. */
export interface PlacedGuard {
  readonly guard: Guard
  readonly layout: Layout
}

/** A guard of a document. */
export type RowGuard = Extract<Guard, { readonly row: unknown }>

/** The same, and the collection that holds the document. */
export interface PlacedRowGuard {
  readonly guard: RowGuard
  readonly layout: Layout
}

/** The guards of documents among these; the others are of absences. */
export const rowGuardsOf = (guards: ReadonlyArray<PlacedGuard>): ReadonlyArray<PlacedRowGuard> =>
  guards.flatMap(({ guard, layout }) => ("row" in guard ? [{ guard, layout }] : []))

/** The failure of the first absence that does not hold, in a transaction's snapshot or currently. */
export const failedAbsence = async (
  guards: ReadonlyArray<PlacedGuard>,
  session?: ClientSession
): Promise<Stale | undefined> => {
  for (const { guard, layout } of guards) {
    if ("row" in guard) continue
    const { collection, eq, except = [], on, shop } = guard
    const index = layout.indexes.find(({ columns }) => columns[0] === on)
    const hint = on === "key" ? byId : index && indexName(index)
    const value = on === "key" ? { _id: idOf(shop, eq) } : { [field(on)]: { $eq: eq } }
    const filter = { shop, ...value } as Filter<MongoDocument>
    const options = { projection: { _id: 1 }, ...(session && { session }), ...(hint && { hint }) }
    const found = await layout.kept.find(filter, { ...options, limit: 1 + except.length }).toArray()
    const excepted = new Set(except)
    const other = found.find(({ _id }) => !excepted.has(_id.k))
    if (other !== undefined) return new Stale({ shop, collection: collection.name, key: other._id.k })
  }
  return undefined
}

/** The failure of the first guard that does not hold currently. */
export const judgeGuards = async (guards: ReadonlyArray<PlacedGuard>): Promise<Stale | undefined> => {
  for (const one of guards) {
    const { guard, layout } = one
    const refused =
      "row" in guard
        ? (await targetOf(layout, guard.shop, guard.row.key))?.version === guard.row.version
          ? undefined
          : staleOf(guard)
        : await failedAbsence([one])
    if (refused !== undefined) return refused
  }
  return undefined
}

/** The version of a guarded document, and whether it has stripes. */
export const targetOf = (layout: Layout, shop: string, key: string | number) =>
  layout.kept.findOne({ _id: idOf(shop, key), shop }, { hint: byId, projection: { version: 1, guarded: 1 } })

/** The failure of a guard of a document. */
export const staleOf = ({ collection, row, shop }: RowGuard) =>
  new Stale({ shop, collection: collection.name, key: row.key })
