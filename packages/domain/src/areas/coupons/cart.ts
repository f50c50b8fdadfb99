/** The cart that a coupon is checked against before there is an order: the parameters of a check, and its answer. */
import { Schema } from "effect"
import { atMost } from "../../contract/bounded.ts"
import { withDefault } from "../../contract/defaults.ts"
import type { Finding, PartialInput } from "../../contract/endpoint.ts"
import { Amount, Email, intFrom, Money, NonEmptyText, names, Text } from "../../contract/values.ts"
import { lineBound } from "../orders/document.ts"
import { addressFindings, itemFindings, parameters } from "../orders/new.ts"

const Item = Schema.Struct({
  sku: names("inventory", NonEmptyText),
  price: Amount.annotate({ description: "The price of one piece." }),
  quantity: intFrom(1).annotate({ description: "How many pieces." })
})

/** The parameters of a check. Parameters that orders have too mean the same here. */
export const checkParameters = {
  code: NonEmptyText.annotate({ description: "What the buyer typed; neither case nor blanks at its ends matter." }),
  item_id: Schema.Array(Item)
    .check(atMost(lineBound))
    .annotate({ description: "The items of the cart; at least one." }),
  shipping_method: withDefault(Text, ""),
  shipping_cost: withDefault(Amount, 0),
  delivery_country: parameters.delivery_country,
  delivery_state: parameters.delivery_state,
  billing_email: Schema.optionalKey(Email.annotate({ description: "The buyer; a coupon may be for some buyers only." }))
}
const Parameters = Schema.Struct(checkParameters)
/** The parameters of a check, after they were read. */
export type CouponCheck = typeof Parameters.Type

/** The answer of a check. */
export const CheckedCoupon = Schema.Struct({
  usable: Schema.Boolean,
  amount: Money.annotate({ description: "What it takes off; 0 if it cannot be used." }),
  reasons: Schema.Array(Text).annotate({ description: "Every reason why it cannot be used, as ends of sentences." })
})

/** Finds what is wrong with the parameters of a check, some of which may be missing. */
export const checkFindings = (given: PartialInput<CouponCheck>): ReadonlyArray<Finding> => [
  ...addressFindings({ ...given, shipping_flag: "not_required" } as Parameters<typeof addressFindings>[0], "delivery"),
  ...itemFindings(given as Parameters<typeof itemFindings>[0])
]
