/** What happens when the operator issues a code for the removal of an order. */
import { type areas, collections } from "@bottega/domain/areas"
import { codeLifetimeSeconds } from "@bottega/domain/areas/authorizations"
import { Effect } from "effect"
import { guard, insert } from "../engine/decide/change.ts"
import { existingIn } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator } from "../engine/decide/session.ts"
import { digest, secret } from "../engine/ids.ts"
import { shopOf } from "./shops.ts"

export const handlers: Handlers<typeof areas.authorizations> = {
  create: Effect.fnUntraced(function* ({ orderID, shop }) {
    const { now, within } = yield* Operator
    yield* shopOf(shop)
    const order = yield* existingIn(within(shop), collections.orders, orderID)
    const code = yield* secret
    const expires = Math.floor(now / 1000) + codeLifetimeSeconds
    return {
      answer: { authorization_code: code, expires_at: new Date(expires * 1000).toISOString() },
      writes: [insert(collections.authorizations, { digest: digest(code), orderID, expires }, shop)],
      guards: [guard(collections.orders, order, shop)]
    }
  })
}
