/** The registry of what areas promise: one line for each area. */
import type { areas } from "@bottega/domain/areas"
import type { Entry } from "@bottega/domain/contract"
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
import type { Relation } from "./relations/relation.ts"
import type { Covered, Subject } from "./subjects.ts"
import type { Suite } from "./surface.ts"

const covered: { readonly [Name in keyof typeof areas]: Covered<Name> } = {
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

/** The suites of these areas, of all by default. */
export const suitesOf = (names: ReadonlyArray<string> = Object.keys(covered)): ReadonlyArray<Suite> => {
  const unknown = names.find((name) => !Object.hasOwn(covered, name))
  if (unknown !== undefined) throw new Error(`There is no area ${unknown}: ${Object.keys(covered).join(", ")}.`)
  return names.map((name) => covered[name as keyof typeof covered].suite)
}

/** Everything that refers to something that can be removed. */
export const relations: ReadonlyArray<Relation<unknown>> = Object.values(covered).flatMap(
  ({ relations = [] }: { readonly relations?: ReadonlyArray<Relation<unknown>> }) => relations
)

type Declared = Readonly<Record<string, Readonly<Record<string, Subject<object>>>>>
const declared = Object.fromEntries(Object.entries(covered).map(([name, { subjects }]) => [name, subjects])) as Declared

/** How an operation is called so that it answers 200; throws, naming the operation, where nobody says. */
export const subjectOf = ({ area, id, name }: Entry): Subject<object> => {
  const subject = declared[area]?.[name]
  if (subject === undefined) throw new Error(`conformance/src/areas/${area}.ts declares no subject for ${id}.`)
  return subject
}
