/** A recording is played again: calls in turn, with ids, key sets and times of the new run; differences have their path. */
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs"
import { type EmbeddedOptions, embedded } from "@bottega/service"
import { playRecording } from "@bottega/service/recording"
import { afterAll, beforeAll, expect, it } from "vitest"
import { recorded } from "./recordings.ts"

const lamp = { code: "LAMP", title: "Lamp", price: "30", quantity: "20" }
const coupon = {
  ...{
    code: "TEN10",
    "rules[users_email][0]": "a@example.com",
    name: "Ten percent",
    type: "1",
    value: "10",
    min_sum: "0",
    active: "1",
    unlimited: "1"
  },
  ...{ start_time: "1767222000", end_time: "4000000000", count: "1" }
}
const order = {
  shipping_flag: "not_required",
  shipping_method: "courier",
  shipping_cost: "5",
  payment_method: "paypal",
  "item_id[0][sku]": "LAMP",
  "item_id[0][price]": "30",
  "item_id[0][quantity]": "1"
}

let made: Awaited<ReturnType<typeof recorded>>
let archive: any
beforeAll(async () => {
  made = await recorded()
  const { call, operate, store } = made
  // The ids of the new run must not be the same by chance.
  await operate("POST", "/shops/shop.json", { name: "Another" })
  for (let n = 0; n < 3; n++) await call("POST", "/brands/brand.json", { name: `Old ${n}` })
  const { uid } = await call("POST", "/brands/brand.json", { name: "Acme" })
  await call("DELETE", "/brands/brand.json", { uid: String(uid - 1) })
  await call("PUT", "/brands/brand.json", { uid: String(uid), name: "Acme Ltd" })
  const { uid: product } = await call("POST", "/products/product.json", { ...lamp, brandUID: String(uid) })
  await call("GET", "/products/product.json", { uid: String(product) })
  const { uid: couponUID } = await call("POST", "/coupons/coupon.json", coupon)
  await call("GET", "/coupons/coupon.json", { uid: String(couponUID) })
  const { order_id: orderID } = await call("POST", "/orders/order.json", order)
  await call("GET", "/orders/order.json", { orderID: String(orderID) })
  await call("GET", "/orders/list.json", { nodes: "short_id" })
  await call("GET", "/orders/timeline.json", { orderID: String(orderID) })
  await call(
    "POST",
    "/brands/brand.json",
    { name: "Refused" },
    { ...store, key: store.readKey, exchange: store.readExchange }
  )
  for (let n = 0; n < 6; n++) await call("GET", "/gallery/list.json")
  await operate("PUT", "/clock.json", { forward_seconds: "61" })
  await call("GET", "/gallery/list.json")
  await made.end()
  archive = JSON.parse(readFileSync(made.file, "utf8"))
})
afterAll(() => made.remove())

const played = async (har: unknown, options: EmbeddedOptions = {}) => {
  if (typeof har === "string") writeFileSync(made.file, har)
  else writeFileSync(made.file, JSON.stringify(har))
  const store = await embedded(options)
  try {
    return await playRecording(store, made.file)
  } finally {
    await store.close()
  }
}
const copy = () => structuredClone(archive)

it("finds no difference in a run that is alike", async () => {
  const statuses = archive.log.entries.map(({ response }: any) => response.status)
  const refused = archive.log.entries.filter(({ response }: any) => response.status === 400)
  expect(refused.map(({ response }: any) => response.content.text)).toEqual([])
  expect(statuses.slice(0, -8)).toEqual(statuses.slice(0, -8).map(() => 200))
  expect(statuses.slice(-8)).toEqual([403, 200, 200, 200, 200, 200, 429, 200])
  const result = await played(archive)
  expect(result).toEqual({ calls: archive.log.entries.length, differences: [], leftOut: [], isWhole: true })
})

it("finds none after the recorded clock has returned to real time", async () => {
  const { call, end, file, operate, remove } = await recorded()
  await call("POST", "/brands/brand.json", { name: "Acme" })
  await operate("PUT", "/clock.json", { forward_seconds: "86400" })
  await call("GET", "/brands/list.json")
  await operate("DELETE", "/clock.json", {})
  for (let n = 0; n < 6; n++) await call("GET", "/gallery/list.json")
  await operate("PUT", "/clock.json", { forward_seconds: "61" })
  await call("GET", "/gallery/list.json")
  await end()
  const har = JSON.parse(readFileSync(file, "utf8"))
  remove()
  expect(har.log.entries.slice(-2).map(({ response }: any) => response.status)).toEqual([429, 200])
  expect((await played(har)).differences).toEqual([])
})

