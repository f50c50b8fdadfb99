/** Brands as lists and the detail show them. */
import { Schema } from "effect"
import { Bool, Html, names, ServiceID, Text, Uid } from "../../contract/values.ts"
import { type Brand, BrandSeo } from "./document.ts"

const summary = {
  uid: names("brands", Uid),
  name: Text,
  slug: Text.annotate({ description: "For addresses: made of the first name, unique in the shop, never changed." }),
  description: Html.annotate({ description: "Cleaned HTML." })
}

/** A brand in the list. */
export const BrandSummary = Schema.Struct(summary).annotate({ identifier: "BrandSummary" })
export type BrandSummary = typeof BrandSummary.Type

/** A brand with all its fields. */
export const BrandDetail = Schema.Struct({
  ...summary,
  image_id: Schema.NullOr(names("images", ServiceID)).annotate({ description: "An image of the gallery." }),
  seo: BrandSeo,
  disabled: Bool,
  default_sort: Text
}).annotate({ identifier: "Brand" })
export type BrandDetail = typeof BrandDetail.Type

/** The list form of a brand. */
export const summaryOf = ({ description, name, slug, uid }: Brand): BrandSummary => ({ uid, name, slug, description })

/** The detail of a brand. */
export const detailOf = (brand: Brand): BrandDetail => ({
  ...summaryOf(brand),
  image_id: brand.image_id,
  seo: brand.seo,
  disabled: brand.disabled === 1,
  default_sort: brand.default_sort
})
