/** The demo shop's catalogue: every product has its place, its pictures and its texts, and every field is used. */
import { collections } from "@bottega/domain/areas"
import { AttributeType } from "@bottega/domain/areas/attributes"
import { variantValuesOf } from "@bottega/domain/areas/products"
import { valueId } from "@bottega/domain/areas/variants"
import type { Collection } from "@bottega/domain/contract"
import { bytes, installation, docOf as read, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect } from "effect"
import { beforeAll, expect, it } from "vitest"
import { allCollections } from "../src/collections.ts"
import { makeDemo } from "../src/demo/making.ts"
import { examineStore } from "../src/maintenance/doctor.ts"

const now = Date.parse("2026-11-21T10:00:00Z")

const all = <Doc>(shop: string, collection: Collection<Doc>) =>
  Storage.use(({ find }) =>
    Effect.map(find(shop, collection, { limit: 1000 }), (rows) => rows.map((row) => read(collection, row)))
  )

const made = Effect.gen(function* () {
  const { id } = yield* makeDemo({ now, orders: 20 })
  const images = yield* all(id, collections.images)
  const kept = yield* Effect.forEach(images, ({ digest }) =>
    Effect.gen(function* () {
      const content = yield* bytes.find(id, digest)
      return { size: content?.size, isWhole: content !== undefined && (yield* bytes.isWhole(id, content)) }
    })
  )
  return {
    ...{ images, kept },
    brands: yield* all(id, collections.brands),
    brandOrders: yield* all(id, collections.brandOrders),
    categories: yield* all(id, collections.categories),
    filters: yield* all(id, collections.filters),
    variantValues: yield* all(id, collections.variantValues),
    variantTranslations: yield* all(id, collections.variantTranslations),
    taxes: yield* all(id, collections.taxes),
    attributes: yield* all(id, collections.attributes),
    products: yield* all(id, collections.products),
    claims: yield* all(id, bytes.claims),
    uploads: yield* all(id, bytes.uploads),
    shops: yield* all(installation, collections.shops)
  }
})

let demo: Effect.Success<typeof made>
beforeAll(async () => {
  demo = await Effect.runPromise(Effect.provide(made, adapters[0]!.open("", allCollections)))
})

/** The fields that are empty in all documents, by the path of each. */
const unusedIn = (docs: ReadonlyArray<unknown>, path = ""): ReadonlyArray<string> => {
  const filled = docs.filter((doc) => doc !== undefined && doc !== null && doc !== "" && doc !== 0)
  const inner = filled.flatMap((doc) => (Array.isArray(doc) ? doc : [doc]))
  if (inner.length === 0) return [path]
  const objects = inner.filter((doc) => typeof doc === "object") as ReadonlyArray<Record<string, unknown>>
  const names = new Set(objects.flatMap((doc) => Object.keys(doc)))
  return [...names].flatMap((name) =>
    unusedIn(
      objects.map((doc) => doc[name]),
      path === "" ? name : `${path}.${name}`
    )
  )
}

it("uses every field of the catalogue's documents", () => {
  const { attributes, brands, categories, images, products, taxes, variantTranslations, variantValues } = demo
  for (const docs of [attributes, categories, images, products, taxes, variantValues, variantTranslations])
    expect(unusedIn(docs)).toEqual([])
  // No operation sets these two.
  expect(unusedIn(brands)).toEqual(["default_sort", "seo.robots"])
  // Its address would be that of the server, which nothing here knows.
  expect(unusedIn(demo.filters)).toEqual(["values.image"])
})

it("has stored the bytes of every picture, and left no claim on them and no upload", () => {
  const { claims, images, kept, uploads } = demo
  expect(kept).toEqual(images.map(({ size }) => ({ size, isWhole: true })))
  expect([claims, uploads]).toEqual([[], []])
})

it("shows every picture somewhere: a logo of each brand, and pictures of each product, one for each colour", () => {
  const shown = [
    ...demo.brands.flatMap(({ disabled, image_id }) => (disabled === 1 ? [] : image_id)),
    ...demo.variantValues.flatMap(({ image }) => (image === "" ? [] : image)),
    ...demo.products.flatMap(({ gallery, image_id }) => [image_id, ...gallery])
  ]
  expect(shown.sort()).toEqual(demo.images.map(({ id }) => id).sort())
  for (const { code, gallery, image_id, variants } of demo.products) {
    const colours = Map.groupBy(variants, ({ attributes }) => attributes["colore"] ?? attributes["gusto"])
    const pictures = [...colours.values()].map((alike) => new Set(alike.flatMap((variant) => variant.gallery)))
    if (gallery.length === 0) expect([code, variants.flatMap((variant) => variant.gallery)]).toEqual([code, []])
    else expect([code, pictures.map((one) => [...one])]).toEqual([code, [image_id, ...gallery].map((id) => [id])])
  }
})

