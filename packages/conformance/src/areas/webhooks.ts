/** Webhooks: what calls make of them, and when they pause. */
import { expect, it } from "vitest"
import { addressed, after, type Covered, noId, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { keys } from "./webhooks/keys.ts"
import { relations } from "./webhooks/relations.ts"

const path = "/v1.1/webhook/webhook.json"
const url = "https://erp.example/bottega"
const given = (more: object = {}) => ({ url, type: 0, name: `Webhook ${unique()}`, ...more })
const made = async ({ api }: Pick<Store, "api">) => (await api.webhooks.create(given())).id
const ofOperator = async (store: Store) => ({ shop: store.shop.id, webhook: await made(store) })

const promises = suite("webhooks", (open) => {
  keys(open)

  it("are shown to every key set of the shop without their secret, the oldest first", async () => {
    const { api, clock, reader, stranger } = await (await open()).withShop()
    const first = await api.webhooks.create({ url, type: 0, name: "Same" })
    const second = await api.webhooks.create({ url, type: 103, name: "Same", format: "form" })
    expect(first).toEqual({
      ...{ ok: 1, err: null, id: expect.stringMatching(/^[0-9a-f]{24}$/) },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)
    })
    expect(second.secret).not.toBe(first.secret)
    clock.advance(1000)
    const shown = [
      { id: first.id, type: 0, url, name: "Same", state: "active" },
      { id: second.id, type: 103, url, name: "Same", state: "active" }
    ]
    expect(await reader.webhooks.list()).toEqual(shown)
    expect(await reader.webhooks.read({ id: second.id })).toEqual(shown[1])
    expect(await reader.webhooks.search({ name: "Same" })).toEqual(shown[0])
    await api.webhooks.remove({ id: first.id })
    expect(await reader.webhooks.search({ name: "Same" })).toEqual(shown[1])
    expect(await stranger.webhooks.list()).not.toContainEqual(shown[1])
  })

  it("are changed and removed by any key set that may write, in what is given alone", async () => {
    const store = await (await open()).withShop()
    const { as, operator, reader, shop } = store
    const { id } = await store.api.webhooks.create({ url, type: 0, name: "Before" })
    const other = as(await operator.keys.create({ shop: shop.id, permission: "read-write" }))
    expect(await other.webhooks.update({ id, name: "After" })).toEqual({ ok: 1, err: null })
    expect(await reader.webhooks.read({ id })).toEqual({ id, type: 0, url, name: "After", state: "active" })
    await other.webhooks.update({ id, type: 7, url: "http://93.184.216.34:8080/hook" })
    expect(await reader.webhooks.read({ id })).toMatchObject({ type: 7, url: "http://93.184.216.34:8080/hook" })
    await expect(reader.webhooks.remove({ id })).rejects.toMatchObject({ status: 403 })
    expect(await other.webhooks.remove({ id })).toEqual({ ok: 1, err: null })
    await expect(reader.webhooks.search({ name: "After" })).rejects.toMatchObject({ type: "not_found" })
  })

  it("name every parameter that is wrong", async () => {
    const { send } = await open()
    const wrong = async (body: object | string) => {
      const { json, status } = await send({ method: "POST", path, body })
      return [status, ...(json.error?.details ?? []).map((one: { path: string }) => one.path).sort()]
    }
    expect(await wrong("")).toEqual([400, "name", "type", "url"])
    expect(await wrong({ url: "ftp://erp.example", type: 4, name: " ", format: "xml" })).toEqual([
      ...[400, "format", "name", "type", "url"]
    ])
    for (const type of [-1, 54, 110, "order.created"]) expect(await wrong(given({ type }))).toEqual([400, "type"])
    expect(await wrong(given({ url: `${url}${"a".repeat(2048)}`, name: "a".repeat(256) }))).toEqual([
      400,
      "name",
      "url"
    ])
    expect(await wrong(given({ type: 53 }))).toEqual([200])
  })

  it("are refused for an address that is not on the public internet", async () => {
    const { api, send } = await open()
    const { id } = await api.webhooks.create(given())
    const inward = [
      "http://127.0.0.1/",
      "http://[::1]/",
      "http://0x7f.1/",
      "http://169.254.169.254/",
      "http://10.1.2.3/"
    ]
    for (const blocked of [...inward, "https://localhost/hook", "https://user:secret@erp.example/"])
      for (const [method, body] of [
        ["POST", given({ url: blocked })],
        ["PUT", { id, url: blocked }]
      ] as const) {
        const { json, status } = await send({ method, path, body })
        expect([status, json.error?.details.map((one: { path: string }) => one.path)], blocked).toEqual([400, ["url"]])
      }
  })

  it("are paused and resumed by the operator, who also rotates their secrets", async () => {
    const { api, operator, reader, shop, stranger } = await (await open()).withShop()
    const { id, secret } = await api.webhooks.create(given())
    const one = { shop: shop.id, webhook: id }
    const state = async () => (await reader.webhooks.read({ id })).state
    for (const [paused, expected] of [
      [1, "paused"],
      [1, "paused"],
      [0, "active"]
    ] as const) {
      expect(await operator.webhooks.setPaused({ ...one, paused })).toEqual({ ok: 1, err: null })
      expect(await state()).toBe(expected)
    }
    const rotated = await operator.webhooks.rotate(one)
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    // The first two are in their overlap, and these seven and the current one make ten.
    for (let n = 0; n < 8; n++) await operator.webhooks.rotate(one)
    await expect(operator.webhooks.rotate(one)).rejects.toMatchObject({ type: "conflict" })
    expect(await operator.webhooks.rotate({ ...one, overlap_seconds: 0 })).toHaveProperty("secret")
    await expect(stranger.webhooks.read({ id })).rejects.toMatchObject({ type: "not_found" })
  })
})

/** How many there may be is decided by what a store finds, and each store finds the same. */
const full = (open: () => Promise<Store>): void => {
  it("are a hundred in a shop at most", async () => {
    const store = await (await open()).withShop()
    const ids: Array<string> = []
    for (let n = 0; n < 100; n++) ids.push(await made(store))
    await expect(made(store)).rejects.toMatchObject({ status: 409, type: "conflict" })
    await store.api.webhooks.remove({ id: ids[0]! })
    await made(store)
    expect(await store.reader.webhooks.list()).toHaveLength(100)
  })
}

export const webhooks: Covered<"webhooks"> = {
  suite: promises,
  decided: full,
  relations,
  subjects: {
    list: after(made),
    read: addressed("id", made)(),
    search: {
      given: async ({ api }) => {
        const { name, ...rest } = given()
        await api.webhooks.create({ name, ...rest })
        return { name }
      }
    },
    create: { given: () => given() },
    update: addressed("id", made)({ name: "Renamed" }),
    remove: addressed("id", made)(),
    rotate: { given: ofOperator, absent: (one) => ({ ...one, webhook: noId }) },
    deliveries: {
      given: async (store) => ({ shop: store.shop.id, webhook: await made(store) }),
      absent: () => ({ shop: noId })
    },
    replay: {
      given: async (store) => ({ ...(await ofOperator(store)), from: 1_700_000_000, to: 1_700_000_000 + unique() }),
      absent: (one) => ({ ...one, webhook: noId })
    },
    test: {
      given: ofOperator,
      absent: (one) => ({ ...one, webhook: noId })
    },
    setPaused: {
      given: async (store) => ({ ...(await ofOperator(store)), paused: 1 }),
      absent: (one) => ({ ...one, webhook: noId })
    }
  }
}
