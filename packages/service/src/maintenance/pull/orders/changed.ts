/** Finds the orders with an event since an earlier run. The answer has no pages, so a span that is too long is halved. */
import { Effect } from "effect"
import type { Context } from "../context.ts"
import { fit, isAbsent, NotGiven, type Stopped } from "../failures.ts"
import * as read from "../given.ts"

/** The clocks of the source's processes may differ, and an event may be committed after its second, by these seconds. */
const marginSeconds = 300

/** The locale of each changed order by its id; empty if the server does not list changes, and then the lists decide. */
export const changedOrders = (context: Context, since: number) => {
  const until = context.source.serverSeconds + 1
  const from = Math.max(0, Math.min(since, until) - marginSeconds)
  return Effect.catchTag(within(context, from, until), "NotGiven", (failure) =>
    Effect.sync(() => {
      if (!isAbsent(failure)) context.onMissed()
      context.tallies.note("orders", `Orders whose list entry is unchanged were not read again: ${failure.why}.`)
      return new Map<string, string>()
    })
  )
}

const within = (
  context: Context,
  from: number,
  until: number
): Effect.Effect<Map<string, string>, NotGiven | Stopped> =>
  Effect.gen(function* () {
    const query = { updated_from: String(from), updated_to: String(until) }
    const found = yield* Effect.result(context.source.value("/orders/orders_filter.json", query))
    if (found._tag === "Success")
      return yield* fit(() => {
        const all = read.array(read.object(found.success)["orders"]).map(read.object)
        return new Map(all.map((one) => [read.text(one["orderID"]), read.text(one["locale"])]))
      })
    const { failure } = found
    // Status 0: the answer is longer than answers may be. Neither end belongs to a span, so one of two seconds has no halves.
    if (!(failure instanceof NotGiven) || failure.status !== 0 || until - from <= 2) return yield* Effect.fail(failure)
    const middle = Math.floor((from + until) / 2)
    const first = yield* within(context, from, middle + 1)
    const second = yield* within(context, middle, until)
    return new Map([...first, ...second])
  })
