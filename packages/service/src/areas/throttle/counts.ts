/** The stored counts of a key set's calls, for each policy. */
import { contract } from "@bottega/domain/areas"
import type { KeySet } from "@bottega/domain/areas/keys"
import { entries } from "@bottega/domain/contract"
import type { PolicyName } from "@bottega/domain/throttle"
import { stored } from "@bottega/storage"
import { Effect } from "effect"
import { madeHaving, Operator } from "../../engine/decide/session.ts"
import { countIdOf, records } from "../../engine/records.ts"

/** The keys of a key set's counts under each policy, and those that are stored. */
export const countsOf = Effect.fnUntraced(function* (set: KeySet) {
  const { policies, within } = yield* Operator
  const names = Object.keys(policies) as Array<PolicyName>
  const idsOf = (name: PolicyName) => [
    ...new Set(operationsOf(name).map((endpoint) => countIdOf(set.id, name, policies[name], endpoint)))
  ]
  const ids = names.flatMap(idsOf)
  const found = yield* madeHaving(within(set.shop), records.counts, "key", ids, (row) => stored(records.counts, row))
  const byId = new Map(found.map((one) => [one.doc.id, one]))
  const counts = names.map((name) => [name, idsOf(name).map((id) => ({ id, found: byId.get(id) }))])
  return Object.fromEntries(counts) as Record<
    PolicyName,
    ReadonlyArray<{ id: string; found: (typeof found)[number] | undefined }>
  >
})

/** The operations that a policy counts; the quota counts every call, together. */
const operationsOf = (name: PolicyName): ReadonlyArray<string> =>
  name === "daily"
    ? [""]
    : entries(contract)
        .filter(({ endpoint }) => endpoint.throttle === name)
        .map(({ id }) => id)
