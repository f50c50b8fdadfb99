/** Handles the operator's calls on deliveries: to see them, to send them again, and to try a webhook. */
import { type areas, collections } from "@bottega/domain/areas"
import { isListening, stateOf } from "@bottega/domain/areas/webhooks"
import { placeOf } from "@bottega/domain/contract"
import { docOf, installation } from "@bottega/storage"
import { Effect } from "effect"
import { type Handlers, inSteps, staged } from "../../../engine/decide/handler.ts"
import { Operator } from "../../../engine/decide/session.ts"
import { shopOf } from "../../shops.ts"
import { pageOf } from "./listed.ts"
import { replayed } from "./replayed.ts"
import { tested } from "./tested.ts"

const { webhooks } = collections

export const deliveryHandlers: Pick<Handlers<typeof areas.webhooks>, "deliveries" | "replay" | "test"> = {
  deliveries: Effect.fnUntraced(function* ({ cursor, shop, ...wanted }) {
    const { now, within } = yield* Operator
    yield* shopOf(shop)
    const all = yield* webhooksOf(shop)
    const ids = wanted.webhook === undefined ? all.map(({ id }) => id) : [wanted.webhook]
    return yield* pageOf(
      { own: within(shop), installation: within(installation) },
      {
        ...{ shop, ...wanted, webhooks: ids, recipients: all.filter(isListening) },
        stopped: new Set(all.flatMap((one) => (stateOf(one, now) === "active" ? [] : [one.id]))),
        after: cursor === undefined ? undefined : placeOf(cursor)
      }
    )
  }),
  replay: inSteps(replayed),
  test: staged(tested)
}

/** The webhooks of a shop; it has a hundred at most. */
const webhooksOf = Effect.fnUntraced(function* (shop: string) {
  const { within } = yield* Operator
  const rows = yield* within(shop)(webhooks, { limit: 1000 })
  return rows.map((row) => docOf(webhooks, row))
})
