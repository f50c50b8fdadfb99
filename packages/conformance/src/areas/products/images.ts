/** The images of products: added as their main image or to their galleries, and shown by the detail and a list of their own. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { relation, succeeds } from "../../relations/relation.ts"
import { unique } from "../../subjects.ts"
import type { Answer, Store, Suite } from "../../surface.ts"
import { added, base64, fileAt, png, type Shown, sha256 } from "../gallery/sample.ts"

const path = "/v1.1/products/image.json"
const noProduct = 987654321
const json = { "content-type": "application/json" }

/** A product without images. */
export const bare = async ({ api }: Pick<Store, "api">): Promise<number> =>
  (await api.products.create({ code: `Shown ${unique()}`, title: "Shown", price: 9.5 })).uid

/** The parameters that add a picture of its own to a product. */
export const picture = (uid: number, related?: 0 | 1) => ({
  uid,
  base64: base64(png()),
  ...(related === undefined ? {} : { related })
})

const addedTo = ({ api }: Store, uid: number, related?: 0 | 1): Promise<Shown> =>
  api.products.addImage(picture(uid, related))

const imagesOf = async ({ reader }: Store, uid: number) => (await reader.products.images({ uid })).images

const refused = ({ json, status }: Answer) => [
  status,
  json.error.type,
  json.error.details.map(({ path }: { readonly path: string }) => path).sort()
]

