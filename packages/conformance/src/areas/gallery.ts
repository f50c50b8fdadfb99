/** The gallery: what is taken as a picture, and how its file and its thumbnail are served. */
import { createHash } from "node:crypto"
import { crc32, deflateSync } from "node:zlib"
import { expect, it } from "vitest"
import { type Covered, noId } from "../subjects.ts"
import { type Answer, type Store, suite } from "../surface.ts"

const path = "/v1.1/gallery/image.json"
const MiB = 1024 * 1024

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data])
  return Buffer.concat([uint32(data.length), typed, uint32(crc32(typed))])
}

let shade = 0
/** A grey PNG of a shade of its own; its header may claim other sides than it has. */
const png = (side = 8, claimed = side): Buffer => {
  const line = Buffer.alloc(side + 1, ++shade % 256)
  line[0] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", Buffer.concat([uint32(claimed), uint32(claimed), Buffer.from([8, 0, 0, 0, 0])])),
    chunk("tEXt", Buffer.from(`Comment\0${shade}`)),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: side }, () => line)))),
    chunk("IEND", Buffer.alloc(0))
  ])
}
const base64 = (bytes: Buffer): string => bytes.toString("base64")
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** The parameters of the file that an address names. */
const fileAt = (address: string) => {
  const [digest, shop] = new URL(address).pathname.split("/").reverse()
  return { shop: shop!, digest: digest! }
}
const pathOf = (address: string): string => new URL(address).pathname

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
      await send({ method: "POST", path, query: { base64: text } })
    ]
    for (const { json, status, text } of answers)
      expect([status, fileAt(json?.original ?? "http://x/").digest], text).toEqual([200, sha256(bytes)])
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(answers.length)
  })

  it("takes nine MiB, and no more", async () => {
    const { api, send } = await open()
    const most = Buffer.concat([png(), Buffer.alloc(9 * MiB)]).subarray(0, 9 * MiB)
    const { original } = await api.gallery.create({ base64: base64(most) })
    expect((await api.gallery.file(fileAt(original))).size).toBe(9 * MiB)
    const over = base64(Buffer.concat([most, Buffer.alloc(1)]))
    expect(refused(await send({ method: "POST", path, body: { base64: over } }))).toEqual([
      400,
      "invalid",
      [{ path: "base64", message: `is longer than ${12 * MiB} bytes` }]
    ])
    expect((await send({ method: "POST", path, body: `base64=${"A".repeat(16 * MiB)}` })).status).toBe(413)
    expect((await send({ method: "POST", path, body: `x=${"A".repeat(3 * MiB)}` })).status).toBe(413)
  })

  it("refuses what is no picture, or a larger one than it may be, and keeps nothing of it", async () => {
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

  it("refuses what is no base64, is missing, or is given twice", async () => {
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

  it("serves no file under another shop or another digest, and says so as everything does", async () => {
    const { api, send, stranger } = await open()
    const { original } = await api.gallery.create({ base64: base64(png()) })
    const elsewhere = await stranger.gallery.create({ base64: base64(png()) })
    const { digest, shop } = fileAt(original)
    const wrong = [
      `/images/${shop}/${"0".repeat(64)}`,
      `/images/${fileAt(elsewhere.original).shop}/${digest}`,
      `/images/${shop}/${digest.toUpperCase()}`,
      `/images/${shop}/${digest.slice(0, 60)}%2f..`,
      `/images/nobody/${digest}`
    ]
    for (const one of wrong)
      expect((await send({ method: "GET", path: one, as: "nobody" })).json.error.type).toBe("not_found")
    for (const one of [`/images/${shop}`, `/images/${shop}/${digest}/`, `/v1.1/images/${shop}/${digest}`])
      expect((await send({ method: "GET", path: one, as: "nobody" })).json.error.type).toBe("unknown_path")
    const posted = await send({ method: "POST", path: `/images/${shop}/${digest}`, as: "nobody" })
    expect(posted.json.error.type).toBe("method_not_allowed")
  })

  it("sends a part of a file, or nothing to who has it", async () => {
    const { api, send } = await open()
    const bytes = Buffer.concat([png(), Buffer.alloc(1_200_000, "padding")])
    const { original } = await api.gallery.create({ base64: base64(bytes) })
    const ask = async (headers: Record<string, string>) =>
      send({ method: "GET", path: pathOf(original), as: "nobody", headers })
    const etag = `"${sha256(bytes)}"`
    const size = bytes.length
    const parts: ReadonlyArray<readonly [range: string, from: number, to: number]> = [
      ["bytes=0-0", 0, 1],
      ["bytes=700000-", 700_000, size],
      ["bytes=-5", size - 5, size],
      [`bytes=524287-524288`, 524_287, 524_289],
      [`bytes=5-${size * 2}`, 5, size],
      [`bytes=-${size * 2}`, 0, size]
    ]
    for (const [range, from, to] of parts) {
      const { headers, status } = await ask({ range, "if-range": etag })
      expect([status, headers["content-range"], headers["content-length"]], range).toEqual([
        206,
        `bytes ${from}-${to - 1}/${size}`,
        String(to - from)
      ])
    }
    for (const range of ["bytes=5-2", "bytes=-", "lines=1-2", "bytes=0-1,5-6", "bytes=a-"])
      expect((await ask({ range })).status, range).toBe(200)
    expect((await ask({ range: "bytes=0-1", "if-range": '"another"' })).status).toBe(200)
    for (const range of [`bytes=${size}-`, "bytes=-0"]) {
      const { headers, json, status } = await ask({ range })
      expect([status, headers["content-range"], json.error.type]).toEqual([
        416,
        `bytes */${size}`,
        "range_not_satisfiable"
      ])
    }
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const { headers, status, text } = await ask({ "if-none-match": tags, range: "bytes=0-1" })
      expect([status, headers["etag"], headers["content-type"], text], tags).toEqual([304, etag, undefined, ""])
    }
    expect((await ask({ "if-none-match": '"another"' })).status).toBe(200)
  })

  it("takes many at once from several shops", async () => {
    const store = await open()
    const stores: ReadonlyArray<Store> = await Promise.all([store.withShop(), store.withShop()])
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) => stores[at % 2]!.api.gallery.create({ base64: base64(png(100)) }))
    )
    expect(new Set(made.map(({ original }) => original)).size).toBe(12)
  })
})

export const gallery: Covered<"gallery"> = {
  suite: promises,
  subjects: {
    create: { given: () => ({ base64: base64(png()) }) },
    file: {
      given: async ({ api }) => fileAt((await api.gallery.create({ base64: base64(png()) })).original),
      absent: (given) => ({ ...given, shop: noId })
    }
  }
}
