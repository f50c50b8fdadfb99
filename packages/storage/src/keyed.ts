/**
 * Hashes the values of keyed lookups with the key of a store. An index then shows no values, and without the key nobody can
 * test whether it has a certain one. The hashes are recomputed from documents, so they and the key stay behind when documents
 * move.
 */
import { createHmac, randomBytes } from "node:crypto"
import type { Collection, Lookup, Value } from "@bottega/domain/contract"

/** The key of a store; random until it is known. */
export class IndexKey {
  #key: Uint8Array = randomBytes(keyBytes)

  /** Sets the key that the store has. */
  set(key: Uint8Array): void {
    this.#key = key
  }

  /** The hash of a value: 16 characters, so that two of a million addresses are equal once in 10^17 stores. */
  readonly hash = (value: Value): string =>
    createHmac("sha256", this.#key).update(String(value)).digest("base64url").slice(0, 16)
}

/** The length of a key. */
export const keyBytes = 32

/** A lookup of a store, whose values and queries are hashed if it is keyed. */
interface StoredLookup extends Lookup<unknown> {
  readonly asked?: (value: Value) => Value
}

/** Collections whose keyed lookups yield hashes. */
export const keyedBy = (collections: ReadonlyArray<Collection>, key: IndexKey): ReadonlyArray<Collection> =>
  collections.map((collection) => {
    const all = Object.entries(collection.lookups)
    if (!all.some(([, { keyed }]) => keyed)) return collection
    const lookups = all.map(([name, lookup]) => [name, lookup.keyed ? hashed(lookup, key) : lookup])
    return { ...collection, lookups: Object.fromEntries(lookups) }
  })

/** A query's test on a lookup, hashed if the lookup is keyed. */
export const askedOf = ({ lookups }: Collection, name: string, value: Value): Value => {
  const { asked } = (name === "key" ? {} : lookups[name]!) as Partial<StoredLookup>
  return asked === undefined ? value : asked(value)
}

const hashed = (lookup: Lookup<unknown>, { hash }: IndexKey): StoredLookup => ({
  ...lookup,
  of: (doc) => {
    const found = lookup.of(doc)
    if (found === undefined) return undefined
    return typeof found === "object" ? found.map(hash) : hash(found)
  },
  asked: hash
})
