/** What the demo shop's products refer to: pictures, brands, categories, tax profiles and custom attributes. */
import type { Attribute } from "@bottega/domain/areas/attributes"
import { type Brand, brandFrom } from "@bottega/domain/areas/brands"
import { type Category, categoryFrom } from "@bottega/domain/areas/categories"
import { countryByCode } from "@bottega/domain/areas/countries"
import { type Filter, filterFrom } from "@bottega/domain/areas/filters"
import type { TaxProfile } from "@bottega/domain/areas/taxes"
import { type Chance, idAt } from "./chance.ts"
import { type DemoPicture, demoPicturesOf } from "./pictures.ts"
import { choicesOf, fields, makers, rates, sieves, tree } from "./shelves.ts"
import { lines, pictureNames, swatches, swatchOf } from "./wares.ts"

/** Everything of it, as stored. */
export interface Assortment {
  /** The pictures by their names. */
  readonly pictures: ReadonlyMap<string, DemoPicture>
  readonly brands: ReadonlyArray<Brand>
  readonly categories: ReadonlyArray<Category>
  readonly filters: ReadonlyArray<Filter>
  readonly taxes: ReadonlyArray<TaxProfile>
  /** The attributes by their purpose. */
  readonly attributes: Readonly<Record<keyof typeof fields, Attribute>>
}

/** Makes it, as of when the shop opened, in unix seconds; with no pictures unless they are wanted. */
export const assortmentOf = (chance: Chance, opened: number, withPictures: boolean): Assortment => {
  const names = [
    ...makers.flatMap(([logo]) => (logo === "" ? [] : `logo-${logo}`)),
    ...swatches.map(swatchOf),
    ...lines.flatMap((line) => pictureNames(line).map(nameOf))
  ]
  const pictures = demoPicturesOf(withPictures ? names : [], chance, opened)
  const categories = categoriesOf()
  return {
    pictures,
    brands: brandsOf(pictures),
    categories,
    taxes: rates.map(([value, title], index) => ({
      id: idAt(opened + index, chance),
      value,
      title: `${title} ${value}%`,
      countriesUID: [countryByCode("IT")!.uid]
    })),
    attributes: attributesOf(chance, opened),
    filters: filtersOf(categories, chance, opened)
  }
}

const nameOf = ([, name]: readonly [string, string]): string => name

const brandsOf = (pictures: Assortment["pictures"]): ReadonlyArray<Brand> =>
  makers.map(([logo, name, description], index) => {
    const texts = { seo_title: `${name} | Bottega Santa Croce`, seo_description: description }
    const given = { name, disabled: logo === "" ? 1 : 0, ...texts, seo_keywords: name.toLowerCase() } as const
    const slug = name.toLowerCase().replaceAll(" ", "-")
    const brand = brandFrom(given, { uid: index + 1, slug, description: `<p>${description}</p>` })
    return { ...brand, image_id: pictures.get(`logo-${logo}`)?.image.id ?? null }
  })

/** The tree, one level after the other. */
const categoriesOf = (): ReadonlyArray<Category> => {
  const categories: Array<Category> = []
  const add = (name: string, description: string, parentUID: number | null): number => {
    const texts = { seo_title: `${name} | Bottega Santa Croce`, seo_description: description }
    const uid = categories.length + 1
    const given = {
      name,
      parent: parentUID,
      description,
      status: 1,
      ...texts,
      seo_keywords: name.toLowerCase()
    } as const
    categories.push(categoryFrom(uid, given))
    return uid
  }
  const tops = Object.entries(tree).map(([name, [description, branches]]) => ({
    uid: add(name, description, null),
    branches
  }))
  const branches = tops.flatMap(({ branches, uid }) =>
    Object.entries(branches).map(([name, [description, leaves]]) => ({ uid: add(name, description, uid), leaves }))
  )
  for (const { leaves, uid } of branches) for (const leaf of leaves) add(leaf, `${leaf}: scelti in bottega.`, uid)
  return categories
}

const attributesOf = (chance: Chance, opened: number): Assortment["attributes"] => {
  const made = (field: keyof typeof fields, index: number, data: ReadonlyArray<string> = []): Attribute => ({
    ...{ id: idAt(opened + index, chance), label: fields[field].label, type: fields[field].type },
    data,
    read_only: fields[field].read_only
  })
  return {
    material: made("material", 0, choicesOf(2)),
    care: made("care", 1, choicesOf(3)),
    place: made("place", 2),
    weight: made("weight", 3),
    volume: made("volume", 4),
    lot: made("lot", 5)
  }
}

const filtersOf = (categories: ReadonlyArray<Category>, chance: Chance, opened: number): ReadonlyArray<Filter> =>
  sieves().map(([key, label, descriptions, shownIn], index) =>
    filterFrom(idAt(opened + index, chance), key, {
      ...{ values: Object.keys(descriptions), descriptions, filter_label: label },
      categories: categories.flatMap(({ name, parentUID, uid }) =>
        parentUID === null && shownIn.includes(name) ? uid : []
      )
    })
  )