it("can be made without pictures, and names none then", async () => {
  const plain = Effect.gen(function* () {
    const { id } = yield* makeDemo({ now, orders: 20, pictures: false })
    const wrong: Array<string> = []
    yield* examineStore({ onWrong: (sentence) => wrong.push(sentence) })
    const [images, products] = [yield* all(id, collections.images), yield* all(id, collections.products)]
    return { wrong, images, products, brands: yield* all(id, collections.brands) }
  })
  const { brands, images, products, wrong } = await Effect.runPromise(
    Effect.provide(plain, adapters[0]!.open("", allCollections))
  )
  expect([wrong, images]).toEqual([[], []])
  expect(unusedIn(products)).toEqual(["image_id", "variants.gallery", "gallery"])
  expect(brands.map(({ image_id }) => image_id)).toEqual(demo.brands.map(() => null))
})

it("has a tree of categories three deep, with a product in every one, which is in those above too", () => {
  const categoriesByUid = new Map(demo.categories.map((category) => [category.uid, category]))
  const pathOf = (uid: number): ReadonlyArray<number> => {
    const { parentUID } = categoriesByUid.get(uid)!
    return parentUID === null ? [uid] : [...pathOf(parentUID), uid]
  }
  for (const { categories, code } of demo.products) {
    expect([code, categories.length]).toEqual([code, 3])
    expect([code, pathOf(categories.at(-1)!)]).toEqual([code, categories])
  }
  const used = new Set(demo.products.flatMap(({ categories }) => categories))
  expect(demo.categories.filter(({ uid }) => !used.has(uid))).toEqual([])
})

it("has filters whose values some product in their categories has", () => {
  const attributesByLabel = new Map(demo.attributes.map(({ id, label }) => [label, id]))
  for (const { categories, key, label, values } of demo.filters) {
    const shown = demo.products.filter((one) => categories?.some((uid) => one.categories.includes(uid)) ?? true)
    const found = shown.flatMap(({ attributes, variants }) => [
      attributes[attributesByLabel.get(label) ?? ""],
      ...variants.map((variant) => variant.attributes[key])
    ])
    expect(new Set(found.filter((value) => value !== undefined))).toEqual(new Set(values.map(({ value }) => value)))
  }
  expect(demo.filters.map(({ categories, key }) => [key, categories?.length])).toEqual([
    ["colore", 2],
    ["taglia", 1],
    ["materiale", undefined]
  ])
})

it("has every value of its variants, with a picture of each colour, and the translations of each option", () => {
  const { products, variantTranslations, variantValues } = demo
  const used = new Map(products.flatMap((product) => [...variantValuesOf(product)]))
  expect(variantValues.map(({ id }) => id).sort()).toEqual([...used.keys()].sort())
  const pictured = variantValues.filter(({ image }) => image !== "")
  expect(new Set(pictured.map(({ key }) => key))).toEqual(new Set(["colore", "gusto"]))
  expect(variantTranslations.map(({ variant }) => variant).sort()).toEqual(
    [...new Set(variantValues.map(({ key }) => key))].sort()
  )
  for (const { values, variant } of variantTranslations)
    for (const { value } of values) expect(used.has(valueId(variant, value))).toBe(true)
})

it("has an order of brands of its own", () => {
  expect(demo.brandOrders[0]!.uids).not.toEqual(demo.brands.map(({ uid }) => uid))
})

it("has a custom attribute of each type, whose values are of it", () => {
  const attributesById = new Map(demo.attributes.map((attribute) => [attribute.id, attribute]))
  expect(new Set(demo.attributes.map(({ type }) => type))).toEqual(new Set(AttributeType.literals))
  const fits = { text: /./, number: /^\d+(\.\d+)?$/, real: /^\d+(\.\d+)?$/, select: /./ }
  const used = new Set<string>()
  for (const { attributes } of demo.products)
    for (const [id, value] of Object.entries(attributes)) {
      const { data, type } = attributesById.get(id)!
      used.add(id)
      expect(value).toMatch(fits[type])
      if (type === "select") expect(data).toContain(value)
    }
  expect(used).toEqual(new Set(attributesById.keys()))
})

it("has tax profiles of 22, 10 and 4 percent in Italy, each of some product, and a voucher without one", () => {
  expect(demo.taxes.map(({ countriesUID, value }) => [value, countriesUID])).toEqual(
    [22, 10, 4].map((rate) => [rate, [380]])
  )
  const used = new Set(demo.products.map(({ tax_profile }) => tax_profile))
  expect(used).toEqual(new Set([null, ...demo.taxes.map(({ id }) => id)]))
})

it("has variants with colours and sizes, of which larger ones cost more", () => {
  const options = new Set(
    demo.products.flatMap(({ variants }) => variants.flatMap(({ attributes }) => Object.keys(attributes)))
  )
  expect(options).toEqual(new Set(["colore", "misura", "taglia", "numero", "peso", "gusto"]))
  const coffee = demo.products.find(({ code }) => code === "CAF-MISC")!
  expect(coffee.variants.map(({ price, sku }) => [sku, price])).toEqual([
    ["CAF-MISC-250G", null],
    ["CAF-MISC-500G", 18.6],
    ["CAF-MISC-1KG", 35.3]
  ])
})
