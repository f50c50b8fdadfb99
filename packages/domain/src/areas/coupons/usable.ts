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

/** The amount that a coupon takes off, or every reason why it cannot be used, each as the end of a sentence. */
export const usable = (coupon: Coupon, cart: Cart): Result.Result<number, ReadonlyArray<string>> => {
  const items = cart.items.filter(countsFor(coupon))
  const sum = exactSum(items, cart.digits)
  const reasons = [
    ...reasonsInactive(coupon, cart.now),
    ...reasonsUsedUp(coupon, cart),
    ...reasonsOfBuyer(coupon, cart.email),
    ...(items.length === 0 ? ["it applies to no item of the order"] : []),
    ...(compare(sum, decimal(coupon.min_sum)) < 0
      ? [`the items that it applies to come to less than ${coupon.min_sum}`]
      : [])
  ]
  if (reasons.length > 0) return Result.fail(reasons)
  const off = coupon.type === 1 ? percentOf(sum, decimal(coupon.value)) : decimal(coupon.value)
  return Result.succeed(numberOf(add(min(round(off, cart.digits), sum), shippingOff(coupon, cart))))
}

/** Why a buyer has no use of the coupon left, in the words of {@link usable}; empty if one is left. */
export const reasonsUsedUp = (
  { count, rules, unlimited }: Coupon,
  { email, used, usedByEmail }: Pick<Cart, "email" | "used" | "usedByEmail">
): ReadonlyArray<string> => {
  const reasons = unlimited === 0 && used >= count ? ["it has no uses left"] : []
  if (rules.one_use_for_email !== 1) return reasons
  if (email === "") return [...reasons, "it is for one order per buyer, and the order names no buyer"]
  return usedByEmail > 0 ? [...reasons, "the buyer has used it already"] : reasons
}

/** The maximum that a coupon can take off a cart: the items' sum, plus the shipping cost if a rule removes it. */
export const maxDiscount = (coupon: Coupon | undefined, cart: Pick<Cart, "items" | "shipping" | "digits">): number =>
  numberOf(add(exactSum(cart.items, cart.digits), coupon === undefined ? zero : shippingOff(coupon, cart)))

const reasonsInactive = ({ active, end_time, start_time }: Coupon, now: number): ReadonlyArray<string> => [
  ...(active === 0 ? ["it is not active"] : []),
  ...(now < start_time ? ["it is not valid yet"] : []),
  ...(now > end_time ? ["it is no longer valid"] : [])
]

const reasonsOfBuyer = ({ rules: { users_email = [] } }: Coupon, email: string): ReadonlyArray<string> =>
  users_email.length === 0 || lowered(users_email).has(email.toLowerCase()) ? [] : ["it is not for this buyer"]

/** Makes the test whether an item meets every rule about items. A rule may list thousands of values, and so may a product. */
const countsFor = ({ rules: { brand, categories, discount, products, tags } }: Coupon) => {
  const hasTag = tags === undefined ? always : anyIn(lowered(tags), (tag: string) => tag.toLowerCase())
  const hasCategory = categories === undefined ? always : anyIn(new Set(categories), String)
  const wanted = products && new Set(products)
  return ({ brandUID, categories, productUID, reduced, tags }: CartItem): boolean =>
    hasTag(tags) &&
    (brand === undefined || brand === String(brandUID)) &&
    hasCategory(categories) &&
    (wanted?.has(String(productUID)) ?? true) &&
    (discount !== 0 || !reduced)
}

const always = () => true

/** Tells whether one of a product's values is wanted; looks once at a list that several items share. */
const anyIn = <Value>(wanted: ReadonlySet<string>, keyOf: (value: Value) => string) => {
  const known = new Map<ReadonlyArray<Value>, boolean>()
  return (values: ReadonlyArray<Value>): boolean => {
    const is = known.get(values) ?? values.some((value) => wanted.has(keyOf(value)))
    known.set(values, is)
    return is
  }
}

const lowered = (texts: ReadonlyArray<string>): ReadonlySet<string> => new Set(texts.map((text) => text.toLowerCase()))

const exactSum = (items: ReadonlyArray<CartItem>, digits: number): Decimal =>
  add(zero, ...items.map(({ count, price }) => round(times(decimal(price), decimal(count)), digits)))

/** The shipping cost, if there is a shipping rule and the delivery matches each kind of place in it; otherwise 0. */
const shippingOff = ({ rules }: Coupon, { digits, shipping }: Pick<Cart, "digits" | "shipping">): Decimal => {
  const asked = [
    [rules.remove_shipping_country, String(shipping.countryUID)],
    [rules.remove_shipping_state, String(shipping.stateUID)],
    [rules.remove_shipping_ship, shipping.method]
  ].filter((pair): pair is [string, string] => pair[0] !== undefined)
  const matches =
    asked.length > 0 && asked.every(([places, place]) => lowered(places.split(",")).has(place.toLowerCase()))
  return matches ? round(decimal(shipping.cost), digits) : zero
}