it("finds none after calls that answered a secret, and maps the ids that they answered", async () => {
  const { call, end, file, remove } = await recorded()
  const url = "https://erp.example/hook"
  const webhook = await call("POST", "/webhook/webhook.json", { url, type: "0", name: "New orders" })
  await call("PUT", "/webhook/webhook.json", { id: webhook.id, name: "Orders" })
  const coupons = await call("POST", "/realtimecoupons/realtimecoupon.json", { url, name: "Loyalty" })
  const shippings = await call("POST", "/realtimeshippings/realtimeshipping.json", { url, name: "Rates" })
  await call("DELETE", "/realtimeshippings/realtimeshipping.json", { id: shippings.id })
  await end()
  const text = readFileSync(file, "utf8")
  remove()
  for (const { secret } of [webhook, coupons, shippings]) {
    expect(secret).toMatch(/^whsec_/)
    expect(text).not.toContain(secret)
  }
  const result = await played(JSON.parse(text))
  expect(result).toEqual({ calls: 5, differences: [], leftOut: [], isWhole: true })
})

it("finds none where the orders of the recording have other numbers", async () => {
  const numbered = JSON.stringify(archive).replaceAll('short_id\\":\\"1', 'short_id\\":\\"7')
  expect(numbered).not.toBe(JSON.stringify(archive))
  expect((await played(JSON.parse(numbered))).differences).toEqual([])
})

it("tells differences by their path, and why a call was refused", async () => {
  const har = copy()
  const texts = har.log.entries.map(({ response }: any) => response.content)
  const product = texts.find(({ text }: any) => /"title":"Lamp"/.test(text))
  product.text = product.text.replace('"title":"Lamp"', '"title":"Chair"')
  har.log.entries[0].response.status = 201
  har.log.entries[1].request.postData.text = ""
  const { differences } = await played(har)
  expect(differences).toEqual(
    expect.arrayContaining([
      { call: 1, method: "POST", path: "/v1.1/brands/brand.json", at: "status", recorded: 201, played: 200 },
      expect.objectContaining({ call: 2, at: "status", recorded: 200, played: 400 }),
      expect.objectContaining({ call: 2, at: "err", played: expect.stringContaining("name") }),
      expect.objectContaining({ at: "title", recorded: "Chair", played: "Lamp" })
    ])
  )
})

it("plays the whole entries of a file that ends anywhere", async () => {
  const text = JSON.stringify(archive)
  const all = archive.log.entries.length
  for (const part of [0.3, 0.6, 0.9]) {
    const { calls, differences, isWhole } = await played(text.slice(0, Math.floor(text.length * part)))
    expect([calls > 0, calls < all, differences, isWhole]).toEqual([true, true, [], false])
  }
})

/** The archive as a browser saves one of another server. */
const foreign = () => {
  const har = copy()
  har.log.creator = { name: "WebInspector", version: "537.36" }
  const page = {
    ...har.log.entries[0],
    request: { ...har.log.entries[0].request, method: "GET", url: "https://x.example/" }
  }
  for (const entry of har.log.entries) {
    const { request, response } = entry
    entry.request.headers.push({ name: "Key", value: entry._caller })
    delete entry._caller
    request.url = request.url.replace("http://127.0.0.1:8080", "https://api.example/shop")
    response.content = {
      ...response.content,
      text: Buffer.from(response.content.text).toString("base64"),
      encoding: "base64"
    }
    if (request.postData?.text === undefined) continue
    request.postData.params = [...new URLSearchParams(request.postData.text)].map(([name, value]) => ({ name, value }))
    delete request.postData.text
  }
  har.log.entries.unshift(page, { ...page, request: { ...page.request, method: "OPTIONS" } })
  return har
}

it("plays what a browser saved of another server, and leaves out the rest", async () => {
  const { calls, differences, leftOut } = await played(foreign())
  expect([calls, differences]).toEqual([archive.log.entries.length, []])
  expect(leftOut).toEqual([{ why: "is not a call of an operation of shops", entries: 2, first: 1 }])
})

