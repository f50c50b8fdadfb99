/** What the shop stores about the attributes of its variants, such as colour: their values, and translations of both. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { text } from "../../contract/lookup.ts"
import { isServiceId, Text } from "../../contract/values.ts"
import { gallery } from "../gallery.ts"

/** A value that variants of the catalogue have for an attribute, such as `red` for `colour`, with its image. */
export const VariantValue = Schema.Struct({
  id: Text.annotate({ description: "The attribute and the value as a JSON array, which sorts by the attribute." }),
  key: Text,
  value: Text,
  image: Text.annotate({ description: "The id of an image, or an address; empty if there is none." })
})
export type VariantValue = typeof VariantValue.Type

/** Texts by their locale, such as `en_US`. */
export const Translations = Schema.Record(Text, Text)
export type Translations = typeof Translations.Type

const translationBounds = {
  locales: { max: 200, noun: "translations", of: "text", at: "variantValueTranslations" },
  values: { max: 5000, noun: "values", at: "variantValueTranslations" }
}

/** The translations of an attribute and of its values, which a call replaces together. */
export const VariantTranslation = Schema.Struct({
  variant: Text,
  translations: bounded(Translations, { ...translationBounds.locales, at: "variantTranslation" }),
  values: bounded(
    Schema.Array(Schema.Struct({ value: Text, translations: bounded(Translations, translationBounds.locales) })),
    translationBounds.values
  )
})
export type VariantTranslation = typeof VariantTranslation.Type

export const collections = {
  variantValues: collection("variantValues", VariantValue, {
    noun: "value of a variant",
    personal: "none",
    key: ({ id }) => id,
    lookups: {
      variant: text(({ key }) => key),
      image: text(({ image }) => (isServiceId(image) ? image : undefined))
    },
    orders: [["variant", "key"]],
    references: [{ to: () => gallery.collections.images, on: "image", whenRemoved: "refused" }]
  }),
  variantTranslations: collection("variantTranslations", VariantTranslation, {
    noun: "variant",
    personal: "none",
    key: ({ variant }) => variant
  })
}

/** The id of the value of an attribute. */
export const valueId = (key: string, value: string): string => JSON.stringify([key, value])
