/** The gallery as a library: its images are listed by pages, and those that nothing uses can be removed. */
import { BottegaError } from "@bottega/client"
import { expect, it } from "vitest"
import { noId, unique } from "../../subjects.ts"
import type { Store, Suite } from "../../surface.ts"
import { added, base64, fileAt, pathOf, png, type Shown, sha256 } from "./sample.ts"

const path = "/v1.1/gallery/list.json"
const absent = { status: 404, type: "not_found" }

const idsOf = (images: ReadonlyArray<Shown>) => images.map(({ id }) => id)

/** The statuses with which anyone reads an image's two files. */
const servedOf = ({ send }: Store, { original, thumbnail }: Shown) =>
  Promise.all(
    [original, thumbnail].map(
      async (address) => (await send({ method: "GET", path: pathOf(address), as: "nobody" })).status
    )
  )

const newProduct = async ({ api }: Store, more: object = {}) =>
  (await api.products.create({ code: `Pictured ${unique()}`, title: "Pictured", price: 1, ...more })).uid

/** The refusal of a removal: the sentence, and the users that it names. */
const usersOf = async ({ api }: Store, id: string) => {
  const refused = await api.gallery.remove({ id }).catch((error: unknown) => error)
  if (!(refused instanceof BottegaError)) throw new Error(`The image ${id} was removed.`)
  const { details, message, status, type } = refused
  return { status, type, message, users: details.map(({ message, path }) => `${path} ${message}`) }
}

/** Registers the promises of the list and of removals. */
export const library: Suite["register"] = (open) => {
  it("lists its images whole or by pages, each once, the oldest first", async () => {
    const store = await (await open()).withShop()
    const { api, clock, reader } = store
    expect(await reader.gallery.list()).toEqual([])
    const made: Array<Shown> = []
    for (let n = 0; n < 5; n++) {
      made.push(await added(store))
      clock.advance(1000)
    }
    expect(await reader.gallery.list()).toEqual(made)
    expect(await reader.gallery.list({ page: 2, limit: 2 })).toEqual(made.slice(2, 4))
    expect(await reader.gallery.list({ page: 4, limit: 2 })).toEqual([])
    const followed: Array<string> = []
    for await (const { id } of api.gallery.list.all({ limit: 2 })) followed.push(id)
    expect(followed).toEqual(idsOf(made))
  })

  it("lists the one image with an id, or none", async () => {
    const store = await open()
    const image = await added(store)
    const listed = (id: string) => store.reader.gallery.list({ id })
    expect(await listed(image.id)).toEqual([image])
    for (const id of [noId, "nothing"]) expect(await listed(id)).toEqual([])
    expect(await store.stranger.gallery.list({ id: image.id })).toEqual([])
    expect(await store.reader.gallery.list({ id: image.id, page: 2 })).toEqual([])
  })

  it("names every wrong parameter of a list", async () => {
    const { send } = await open()
    for (const query of ["page=0&limit=1001", "page=x&limit=0"]) {
      const { json, status } = await send({ method: "GET", path, query })
      expect([status, json.error.details.map(({ path }: { path: string }) => path)]).toEqual([400, ["page", "limit"]])
    }
  })

  it("has no directories", async () => {
    const { reader } = await open()
    expect(await reader.gallery.directories()).toEqual([])
  })

  it("removes an image with its files, once, and only of its own shop", async () => {
    // Pictures of this size often have the same thumbnail.
    const store = await (await open()).withShop()
    const image = await added(store)
    await expect(store.stranger.gallery.remove({ id: image.id })).rejects.toMatchObject(absent)
    expect(await servedOf(store, image)).toEqual([200, 200])
    expect(await store.api.gallery.remove({ id: image.id })).toEqual({ ok: 1, n: 1, err: null, errmsg: null })
    expect(await store.reader.gallery.list({ id: image.id })).toEqual([])
    expect(await servedOf(store, image)).toEqual([404, 404])
    await expect(store.api.gallery.remove({ id: image.id })).rejects.toMatchObject(absent)
  })

  it("keeps a file as long as one of the images of it is there", async () => {
    const store = await (await open()).withShop()
    const bytes = png()
    const [one, other] = [
      await store.api.gallery.create({ base64: base64(bytes) }),
      await store.api.gallery.create({ base64: base64(bytes) })
    ]
    expect([one.id === other.id, one.original, one.thumbnail]).toEqual([false, other.original, other.thumbnail])
    await store.api.gallery.remove({ id: one.id })
    const whole = await store.reader.gallery.file(fileAt(other.original))
    expect(sha256(await whole.bytes())).toBe(sha256(bytes))
    await store.api.gallery.remove({ id: other.id })
    expect(await servedOf(store, one)).toEqual([404, 404])
    const again = await store.api.gallery.create({ base64: base64(bytes) })
    expect([again.original, await servedOf(store, again)]).toEqual([one.original, [200, 200]])
  })

  it("keeps an image in use, and names its users", async () => {
    const store = await (await open()).withShop()
    const { id } = await added(store)
    const shown = [await newProduct(store, { image_id: id }), await newProduct(store)]
    await store.api.products.update({ uid: shown[1]!, image_id: id })
    expect(await usersOf(store, id)).toEqual({
      ...{ status: 409, type: "conflict", message: expect.stringContaining("image") },
      users: shown.map((uid) => `id is used by the product ${uid}`)
    })
    expect(idsOf(await store.reader.gallery.list({ id }))).toEqual([id])
    await store.api.products.update({ uid: shown[0]!, image_id: null })
    expect((await usersOf(store, id)).users).toHaveLength(1)
    await store.api.products.remove({ uid: shown[1]! })
    expect(await store.api.gallery.remove({ id })).toMatchObject({ ok: 1, n: 1 })
  })

  it("names at most a hundred users", async () => {
    const store = await (await open()).withShop()
    const { id } = await added(store)
    await Promise.all(Array.from({ length: 102 }, () => newProduct(store, { image_id: id })))
    const { message, users } = await usersOf(store, id)
    expect([users.length, new Set(users).size]).toEqual([100, 100])
    expect(message).toContain("More than 100")
  })
}
