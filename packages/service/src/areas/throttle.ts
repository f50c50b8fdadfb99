/** Handles the operator's calls on the throttle policies and on what they have counted. */
import { type areas, contract } from "@bottega/domain/areas"
import { type Any, done, entries, pathOf } from "@bottega/domain/contract"
import { countAt, limitStatus, type PolicyName } from "@bottega/domain/throttle"
import { Effect } from "effect"
import { upsert } from "../engine/decide/change.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator, refuseIf } from "../engine/decide/session.ts"
import { records } from "../engine/records.ts"
import { keySetOf } from "./keys.ts"
import { countsOf } from "./throttle/counts.ts"

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
  }),

  limits: Effect.fnUntraced(function* ({ key }) {
    const { now, policies, reserved } = yield* Operator
    const { doc: set } = yield* keySetOf(key)
    const counts = yield* countsOf(set)
    return (Object.keys(policies) as Array<PolicyName>).map((name) => {
      const policy = policies[name]
      const current = counts[name].map(({ found }) => countAt(policy, found?.doc, now))
      const highest = current.reduce((a, b) => (b.used > a.used ? b : a))
      const used = Math.max(0, highest.used - (name === "daily" ? reserved(set.id) : 0))
      const { reset } = limitStatus(policy, { ...highest, used }, now)
      return {
        ...{ policy: name, used: Math.ceil(used), limit: policy.limit },
        resets_at: new Date(now + Math.max(0, reset) * 1000).toISOString()
      }
    })
  }),

  setUsed: Effect.fnUntraced(function* ({ key, policy: name, used }) {
    const request = yield* Operator
    const { doc: set } = yield* keySetOf(key)
    const { limit } = request.policies[name]
    yield* refuseIf(request, used <= limit ? [] : [{ at: ["used"], message: `must be at most the limit, ${limit}` }])
    const writes = (yield* countsOf(set))[name].map(({ found, id }) => {
      // Another start of the window tells every process that what it has reserved is void.
      const since = found?.doc.since === request.now ? request.now - 1 : request.now
      return upsert(records.counts, found, { id, since, used }, set.shop)
    })
    return { answer: done, writes }
  })
}

/** Paths of endpoints that are called with a key set, each once. */
const pathsOf = (counts: (endpoint: Any) => boolean): ReadonlyArray<string> => {
  const counted = entries(contract).filter(({ endpoint }) => endpoint.surface === "shop" && counts(endpoint))
  return [...new Set(counted.map(({ endpoint }) => pathOf(endpoint)))]
}
