/** The demo shop's products: those of an Italian homeware shop, with variants, reductions and stock. */
import type { Attribute } from "@bottega/domain/areas/attributes"
import type { InventoryItem } from "@bottega/domain/areas/inventory"
import { type Product, productFrom, stockAfter } from "@bottega/domain/areas/products"
import type { Assortment } from "./assortment.ts"
import type { Chance } from "./chance.ts"
import { details } from "./details.ts"
import { dearer, makers, origins, otherRates, rates } from "./shelves.ts"
import { choices, type Line, lines, pictureNames } from "./wares.ts"

/** A product with its stock. */
export interface DemoProduct {
  readonly product: Product
  readonly stock: InventoryItem
}

/** SKUs that are not restocked once they are sold out. */
export const scarce: ReadonlySet<string> = new Set(lines.filter(([, , , , more]) => more?.few).map(([code]) => code))

/** What a product is made with besides the shop's chance. */
export interface CatalogueOptions {
  readonly assortment: Assortment
  /** The B2B price lists' attributes, whose values are the prices of the shop's business customers. */
  readonly listed: ReadonlyArray<Attribute>
  /** When the shop opened, in unix seconds. */
  readonly since: number
}

/** All of it, with the stock of its first day. */
export const demoProductsOf = (chance: Chance, options: CatalogueOptions): ReadonlyArray<DemoProduct> => {
  const categories = pathsOf(options.assortment.categories)
  return lines.map((line, index) => {
    const [code, title, price, tags, more = {}] = line
    const quantity = () => (more.few ? chance.int(3, 8) : chance.int(20, 120))
    const variants = more.sizes === undefined ? undefined : variantsOf(line, choices[more.sizes], quantity)
    const given = {
      ...{ code, title, price, tags: tags.split(", "), unlimited: more.unlimited === true },
      status: more.hidden ? (0 as const) : (1 as const),
      ...(more.final === undefined ? {} : { final_price: more.final }),
      ...(variants === undefined ? (more.unlimited ? {} : { quantity: quantity() }) : { variants }),
      ...placeOf(code, options, categories),
      attributes: attributesOf(line, index, options)
    }
    const product = productFrom(index + 1, given, options.since + index * 60)
    return { product: shownWith(line, product, options.assortment), stock: stockAfter(product, undefined, given) }
  })
}

/** The uids of each category at the end of a branch and of those above it, by its name. */
const pathsOf = (categories: Assortment["categories"]): ReadonlyMap<string, ReadonlyArray<number>> => {
  const paths = new Map<number | null, ReadonlyArray<number>>([[null, []]])
  for (const { parentUID, uid } of categories) paths.set(uid, [...paths.get(parentUID)!, uid])
  return new Map(categories.map(({ name, uid }) => [name, paths.get(uid)!]))
}

const beginningOf = (code: string): string => code.split("-")[0]!

const placeOf = (code: string, { assortment }: CatalogueOptions, categories: ReturnType<typeof pathsOf>) => {
  const [category, description] = details[code]!
  const origin = origins[beginningOf(code)]
  const rate = otherRates[beginningOf(code)] ?? rates[0]![0]
  const brandUID = makers.findIndex(([logo]) => logo === origin?.[0]) + 1
  const tax_profile = assortment.taxes.find(({ value }) => value === rate)?.id
  return {
    description,
    categories: categories.get(category)!,
    ...(brandUID === 0 ? {} : { brandUID }),
    ...(tax_profile === undefined ? {} : { tax_profile })
  }
}

const attributesOf = (
  [code, , price, , more = {}]: Line,
  index: number,
  { assortment, listed }: CatalogueOptions
): Readonly<Record<string, string>> => {
  const { care, lot, material, place, volume, weight } = assortment.attributes
  const [, , grams, litres] = details[code]!
  const [, where, what, how] = origins[beginningOf(code)] ?? []
  const values = [
    [material, what],
    [care, how],
    [place, where],
    [weight, grams || undefined],
    [volume, litres],
    [lot, where && `${where.slice(0, 2).toUpperCase()}${String(index + 1).padStart(4, "0")}`],
    // Products with variants have their own prices, and products without a weight cost everyone the same.
    ...listed.map(
      (attribute, n) => [attribute, more.sizes || !grams ? undefined : rounded(price * (0.8 - n / 10))] as const
    )
  ] as const
  return Object.fromEntries(values.flatMap(([{ id }, value]) => (value === undefined ? [] : [[id, String(value)]])))
}

/** A product with its pictures and its texts for search engines, which other operations than its creation give it. */
const shownWith = (line: Line, product: Product, { pictures }: Assortment): Product => {
  const named = pictureNames(line).map(([value, name]) => [value, pictures.get(name)?.image.id] as const)
  const idsByValue = new Map(named.flatMap(([value, id]) => (id === undefined ? [] : [[value, id] as const])))
  const [image_id = null, ...gallery] = idsByValue.values()
  const variants = product.variants.map((variant) => ({
    ...variant,
    gallery: Object.values(variant.attributes).flatMap((value) => idsByValue.get(value) ?? [])
  }))
  const { description, tags, title } = product
  const seo = { title: `${title} | Bottega Santa Croce`, description, keywords: tags.join(", ") }
  return { ...product, image_id, gallery, variants, seo }
}

const variantsOf = (
  [code, , price]: Line,
  choice: Readonly<Record<string, ReadonlyArray<string>>>,
  quantity: () => number
) => {
  const every = Object.entries(choice).reduce<ReadonlyArray<Record<string, string>>>(
    (chosen, [key, values]) => chosen.flatMap((some) => values.map((value) => ({ ...some, [key]: value }))),
    [{}]
  )
  return every.map((attributes) => {
    const values = Object.values(attributes)
    const suffix = values.map((value) => value.replace(/\s/g, "").toUpperCase()).join("-")
    const factor = values.reduce((product, value) => product * (dearer[value] ?? 1), 1)
    return {
      sku: `${code}-${suffix}`,
      superkey: values.join("_").replace(/\s/g, "-"),
      quantity: quantity(),
      ...(factor === 1 ? {} : { price: rounded(price * factor) }),
      attributes
    }
  })
}

/** A price to ten cents. */
const rounded = (price: number): number => Math.round(price * 10) / 10
