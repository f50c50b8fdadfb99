/** The registry of handlers: one line for each area. */
import type { areas } from "@bottega/domain/areas"
import * as addresses from "./areas/addresses.ts"
import * as attributes from "./areas/attributes.ts"
import * as authorizations from "./areas/authorizations.ts"
import * as b2b from "./areas/b2b.ts"
import * as brands from "./areas/brands.ts"
import * as categories from "./areas/categories.ts"
import * as clock from "./areas/clock.ts"
import * as countries from "./areas/countries.ts"
import * as coupons from "./areas/coupons.ts"
import * as customergroups from "./areas/customergroups.ts"
import * as customers from "./areas/customers.ts"
import * as emails from "./areas/emails.ts"
import * as faults from "./areas/faults.ts"
import * as filters from "./areas/filters.ts"
import * as follow from "./areas/follow.ts"
import * as gallery from "./areas/gallery.ts"
import * as giftcards from "./areas/giftcards.ts"
import * as installation from "./areas/installation.ts"
import * as inventory from "./areas/inventory.ts"
import * as keys from "./areas/keys.ts"
import * as ledger from "./areas/ledger.ts"
import * as legal from "./areas/legal.ts"
import * as mail from "./areas/mail.ts"
import * as orders from "./areas/orders.ts"
import * as pages from "./areas/pages.ts"
import * as payments from "./areas/payments.ts"
import * as people from "./areas/people.ts"
import * as products from "./areas/products.ts"
import * as realtime from "./areas/realtime.ts"
import * as requests from "./areas/requests.ts"
import * as search from "./areas/search.ts"
import * as session from "./areas/session.ts"
import * as shops from "./areas/shops.ts"
import * as snapshots from "./areas/snapshots.ts"
import * as store from "./areas/store.ts"
import * as storelocator from "./areas/storelocator.ts"
import * as taxes from "./areas/taxes.ts"
import * as template from "./areas/template.ts"
import * as throttle from "./areas/throttle.ts"
import * as variants from "./areas/variants.ts"
import * as webhooks from "./areas/webhooks.ts"
import type { Handlers } from "./engine/decide/handler.ts"

export const handlers: { readonly [Name in keyof typeof areas]: Handlers<(typeof areas)[Name]> } = {
  addresses: addresses.handlers,
  attributes: attributes.handlers,
  authorizations: authorizations.handlers,
  b2b: b2b.handlers,
  brands: brands.handlers,
  categories: categories.handlers,
  clock: clock.handlers,
  countries: countries.handlers,
  coupons: coupons.handlers,
  customergroups: customergroups.handlers,
  customers: customers.handlers,
  emails: emails.handlers,
  faults: faults.handlers,
  filters: filters.handlers,
  follow: follow.handlers,
  gallery: gallery.handlers,
  giftcards: giftcards.handlers,
  installation: installation.handlers,
  inventory: inventory.handlers,
  keys: keys.handlers,
  ledger: ledger.handlers,
  legal: legal.handlers,
  mail: mail.handlers,
  orders: orders.handlers,
  pages: pages.handlers,
  payments: payments.handlers,
  people: people.handlers,
  products: products.handlers,
  realtime: realtime.handlers,
  requests: requests.handlers,
  session: session.handlers,
  search: search.handlers,
  shops: shops.handlers,
  snapshots: snapshots.handlers,
  store: store.handlers,
  storelocator: storelocator.handlers,
  taxes: taxes.handlers,
  template: template.handlers,
  throttle: throttle.handlers,
  variants: variants.handlers,
  webhooks: webhooks.handlers
}
