/** All handlers, area by area: one of the two places that name every area. */
import type { contract } from "@bottega/domain/contract"
import * as authorizations from "./authorizations.ts"
import * as countries from "./countries.ts"
import * as coupons from "./coupons.ts"
import * as customergroups from "./customergroups.ts"
import * as customers from "./customers.ts"
import type { Handlers } from "./handler.ts"
import * as inventory from "./inventory.ts"
import * as keys from "./keys.ts"
import * as ledger from "./ledger.ts"
import * as orders from "./orders.ts"
import * as policies from "./policies.ts"
import * as products from "./products.ts"
import * as shops from "./shops.ts"
import * as store from "./store.ts"

export const handlers: { readonly [Area in keyof typeof contract]: Handlers<(typeof contract)[Area]> } = {
  authorizations: authorizations.handlers,
  countries: countries.handlers,
  coupons: coupons.handlers,
  customergroups: customergroups.handlers,
  customers: customers.handlers,
  inventory: inventory.handlers,
  keys: keys.handlers,
  ledger: ledger.handlers,
  orders: orders.handlers,
  products: products.handlers,
  shops: shops.handlers,
  store: store.handlers,
  throttle: policies.handlers
}
