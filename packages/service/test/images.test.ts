/** The images of products and their stored bytes, with decoders that only count what they are asked to decode. */
import { writeFileSync } from "node:fs"
import { collections } from "@bottega/domain/areas"
import type { Product } from "@bottega/domain/areas/products"
import { all, bytes, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest"
import { trusted } from "../src/engine/trusted.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { makeService } from "../src/service.ts"
import { furnish, type Opened, open, sweep } from "./maintenance/given.ts"

const decoding = vi.hoisted(() => ({ decoded: 0, wrong: undefined as string | undefined }))
vi.mock("../src/slow/worker.ts", () => ({
  startWorker: () => ({
    run: async ({ input: { thumbnailPath } }: { readonly input: { readonly thumbnailPath: string } }) => {
      decoding.decoded++
      if (decoding.wrong !== undefined) return { done: { wrong: decoding.wrong }, rssBytes: 0 }
      writeFileSync(thumbnailPath, "small")
      const done = { type: "image/png", width: 1, height: 1, thumbnail: { digest: "", size: 5 } }
      return { done, rssBytes: 0 }
    },
    end: () => {}
  })
}))

const { images, products } = collections
let store: Opened
let shop: string
let send: (
  method: string,
  path: string,
  parameters: Readonly<Record<string, string | number>>
) => Promise<{ readonly status: number; readonly json: any }>

beforeAll(async () => {
  store = open("memory")
  const demo = await furnish(store, 1)
  shop = demo.id
  const service = await store.run(makeService())
  const transport = inProcessTransport(trusted(service, demo), (effect) => Effect.runPromise(effect))
  send = async (method, path, parameters) => {
    const query = Object.entries(parameters)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join("&")
    const sent = method === "GET" ? { query, body: undefined } : { query: "", body: query }
    const { status, text } = await transport({ method, path: `/v1.1${path}`, headers: {}, ...sent })
    return { status, json: JSON.parse(await text()) }
  }
})
afterAll(async () => {
  await store.close()
  sweep()
})
beforeEach(() => {
  decoding.decoded = 0
  decoding.wrong = undefined
})

const uid = 1
const base64 = (text: string) => Buffer.from(text).toString("base64")
const productNow = async () => (await store.run(all(shop, products, { where: [{ on: "key", eq: uid }] })))[0]!

/** Writes a product as it would be with this change. */
const changed = async (change: (product: Product) => Product) => {
  const { doc, row } = await productNow()
  const write = { shop, collection: products, key: row.key, expect: row.version, doc: change(doc) }
  await store.run(Storage.use(({ commit }) => commit([write])))
}

const reported = async (): Promise<ReadonlyArray<string>> => {
  const sentences: Array<string> = []
  await store.run(examineStore({ onWrong: (sentence) => sentences.push(sentence) }))
  return sentences.map((sentence) => sentence.replace(`Shop ${shop}: `, ""))
}

it("decodes no picture for a product that does not exist", async () => {
  const absent = await send("POST", "/products/image.json", { uid: 987654321, base64: base64("one") })
  expect([absent.status, absent.json.error.type, decoding.decoded]).toEqual([404, "not_found", 0])
  const { status } = await send("POST", "/products/image.json", { uid, base64: base64("one") })
  expect([status, decoding.decoded]).toEqual([200, 1])
})

it("refuses a gallery of over a hundred images, together with what is wrong with the picture", async () => {
  const { json } = await send("POST", "/gallery/image.json", { base64: base64("two") })
  const { doc: before } = await productNow()
  await changed((product) => ({ ...product, gallery: Array.from({ length: 99 }, () => json.id) }))
  const add = (more: { readonly related: 0 | 1 }) =>
    send("POST", "/products/image.json", { uid, base64: base64("three"), ...more })
  expect((await add({ related: 1 })).status).toBe(200)
  const full = { path: "related", message: "makes 101 images of the product, which has at most 100" }
  expect((await add({ related: 1 })).json.error).toMatchObject({ type: "invalid", details: [full] })
  expect((await add({ related: 0 })).status).toBe(200)
  decoding.wrong = "is a damaged png picture"
  const both = await add({ related: 1 })
  expect([both.status, both.json.error.details]).toEqual([400, [{ path: "base64", message: decoding.wrong }, full]])
  expect((await productNow()).doc.gallery).toHaveLength(100)
  await changed(() => before)
})

it("removes stored bytes with the last image that names them", async () => {
  const added = async () => (await send("POST", "/gallery/image.json", { base64: base64("twice") })).json.id as string
  const [one, other] = [await added(), await added()]
  const [{ doc }] = (await store.run(all(shop, images, { where: [{ on: "key", eq: one }] }))) as [any]
  const isKept = async () => (await store.run(bytes.find(shop, doc.digest))) !== undefined
  await send("DELETE", "/gallery/image.json", { id: one })
  expect(await isKept()).toBe(true)
  await send("DELETE", "/gallery/image.json", { id: other })
  expect(await isKept()).toBe(false)
  expect(await reported()).toEqual([])
})

it("lets doctor find an image that a product names and that does not exist, and leaves it out", async () => {
  const { doc: before } = await productNow()
  const id = "f".repeat(24)
  await changed((product) => ({ ...product, image_id: id, gallery: [id] }))
  expect(await reported()).toEqual([`the product ${uid} names the image ${id}, which does not exist.`])
  expect((await send("GET", "/products/image.json", { uid })).json).toEqual({ images: [] })
  await changed(() => before)
})
