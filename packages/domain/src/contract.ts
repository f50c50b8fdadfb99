/** All areas: one of the two places that name every area. The keys are the names a caller types on every surface. */
import * as coupons from "./coupons.ts"
import * as keys from "./keys.ts"
import * as policies from "./policies.ts"
import * as shops from "./shops.ts"

export const contract = {
  coupons: coupons.coupons,
  keys: keys.keys,
  shops: shops.shops,
  throttle: policies.throttle
}

/** Where the resources of all areas are kept. */
export const collections = {
  ...coupons.collections,
  ...keys.collections,
  ...shops.collections
}
