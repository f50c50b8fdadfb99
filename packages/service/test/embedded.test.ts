import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { TransportRequest } from "@bottega/domain/contract"
import { withLease } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Effect, Fiber, ManagedRuntime } from "effect"
import { expect, it } from "vitest"
import { allCollections, type Embedded, embedded } from "../src/index.ts"

const ask = async ({ transport }: Embedded, sent: Partial<TransportRequest> & Pick<TransportRequest, "path">) => {
  const { headers, status, text } = await transport({ method: "GET", query: "", headers: {}, ...sent })
  return { status, headers, json: JSON.parse(await text()) }
}
const asOperator = ({ token }: Embedded) => ({ authorization: `Bearer ${token}` })
const shops = async (store: Embedded) =>
  (await ask(store, { path: "/control/v1/shops/list.json", headers: asOperator(store) })).json
const coupons = "/v1.1/coupons/list.json"

it("opens with a shop, a key set with full permission and one for reading", async () => {
  const store = await embedded({ name: "Bottega di Anna" })
  expect(await shops(store)).toMatchObject([{ id: store.shop, name: "Bottega di Anna" }])
  const { exchange, key, readExchange, readKey } = store
  expect((await ask(store, { path: coupons, headers: { key, exchange } })).status).toBe(200)
  const reading = { key: readKey, exchange: readExchange }
  expect((await ask(store, { path: coupons, headers: reading })).status).toBe(200)
  const changing = { method: "DELETE", path: "/v1.1/coupons/coupon.json", query: "uid=1", headers: reading }
  expect((await ask(store, changing)).status).toBe(403)
  await store.close()
})

it("keeps the shop and the content of a file, and revokes its key sets when it is closed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-embedded-"))
  try {
    const options = { storage: "sqlite", location: join(folder, "store.db") }
    const first = await embedded(options)
    const { exchange, key, shop } = first
    await first.close()
    const second = await embedded(options)
    expect(second.shop).toBe(shop)
    expect(await shops(second)).toHaveLength(1)
    expect((await ask(second, { path: coupons, headers: { key, exchange } })).status).toBe(401)
    await second.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("leaves a file that it cannot begin with, as if it had never been opened", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-embedded-"))
  const location = join(folder, "store.db")
  await expect(embedded({ storage: "sqlite", location, name: "" })).rejects.toThrow(/name/)
  // An open connection keeps its log beside the file.
  expect(existsSync(location)).toBe(true)
  expect(existsSync(`${location}-wal`)).toBe(false)
  rmSync(folder, { recursive: true })
})

it("is swept while it is open", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-embedded-"))
  const location = join(folder, "store.db")
  const store = await embedded({ storage: "sqlite", location, keep: { events: 1e-9 } })
  const { exchange, key } = store
  const body = "code=A&title=A&price=1&quantity=1"
  const headers = { key, exchange, "content-type": "application/x-www-form-urlencoded" }
  const made = await ask(store, { method: "POST", path: "/v1.1/products/product.json", headers, body })
  expect(made.status).toBe(200)
  // A run that began before the product was made may end after the clock was moved, so the clock moves on until one finds its event.
  const hour = { method: "PUT", path: "/control/v1/clock.json", body: "forward_seconds=3600" } as const
  const typed = { ...asOperator(store), "content-type": "application/x-www-form-urlencoded" }
  const looking = new DatabaseSync(location, { readOnly: true })
  const count = (table: string) => looking.prepare(`select count(*) as n from ${table}`).get()?.["n"]
  const later = async () => {
    expect((await ask(store, { ...hour, headers: typed })).status).toBe(200)
    return count("outbox")
  }
  await expect.poll(later, { interval: 1000, timeout: 60_000 }).toBe(0)
  expect(count("ledger")).toBe(1)
  looking.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

it("refuses wrong options at once, and names all of them", async () => {
  const wrong = {
    storage: "paper",
    location: 7,
    keep: { events: -1, ledger: "30", notes: 1 },
    mail: { server: "smtp://localhost", from: "Anna <anna@bottega.example>", atOnce: 0 },
    policies: { updates: { kind: "window", limit: 0, window: 60, per: "key set", status: 429 } },
    throttle: "no",
    onDefect: true,
    surface: "everything"
  }
  const days = "must be a number of days above 0 and below 100000, with or without a fraction."
  const failure = await embedded(wrong as object).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TypeError)
  const { message } = failure as TypeError
  for (const sentence of [
    "storage must be one of memory, sqlite, mongo.",
    "location must be a text.",
    `keep.events ${days} keep.ledger ${days} keep.notes is not an option.`,
    "mail.server must be what smtpServerOf reads. mail.from must be one email address without a name. mail.atOnce must be a whole number",
    "policies.daily is missing.",
    "policies.updates must be a policy",
    "throttle must be true or false. onDefect must be a function. surface is not an option."
  ])
    expect(message).toContain(sentence)
  for (const none of [null, [], "memory"]) await expect(embedded(none as never)).rejects.toThrow(/must be an object/)
  await (await embedded({ storage: "memory", name: undefined } as object)).close()
})

