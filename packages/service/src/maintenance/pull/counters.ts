/** Keeps the counters of a shop above the numbers of the documents that are brought. */
import { checks } from "@bottega/domain/areas"
import type { Collection, CountCheck } from "@bottega/domain/contract"
import { type Adapter, docOf, sequences, type Write } from "@bottega/storage"
import { Effect } from "effect"

/** The writes that raise the counters whose numbers these documents have, for the commit of the documents. */
export const counterWrites = Effect.fnUntraced(function* (
  storage: Adapter,
  shop: string,
  collection: Collection,
  docs: ReadonlyArray<unknown>
) {
  const writes: Array<Write> = []
  for (const { name, number } of countersOf(collection)) {
    const highest = docs.reduce<number>((so, doc) => Math.max(so, number(doc) || 0), 0)
    const where = [{ on: "key", eq: name }] as const
    const [row] = yield* storage.find(shop, sequences, { where, limit: 1, latest: true })
    if (highest < (row === undefined ? 1 : docOf(sequences, row).next)) continue
    const doc = { name, next: highest + 1 }
    writes.push({ shop, collection: sequences, key: name, expect: row?.version ?? 0, doc, before: row })
  }
  return writes
})

const countersOf = (collection: Collection): ReadonlyArray<CountCheck> =>
  checks.filter((check): check is CountCheck => check.kind === "counted" && check.of === collection)
