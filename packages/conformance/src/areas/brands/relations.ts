/** Races for a brand: of a product that names it with its removal, and of itself with the removal of its image. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { relation, succeeds } from "../../relations/relation.ts"
import { added } from "../gallery/sample.ts"
import { brandMade, productOf } from "./sample.ts"

/** No product names a brand that is gone. What named it before is cleared in the background. */
export const brandOfProduct = relation({
  name: "a product and its brand",
  target: (side) => brandMade(side),
  make: (side, uid) => succeeds(productOf(side, uid)),
  remove: ({ api }, uid) => succeeds(api.brands.remove({ uid })),
  references: (shop, uid) =>
    Effect.map(
      all(shop, collections.products, { where: [{ on: "brand", eq: uid }], latest: true }),
      ({ length }) => length
    )
})

/** An image that a brand is shown with is not removed, and no brand is shown with one that is gone. */
export const imageOfBrand = relation({
  name: "a brand and its image",
  target: async (side) => ({ image_id: (await added(side)).id, brandUID: await brandMade(side) }),
  make: ({ api }, target) => succeeds(api.brands.bindImage(target)),
  remove: ({ api }, { image_id }) => succeeds(api.gallery.remove({ id: image_id })),
  clears: true,
  references: (shop, { image_id }) =>
    Effect.map(
      all(shop, collections.brands, { where: [{ on: "image", eq: image_id }], latest: true }),
      ({ length }) => length
    )
})
