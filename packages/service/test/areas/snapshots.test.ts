/** Restores beside other calls: a call between the reading of a shop and its commit leaves no half of either. */
import type { Transport } from "@bottega/domain/contract"
import { type Adapter, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, ManagedRuntime } from "effect"
import { describe, expect, it } from "vitest"
import { allCollections } from "../../src/collections.ts"
import { digest } from "../../src/engine/ids.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { makeService } from "../../src/service.ts"

const token = "operator-of-the-tests"

type Between = () => Promise<unknown>

/** A shop, and two servers of its store; what one of them is about to commit, or has just read, waits for another call. */
const opened = async () => {
  const runtime = ManagedRuntime.make(adapters.find(({ name }) => name === "memory")!.open("", allCollections))
  const storage = await runtime.runPromise(Storage)
  const between: { commit?: Between | undefined; find?: Between | undefined } = {}
  const held: Adapter = {
    ...storage,
    commit: (...args) =>
      Effect.suspend(() => {
        const { commit } = between
        between.commit = undefined
        const committed = storage.commit(...args)
        return commit === undefined ? committed : Effect.andThen(Effect.promise(commit), committed)
      }),
    find: (...args) => {
      const { find } = between
      const found = storage.find(...args)
      return find === undefined ? found : Effect.tap(found, () => Effect.promise(find))
    }
  }
  const served = async (of: Adapter) => {
    const making = makeService({ tokenDigest: digest(token), workbench: true })
    const service = await runtime.runPromise(Effect.provideService(making, Storage, of))
    return callsOf(inProcessTransport(service, (effect) => runtime.runPromise(effect)))
  }
  const [direct, slow] = [await served(storage), await served(held)]
  const shopOf = async () => {
    const { id: shop } = await direct("POST", "/control/v1/shops/shop.json", { name: "Bottega" })
    const pair = await direct("POST", "/control/v1/keys/key.json", { shop, permission: "read-write" })
    return { shop, headers: { key: pair.key, exchange: pair.exchange } }
  }
  const { headers, shop } = await shopOf()
  const own = (method: string, path: string, given = {}) => direct(method, `/v1.1${path}`, given, headers)
  const control = (call: Calls, path: string, expected?: number) =>
    call("POST", `/control/v1/snapshots/${path}.json`, { shop, name: "S" }, undefined, expected)
  return { between, control, direct, own, shop, shopOf, slow, close: () => runtime.dispose() }
}

type Calls = (
  method: string,
  path: string,
  given: object,
  headers?: Record<string, string>,
  expected?: number
) => Promise<any>

const callsOf =
  (transport: Transport): Calls =>
  async (method, path, given, headers = { authorization: `Bearer ${token}` }, expected = 200) => {
    const form = new URLSearchParams(given as Record<string, string>).toString()
    const [query, body] = method === "GET" ? [form, undefined] : ["", form]
    const { status, text } = await transport({ method, path, query, headers, body })
    const answer = await text()
    expect([path, status, answer]).toEqual([path, expected, expect.any(String)])
    return JSON.parse(answer)
  }

/** Smallest pictures that differ: bytes after the end of a GIF are ignored. */
const picture = (end: string) =>
  Buffer.concat([Buffer.from("R0lGODdhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=", "base64"), Buffer.from(end)]).toString(
    "base64"
  )

describe("a snapshot", () => {
  it("is refused if a file that it would name is removed meanwhile", async () => {
    const { between, close, control, direct, own, slow } = await opened()
    const { id } = await own("POST", "/gallery/image.json", { base64: picture("") })
    between.commit = () => own("DELETE", "/gallery/image.json", { id })
    const { error } = await control(slow, "snapshot", 409)
    expect(error.message).toMatch("changing")
    await control(direct, "snapshot")
    await close()
  })
})

