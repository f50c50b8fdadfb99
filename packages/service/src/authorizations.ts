/** What happens when the operator issues a code for the removal of an order. */
import { type authorizations, collections, lifetime } from "@bottega/domain/authorizations"
import { collections as orderCollections } from "@bottega/domain/orders"
import { NotFound } from "@bottega/domain/refusals"
import { stored } from "@bottega/storage/derived"
import { Effect } from "effect"
import { guard, insert } from "./change.ts"
import type { Handlers } from "./handler.ts"
import { digest, secret } from "./ids.ts"
import { Operator } from "./session.ts"
import { shopOf } from "./shops.ts"

export const handlers: Handlers<typeof authorizations> = {
  create: Effect.fnUntraced(function* ({ orderID, shop }) {
    const { now, within } = yield* Operator
    yield* shopOf(shop)
    const [row] = yield* within(shop)(orderCollections.orders, { where: [{ on: "key", eq: orderID }], limit: 1 })
    if (row === undefined) return yield* new NotFound({ message: `The shop has no order ${orderID}.` })
    const code = yield* secret
    const expires = Math.floor(now / 1000) + lifetime
    return {
      answer: { authorization_code: code, expires_at: new Date(expires * 1000).toISOString() },
      writes: [insert(collections.authorizations, { digest: digest(code), orderID, expires }, shop)],
      guards: [guard(orderCollections.orders, stored(orderCollections.orders, row), shop)]
    }
  })
}
