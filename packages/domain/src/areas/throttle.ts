/** The throttle policies for the operator to read, with the installation's own limits. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { control } from "../contract/endpoint.ts"
import { Int, Text } from "../contract/values.ts"

const endpoints = {
  policies: control.get("/throttle/policies.json", {
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
  })
}

export const throttle = area({ endpoints, collections: {}, checks: [], events: {} })
