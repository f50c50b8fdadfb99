/** The throttle policies for the operator to read, with the installation's own limits, and the counts of key sets. */
import { Schema } from "effect"
import { Done } from "../contract/answers.ts"
import { area } from "../contract/area.ts"
import { control } from "../contract/endpoint.ts"
import { NotFound } from "../contract/refusals.ts"
import { type PolicyName, policies } from "../contract/throttle.ts"
import { Instant, Int, intFrom, NonEmptyText, names, Text } from "../contract/values.ts"

const PolicyLiteral = Schema.Literals(Object.keys(policies) as ReadonlyArray<PolicyName>)
const key = names("keySets", NonEmptyText).annotate({ description: "The key half of a pair of the key set." })

const endpoints = {
  policies: control.get("/throttle/policies.json", {
    audience: "operator",
    summary: "List the throttle policies and the endpoints they count.",
    output: Schema.Array(
      Schema.Struct({
        name: Text,
        limit: Int,
        window_seconds: Schema.optionalKey(Int),
        leak_per_second: Schema.optionalKey(Schema.Number).annotate({
          description: "Instead of window_seconds, for a policy whose calls drain one by one."
        }),
        status: Int,
        endpoints: Schema.Array(Text)
      })
    )
  }),
  limits: control.get("/keys/limits.json", {
    summary: "Show how many calls of a key set each policy has counted.",
    audience: "shop",
    description:
      "A policy that counts each endpoint by itself is shown for the endpoint with the most calls. The calls of the daily quota that other processes have reserved count as made.",
    input: { key },
    output: Schema.Array(
      Schema.Struct({
        policy: PolicyLiteral,
        used: Int.annotate({ description: "The calls that count now." }),
        limit: Int,
        resets_at: Instant.annotate({ description: "When none of these calls counts any more." })
      })
    ),
    refusals: [NotFound]
  }),
  setUsed: control.put("/keys/limits.json", {
    summary: "Set how many calls of a key set a policy has counted, in a window that begins now.",
    audience: "shop",
    input: {
      key,
      policy: PolicyLiteral.annotate({
        description: "The policy; one that counts each endpoint by itself is set for all of its endpoints."
      }),
      used: intFrom(0).annotate({
        description: "The calls, up to the limit of the policy, at which the next is refused."
      })
    },
    output: Done,
    refusals: [NotFound],
    workbench: true
  })
}

export const throttle = area({ endpoints, collections: {}, checks: [], events: {} })
