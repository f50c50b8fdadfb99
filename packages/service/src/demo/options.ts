/** What the demo shop keeps of the options of its variants: a picture of each colour, and translations. */
import { variantValuesOf } from "@bottega/domain/areas/products"
import type { VariantTranslation, VariantValue } from "@bottega/domain/areas/variants"
import type { Assortment } from "./assortment.ts"
import type { DemoProduct } from "./catalogue.ts"
import { swatchOf } from "./wares.ts"

/** The values of all variants; those that have a colour or a flavour have a picture of it. */
export const variantValuesIn = (
  wares: ReadonlyArray<DemoProduct>,
  { pictures }: Assortment
): ReadonlyArray<VariantValue> => {
  const values = new Map(wares.flatMap(({ product }) => [...variantValuesOf(product)]))
  return [...values.values()].map((value) => ({ ...value, image: pictures.get(swatchOf(value.value))?.image.id ?? "" }))
}

type Texts = readonly [english: string, german: string]

/** An option's and its values' texts in English and German; sizes in letters and numbers need none. */
const texts: Readonly<Record<string, readonly [option: Texts, values: Readonly<Record<string, Texts>>]>> = {
  colore: [
    ["Colour", "Farbe"],
    {
      bianco: ["white", "weiß"],
      blu: ["blue", "blau"],
      lino: ["linen", "leinen"],
      ocra: ["ochre", "ocker"],
      salvia: ["sage", "salbei"],
      verde: ["green", "grün"]
    }
  ],
  gusto: [
    ["Flavour", "Geschmack"],
    { arancia: ["orange", "Orange"], cannella: ["cinnamon", "Zimt"], peperoncino: ["chilli", "Chili"] }
  ],
  misura: [["Size", "Größe"], { matrimoniale: ["double", "Doppelbett"], singolo: ["single", "Einzelbett"] }],
  numero: [["Size", "Größe"], {}],
  peso: [["Weight", "Gewicht"], {}],
  taglia: [["Size", "Größe"], {}]
}

const inBoth = ([en_GB, de_DE]: Texts) => ({ de_DE, en_GB })

/** The translations of all options. */
export const variantTranslations: ReadonlyArray<VariantTranslation> = Object.entries(texts).map(
  ([variant, [option, values]]) => ({
    variant,
    translations: inBoth(option),
    values: Object.entries(values).map(([value, both]) => ({ value, translations: inBoth(both) }))
  })
)
