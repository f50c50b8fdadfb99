/** Races of a restore with calls that name what it removes. */
import type { Side } from "../../relations/relation.ts"
import { relation, succeeds } from "../../relations/relation.ts"
import { brandOfProduct } from "../brands/relations.ts"
import { brandMade, productOf } from "../brands/sample.ts"

/** The snapshots of the shops that race, which hold no brand. */
const saved = new Map<string, Promise<unknown>>()
const name = "races"

const emptied = async ({ operator, shop }: Side): Promise<void> => {
  const known = saved.get(shop) ?? operator.snapshots.save({ shop, name })
  saved.set(shop, known)
  await known
}

/** No product names a brand that a restore has removed. */
export const brandOfProductMade = relation({
  name: "a product and a brand that a restore removes",
  target: async (side) => {
    await emptied(side)
    return brandMade(side)
  },
  make: (side, uid) => succeeds(productOf(side, uid)),
  remove: ({ operator, shop }) => succeeds(operator.snapshots.restore({ shop, name })),
  clears: true,
  references: brandOfProduct.references
})
