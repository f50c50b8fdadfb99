/** All areas: one of the two places that name every area. The keys are the names a caller types on every surface. */
import * as authorizations from "./authorizations.ts"
import type { Check } from "./check.ts"
import * as countries from "./countries-list.ts"
import * as couponChecks from "./coupon-checks.ts"
import * as coupons from "./coupons.ts"
import * as customergroups from "./customergroups.ts"
import * as customers from "./customers.ts"
import * as inventory from "./inventory.ts"
import * as inventoryChecks from "./inventory-checks.ts"
import * as keys from "./keys.ts"
import * as order from "./order.ts"
import * as orders from "./orders.ts"
import * as policies from "./policies.ts"
import * as product from "./product.ts"
import * as products from "./products.ts"
import * as shops from "./shops.ts"
import * as store from "./store.ts"

export const contract = {
  authorizations: authorizations.authorizations,
  countries: countries.countries,
  coupons: coupons.coupons,
  customergroups: customergroups.customergroups,
  customers: customers.customers,
  inventory: inventory.inventory,
  keys: keys.keys,
  ledger: inventory.ledger,
  orders: orders.orders,
  products: products.products,
  shops: shops.shops,
  store: store.store,
  throttle: policies.throttle
}

/** Where the resources of all areas are kept. */
export const collections = {
  ...authorizations.collections,
  ...coupons.collections,
  ...customergroups.collections,
  ...customers.collections,
  ...inventory.collections,
  ...keys.collections,
  ...orders.collections,
  ...products.collections,
  ...shops.collections
}

/** What must hold between the documents of all areas. */
export const checks: ReadonlyArray<Check> = [
  ...authorizations.checks,
  ...couponChecks.checks,
  ...customers.checks,
  ...inventoryChecks.checks,
  ...keys.checks,
  ...order.checks,
  ...product.checks,
  ...shops.checks
]
