/** A key set as it is stored: of a pair's secret half, only a digest. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection, type Fields } from "../../contract/collection.ts"
import { text, texts } from "../../contract/lookup.ts"
import { internal } from "../../contract/unique.ts"
import { ServiceID, Text, Unix } from "../../contract/values.ts"

export const Permission = Schema.Literals(["read", "read-write"])

/**
 * A pair of a key set. Times are unix seconds: `until` is the end of a pair that a rotation replaced, `revoked` the time
 * when this pair alone was revoked, and `used` its last use, to the hour.
 */
export const Pair = Schema.Struct({
  key: Text,
  digest: Text,
  created: Unix,
  until: Schema.NullOr(Unix),
  revoked: Schema.NullOr(Unix),
  used: Schema.NullOr(Unix)
})
export type Pair = typeof Pair.Type

/** The bound of a key set's pairs; a new pair replaces the oldest that has ended. */
export const pairBound = { max: 100, noun: "pairs", at: "key" }

/** A key set as stored. Times are unix seconds; `revoked` ends all its pairs. The newest pair comes first. */
export const KeySet = Schema.Struct({
  id: ServiceID,
  shop: ServiceID,
  instance: ServiceID,
  permission: Permission,
  label: Text,
  expires: Schema.NullOr(Unix),
  revoked: Schema.NullOr(Unix),
  pairs: bounded(Schema.Array(Pair), pairBound)
})
export type KeySet = typeof KeySet.Type

/** The value by which the key sets of an application in a shop are found. */
export const instanceInShop = ({ instance, shop }: Pick<KeySet, "instance" | "shop">): string => `${shop}/${instance}`

export const collections = {
  keySets: collection("keysets", KeySet, {
    noun: "key set",
    personal: "none",
    key: ({ id }) => id,
    lookups: {
      pair: texts(({ pairs }) => pairs.map(({ key }) => key)),
      shop: text(({ shop }) => shop),
      instance: text(instanceInShop)
    },
    unique: { pair: internal },
    owner: "installation",
    shop: "shop",
    orders: [["shop", "key"]],
    older: (stored) => ("created" in stored ? fromOlderForm(stored) : stored)
  })
}

/** Converts a key set of the older form, which had one set of times for all its pairs. */
const fromOlderForm = ({ created, pairs, used, ...set }: Fields): Fields => ({
  ...set,
  pairs: pairs.map((pair: Fields) => ({ ...pair, created, revoked: null, used }))
})
