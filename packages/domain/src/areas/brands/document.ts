/** A brand of the catalogue, as stored. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { text } from "../../contract/lookup.ts"
import { Flag, ServiceID, Text, Uid } from "../../contract/values.ts"
import { gallery } from "../gallery.ts"

/** A brand as stored. */
export const Brand = Schema.Struct({
  uid: Uid,
  name: Text,
  slug: Text,
  description: Text,
  disabled: Flag,
  default_sort: Text,
  image_id: Schema.NullOr(ServiceID),
  seo: Schema.Struct({ title: Text, description: Text, keywords: Text, robots: Text })
})
export type Brand = typeof Brand.Type

export const collections = {
  brands: collection("brands", Brand, {
    noun: "brand",
    personal: "none",
    key: ({ uid }) => uid,
    lookups: { image: text(({ image_id }) => image_id ?? undefined) },
    references: [{ to: () => gallery.collections.images, on: "image", whenRemoved: "refused" }]
  })
}
