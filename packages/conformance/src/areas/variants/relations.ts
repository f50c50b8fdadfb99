/** Races for an image: a variant's gallery, or a value of variants, gets it while it is removed. */
import { collections } from "@bottega/domain/areas"
import type { Collection } from "@bottega/domain/contract"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { relation, type Side, succeeds } from "../../relations/relation.ts"
import { added } from "../gallery/sample.ts"
import { variedBy } from "./sample.ts"

const varied = async (side: Side) => ({ ...(await variedBy(side, "red")), id: (await added(side)).id })
const remove = ({ api }: Side, { id }: { readonly id: string }) => succeeds(api.gallery.remove({ id }))
const namedIn =
  (collection: Collection) =>
  (shop: string, { id }: { readonly id: string }) =>
    Effect.map(all(shop, collection, { where: [{ on: "image", eq: id }], latest: true }), ({ length }) => length)

export const imageOfVariant = relation({
  name: "a variant's gallery and its image",
  target: varied,
  make: ({ api }, { id, skus, uid }) => succeeds(api.variants.setGallery({ uid, sku: skus[0]!, gallery: [id] })),
  remove,
  clears: true,
  references: namedIn(collections.products)
})

export const imageOfValue = relation({
  name: "a value of variants and its image",
  target: varied,
  make: ({ api }, { id, key }) => succeeds(api.variants.image({ key, value: "red", image_id: id })),
  remove,
  clears: true,
  references: namedIn(collections.variantValues)
})
