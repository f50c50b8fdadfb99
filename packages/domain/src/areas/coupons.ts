/** Coupons: codes that reduce the amount of an order. */
import { area } from "../contract/area.ts"
import { checks } from "./coupons/checks.ts"
import { collections } from "./coupons/document.ts"
import { endpoints } from "./coupons/endpoints.ts"

export type { CouponCheck } from "./coupons/cart.ts"
export * from "./coupons/document.ts"
export * from "./coupons/rules.ts"
export * from "./coupons/shown.ts"
export * from "./coupons/usable.ts"

export const coupons = area({ endpoints, collections, checks, events: {} })
