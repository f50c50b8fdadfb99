/** What the demo shop's products refer to: pictures, brands, categories, tax profiles and custom attributes. */
import type { Attribute } from "@bottega/domain/areas/attributes"
import type { Brand } from "@bottega/domain/areas/brands"
import type { Category } from "@bottega/domain/areas/categories"
import { countryByCode } from "@bottega/domain/areas/countries"
import type { TaxProfile } from "@bottega/domain/areas/taxes"
import { type Chance, idAt } from "./chance.ts"
import { type DemoPicture, demoPicturesOf } from "./pictures.ts"
import { choicesOf, fields, makers, rates, tree } from "./shelves.ts"
import { lines, pictureNames } from "./wares.ts"

/** Everything of it, as stored. */
export interface Assortment {
  /** The pictures by their names. */
  readonly pictures: ReadonlyMap<string, DemoPicture>
  readonly brands: ReadonlyArray<Brand>
  readonly categories: ReadonlyArray<Category>
  readonly taxes: ReadonlyArray<TaxProfile>
  /** The attributes by what they are. */
  readonly attributes: Readonly<Record<keyof typeof fields, Attribute>>
}

/** Makes it, as of when the shop opened, in unix seconds; with no pictures unless they are wanted. */
export const assortmentOf = (chance: Chance, opened: number, withPictures: boolean): Assortment => {
  const names = [
    ...makers.flatMap(([logo]) => (logo === "" ? [] : `logo-${logo}`)),
    ...lines.flatMap((line) => pictureNames(line).map(nameOf))
  ]
  const pictures = demoPicturesOf(withPictures ? names : [], chance, opened)
  return {
    pictures,
    brands: brandsOf(pictures),
    categories: categoriesOf(),
    taxes: rates.map(([value, title], index) => ({
      id: idAt(opened + index, chance),
      value,
      title: `${title} ${value}%`,
      countriesUID: [countryByCode("IT")!.uid]
    })),
    attributes: attributesOf(chance, opened)
  }
}

const nameOf = ([, name]: readonly [string, string]): string => name

const brandsOf = (pictures: Assortment["pictures"]): ReadonlyArray<Brand> =>
  makers.map(([logo, name, description], index) => ({
    uid: index + 1,
    name,
    slug: name.toLowerCase().replaceAll(" ", "-"),
    description: `<p>${description}</p>`,
    disabled: logo === "" ? 1 : 0,
    default_sort: "",
    image_id: pictures.get(`logo-${logo}`)?.image.id ?? null,
    seo: { title: `${name} | Bottega Santa Croce`, description, keywords: name.toLowerCase(), robots: "" }
  }))

/** The tree in its order, parents first. */
const categoriesOf = (): ReadonlyArray<Category> => {
  const categories: Array<Category> = []
  const add = (name: string, description: string, parentUID: number | null): number => {
    const seo = { title: `${name} | Bottega Santa Croce`, description, keywords: name.toLowerCase() }
    const uid = categories.length + 1
    categories.push({ uid, name, parentUID, description, status: 1, seo })
    return uid
  }
  for (const [name, [description, branches]] of Object.entries(tree)) {
    const top = add(name, description, null)
    for (const [name, [description, leaves]] of Object.entries(branches)) {
      const branch = add(name, description, top)
      for (const leaf of leaves) add(leaf, `${leaf}: scelti in bottega.`, branch)
    }
  }
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
