/** All suites: one line for each area. */
import { control } from "./control.ts"
import { coupons } from "./coupons.ts"
import { customers } from "./customers.ts"
import { info } from "./info.ts"
import { inventory } from "./inventory.ts"
import { keys } from "./keys.ts"
import { orders } from "./orders.ts"
import { products } from "./products.ts"
import { shops } from "./shops.ts"
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
