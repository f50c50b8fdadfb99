/** The operations on key sets, all of them for the operator. */
import { Schema } from "effect"
import { Done } from "../../contract/answers.ts"
import { withDefault } from "../../contract/defaults.ts"
import { control } from "../../contract/endpoint.ts"
import { Conflict, NotFound } from "../../contract/refusals.ts"
import { Flag, Instant, intBetween, NonEmptyText, names, rule, ServiceID, Text, Url } from "../../contract/values.ts"
import { Permission } from "./document.ts"
import { maxOverlapSeconds, rotationOverlapSeconds } from "./rules.ts"

const shop = names("shops", ServiceID).annotate({ description: "The shop's id." })
const key = names("keySets", Text).annotate({ description: "The key half of the pair." })
const pairKey = names("keySets", NonEmptyText).annotate({ description: "The key half of the pair." })
const NullableInstant = Schema.NullOr(Instant)
const pair = { key, exchange: Text.annotate({ description: "The secret half; it is shown only once." }) }
const issued = { ...pair, instance: ServiceID, permission: Permission }

export const endpoints = {
  list: control.get("/keys/list.json", {
    audience: "shop",
    summary: "List the pairs of a shop's key sets without their secrets, including those that have ended.",
    columns: ["label", "permission", "created_at", "last_used_at", "expires_at", "revoked_at", "shop", "key"],
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
    audience: "shop",
    summary: "Issue a key set; its pair is shown only once.",
    input: {
      shop,
      permission: Permission.annotate({ description: "read allows GET only; read-write allows every method." }),
      instance: Schema.optionalKey(
        ServiceID.check(rule("must be 24 hex digits", (id: string) => /^[0-9a-f]{24}$/.test(id))).annotate({
          description: "The installation of the application that gets the key set, 24 hex digits; by default a new one."
        })
      ),
      label: Schema.optionalKey(Text.annotate({ description: "What the key set is for, as lists show it." })),
      expires_at: Schema.optionalKey(
        Instant.annotate({ description: "When the key set ends, in ISO 8601 with its offset; by default never." })
      ),
      auth_url: Schema.optionalKey(
        Url.annotate({
          description:
            "The address that receives the pair by POST; it must be https, unless private addresses are allowed."
        })
      )
    },
    output: Schema.Struct({
      ...issued,
      delivered: Schema.Boolean.annotate({ description: "Whether auth_url accepted the pair." })
    }),
    refusals: [NotFound],
    secret: true
  }),
  revoke: control.del("/keys/key.json", {
    audience: "shop",
    summary: "Revoke a pair, at once and for good; the other pairs of its key set stay valid, unless all is 1.",
    input: {
      key: pairKey,
      all: withDefault(Flag.annotate({ description: "1 revokes the key set with all its pairs." }), 0)
    },
    output: Done,
    refusals: [NotFound]
  }),
  rotate: control.post("/keys/rotate.json", {
    audience: "shop",
    summary: "Give a key set a new pair; the old one stays valid for a while.",
    input: {
      key: pairKey,
      overlap_seconds: withDefault(
        intBetween(0, maxOverlapSeconds).annotate({
          description: "How long the old pair stays valid, in seconds, up to ten years."
        }),
        rotationOverlapSeconds
      )
    },
    output: Schema.Struct(issued),
    refusals: [NotFound, Conflict],
    secret: true
  })
}
