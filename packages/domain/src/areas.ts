/** The registry of areas: one line for each. The keys are the names that callers use on every surface. */
import { addresses } from "./areas/addresses.ts"
import { attributes } from "./areas/attributes.ts"
import { authorizations } from "./areas/authorizations.ts"
import { b2b } from "./areas/b2b.ts"
import { brands } from "./areas/brands.ts"
import { categories } from "./areas/categories.ts"
import { clock } from "./areas/clock.ts"
import { countries } from "./areas/countries.ts"
import { coupons } from "./areas/coupons.ts"
import { customergroups } from "./areas/customergroups.ts"
import { customers } from "./areas/customers.ts"
import { emails } from "./areas/emails.ts"
import { faults } from "./areas/faults.ts"
import { filters } from "./areas/filters.ts"
import { follow } from "./areas/follow.ts"
import { gallery } from "./areas/gallery.ts"
import { giftcards } from "./areas/giftcards.ts"
import { installation } from "./areas/installation.ts"
import { inventory } from "./areas/inventory.ts"
import { keys } from "./areas/keys.ts"
import { ledger } from "./areas/ledger.ts"
import { legal } from "./areas/legal.ts"
import { mail } from "./areas/mail.ts"
import { orders } from "./areas/orders.ts"
import { pages } from "./areas/pages.ts"
import { payments } from "./areas/payments.ts"
import { people } from "./areas/people.ts"
import { products } from "./areas/products.ts"
import { realtime } from "./areas/realtime.ts"
import { requests } from "./areas/requests.ts"
import { search } from "./areas/search.ts"
import { session } from "./areas/session.ts"
import { shops } from "./areas/shops.ts"
import { snapshots } from "./areas/snapshots.ts"
import { store } from "./areas/store.ts"
import { storelocator } from "./areas/storelocator.ts"
import { taxes } from "./areas/taxes.ts"
import { template } from "./areas/template.ts"
import { throttle } from "./areas/throttle.ts"
import { variants } from "./areas/variants.ts"
import { webhooks } from "./areas/webhooks.ts"
import { collectionsOf, contractOf, eventsOf } from "./contract/area.ts"
import type { Check } from "./contract/check.ts"
import { referenceChecks } from "./contract/reference.ts"

export { unserved } from "./unserved.ts"

/** In the order in which people need them, which is the order on every surface. The operator's areas come last. */
export const areas = {
  orders,
  products,
  variants,
  inventory,
  categories,
  brands,
  attributes,
  filters,
  customers,
  addresses,
  customergroups,
  coupons,
  giftcards,
  payments,
  taxes,
  b2b,
  gallery,
  template,
  countries,
  storelocator,
  pages,
  legal,
  emails,
  webhooks,
  realtime,
  store,
  shops,
  search,
  keys,
  people,
  session,
  authorizations,
  ledger,
  mail,
  requests,
  follow,
  throttle,
  installation,
  faults,
  clock,
  snapshots
}

/** The endpoints of all areas. */
export const contract = contractOf(areas)

/** The collections of all areas. */
export const collections = collectionsOf(areas)

/** The events of all areas. */
export const events = eventsOf(areas)

/** The checks of all areas, and those of the references between their documents. */
export const checks: ReadonlyArray<Check> = [
  ...Object.values(areas).flatMap((area) => area.checks),
  ...referenceChecks(Object.values(collections))
]
