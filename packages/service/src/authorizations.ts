/** What happens when the operator issues a code for the removal of an order. */
import { type authorizations, collections, lifetime } from "@bottega/domain/authorizations"
import { collections as orderCollections } from "@bottega/domain/orders"
import { NotFound } from "@bottega/domain/refusals"
import { stored } from "@bottega/storage/derived"
import { Effect } from "effect"
import { guard, insert, remove } from "./change.ts"
import type { Handlers } from "./handler.ts"
import { digest, secret } from "./ids.ts"
import { Operator } from "./session.ts"
import { shopOf } from "./shops.ts"

export const handlers: Handlers<typeof authorizations> = {
  /** Codes that expired a day ago go when others are issued, a few at a time; until then they are told from wrong ones. */
  create: Effect.fnUntraced(function* ({ orderID, shop }) {
    const { now, within } = yield* Operator
    yield* shopOf(shop)
    const find = within(shop)
    const [row] = yield* find(orderCollections.orders, { where: [{ on: "key", eq: orderID }], limit: 1 })
    if (row === undefined) return yield* new NotFound({ message: `The shop has no order ${orderID}.` })
    const second = Math.floor(now / 1000)
    const expired = yield* find(collections.authorizations, {
      where: [{ on: "expires", lt: second - day }],
      sort: { by: "expires" },
      limit: 10
    })
    const code = yield* secret
    const expires = second + lifetime
    return {
      answer: { authorization_code: code, expires_at: new Date(expires * 1000).toISOString() },
      writes: [
        insert(collections.authorizations, { digest: digest(code), orderID, expires }, shop),
        ...expired.map((row) => remove(collections.authorizations, stored(collections.authorizations, row), shop))
      ],
      guards: [guard(orderCollections.orders, stored(orderCollections.orders, row), shop)]
    }
  })
}

const day = 86_400
