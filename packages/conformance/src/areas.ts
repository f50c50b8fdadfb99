/** All suites: one line for each area. */
import { control } from "./areas/control.ts"
import { coupons } from "./areas/coupons.ts"
import { customers } from "./areas/customers.ts"
import { inventory } from "./areas/inventory.ts"
import { keys } from "./areas/keys.ts"
import { orders } from "./areas/orders.ts"
import { products } from "./areas/products.ts"
import { shops } from "./areas/shops.ts"
import { info } from "./areas/store.ts"
import type { Suite } from "./surface.ts"

export const suites: ReadonlyArray<Suite> = [
  shops,
  keys,
  control,
  coupons,
  orders,
  info,
  products,
  inventory,
  customers
]
