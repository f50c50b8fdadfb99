/** Makes the cart that a coupon is checked against, from the parameters of an order or of a check. */
import type { CartItem, CouponCheck } from "@bottega/domain/areas/coupons"
import { countryUid, stateUid } from "@bottega/domain/areas/orders"
import { Effect } from "effect"
import { catalogueOf } from "../products.ts"
import type { GivenCart } from "./elsewhere.ts"

/** The lines as a coupon's rules see them. An item that is not in the catalogue has no tag, brand or category. */
export const cartItems = Effect.fnUntraced(function* (items: CouponCheck["item_id"]) {
  const entries = yield* catalogueOf(items.map(({ sku }) => sku))
  return items.map(({ price, quantity, sku }): CartItem => {
    const entry = entries.get(sku)
    const { brandUID = null, categories = [], tags = [], uid = 0 } = entry ?? {}
    const reduced = entry !== undefined && entry.final_price < entry.price
    return { sku, price, count: quantity, tags, brandUID, categories, productUID: uid, reduced }
  })
})

/** The cart of these parameters; `cost` is the shipping cost, rounded to the currency's `digits`. */
export const cartOf = (
  given: Pick<CouponCheck, "shipping_method" | "delivery_country" | "delivery_state" | "billing_email">,
  { cost, digits, items }: { readonly items: GivenCart["items"]; readonly cost: number; readonly digits: number }
): GivenCart => ({
  items,
  email: given.billing_email ?? "",
  shipping: {
    cost,
    method: given.shipping_method,
    countryUID: uidOf(countryUid(given, "delivery")),
    stateUID: uidOf(stateUid(given, "delivery"))
  },
  digits
})

/** The uid in a text; null if the text is not a uid, such as the name of a state without one. */
export const uidOf = (text: string): number | null => (/^\d+$/.test(text) ? Number(text) : null)
