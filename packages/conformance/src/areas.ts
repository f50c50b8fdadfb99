/** The registry of suites: the suite of each area. An area without one does not compile. */
import type { areas } from "@bottega/domain/areas"
import { control } from "./areas/control.ts"
import { coupons } from "./areas/coupons.ts"
import { customers } from "./areas/customers.ts"
import { inventory } from "./areas/inventory.ts"
import { keys } from "./areas/keys.ts"
import { orders } from "./areas/orders.ts"
import { products } from "./areas/products.ts"
import { shops } from "./areas/shops.ts"
import { store } from "./areas/store.ts"
import type { Suite } from "./surface.ts"

/** `control` is the operator's surface, which no area owns alone. */
type Name = keyof typeof areas | "control"

export const suites: Readonly<Record<Name, Suite>> = {
  authorizations: orders,
  control,
  countries: store,
  coupons,
  customergroups: store,
  customers,
  inventory,
  keys,
  ledger: inventory,
  orders,
  products,
  shops,
  store,
  throttle: control
}

/** The suites of areas, each once; of all areas by default. */
export const suitesOf = (names: ReadonlyArray<string> = Object.keys(suites)): ReadonlyArray<Suite> => {
  const unknown = names.find((name) => !Object.hasOwn(suites, name))
  if (unknown !== undefined) throw new Error(`There is no area ${unknown}: ${Object.keys(suites).join(", ")}.`)
  return [...new Set(names.map((name) => suites[name as Name]))]
}
