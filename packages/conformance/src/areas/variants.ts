/** The attributes of the catalogue's variants: their list, images, galleries and translations. */
import { expect, it } from "vitest"
import { after, type Covered, noId, unique } from "../subjects.ts"
import { type Answer, type Store, suite } from "../surface.ts"
import { added, base64, pathOf, png } from "./gallery/sample.ts"
import { imageOfValue, imageOfVariant } from "./variants/relations.ts"
import { variedBy, variedProduct } from "./variants/sample.ts"
import { translations } from "./variants/translations.ts"

const refused = ({ json, status }: Answer) => [
  status,
  json.error.details.map(({ path }: { readonly path: string }) => path)
]
const address = "https://pictures.example/mug.webp"

/** The values that the list has of an attribute; undefined if it has none. */
const valuesOf = async ({ api }: Store, key: string) =>
  (await api.variants.list()).find((one) => one.key === key)?.values

const promises = suite("variants", (open) => {
  it("lists each attribute once, with every value that a variant of the catalogue has", async () => {
    const store = await open()
    const [colour, size] = [`colour ${unique()}`, `size, "${unique()}"`]
    const { skus, uid } = await variedProduct(
      store,
      { [colour]: "red", [size]: "S" },
      { [colour]: "blue", [size]: "S" },
      { [colour]: "red", [size]: "__proto__" }
    )
    const other = await variedProduct(store, { [colour]: "blue" }, { [colour]: "Blue" })
    const shown = (...values: ReadonlyArray<string>) =>
      Object.fromEntries(values.map((value) => [value, { value, img: "" }]))
    expect(await valuesOf(store, colour)).toEqual(shown("Blue", "blue", "red"))
    expect(await valuesOf(store, size)).toEqual(shown("S", "__proto__"))
    const listed = (await store.api.variants.list()).map(({ key }) => key)
    expect(new Set(listed).size).toBe(listed.length)
    await store.api.products.update({ uid, variants: [{ sku: skus[0]!, attributes: { [colour]: "green" } }] })
    expect(await valuesOf(store, colour)).toEqual(shown("Blue", "blue", "green", "red"))
    await store.api.products.remove({ uid })
    expect(await valuesOf(store, colour)).toEqual(shown("Blue", "blue"))
    expect(await valuesOf(store, size)).toBeUndefined()
    await store.api.products.remove({ uid: other.uid })
    expect(await valuesOf(store, colour)).toBeUndefined()
  })

  it("lists every value that products get at once", async () => {
    const store = await open()
    const key = `raced ${unique()}`
    const values = Array.from({ length: 24 }, (_, at) => `v${at % 12}`)
    await Promise.all(values.map((value) => variedProduct(store, { [key]: value })))
    expect(Object.keys((await valuesOf(store, key))!).sort()).toEqual([...new Set(values)].sort())
  })

  it("refuses names and values that are too long", async () => {
    const { send } = await open()
    const ask = (attribute: string, value: string) =>
      send({
        method: "POST",
        path: "/v1.1/products/product.json",
        body: {
          ...{ code: `LONG-${unique()}`, title: "x", price: 1 },
          variants: [{ sku: `L-${unique()}`, attributes: { [attribute]: value } }]
        }
      })
    const long = "n".repeat(101)
    expect(refused(await ask(long, "x"))).toEqual([400, [`variants[0][attributes][${long}]`]])
    expect(refused(await ask("colour", "v".repeat(251)))).toEqual([400, ["variants[0][attributes][colour]"]])
    expect((await ask("n".repeat(100), "v".repeat(250))).status).toBe(200)
  })

  it("gives a value an image, and counts the products that it touched", async () => {
    const store = await open()
    const { key } = await variedBy(store, "red", "blue")
    await variedProduct(store, { [key]: "red" })
    const { id, original } = await added(store)
    const ask = { key, value: "red", image_id: id }
    expect(await store.api.variants.image(ask)).toEqual({ ok: 1, err: null, nModified: 2 })
    expect(await store.api.variants.image(ask)).toEqual({ ok: 1, err: null, nModified: 0 })
    expect(await valuesOf(store, key)).toEqual({
      blue: { value: "blue", img: "" },
      red: { value: "red", img: original }
    })
    const put = (body: object) => store.send({ method: "PUT", path: "/v1.1/productvariants/variantimage.json", body })
    expect(refused(await put({ ...ask, image_id: noId }))).toEqual([400, ["image_id"]])
    expect((await put({ ...ask, value: "green" })).status).toBe(404)
    expect((await put({ ...ask, key: "none" })).status).toBe(404)
    expect(refused(await put({}))).toEqual([400, ["key", "value", "image_id"]])
  })

  it("replaces the gallery of a variant by images and addresses", async () => {
    const store = await open()
    const { skus, uid } = await variedBy(store, "red", "blue")
    const sku = skus[0]!
    const { id, original } = await added(store)
    expect(await store.api.variants.gallery({ uid, sku })).toEqual({ uid, variant: { gallery: [], sku } })
    const status = { ok: 1, n: 1, nModified: 1, err: null, errmsg: null, updatedExisting: true }
    const urls = [original, address]
    const ask = { uid, sku, gallery: [id, address, id] }
    expect(await store.api.variants.setGallery(ask)).toEqual({ inserted: { status, urls } })
    expect(await store.api.variants.setGallery(ask)).toEqual({
      inserted: { status: { ...status, nModified: 0 }, urls }
    })
    expect(await store.api.variants.gallery({ uid, sku })).toEqual({ uid, variant: { gallery: urls, sku } })
    const { variants } = await store.api.products.read({ uid })
    expect(variants.map(({ gallery }) => gallery)).toEqual([urls, []])
    await store.api.variants.setGallery({ uid, sku, gallery: [address] })
    expect((await store.api.variants.gallery({ uid, sku })).variant.gallery).toEqual([address])
    await store.api.variants.setGallery({ uid, sku, gallery: [] })
    expect((await store.api.variants.gallery({ uid, sku })).variant.gallery).toEqual([])
    await store.api.variants.setGallery(ask)
    const body = `uid=${uid}&sku=${sku}&gallery[]=`
    const { json } = await store.send({ method: "PUT", path: "/v1.1/productvariants/variantgallery.json", body })
    expect(json).toEqual({ inserted: { status, urls: [] } })
    await expect(store.api.gallery.remove({ id })).resolves.toMatchObject({ ok: 1 })
  })

  it("takes an image by its address too, so that an image in use is not removed", async () => {
    const store = await open()
    const { key, skus, uid } = await variedBy(store, "red")
    const sku = skus[0]!
    const { id, original, thumbnail } = await added(store)
    const inUse = () => expect(store.api.gallery.remove({ id })).rejects.toMatchObject({ status: 409 })
    const set = async (...gallery: ReadonlyArray<string>) =>
      (await store.api.variants.setGallery({ uid, sku, gallery })).inserted
    expect(await set(original)).toMatchObject({ status: { nModified: 1 }, urls: [original] })
    await inUse()
    expect(await set(original, id, thumbnail, `https://other.example${pathOf(original)}`)).toMatchObject({
      status: { nModified: 0 },
      urls: [original]
    })
    await set(address)
    const translate = (image: string) =>
      store.api.variants.translate({
        variant: key,
        variantTranslation: { en: "colour" },
        variantValueTranslations: { red: { image } }
      })
    expect(await translate(original)).toEqual({ itemsCount: 2, nModified: 2 })
    await inUse()
    expect(await translate(id)).toEqual({ itemsCount: 2, nModified: 0 })
    expect(await translate(original)).toEqual({ itemsCount: 2, nModified: 0 })
    expect(await translate(address)).toEqual({ itemsCount: 2, nModified: 1 })
    await store.api.gallery.remove({ id })
    expect(await set(original)).toMatchObject({ urls: [original] })
  })

  it("lets the image of a value go as soon as no product has the value", async () => {
    const store = await open()
    const { key, uid } = await variedBy(store, "red", "blue")
    const other = await variedProduct(store, { [key]: "blue" })
    const { id } = await added(store)
    for (const value of ["red", "blue"]) await store.api.variants.image({ key, value, image_id: id })
    await store.api.products.remove({ uid })
    await expect(store.api.gallery.remove({ id })).rejects.toMatchObject({ status: 409 })
    await store.api.products.remove({ uid: other.uid })
    expect(await store.api.gallery.remove({ id })).toEqual({ ok: 1, n: 1, err: null, errmsg: null })
  })

  it("keeps the image that a variant has of several with one file", async () => {
    const store = await open()
    const { skus, uid } = await variedBy(store, "red")
    const file = base64(png())
    const [, second] = [
      await store.api.gallery.create({ base64: file }),
      await store.api.gallery.create({ base64: file })
    ]
    const set = (picture: string) => store.api.variants.setGallery({ uid, sku: skus[0]!, gallery: [picture] })
    await set(second.id)
    expect((await set(second.original)).inserted.status.nModified).toBe(0)
  })

  it("refuses unknown pictures, too many pictures, and unknown variants", async () => {
    const store = await open()
    const { skus, uid } = await variedBy(store, "red")
    const sku = skus[0]!
    const put = (body: object) =>
      store.send({ method: "PUT", path: "/v1.1/productvariants/variantgallery.json", body: { uid, sku, ...body } })
    const wrong = ["ftp://pictures.example/x", noId, address, "x"]
    expect(refused(await put({ gallery: wrong }))).toEqual([400, ["gallery[]", "gallery[]"]])
    expect(refused(await put({ gallery: [address, noId] }))).toEqual([400, ["gallery[]"]])
    const many = Array.from({ length: 101 }, (_, at) => `${address}?${at}`)
    expect(refused(await put({ gallery: many }))).toEqual([400, ["gallery"]])
    expect((await put({ gallery: many.slice(1) })).status).toBe(200)
    expect(refused(await put({}))).toEqual([400, ["gallery"]])
    expect((await put({ sku: "none", gallery: [address] })).status).toBe(404)
    await expect(store.api.variants.gallery({ uid, sku: "none" })).rejects.toMatchObject({ status: 404 })
  })

  translations(open)
})

/** A product with an attribute that the demo shop has too. */
const blueProduct = (store: Store) => variedProduct(store, { colore: "blu" })

export const variants: Covered<"variants"> = {
  suite: promises,
  relations: [imageOfVariant, imageOfValue],
  subjects: {
    list: after(blueProduct),
    image: {
      given: async (store) => {
        await blueProduct(store)
        return { key: "colore", value: "blu", image_id: (await added(store)).id }
      },
      absent: (given) => ({ ...given, value: "none" })
    },
    gallery: {
      given: async (store) => {
        const { skus, uid } = await blueProduct(store)
        return { uid, sku: skus[0]! }
      }
    },
    setGallery: {
      given: async (store) => {
        const { skus, uid } = await blueProduct(store)
        return { uid, sku: skus[0]!, gallery: [address] }
      }
    },
    translations: { given: (store) => blueProduct(store).then(() => ({ variant: "colore" })) },
    translate: {
      given: async (store) => {
        await blueProduct(store)
        const blu = { translations: { en_US: "blue" }, image: `https://pictures.example/blue-${unique()}.webp` }
        return { variant: "colore", variantTranslation: { en_US: "colour" }, variantValueTranslations: { blu } }
      }
    }
  }
}
