/** All handlers, area by area: one of the two places that name every area. */
import type { contract } from "@bottega/domain/contract"
import * as coupons from "./coupons.ts"
import type { Handlers } from "./handler.ts"
import * as keys from "./keys.ts"
import * as policies from "./policies.ts"
import * as shops from "./shops.ts"

export const handlers: { readonly [Area in keyof typeof contract]: Handlers<(typeof contract)[Area]> } = {
  coupons: coupons.handlers,
  keys: keys.handlers,
  shops: shops.handlers,
  throttle: policies.handlers
}
