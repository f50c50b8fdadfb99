/** All areas: one of the two places that name every area. The keys are the names a caller types on every surface. */
import * as keys from "./keys.ts"
import * as shops from "./shops.ts"

export const contract = {
  keys: keys.keys,
  shops: shops.shops
}

/** Where the resources of all areas are kept. */
export const collections = {
  ...keys.collections,
  ...shops.collections
}
