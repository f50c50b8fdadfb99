/** Whether a cart can use a coupon, and the amount that it takes off. All functions are pure, and all money is exact. */
import { Result } from "effect"
import {
  add,
  compare,
  type Decimal,
  decimal,
  min,
  numberOf,
  percentOf,
  round,
  times,
  zero
} from "../../contract/money.ts"
import type { Coupon } from "./document.ts"

/** A line of a cart, with what rules check of its product; `reduced` if the product's final price is below its price. */
export interface CartItem {
  readonly sku: string
  readonly price: number
  readonly count: number
  readonly tags: ReadonlyArray<string>
  readonly brandUID: number | null
  readonly categories: ReadonlyArray<number>
  readonly productUID: number
  readonly reduced: boolean
}

/** What a coupon is checked against. */
export interface Cart {
  readonly items: ReadonlyArray<CartItem>
  /** The buyer's email address, in upper or lower case; empty without a buyer. */
  readonly email: string
  /** The uids are those of the delivery's country and state, or null. */
  readonly shipping: {
    readonly cost: number
    readonly method: string
    readonly countryUID: number | null
    readonly stateUID: number | null
  }
  /** Unix seconds. */
  readonly now: number
  /** The number of the coupon's uses so far: of all, and of this buyer. */
  readonly used: number
  readonly usedByEmail: number
  /** The digits that the order's currency is rounded to. */
  readonly digits: number
}

/** The amount that a coupon takes off, or why it cannot be used, as the end of a sentence. */
export const usable = (coupon: Coupon, cart: Cart): Result.Result<number, string> => {
  const reason = inactive(coupon, cart.now) ?? reasonUsedUp(coupon, cart) ?? forOtherBuyers(coupon, cart.email)
  if (reason !== undefined) return Result.fail(reason)
  const items = cart.items.filter((item) => counts(coupon, item))
  if (items.length === 0) return Result.fail("it applies to no item of the order")
  const sum = exactSum(items, cart.digits)
  if (compare(sum, decimal(coupon.min_sum)) < 0)
    return Result.fail(`the items that it applies to come to less than ${coupon.min_sum}`)
  const off = coupon.type === 1 ? percentOf(sum, decimal(coupon.value)) : decimal(coupon.value)
  return Result.succeed(numberOf(add(min(round(off, cart.digits), sum), shippingOff(coupon, cart))))
}

/** Why a buyer has no use of the coupon left, in the words of {@link usable}; `undefined` if one is left. */
export const reasonUsedUp = (
  { count, rules, unlimited }: Coupon,
  { email, used, usedByEmail }: Pick<Cart, "email" | "used" | "usedByEmail">
): string | undefined => {
  if (unlimited === 0 && used >= count) return "it has no uses left"
  if (rules.one_use_for_email !== 1) return undefined
  if (email === "") return "it is for one order per buyer, and the order names no buyer"
  return usedByEmail > 0 ? "the buyer has used it already" : undefined
}

/** The maximum that a coupon can take off a cart: the items' sum, plus the shipping cost if a rule removes it. */
export const maxDiscount = (coupon: Coupon | undefined, cart: Pick<Cart, "items" | "shipping" | "digits">): number =>
  numberOf(add(exactSum(cart.items, cart.digits), coupon === undefined ? zero : shippingOff(coupon, cart)))

const inactive = ({ active, end_time, start_time }: Coupon, now: number): string | undefined => {
  if (active === 0) return "it is not active"
  if (now < start_time) return "it is not valid yet"
  return now > end_time ? "it is no longer valid" : undefined
}

const forOtherBuyers = ({ rules: { users_email = [] } }: Coupon, email: string): string | undefined =>
  users_email.length === 0 || has(users_email, email) ? undefined : "it is not for this buyer"

/** Whether an item meets every rule about items. */
const counts = ({ rules }: Coupon, item: CartItem): boolean =>
  (rules.tags === undefined || rules.tags.some((tag) => has(item.tags, tag))) &&
  (rules.brand === undefined || rules.brand === String(item.brandUID)) &&
  (rules.categories === undefined || rules.categories.some((uid) => item.categories.includes(Number(uid)))) &&
  (rules.products === undefined || rules.products.includes(String(item.productUID))) &&
  (rules.discount !== 0 || !item.reduced)

const has = (texts: ReadonlyArray<string>, text: string): boolean =>
  texts.some((one) => one.toLowerCase() === text.toLowerCase())

const exactSum = (items: ReadonlyArray<CartItem>, digits: number): Decimal =>
  add(zero, ...items.map(({ count, price }) => round(times(decimal(price), decimal(count)), digits)))

/** The shipping cost, if there is a shipping rule and the delivery matches each kind of place in it; otherwise 0. */
const shippingOff = ({ rules }: Coupon, { digits, shipping }: Pick<Cart, "digits" | "shipping">): Decimal => {
  const asked = [
    [rules.remove_shipping_country, String(shipping.countryUID)],
    [rules.remove_shipping_state, String(shipping.stateUID)],
    [rules.remove_shipping_ship, shipping.method]
  ].filter((pair): pair is [string, string] => pair[0] !== undefined)
  const matches = asked.length > 0 && asked.every(([places, place]) => has(places.split(","), place))
  return matches ? round(decimal(shipping.cost), digits) : zero
}
