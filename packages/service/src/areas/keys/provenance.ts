/** Finds out who made entries of ledgers and logs, by the keys that they were made with. */
import { collections } from "@bottega/domain/areas"
import type { Provenance } from "@bottega/domain/contract"
import { docOf } from "@bottega/storage"
import { Effect } from "effect"
import { installation } from "../../engine/decide/change.ts"
import { madeHaving, Operator } from "../../engine/decide/session.ts"

/** What an entry stores of the request that made it. */
interface Entry {
  readonly key?: string | null
  readonly requestId?: string
}

/**
 * Where each entry of a list comes from. A key is shown as the application that had it, which may have several; one of another
 * store, which came with an import, as it is.
 */
export const provenanceOf = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
  const find = (yield* Operator).within(installation)
  const keys = new Set(entries.flatMap(({ key }) => (key && !key.startsWith("person:") ? key : [])))
  const sets = keys.size === 0 ? [] : yield* madeHaving(find, keySets, "pair", keys, (row) => docOf(keySets, row))
  const instances = new Map(sets.flatMap(({ instance, pairs }) => pairs.map(({ key }) => [key, instance] as const)))
  return entries.map(({ key = null, requestId = null }): Provenance => {
    // Only the operator has no key; of entries that were stored without a request it is not known.
    const operator = requestId === null ? null : "operator"
    return { requestId, by: key === null ? operator : (instances.get(key) ?? key) }
  })
})

const { keySets } = collections
