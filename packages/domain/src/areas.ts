/** The registry of areas: one line for each. The keys are the names that callers use on every surface. */
import { addresses } from "./areas/addresses.ts"
import { attributes } from "./areas/attributes.ts"
import { authorizations } from "./areas/authorizations.ts"
import { b2b } from "./areas/b2b.ts"
import { brands } from "./areas/brands.ts"
import { categories } from "./areas/categories.ts"
import { countries } from "./areas/countries.ts"
import { coupons } from "./areas/coupons.ts"
import { customergroups } from "./areas/customergroups.ts"
import { customers } from "./areas/customers.ts"
import { filters } from "./areas/filters.ts"
import { gallery } from "./areas/gallery.ts"
import { giftcards } from "./areas/giftcards.ts"
import { inventory } from "./areas/inventory.ts"
import { keys } from "./areas/keys.ts"
import { ledger } from "./areas/ledger.ts"
import { mail } from "./areas/mail.ts"
import { orders } from "./areas/orders.ts"
import { payments } from "./areas/payments.ts"
import { products } from "./areas/products.ts"
import { shops } from "./areas/shops.ts"
import { store } from "./areas/store.ts"
import { storelocator } from "./areas/storelocator.ts"
import { taxes } from "./areas/taxes.ts"
import { throttle } from "./areas/throttle.ts"
import { variants } from "./areas/variants.ts"
import { collectionsOf, contractOf, eventsOf } from "./contract/area.ts"
import type { Check } from "./contract/check.ts"
import { referenceChecks } from "./contract/reference.ts"

export const areas = {
  addresses,
  attributes,
  authorizations,
  b2b,
  brands,
  categories,
  countries,
  coupons,
  customergroups,
  customers,
  filters,
  gallery,
  giftcards,
  inventory,
  keys,
  ledger,
  mail,
  orders,
  payments,
  products,
  shops,
  store,
  storelocator,
  taxes,
  throttle,
  variants
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