describe("a restore", () => {
  it("names nothing that a call removes meanwhile", async () => {
    const { between, close, control, direct, own, slow } = await opened()
    const { uid } = await own("POST", "/brands/brand.json", { name: "Acme" })
    const product = await own("POST", "/products/product.json", { code: "A", title: "A", price: "1", brandUID: uid })
    await control(direct, "snapshot")
    await own("DELETE", "/products/product.json", { uid: product.uid })
    between.commit = () => own("DELETE", "/brands/brand.json", { uid })
    await control(slow, "restore")
    expect(between.commit).toBeUndefined()
    expect((await own("GET", "/brands/list.json")).map((one: { uid: number }) => one.uid)).toEqual([uid])
    await close()
  })

  it("removes nothing that a call names meanwhile", async () => {
    const { between, close, control, direct, own, slow } = await opened()
    await control(direct, "snapshot")
    const { uid } = await own("POST", "/brands/brand.json", { name: "Acme" })
    const product = { code: "A", title: "A", price: "1", brandUID: uid }
    between.commit = () => own("POST", "/products/product.json", product)
    await control(slow, "restore")
    expect(await own("GET", "/brands/list.json")).toEqual([])
    expect(await own("GET", "/products/list.json")).toEqual([])
    await close()
  })

  it("and another one of the same snapshot both succeed", async () => {
    const { between, close, control, direct, own, slow } = await opened()
    await own("POST", "/brands/brand.json", { name: "Acme" })
    const before = await own("GET", "/brands/list.json")
    await control(direct, "snapshot")
    await own("DELETE", "/brands/brand.json", { uid: before[0].uid })
    await own("POST", "/brands/brand.json", { name: "Other" })
    between.commit = () => control(direct, "restore")
    await control(slow, "restore")
    expect(await own("GET", "/brands/list.json")).toEqual(before)
    await close()
  })

  it("lets a webhook that it makes again follow a key that is revoked meanwhile", async () => {
    const { between, close, control, direct, own, shop, slow } = await opened()
    const pair = await direct("POST", "/control/v1/keys/key.json", { shop, permission: "read-write" })
    const headers = { key: pair.key, exchange: pair.exchange }
    const webhook = { url: "https://93.184.216.34/", type: 0, name: "Orders" }
    const { id } = await direct("POST", "/v1.1/webhook/webhook.json", webhook, headers)
    await control(direct, "snapshot")
    const revoke = () => direct("DELETE", "/control/v1/keys/key.json", { key: pair.key })
    await own("DELETE", "/webhook/webhook.json", { id })
    between.commit = revoke
    await control(slow, "restore")
    expect(between.commit).toBeUndefined()
    expect(await own("GET", "/webhook/list.json")).toMatchObject([{ id, state: "paused" }])
    await close()
  })

  it("is of the snapshot that replaces its own meanwhile, with the files that this one names", async () => {
    const { between, close, control, direct, own, slow } = await opened()
    const { id } = await own("POST", "/gallery/image.json", { base64: picture("") })
    await control(direct, "snapshot")
    await own("DELETE", "/gallery/image.json", { id })
    const other = await own("POST", "/gallery/image.json", { base64: picture("other") })
    between.commit = () => control(direct, "snapshot")
    await control(slow, "restore")
    expect((await own("GET", "/gallery/list.json")).map((one: { id: string }) => one.id)).toEqual([other.id])
    await close()
  })

  it("does not wait for other shops, however busy they are", async () => {
    const { between, close, control, direct, own, shopOf, slow } = await opened()
    const { headers } = await shopOf()
    await control(direct, "snapshot")
    await own("POST", "/brands/brand.json", { name: "Acme" })
    let made = 0
    between.find = () => direct("POST", "/v1.1/brands/brand.json", { name: `B ${made++}` }, headers)
    await control(slow, "restore")
    expect(await own("GET", "/brands/list.json")).toEqual([])
    expect(made).toBeGreaterThan(10)
    await close()
  })
})
