/** The operations on the attributes of variants: their images, galleries and translations. */
import { Schema } from "effect"
import { doneWith, Update } from "../../contract/answers.ts"
import { type Finding, get, type PartialInput, post, put, stream } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import {
  clearable,
  Int,
  isServiceId,
  NonEmptyText,
  names,
  rule,
  ServiceID,
  Text,
  Uid,
  withUnderscore
} from "../../contract/values.ts"
import { isWebAddress } from "../../contract/web-address.ts"
import { Translations } from "./document.ts"

/** An attribute with its values, by value. `img` is an address, or empty. */
export const ShownVariant = Schema.Struct({
  key: Text,
  values: Schema.Record(Text, Schema.Struct({ value: Text, img: Text }).annotate({ identifier: "VariantValue" }))
}).annotate({ identifier: "VariantAttribute" })
export type ShownVariant = typeof ShownVariant.Type

/** A value with its translations. */
const TranslatedValue = Schema.Struct({ label: Text, translations: Translations, image: Schema.NullOr(Text) }).annotate(
  {
    identifier: "TranslatedVariantValue"
  }
)
export type TranslatedValue = typeof TranslatedValue.Type

/** The translations of an attribute and of its values; `locales` has the names of the languages in English. */
export const VariantTranslations = Schema.Struct({
  variant: Schema.Struct({ label: Text, translations: Translations }),
  variantValues: Schema.Array(TranslatedValue),
  locales: Schema.Record(Text, Text)
}).annotate({ identifier: "VariantTranslations" })
export type VariantTranslations = typeof VariantTranslations.Type

/** The id of an image of the gallery, or the address of any picture. */
const Picture = NonEmptyText.check(
  rule(
    "must be the id of an image, or an http or https address of up to 2,000 characters",
    (text: string) => isServiceId(text) || (text.length <= 2000 && isWebAddress(text))
  )
)
const uid = names("products", Uid).annotate({ description: "The product." })
const sku = names("inventory", NonEmptyText).annotate({ description: "The SKU of one of its variants." })
const variant = NonEmptyText.annotate({ description: "The attribute of variants, such as colour." })

const translated = {
  variant,
  variantTranslation: Translations.annotate({ description: "The attribute's name, by locale." }),
  variantValueTranslations: Schema.optionalKey(
    Schema.Record(
      Text,
      Schema.Struct({
        image: Schema.optionalKey(Picture.annotate({ description: "Sets the value's image." })),
        translations: Schema.optionalKey(Translations.annotate({ description: "The value, by locale." }))
      })
    ).annotate({ description: "By value." })
  )
}

/** Finds names that are not locales, and locales that are sent in two spellings. */
const wrongLocales = (given: PartialInput<typeof TranslationInput.Type>): ReadonlyArray<Finding> => [
  ...localesOf(given.variantTranslation, ["variantTranslation"]),
  ...Object.entries(given.variantValueTranslations ?? {}).flatMap(([value, one]) =>
    localesOf(one?.translations, ["variantValueTranslations", value, "translations"])
  )
]
const TranslationInput = Schema.Struct(translated)

const localesOf = (translations: Readonly<Record<string, unknown>> = {}, at: Finding["at"]): ReadonlyArray<Finding> => {
  const seen = new Set<string>()
  return Object.keys(translations).flatMap((key): ReadonlyArray<Finding> => {
    const locale = withUnderscore(key)
    if (!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(locale))
      return [{ at: [...at, key], message: "must be a locale such as it_IT" }]
    if (seen.has(locale)) return [{ at: [...at, key], message: "is sent in two spellings" }]
    seen.add(locale)
    return []
  })
}

export const endpoints = {
  list: stream("/productvariants/list.json", {
    summary: "List the attributes of the catalogue's variants, with their values.",
    output: Schema.Array(ShownVariant)
  }),
  image: put("/productvariants/variantimage.json", {
    summary: "Set the image of a value that variants have.",
    description: "`nModified` is the number of products that have the value; 0 if it had this image before.",
    input: {
      key: NonEmptyText.annotate({ description: "The attribute, such as colour." }),
      value: NonEmptyText.annotate({ description: "The value, such as red." }),
      image_id: names("images", ServiceID).annotate({ description: "An image of the gallery." })
    },
    output: doneWith({ nModified: Int }),
    refusals: [NotFound],
    example: { key: "colore", value: "blu", image_id: "5f0c3a2b0e1f4a0000000001" }
  }),
  gallery: get("/productvariants/variantgallery.json", {
    summary: "Read the pictures of a variant.",
    input: { uid, sku },
    output: Schema.Struct({
      uid,
      variant: Schema.Struct({ gallery: Schema.Array(Text).annotate({ description: "Addresses." }), sku: Text })
    }),
    refusals: [NotFound],
    example: { uid: 17, sku: "CER-PIA-BLU" }
  }),
  setGallery: put("/productvariants/variantgallery.json", {
    summary: "Replace the pictures of a variant.",
    input: {
      uid,
      sku,
      gallery: clearable(Schema.Array(Picture)).annotate({
        description: "Up to 100 pictures, each the id of an image of the gallery, or an address; empty for no picture."
      })
    },
    output: Schema.Struct({
      inserted: Schema.Struct({
        status: Update,
        urls: Schema.Array(Text).annotate({ description: "The pictures' addresses." })
      })
    }),
    refusals: [NotFound],
    example: { uid: 17, sku: "CER-PIA-BLU", gallery: ["https://example.com/plate.webp"] }
  }),
  translations: get("/productvariants/variantTranslation.json", {
    summary: "Read the translations of an attribute and of its values.",
    input: { variant },
    output: VariantTranslations,
    refusals: [NotFound],
    stability: "beta",
    example: { variant: "colore" }
  }),
  translate: post("/productvariants/variantTranslation.json", {
    summary: "Replace all translations of an attribute and of its values.",
    description:
      "`itemsCount` is the number of translated items: the attribute and the values that are sent; `nModified` of those that changed, values that lose their translations included. An image that is not sent stays.",
    input: translated,
    output: Schema.Struct({ itemsCount: Int, nModified: Int }),
    rules: wrongLocales,
    refusals: [NotFound],
    stability: "beta",
    example: { variant: "colore", variantTranslation: { en_US: "colour" } }
  })
}