it("needs a location for a store that has one, and does not take the current folder for it", async () => {
  for (const storage of ["sqlite", "mongo"])
    await expect(embedded({ storage })).rejects.toThrow(`The ${storage} store needs a location.`)
})

it("rejects what is not answered when it is closed, and what is called afterwards, with the reason", async () => {
  const store = await embedded()
  const { exchange, key, transport } = store
  const create = async (name: string) => {
    const body = `name=${name}`
    const { status } = await transport({
      method: "POST",
      path: "/v1.1/brands/brand.json",
      query: "",
      headers: { key, exchange },
      body
    })
    return status
  }
  const calls = Promise.allSettled(Array.from({ length: 300 }, (_, n) => create(`B${n}`)))
  await store.close()
  const after = await Promise.allSettled([create("later")])
  expect(after).toEqual([{ status: "rejected", reason: new TypeError("The store was closed.") }])
  for (const one of await calls)
    if (one.status === "rejected") expect(one.reason).toEqual(new TypeError("The store was closed."))
    else expect([200, 401, 429]).toContain(one.value)
})

it("makes a shop only while no other process makes one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-embedded-"))
  const options = { storage: "sqlite", location: join(folder, "shop.db") }
  const { open } = adapters.find(({ name }) => name === "sqlite")!
  const other = ManagedRuntime.make(open(options.location, allCollections))
  try {
    let isHeld = true
    const opening = Effect.promise(async () => {
      const store = await embedded(options)
      return { store, early: isHeld }
    })
    // Long enough for a store that does not wait.
    const holding = Effect.andThen(
      Effect.sleep(1000),
      Effect.sync(() => void (isHeld = false))
    )
    const held = withLease(
      "credentials",
      Effect.andThen(Effect.forkDetach(opening), (fiber) => Effect.as(holding, fiber))
    )
    const { early, store } = await other.runPromise(Effect.flatMap(held, (fiber) => Fiber.join(fiber!)))
    expect(early).toBe(false)
    await store.close()
  } finally {
    await other.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
})

it("is closed once, however often it is asked to", async () => {
  const store = await embedded()
  await Promise.all([store.close(), store.close()])
  await store.close()
})

it("names the available adapters when an unknown one is requested", async () => {
  await expect(embedded({ storage: "paper" })).rejects.toThrow("storage must be one of memory, sqlite, mongo")
})

it.each([
  ["a form", "application/x-www-form-urlencoded", "name=Uno"],
  ["JSON", "application/json", '{"name":"Uno"}'],
  ["a body of no type", undefined, "name=Uno"]
])("reads %s", async (_, type, body) => {
  const store = await embedded()
  const headers = { ...asOperator(store), ...(type === undefined ? {} : { "content-type": type }) }
  const made = await ask(store, { method: "POST", path: "/control/v1/shops/shop.json", headers, body })
  expect(made).toMatchObject({ status: 200, json: { group_number: 2 } })
  await store.close()
})

it("reads the fields of multipart data", async () => {
  const store = await embedded()
  const body = new FormData()
  body.append("name", "Uno & Due")
  body.append("modules[]", "b2b")
  const sent = { method: "POST", path: "/control/v1/shops/shop.json", headers: asOperator(store), body }
  expect((await ask(store, sent)).status).toBe(200)
  expect((await shops(store))[1]).toMatchObject({ name: "Uno & Due", modules: ["b2b"] })
  await store.close()
})

it("refuses a body that it cannot read", async () => {
  const store = await embedded()
  const headers = { ...asOperator(store), "content-type": "text/csv" }
  const sent = { method: "POST", path: "/control/v1/shops/shop.json", headers, body: "name;Uno" }
  expect(await ask(store, sent)).toMatchObject({ status: 415, json: { error: { type: "unsupported_media" } } })
  await store.close()
})

it("refuses a file that the operation does not accept, by the name of its parameter", async () => {
  const store = await embedded()
  const body = new FormData()
  body.append("name", "Uno")
  body.append("logo", new File(["x"], "logo.png"))
  const sent = { method: "POST", path: "/control/v1/shops/shop.json", headers: asOperator(store), body }
  const { json, status } = await ask(store, sent)
  expect([status, json.error.details]).toEqual([
    400,
    [{ path: "logo", message: "is a file, which is not accepted here" }]
  ])
  await store.close()
})
