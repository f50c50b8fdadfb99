/** What the demo shop stores about the options of its variants: a picture of each colour, and translations. */
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

type Texts = readonly [english: string, german: string, french: string, spanish: string]

/** An option's and its values' texts in the languages of the shop's customers; sizes in letters and numbers need none. */
const texts: Readonly<Record<string, readonly [option: Texts, values: Readonly<Record<string, Texts>>]>> = {
  colore: [
    ["Colour", "Farbe", "Couleur", "Color"],
    {
      bianco: ["white", "weiß", "blanc", "blanco"],
      blu: ["blue", "blau", "bleu", "azul"],
      lino: ["linen", "leinen", "lin", "lino"],
      ocra: ["ochre", "ocker", "ocre", "ocre"],
      salvia: ["sage", "salbei", "sauge", "salvia"],
      verde: ["green", "grün", "vert", "verde"]
    }
  ],
  gusto: [
    ["Flavour", "Geschmack", "Saveur", "Sabor"],
    {
      arancia: ["orange", "Orange", "orange", "naranja"],
      cannella: ["cinnamon", "Zimt", "cannelle", "canela"],
      peperoncino: ["chilli", "Chili", "piment", "guindilla"]
    }
  ],
  misura: [
    ["Size", "Größe", "Taille", "Tamaño"],
    {
      matrimoniale: ["double", "Doppelbett", "deux personnes", "matrimonio"],
      singolo: ["single", "Einzelbett", "une personne", "individual"]
    }
  ],
  numero: [["Size", "Größe", "Pointure", "Número"], {}],
  peso: [["Weight", "Gewicht", "Poids", "Peso"], {}],
  taglia: [["Size", "Größe", "Taille", "Talla"], {}]
}

const inAll = ([en_GB, de_DE, fr_FR, es_ES]: Texts) => ({ de_DE, en_GB, es_ES, fr_FR })

/** The translations of all options. */
export const variantTranslations: ReadonlyArray<VariantTranslation> = Object.entries(texts).map(
  ([variant, [option, values]]) => ({
    variant,
    translations: inAll(option),
    values: Object.entries(values).map(([value, texts]) => ({ value, translations: inAll(texts) }))
  })
)
