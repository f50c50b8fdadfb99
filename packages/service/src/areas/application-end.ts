/** When an application loses its last valid pair, and the collections of what it made, which pauses then. */
import { collections } from "@bottega/domain/areas"
import { endOfKeys, type KeySet } from "@bottega/domain/areas/keys"
import type { Collection } from "@bottega/domain/contract"
import type { Stored } from "@bottega/storage"
import { type GuardDraft, guard, installation } from "../engine/decide/change.ts"

const { keySets, realtimeCoupons, realtimeShippings, webhooks } = collections

/** A document that an application made. */
export interface OfApplication {
  readonly instance: string
  readonly keysEnd: number | null
  readonly resumed?: number | null
}

/** Every collection of such documents. */
export const ofApplications = [webhooks, realtimeCoupons, realtimeShippings] as unknown as ReadonlyArray<
  Collection<OfApplication, "instance">
>

/** Whether an application made the documents of a collection. */
export const isOfApplications = ({ name }: Collection): boolean => ofApplications.some((one) => one.name === name)

/**
 * When the last pair of an application ends, in unix seconds, and the guard of the key set that has it. A caller without a key
 * set, who owns the data, never ends.
 */
export const endOfApplication = (sets: ReadonlyArray<Stored<KeySet>>) => {
  const keysEnd = sets.length === 0 ? null : endOfKeys(sets.map(({ doc }) => doc))
  const last = sets.find(({ doc }) => endOfKeys([doc]) === keysEnd)
  const guards: ReadonlyArray<GuardDraft> = last === undefined ? [] : [guard(keySets, last, installation)]
  return { keysEnd, guards }
}
