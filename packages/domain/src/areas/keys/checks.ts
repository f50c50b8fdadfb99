/** Checks between key sets and their shops. */
import { belongs, type Check } from "../../contract/check.ts"
import { shops } from "../shops.ts"
import { collections } from "./document.ts"

export const checks: ReadonlyArray<Check> = [
  belongs(
    "A key set belongs to an existing shop",
    collections.keySets,
    shops.collections.shops,
    ({ shop }) => shop,
    ({ id, shop }, found) =>
      found === undefined ? `the key set ${id} belongs to the shop ${shop}, which does not exist` : undefined
  )
]
