/** Key sets: what an application shows to act on a shop. Only a digest of the secret half is ever stored. */
import { Schema } from "effect"
import { belongs, type Check } from "./check.ts"
import { collection, type Fields, text, texts } from "./collection.ts"
import { withDefault } from "./defaults.ts"
import { control } from "./endpoint.ts"
import { Conflict, NotFound } from "./refusals.ts"
import { collections as shopCollections } from "./shops.ts"
import { Flag, Instant, Int, intBetween, rule, ServiceID, Text, Unix, Word } from "./values.ts"

const Permission = Schema.Literals(["read", "read-write"])

/**
 * A pair of a key set. Times are unix seconds: `until` ends one that was rotated away, `revoked` is when it was revoked by
 * itself, `used` its last use to the hour.
 */
const Pair = Schema.Struct({
  key: Text,
  digest: Text,
  created: Unix,
  until: Schema.NullOr(Unix),
  revoked: Schema.NullOr(Unix),
  used: Schema.NullOr(Unix)
})
type Pair = typeof Pair.Type

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
    key: ({ id }) => id,
    lookups: { pair: texts(({ pairs }) => pairs.map(({ key }) => key)), shop: text(({ shop }) => shop) },
    unique: ["pair"],
    orders: [["shop", "key"]],
    older: (stored) => ("created" in stored ? alone(stored) : stored)
  })
}

/** A key set of the form that kept the times of all its pairs once. */
const alone = ({ created, pairs, used, ...set }: Fields): Fields => ({
  ...set,
  pairs: pairs.map((pair: Fields) => ({ ...pair, created, revoked: null, used }))
})

export const checks: ReadonlyArray<Check> = [
  belongs(
    "A key set is of a shop",
    collections.keySets,
    shopCollections.shops,
    ({ shop }) => shop,
    ({ id, shop }, found) =>
      found === undefined ? `the key set ${id} is of the shop ${shop}, which is not there` : undefined
  )
]

/** A new key set with its first pair. Without an end, unless one is given. */
export const keySetFrom = (
  given: Pick<KeySet, "id" | "shop" | "instance" | "permission"> & Partial<Pick<KeySet, "label" | "expires">>,
  first: Issued
): KeySet => ({ label: "", expires: null, revoked: null, pairs: [pairFrom(first)], ...given })

/** What is kept of a pair that is issued; `created` in unix seconds. */
export type Issued = Pick<Pair, "key" | "digest" | "created">

const pairFrom = (issued: Issued): Pair => ({ ...issued, until: null, revoked: null, used: null })

/** How long an old pair stays valid after a rotation that says nothing of it: a day, in seconds. */
export const rotationOverlap = 86_400

/** The longest that an old pair stays valid after a rotation: ten years, in seconds. */
const longestOverlap = 315_360_000

/** How many pairs a key set has at most; the oldest of those that have ended make room for a new one. */
export const mostPairs = 100

/**
 * The key set with a new pair. The one it had stays valid until `until` (unix seconds), older ones as long as their own
 * rotation said. `undefined` where {@link mostPairs} are valid already.
 */
export const rotated = (set: KeySet, issued: Issued, until: number): KeySet | undefined => {
  const others = set.pairs.filter(({ key }) => key !== issued.key)
  let room = mostPairs - 1 - others.filter((pair) => !hasEnded(pair, issued.created)).length
  if (room < 0) return undefined
  const kept = others.filter((pair) => !hasEnded(pair, issued.created) || room-- > 0)
  return { ...set, pairs: [pairFrom(issued), ...kept.map((pair) => ({ ...pair, until: pair.until ?? until }))] }
}

const hasEnded = ({ revoked, until }: Pair, now: number): boolean =>
  revoked !== null || (until !== null && until <= now)

/** The key set after one of its pairs was changed. */
export const withPair = (set: KeySet, key: string, changed: Partial<Pick<Pair, "revoked" | "used">>): KeySet => ({
  ...set,
  pairs: set.pairs.map((pair) => (pair.key === key ? { ...pair, ...changed } : pair))
})

/** Why a pair of a key set may not be used at an instant (unix seconds), or `undefined` when it may. */
export const unusable = (set: KeySet, key: string, now: number): string | undefined => {
  const reason = over(set, now)
  if (reason !== undefined) return reason
  const pair = set.pairs.find((one) => one.key === key)
  if (pair === undefined) return "The key set has no such key."
  if (pair.revoked !== null) return "The key is revoked."
  return hasEnded(pair, now) ? "The key was rotated away." : undefined
}

/** Why no pair of a key set may be used at an instant (unix seconds), or `undefined` when one may. */
export const over = ({ expires, revoked }: KeySet, now: number): string | undefined => {
  if (revoked !== null) return "The key set is revoked."
  return expires !== null && expires <= now ? "The key set has expired." : undefined
}

/** When a pair ends, and when it was revoked: by itself or with its key set, whichever comes first; null for never. */
export const endOf = (
  set: KeySet,
  pair: Pair
): { readonly expires: number | null; readonly revoked: number | null } => ({
  expires: earliest(set.expires, pair.until),
  revoked: earliest(set.revoked, pair.revoked)
})

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

const shop = ServiceID.annotate({ description: "The shop's id." })
const key = Text.annotate({ description: "The key half of the pair." })
const NullableInstant = Schema.NullOr(Instant)
const pair = { key, exchange: Text.annotate({ description: "The secret half, shown this once." }) }
const issued = { ...pair, instance: ServiceID, permission: Permission }
const WebAddress = Text.check(
  rule("must be an http or https address", (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""), {
    format: "uri"
  })
)

export const keys = {
  list: control.get("/keys/list.json", {
    summary: "List the pairs of a shop's key sets, without their secrets; those that have ended too.",
    input: { shop },
    output: Schema.Array(
      Schema.Struct({
        key,
        shop,
        instance: ServiceID,
        permission: Permission,
        label: Text,
        created_at: Instant,
        expires_at: NullableInstant,
        revoked_at: NullableInstant,
        last_used_at: NullableInstant
      })
    ),
    refusals: [NotFound]
  }),
  create: control.post("/keys/key.json", {
    summary: "Issue a key set; its pair is shown this once.",
    input: {
      shop,
      permission: Permission,
      instance: Schema.optionalKey(
        ServiceID.check(rule("must be 24 hex digits", (id: string) => /^[0-9a-f]{24}$/.test(id)))
      ),
      label: Schema.optionalKey(Text),
      expires_at: Schema.optionalKey(Instant),
      auth_url: Schema.optionalKey(
        WebAddress.annotate({
          description: "Where the pair is posted to: an https address, unless private urls are allowed."
        })
      )
    },
    output: Schema.Struct({
      ...issued,
      delivered: Schema.Boolean.annotate({ description: "Whether auth_url took the pair." })
    }),
    refusals: [NotFound],
    secret: true
  }),
  revoke: control.del("/keys/key.json", {
    summary: "Revoke a pair, at once and for good; the other pairs of its key set stay valid, unless all is 1.",
    input: {
      key: Word,
      all: withDefault(Flag.annotate({ description: "1 revokes the key set with all its pairs." }), 0)
    },
    output: Schema.Struct({ ok: Int, err: Schema.Null }),
    refusals: [NotFound]
  }),
  rotate: control.post("/keys/rotate.json", {
    summary: "Give a key set a new pair; the old one stays valid for a while.",
    input: { key: Word, overlap_seconds: withDefault(intBetween(0, longestOverlap), rotationOverlap) },
    output: Schema.Struct(issued),
    refusals: [NotFound, Conflict],
    secret: true
  })
}