/** Registers the promises of products' images. */
export const images: Suite["register"] = (open) => {
  it("shows a product's main image first, and then its gallery", async () => {
    const store = await (await open()).withShop()
    const { reader } = store
    const uid = await bare(store)
    expect(await imagesOf(store, uid)).toEqual([])
    const gallery = [await addedTo(store, uid, 1), await addedTo(store, uid, 1)]
    const main = await addedTo(store, uid, 0)
    expect(await imagesOf(store, uid)).toEqual([main, ...gallery])
    expect(await reader.products.read({ uid })).toMatchObject({ image_id: main.id, gallery })
    expect(await reader.products.list({ nodes: ["image_id"] })).toMatchObject([{ uid, image_id: main.id }])
    expect(new Set(await reader.gallery.list())).toEqual(new Set([main, ...gallery]))
  })

  it("serves a product's picture as it was sent, at an address that every answer gives", async () => {
    const { api, reader, shop } = await open()
    const [uid, bytes] = [await bare({ api }), png(40)]
    const { original } = await api.products.addImage({ uid, base64: base64(bytes), related: 1 })
    expect(fileAt(original)).toEqual({ shop: shop.id, digest: sha256(bytes) })
    expect(Buffer.from(await (await reader.gallery.file(fileAt(original))).bytes())).toEqual(bytes)
    expect((await reader.products.read({ uid })).gallery.map((image) => image.original)).toEqual([original])
  })

  it("makes a picture the main image by default, and leaves the one before in the gallery of the shop", async () => {
    const store = await open()
    const uid = await bare(store)
    const [before, after] = [await addedTo(store, uid), await addedTo(store, uid)]
    expect(await imagesOf(store, uid)).toEqual([after])
    expect(await store.reader.gallery.list({ id: before.id })).toEqual([before])
    expect(await store.api.gallery.remove({ id: before.id })).toMatchObject({ ok: 1 })
    await expect(store.api.gallery.remove({ id: after.id })).rejects.toMatchObject({ status: 409, type: "conflict" })
  })

  it("shows an image once that is the main image and in the gallery", async () => {
    const store = await open()
    const uid = await bare(store)
    const [first, second] = [await addedTo(store, uid, 1), await addedTo(store, uid, 1)]
    await store.api.products.update({ uid, image_id: second.id })
    expect(await imagesOf(store, uid)).toEqual([second, first])
    expect((await store.reader.products.read({ uid })).gallery).toEqual([first, second])
  })

  it("orders the gallery, and takes images out of it and in again", async () => {
    const store = await open()
    const uid = await bare(store)
    const [one, two, three] = [await addedTo(store, uid, 1), await addedTo(store, uid, 1), await addedTo(store, uid, 1)]
    const set = async (gallery: ReadonlyArray<string>) => {
      await store.api.products.update({ uid, gallery })
      return imagesOf(store, uid)
    }
    expect(await set([three.id, one.id, three.id])).toEqual([three, one])
    expect(await store.api.gallery.remove({ id: two.id })).toMatchObject({ n: 1 })
    await expect(store.api.gallery.remove({ id: one.id })).rejects.toMatchObject({ status: 409 })
    expect(await set([one.id, three.id])).toEqual([one, three])
    const send = (body: string) => store.send({ method: "PUT", path: "/v1.1/products/product.json", body })
    expect(refused(await send(`uid=${uid}&gallery[]=${one.id}&gallery[]=${two.id}`))).toEqual([
      ...[400, "invalid"],
      ["gallery[]"]
    ])
    expect((await send(`uid=${uid}&gallery=`)).status).toBe(200)
    expect(await imagesOf(store, uid)).toEqual([])
    const code = `Shown ${unique()}`
    const made = await store.api.products.create({
      code,
      title: "Shown",
      price: 1,
      image_id: one.id,
      gallery: [three.id]
    })
    expect(await imagesOf(store, made.uid)).toEqual([one, three])
  })

  it("takes images as the detail shows them", async () => {
    const store = await open()
    const uid = await bare(store)
    for (const related of [0, 1, 1] as const) await addedTo(store, uid, related)
    const put = (body: object) =>
      store.send({ method: "PUT", path: "/v1.1/products/product.json", body: JSON.stringify(body), headers: json })
    const shown = await store.api.products.read({ uid })
    expect(shown.gallery).toHaveLength(2)
    expect((await put(shown)).json).toMatchObject({ ok: 1, nModified: 0 })
    expect((await put({ uid, gallery: shown.gallery.toReversed() })).json).toMatchObject({ nModified: 1 })
    expect((await store.api.products.read({ uid })).gallery).toEqual(shown.gallery.toReversed())
    const wrong = await put({ uid, gallery: [shown.gallery[0], { thumbnail: "x" }] })
    expect(refused(wrong)).toEqual([400, "invalid", ["gallery[1]"]])
    const absent = await put({ uid, gallery: [shown.gallery[0], { id: "0".repeat(24) }, { id: "" }] })
    expect(refused(absent)).toEqual([400, "invalid", ["gallery[1]", "gallery[2]"]])
  })

  it("keeps the images of a product that is changed otherwise, and leaves those of a removed one", async () => {
    const store = await open()
    const uid = await bare(store)
    const shown = [await addedTo(store, uid), await addedTo(store, uid, 1)]
    await store.api.products.update({ uid, title: "Another" })
    expect(await imagesOf(store, uid)).toEqual(shown)
    await store.api.products.update({ uid, image_id: null })
    expect(await imagesOf(store, uid)).toEqual(shown.slice(1))
    await expect(store.api.gallery.remove({ id: shown[1]!.id })).rejects.toMatchObject({ status: 409 })
    await store.api.products.remove({ uid })
    expect(await store.reader.gallery.list({ id: shown[1]!.id })).toEqual([shown[1]])
    for (const { id } of shown) expect(await store.api.gallery.remove({ id })).toMatchObject({ n: 1 })
  })

  it("changes the product's time of change", async () => {
    const store = await open()
    const uid = await bare(store)
    store.clock.advance(5000)
    await addedTo(store, uid, 1)
    const { create_at, update_at } = await store.reader.products.read({ uid })
    expect(Date.parse(update_at) - Date.parse(create_at)).toBeGreaterThanOrEqual(5000)
  })

  it("takes a form, JSON and multipart data", async () => {
    const store = await open()
    const uid = await bare(store)
    const file = base64(png())
    const data = new FormData()
    for (const [name, value] of Object.entries({ uid: String(uid), related: "1", base64: file })) data.set(name, value)
    const text = encodeURIComponent(file)
    const sent = [
      { body: `uid=${uid}&related=1&base64=${text}` },
      { body: `base64=${text}&related=1&uid=${uid}` },
      { body: data },
      { body: JSON.stringify({ base64: file, uid, related: 1 }), headers: json }
    ]
    for (const request of sent) {
      const { json } = await store.send({ method: "POST", path, ...request })
      expect(fileAt(json.original).digest).toBe(sha256(Buffer.from(file, "base64")))
    }
    expect((await store.reader.products.read({ uid })).gallery).toHaveLength(4)
  })

  it("adds all of several pictures that come at once", async () => {
    const store = await open()
    const uid = await bare(store)
    const made = await Promise.all(Array.from({ length: 8 }, () => addedTo(store, uid, 1)))
    const gallery = (await store.reader.products.read({ uid })).gallery.map(({ id }) => id)
    expect(gallery.toSorted()).toEqual(made.map(({ id }) => id).toSorted())
  })

  it("adds a picture once for one idempotency key", async () => {
    const store = await open()
    const uid = await bare(store)
    const request = {
      ...{ method: "POST", path, body: picture(uid, 1) },
      headers: { "idempotency-key": `picture of ${uid}` }
    }
    const first = await store.send(request)
    expect(await store.send(request)).toMatchObject({ text: first.text, headers: { "idempotent-replayed": "true" } })
    expect(await imagesOf(store, uid)).toEqual([first.json])
  })

  it("refuses a product that is not the shop's before what is wrong with the picture", async () => {
    const store = await open()
    const uid = await bare(store)
    const file = png().subarray(0, 40)
    const body = { uid: noProduct, base64: base64(file), related: 1 }
    expect((await store.send({ method: "POST", path, body })).status).toBe(404)
    expect((await store.send({ method: "POST", path, body: { ...body, uid }, as: "stranger" })).status).toBe(404)
    expect(refused(await store.send({ method: "POST", path, body: { ...body, uid } }))).toEqual([
      ...[400, "invalid"],
      ["base64"]
    ])
    await expect(store.stranger.products.images({ uid })).rejects.toMatchObject({ status: 404, type: "not_found" })
    expect(await imagesOf(store, uid)).toEqual([])
  })

  it("names every wrong parameter", async () => {
    const { send } = await open()
    const ask = async (body: string) => refused(await send({ method: "POST", path, body }))
    expect(await ask("related=2&uid=x")).toEqual([400, "invalid", ["base64", "related", "uid"]])
    expect(await ask("related=yes&uid=&base64=*")).toEqual([400, "invalid", ["base64", "related", "uid"]])
  })
}

/** No product names an image that is gone: the call that makes the reference is refused, or the removal is. */
export const imageOfProduct = relation({
  name: "a product and its image",
  target: async (side) => ({ image: await added(side), uid: await bare(side) }),
  make: ({ api }, { image, uid }) => succeeds(api.products.update({ uid, image_id: image.id })),
  remove: ({ api }, { image }) => succeeds(api.gallery.remove({ id: image.id })),
  clears: true,
  references: (shop, { image }) =>
    Effect.map(
      all(shop, collections.products, { where: [{ on: "image", eq: image.id }], latest: true }),
      ({ length }) => length
    )
})
