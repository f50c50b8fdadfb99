/** The domain for use without the service: its rules as pure functions, and the schemas of its documents. */

export { type Cart, Coupon, usable } from "./areas/coupons.ts"
export { Customer } from "./areas/customers.ts"
export { allowed, couponEffectOf, Order, Status, statuses, stockEffectOf, transitions } from "./areas/orders.ts"
export { Product } from "./areas/products.ts"
export { parse } from "./contract/form.ts"
export { reader } from "./contract/reader.ts"
export * as throttle from "./contract/throttle.ts"
export { Amount, Commas, NonEmptyText } from "./contract/values.ts"
