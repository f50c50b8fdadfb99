/** The gallery: what is taken as a picture, how its files are served, and how its images are listed and removed. */
import { expect, it } from "vitest"
import { after, type Covered, noId } from "../subjects.ts"
import { type Answer, type Store, suite } from "../surface.ts"
import { files } from "./gallery/files.ts"
import { library } from "./gallery/library.ts"
import { added, base64, fileAt, pathOf, png, sha256 } from "./gallery/sample.ts"

const path = "/v1.1/gallery/image.json"
const MiB = 1024 * 1024

const refused = ({ json, status }: Answer): unknown => [status, json.error.type, json.error.details]

const promises = suite("gallery", (open) => {
  it("keeps a picture as it was sent, and a thumbnail beside it, for anyone to read", async () => {
    const { api, send, shop } = await open()
    const bytes = png(600)
    const { id, original, thumbnail } = await api.gallery.create({ base64: base64(bytes) })
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    expect(fileAt(original)).toEqual({ shop: shop.id, digest: sha256(bytes) })
    const whole = await api.gallery.file(fileAt(original))
    expect([whole.type, whole.size]).toEqual(["image/png", bytes.length])
    expect(Buffer.from(await whole.bytes())).toEqual(bytes)
    const small = await api.gallery.file(fileAt(thumbnail))
    const webp = Buffer.from(await small.bytes())
    expect([small.type, webp.toString("latin1", 8, 12), sha256(webp)]).toEqual([
      "image/webp",
      "WEBP",
      fileAt(thumbnail).digest
    ])
    const { headers, status } = await send({ method: "GET", path: pathOf(original), as: "nobody" })
    expect([status, headers]).toMatchObject([
      200,
      {
        "content-type": "image/png",
        "content-length": String(bytes.length),
        "cache-control": "public, max-age=31536000, immutable",
        "accept-ranges": "bytes",
        etag: `"${sha256(bytes)}"`
      }
    ])
  })

  it("takes base64 in a form, in JSON and in multipart data, in the body or the query", async () => {
    const { send } = await open()
    const bytes = png()
    const text = base64(bytes)
    const data = new FormData()
    data.set("base64", text)
    const file = new FormData()
    file.set("base64", new File([new Uint8Array(bytes)], "photo.png"))
    const json = { "content-type": "application/json" }
    const answers = [
      await send({ method: "POST", path, body: { base64: text } }),
      await send({ method: "POST", path, body: `base64=${encodeURIComponent(text.replace(/.{1,76}/g, "$&\r\n"))}` }),
      await send({
        method: "POST",
        path,
        headers: json,
        body: JSON.stringify({ base64: text }).replaceAll("/", "\\/")
      }),
      await send({ method: "POST", path, body: data }),
      await send({ method: "POST", path, body: file }),
      await send({ method: "POST", path, query: { base64: text } })
    ]
    for (const { json, status, text } of answers)
      expect([status, fileAt(json?.original ?? "http://x/").digest], text).toEqual([200, sha256(bytes)])
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(answers.length)
  })

  it("takes nine MiB, and no more", async () => {
    const { api, send } = await open()
    const largest = Buffer.concat([png(), Buffer.alloc(9 * MiB)]).subarray(0, 9 * MiB)
    const { original } = await api.gallery.create({ base64: base64(largest) })
    expect((await api.gallery.file(fileAt(original))).size).toBe(9 * MiB)
    const over = base64(Buffer.concat([largest, Buffer.alloc(1)]))
    expect(refused(await send({ method: "POST", path, body: { base64: over } }))).toEqual([
      400,
      "invalid",
      [{ path: "base64", message: `is longer than ${12 * MiB} bytes` }]
    ])
    const fileOf = (bytes: Buffer) => {
      const data = new FormData()
      data.set("base64", new File([new Uint8Array(bytes)], "photo.png"))
      return data
    }
    const asFile = await send({ method: "POST", path, body: fileOf(largest) })
    expect([asFile.status, fileAt(asFile.json.original).digest]).toEqual([200, fileAt(original).digest])
    const overAsFile = fileOf(Buffer.concat([largest, Buffer.alloc(1)]))
    expect(refused(await send({ method: "POST", path, body: overAsFile }))).toEqual([
      400,
      "invalid",
      [{ path: "base64", message: `is longer than ${9 * MiB} bytes` }]
    ])
    expect(refused(await send({ method: "POST", path, body: fileOf(Buffer.alloc(0)) }))).toEqual([
      400,
      "invalid",
      [{ path: "base64", message: "is required" }]
    ])
  })

  it("says which of its two bounds a body is over", async () => {
    const { send } = await open()
    const ask = async (body: string | FormData) => {
      const { json, status } = await send({ method: "POST", path, body })
      return [status, json.err]
    }
    const beside = "The parameters other than the base64 are over 2 MiB; a body with its base64 may have up to 16 MiB."
    const data = new FormData()
    data.set("x", "A".repeat(3 * MiB))
    expect(await ask(`base64=${"A".repeat(16 * MiB)}`)).toEqual([413, "The body is over 16 MiB."])
    expect(await ask(`x=${"A".repeat(3 * MiB)}`)).toEqual([413, beside])
    expect(await ask(data)).toEqual([413, beside])
  })

  it("refuses a file that is not a picture, or is too large, and keeps nothing of it", async () => {
    const { api, send, shop } = await open()
    const cases: ReadonlyArray<readonly [Buffer, RegExp]> = [
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /^must be a JPEG, PNG, GIF, WebP or AVIF picture$/],
      [png(8, 50_000), /^is 50000 × 50000 pixels; a side may have up to 16384$/],
      [png(8, 8000), /^is 8000 × 8000 pixels; a picture may have up to 50 megapixels$/],
      [png(8, 4000), /^is a damaged png picture$/],
      [png().subarray(0, 40), /cut off/]
    ]
    for (const [bytes, sentence] of cases) {
      const answer = await send({ method: "POST", path, body: { base64: base64(bytes) } })
      expect(refused(answer)).toEqual([400, "invalid", [{ path: "base64", message: expect.stringMatching(sentence) }]])
      const none = api.gallery.file({ shop: shop.id, digest: sha256(bytes) })
      await expect(none).rejects.toMatchObject({ status: 404, type: "not_found" })
    }
  })

  it("refuses a value that is not base64, is missing, or is given twice", async () => {
    const { send } = await open()
    const ask = async (body: string) => refused(await send({ method: "POST", path, body }))
    const details = (message: string) => [400, "invalid", [{ path: "base64", message }]]
    expect(await ask("base64=*")).toEqual(details("must be base64; on a form, + is sent as %2B"))
    expect(await ask("base64=")).toEqual(details("is required"))
    expect(await ask("base64[]=QUJD")).toEqual(details("must be one value"))
    expect(await ask("base64=QUJD&base64=REVG")).toEqual(details("is given twice with different values"))
  })

  it("gives the first answer again for the same picture, and none for another one", async () => {
    const { send } = await open()
    const [one, other] = [png(), png()]
    const ask = (bytes: Buffer) =>
      send({ method: "POST", path, body: { base64: base64(bytes) }, headers: { "idempotency-key": sha256(one) } })
    const first = await ask(one)
    expect(await ask(one)).toMatchObject({ text: first.text, headers: { "idempotent-replayed": "true" } })
    expect((await ask(other)).status).toBe(422)
  })

  it("takes many at once from several shops", async () => {
    const store = await open()
    const stores: ReadonlyArray<Store> = await Promise.all([store.withShop(), store.withShop()])
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) => stores[at % 2]!.api.gallery.create({ base64: base64(png(100)) }))
    )
    expect(new Set(made.map(({ original }) => original)).size).toBe(12)
  })

  files(open)
  library(open)
})

export const gallery: Covered<"gallery"> = {
  suite: promises,
  subjects: {
    list: after(added),
    directories: { given: () => ({}) },
    create: { given: () => ({ base64: base64(png()) }) },
    remove: { given: async (store) => ({ id: (await added(store)).id }) },
    file: {
      given: async (store) => fileAt((await added(store)).original),
      absent: (given) => ({ ...given, shop: noId })
    }
  }
}
