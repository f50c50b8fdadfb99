/** All suites: one line for each area. */
import { control } from "./control.ts"
import { coupons } from "./coupons.ts"
import { keys } from "./keys.ts"
import { orders } from "./orders.ts"
import { shops } from "./shops.ts"
import type { Suite } from "./surface.ts"

export const suites: ReadonlyArray<Suite> = [shops, keys, control, coupons, orders]
