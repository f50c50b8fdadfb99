/** Shows the operator a mail as its shop would send it. */
import { type areas, collections } from "@bottega/domain/areas"
import { mailOfId, mailType, sampleAbout } from "@bottega/domain/areas/emails"
import type { Order } from "@bottega/domain/areas/orders"
import { absence, Conflict } from "@bottega/domain/contract"
import { Effect } from "effect"
import { existingIn } from "../../engine/decide/existing.ts"
import { type Handlers, staged } from "../../engine/decide/handler.ts"
import { Operator } from "../../engine/decide/session.ts"
import { overloaded, slowDeadlineMs } from "../../engine/decide/slow.ts"
import { late } from "../../slow/not-done.ts"
import { shopOf } from "../shops.ts"
import { textOf, Unfillable } from "./text.ts"

const { emailTemplates, orders } = collections

/** What the call names: the mail, the shop and, if one is named, the order. */
const named = Effect.fnUntraced(function* (given: { id: number; shop: string; orderID?: string }) {
  const { doc: shop } = yield* shopOf(given.shop)
  const type = mailOfId(given.id)
  if (type === undefined) return yield* Effect.fail(absence(emailTemplates))
  const { within } = yield* Operator
  const order = given.orderID === undefined ? undefined : yield* existingIn(within(shop.id), orders, given.orderID)
  return { shop, type, order: order?.doc }
})

/** What the mail is about: an order and its buyer, and for the rest a sample. */
const aboutOf = (order: Order | undefined, currency: string) => {
  const sample = sampleAbout(currency)
  if (order === undefined) return sample
  const { email, fullname } = order.billing
  return { ...sample, order, email, customer: { fullname, email } }
}

export const preview: Handlers<typeof areas.emails>["preview"] = staged({
  deadlineMs: slowDeadlineMs,
  prepare: Effect.fnUntraced(function* (given) {
    const known = yield* Effect.catchTag(named(given), "NotFound", () => Effect.succeed(undefined))
    // What is not there is refused when the call is decided.
    if (known === undefined) return undefined
    const { order, shop, type } = known
    // What a shop reads is in its own language, whatever the buyer's.
    const locale = given.locale ?? (mailType(type).to === "customer" ? order?.locale : undefined)
    return yield* textOf(shop, { type, locale, about: aboutOf(order, shop.currency) }).pipe(
      Effect.catchTag("Unfillable", (unfillable) => Effect.succeed(unfillable)),
      Effect.catchTag("NotDone", (notDone) =>
        notDone.reason === late.reason
          ? Effect.succeed(new Unfillable({ message: "it takes too much time" }))
          : Effect.fail(overloaded(notDone))
      )
    )
  }),
  decide: Effect.fnUntraced(function* (given, text) {
    yield* named(given)
    if (text === undefined) return yield* Effect.fail(absence(emailTemplates))
    if (text instanceof Unfillable)
      return yield* Effect.fail(new Conflict({ message: `The template cannot be filled: ${text.message}.` }))
    return { answer: text, writes: [] }
  })
})
