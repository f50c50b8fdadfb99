/** A brand of the catalogue, as stored, and the order that a shop has put its brands in; see docs/decisions/0380. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { text } from "../../contract/lookup.ts"
import { duplicate, internal } from "../../contract/unique.ts"
import { Flag, ServiceID, Text, Uid } from "../../contract/values.ts"
import { gallery } from "../gallery.ts"
import { brandBound, nameKey } from "./rules.ts"

/** The texts for search engines. */
export const BrandSeo = Schema.Struct({ title: Text, description: Text, keywords: Text, robots: Text }).annotate({
  identifier: "BrandSeo"
})

/** A brand as stored; `disabled` is 1 if it is hidden. */
export const Brand = Schema.Struct({
  uid: Uid,
  name: Text,
  slug: Text,
  description: Text,
  disabled: Flag,
  default_sort: Text,
  image_id: Schema.NullOr(ServiceID),
  seo: BrandSeo
})
export type Brand = typeof Brand.Type

/** The uids of all brands of a shop in their order: a brand's position is its place in this list, from 1. */
export const BrandOrder = Schema.Struct({ uids: bounded(Schema.Array(Uid), brandBound) })
export type BrandOrder = typeof BrandOrder.Type

/** The key of a shop's one order of brands. */
export const orderKey = "brands"

export const collections = {
  brands: collection("brands", Brand, {
    noun: "brand",
    personal: "none",
    key: ({ uid }) => uid,
    lookups: {
      name: text(({ name }) => nameKey(name)),
      slug: text(({ slug }) => slug),
      image: text(({ image_id }) => image_id ?? undefined)
    },
    unique: {
      name: duplicate(
        "name",
        ({ name }) => `The name ${name} is that of another brand.`,
        "is the name of another brand"
      ),
      slug: internal
    },
    references: [{ to: () => gallery.collections.images, on: "image", whenRemoved: "refused" }]
  }),
  brandOrders: collection("brandorders", BrandOrder, {
    noun: "order of brands",
    personal: "none",
    key: () => orderKey
  })
}
