/** What doctor checks of real-time endpoints. */
import type { Check } from "../../contract/check.ts"
import { pausesWithKeys } from "../keys/instance.ts"
import { collections } from "./document.ts"

export const checks: ReadonlyArray<Check> = [
  pausesWithKeys(collections.realtimeCoupons, "coupon endpoint"),
  pausesWithKeys(collections.realtimeShippings, "shipping endpoint")
]