it("follows the pages of a list by the cursors of the new run", async () => {
  const first = await recorded()
  await first.call("POST", "/products/product.json", lamp)
  for (let n = 0; n < 5; n++) await first.call("POST", "/orders/order.json", order)
  const headers = { key: first.store.key, exchange: first.store.exchange }
  let query = "limit=2"
  for (let page = 0; page < 3; page++) {
    const answer = await first.store.transport({ method: "GET", path: "/v1.1/orders/list.json", query, headers })
    query = /\?([^>]*)>/.exec(answer.headers["link"] ?? "")?.[1] ?? ""
  }
  await first.end()
  const har = JSON.parse(readFileSync(first.file, "utf8"))
  first.remove()
  expect(har.log.entries.at(-1).request.url).toContain("cursor=")
  expect(await played(har)).toMatchObject({ calls: 9, differences: [], leftOut: [] })
})

const hostile: ReadonlyArray<readonly [string, unknown]> = [
  ["nothing", {}],
  ["lists of lists", JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`)],
  ["another type of request", { startedDateTime: "x", request: 5, response: [] }],
  [
    "headers that are texts",
    {
      startedDateTime: "2026-01-01T00:00:00Z",
      request: { method: "GET", url: "http://x/v1.1/brands/list.json", headers: "x" },
      response: { status: "200", content: { text: 5 } }
    }
  ],
  [
    "a time beyond all",
    {
      startedDateTime: "+275760-09-13T00:00:00Z",
      request: { method: "GET", url: "http://x/v1.1/brands/list.json", headers: [] },
      response: { status: 200, content: {} }
    }
  ],
  [
    "a nested body",
    {
      startedDateTime: "2026-01-01T00:00:00Z",
      request: {
        method: "POST",
        url: "http://x/v1.1/brands/brand.json",
        headers: [{ name: "content-type", value: "application/json" }],
        postData: { mimeType: "application/json", text: "[".repeat(100_000) }
      },
      response: { status: 400, content: { text: '{"a":'.repeat(50_000) } }
    }
  ],
  [
    "a nested answer",
    {
      startedDateTime: "2026-01-01T00:00:00Z",
      request: { method: "GET", url: "http://x/v1.1/brands/list.json", headers: [] },
      response: { status: 200, content: { text: `${"[".repeat(50_000)}${"]".repeat(50_000)}` } }
    }
  ],
  [
    "names of prototypes",
    {
      startedDateTime: "2026-01-01T00:00:00Z",
      __proto__: 1,
      request: {
        method: "POST",
        url: "http://x/v1.1/brands/brand.json",
        headers: [{ name: "__proto__", value: "x" }],
        postData: { text: "__proto__=1&constructor[prototype]=2" }
      },
      response: { status: 200, content: { text: '{"__proto__":{"x":1},"constructor":2}' } }
    }
  ]
]

it.each(hostile)("survives an entry that is %s", async (_, entry) => {
  const { calls, leftOut } = await played({ log: { entries: [entry, ...copy().log.entries.slice(0, 1)] } })
  expect(calls + leftOut.reduce((sum, { entries }) => sum + entries, 0)).toBe(2)
  expect(calls).toBeGreaterThan(0)
})

it.each([
  ["an empty file", ""],
  ["a list", "[[[]]]"],
  ["a text without entries", '{"log":{"x":[{}]}}'],
  ["bytes", "\u0000\ufffd"]
])("refuses %s by a sentence", async (_, text) => {
  await expect(played(text)).rejects.toThrow("is not an HTTP Archive")
})

it("has a bounded number of key sets and of differences", async () => {
  const [entry] = copy().log.entries
  entry.response.status = 201
  const entries = Array.from({ length: 1200 }, (_, n) => ({ ...entry, _caller: `caller ${n % 150}` }))
  const { calls, differences, leftOut } = await played({ log: { entries } })
  expect([calls, leftOut.length]).toEqual([800, 1])
  expect(differences).toHaveLength(800)
})

/** The open files of this process, by their paths. */
const openFiles = (): ReadonlyArray<string> =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      // It was that of the folder's own list.
      return []
    }
  })

it("closes its file when the store fails", async () => {
  const store = await embedded()
  const large = `${made.file}.large`
  // Longer than what is read at once.
  writeFileSync(large, JSON.stringify({ ...archive, padding: "x".repeat(1_000_000) }))
  const failing: typeof store = {
    ...store,
    transport: (call) => {
      if (!call.path.endsWith("/clock.json")) return store.transport(call)
      expect(openFiles()).toContain(large)
      throw new Error("The store is closed.")
    }
  }
  await expect(playRecording(failing, large)).rejects.toThrow("The store is closed.")
  await expect.poll(openFiles).not.toContain(large)
  await store.close()
})
