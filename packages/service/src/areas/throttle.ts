/** Handles the operator's reads of the throttle policies. */
import { type areas, contract } from "@bottega/domain/areas"
import { type Any, entries, pathOf } from "@bottega/domain/contract"
import type { PolicyName } from "@bottega/domain/throttle"
import { Effect } from "effect"
import type { Handlers } from "../engine/handler.ts"
import { Operator } from "../engine/session.ts"

export const handlers: Handlers<typeof areas.throttle> = {
  policies: Effect.fnUntraced(function* () {
    const { policies } = yield* Operator
    return (Object.keys(policies) as Array<PolicyName>).map((name) => {
      const policy = policies[name]
      return {
        name,
        limit: policy.limit,
        ...(policy.kind === "window" ? { window_seconds: policy.window } : { leak_per_second: policy.leak }),
        status: policy.status,
        endpoints: pathsOf((endpoint) => endpoint.throttle === name || name === "daily")
      }
    })
  })
}

/** Paths of endpoints that are called with a key set, each once. */
const pathsOf = (counts: (endpoint: Any) => boolean): ReadonlyArray<string> => {
  const counted = entries(contract).filter(({ endpoint }) => endpoint.surface === "shop" && counts(endpoint))
  return [...new Set(counted.map(({ endpoint }) => pathOf(endpoint)))]
}
