/** A key set as it is stored. Only a digest of the secret half of a pair ever is. */
import { Schema } from "effect"
import { collection, type Fields, text, texts } from "../../contract/collection.ts"
import { internal } from "../../contract/unique.ts"
import { ServiceID, Text, Unix } from "../../contract/values.ts"

export const Permission = Schema.Literals(["read", "read-write"])

/**
 * A pair of a key set. Times are unix seconds: `until` ends one that was rotated away, `revoked` is when it was revoked by
 * itself, `used` its last use to the hour.
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

/** A key set as stored. Times are unix seconds; `revoked` ends all its pairs, of which the newest stands first. */
export const KeySet = Schema.Struct({
  id: ServiceID,
  shop: ServiceID,
  instance: ServiceID,
  permission: Permission,
  label: Text,
  expires: Schema.NullOr(Unix),
  revoked: Schema.NullOr(Unix),
  pairs: Schema.Array(Pair)
})
export type KeySet = typeof KeySet.Type

export const collections = {
  keySets: collection("keysets", KeySet, {
    noun: "key set",
    key: ({ id }) => id,
    lookups: { pair: texts(({ pairs }) => pairs.map(({ key }) => key)), shop: text(({ shop }) => shop) },
    unique: { pair: internal },
    owner: "installation",
    shop: "shop",
    orders: [["shop", "key"]],
    older: (stored) => ("created" in stored ? alone(stored) : stored)
  })
}

/** A key set of the form that kept the times of all its pairs once. */
const alone = ({ created, pairs, used, ...set }: Fields): Fields => ({
  ...set,
  pairs: pairs.map((pair: Fields) => ({ ...pair, created, revoked: null, used }))
})
