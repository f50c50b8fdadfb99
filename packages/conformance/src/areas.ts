/** The registry of the areas' suites: one line for each area. */
import type { areas } from "@bottega/domain/areas"
import { type Entry, NotFound } from "@bottega/domain/contract"
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
import type { Relation } from "./relations/relation.ts"
import { requiredOf } from "./sample.ts"
import { type Covered, otherThan, type Subject } from "./subjects.ts"
import type { Suite } from "./surface.ts"

const covered: { readonly [Name in keyof typeof areas]: Covered<Name> } = {
  addresses,
  attributes,
  authorizations,
  b2b,
  brands,
  categories,
  clock,
  countries,
  coupons,
  customergroups,
  customers,
  emails,
  faults,
  filters,
  follow,
  gallery,
  giftcards,
  installation,
  inventory,
  keys,
  ledger,
  legal,
  mail,
  orders,
  pages,
  payments,
  people,
  products,
  realtime,
  requests,
  session,
  search,
  shops,
  snapshots,
  store,
  storelocator,
  taxes,
  template,
  throttle,
  variants,
  webhooks
}

/** The suites of these areas, of all by default. */
export const suitesOf = (names: ReadonlyArray<string> = Object.keys(covered)): ReadonlyArray<Suite> => {
  const unknown = names.find((name) => !Object.hasOwn(covered, name))
  if (unknown !== undefined) throw new Error(`There is no area ${unknown}: ${Object.keys(covered).join(", ")}.`)
  return names.map((name) => {
    const area: Pick<Covered<keyof typeof areas>, "suite" | "decided"> = covered[name as keyof typeof covered]
    return { ...area.suite, decided: area.decided }
  })
}

/** Everything that refers to something that can be removed. */
export const relations: ReadonlyArray<Relation<unknown>> = Object.values(covered).flatMap(
  ({ relations = [] }: { readonly relations?: ReadonlyArray<Relation<unknown>> }) => relations
)

type Declared = Readonly<Record<string, Readonly<Record<string, Subject<object>>>>>
const declared = Object.fromEntries(Object.entries(covered).map(([name, { subjects }]) => [name, subjects])) as Declared

/** How an operation is called so that it answers 200; throws with the operation's name if no area declares it. */
export const subjectOf = ({ area, endpoint, id, name }: Entry): Subject<object> => {
  const subject = declared[area]?.[name]
  if (subject === undefined) throw new Error(`conformance/src/areas/${area}.ts declares no subject for ${id}.`)
  const [by] = requiredOf(endpoint)
  if (subject.absent !== undefined || by === undefined || !endpoint.refusals.includes(NotFound)) return subject
  return { ...subject, absent: (given) => ({ ...given, [by]: otherThan((given as Record<string, unknown>)[by]) }) }
}
