/** Key sets: what an application shows to act on a shop. Only a digest of the secret half is ever stored. */
import { Schema } from "effect"
import { belongs, type Check } from "./check.ts"
import { collection, text, texts } from "./collection.ts"
import { withDefault } from "./defaults.ts"
import { control } from "./endpoint.ts"
import { Conflict, NotFound } from "./refusals.ts"
import { collections as shopCollections } from "./shops.ts"
import { Instant, Int, intFrom, rule, ServiceID, Text, Unix, Word } from "./values.ts"

const Permission = Schema.Literals(["read", "read-write"])

/** A pair of a key set; `until` (unix seconds) ends one that was rotated away. */
const Pair = Schema.Struct({ key: Text, digest: Text, until: Schema.NullOr(Unix) })
type Pair = typeof Pair.Type

/** A key set as stored. Times are unix seconds; the newest pair stands first. */
export const KeySet = Schema.Struct({
  id: ServiceID,
  shop: ServiceID,
  instance: ServiceID,
  permission: Permission,
  label: Text,
  created: Unix,
  expires: Schema.NullOr(Unix),
  revoked: Schema.NullOr(Unix),
  used: Schema.NullOr(Unix),
  pairs: Schema.Array(Pair)
})
export type KeySet = typeof KeySet.Type

export const collections = {
  keySets: collection("keysets", KeySet, {
    key: ({ id }) => id,
    lookups: { pair: texts(({ pairs }) => pairs.map(({ key }) => key)), shop: text(({ shop }) => shop) },
    unique: ["pair"],
    orders: [["shop", "key"]]
  })
}

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

/** A new key set with its first pair; `created` in unix seconds. Without an end, unless one is given. */
export const keySetFrom = (
  given: Pick<KeySet, "id" | "shop" | "instance" | "permission" | "created"> &
    Partial<Pick<KeySet, "label" | "expires">>,
  { digest, key }: Pick<Pair, "key" | "digest">
): KeySet => ({
  label: "",
  expires: null,
  revoked: null,
  used: null,
  pairs: [{ key, digest, until: null }],
  ...given
})

/** How long an old pair stays valid after a rotation that says nothing of it: a day, in seconds. */
export const rotationOverlap = 86_400

/**
 * The key set with a new pair. The one it had stays valid until `until` (unix seconds), older ones as long as their own
 * rotation said; those whose time is over are dropped.
 */
export const rotated = (set: KeySet, pair: Pick<Pair, "key" | "digest">, now: number, until: number): KeySet => {
  const others = set.pairs.map((old) => ({ ...old, until: old.until ?? until }))
  return { ...set, pairs: [{ ...pair, until: null }, ...others.filter((old) => old.until > now)] }
}

/** Why a key set may not be used at an instant (unix seconds), or `undefined` when it may. */
export const unusable = (set: KeySet, key: string, now: number): string | undefined => {
  const until = set.pairs.find((pair) => pair.key === key)?.until ?? null
  if (set.revoked !== null) return "The key set is revoked."
  if (set.expires !== null && set.expires <= now) return "The key set has expired."
  return until !== null && until <= now ? "The key was rotated away." : undefined
}

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
    summary: "List a shop's key sets, without their secrets.",
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
      auth_url: Schema.optionalKey(WebAddress)
    },
    output: Schema.Struct({
      ...issued,
      delivered: Schema.Boolean.annotate({ description: "Whether auth_url took the pair." })
    }),
    refusals: [NotFound],
    secret: true
  }),
  revoke: control.del("/keys/key.json", {
    summary: "Revoke a key set, at once and for good.",
    input: { key: Word },
    output: Schema.Struct({ ok: Int, err: Schema.Null }),
    refusals: [NotFound]
  }),
  rotate: control.post("/keys/rotate.json", {
    summary: "Give a key set a new pair; the old one stays valid for a while.",
    input: { key: Word, overlap_seconds: withDefault(intFrom(0), rotationOverlap) },
    output: Schema.Struct(issued),
    refusals: [NotFound, Conflict],
    secret: true
  })
}
