/** The description of a server with a demo shop: its examples are calls that this shop answers. */
import { Result } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { configOf } from "../src/config/config.ts"
import { type Running, serve } from "../src/start/serve.ts"
import { given, keptLog } from "./given.ts"

const flags = ["--memory", "--demo", "--demo-orders", "60", "--port", "0"]
const start = (more: ReadonlyArray<string> = []) =>
  serve(Result.getOrThrow(configOf([...flags, ...more], {})), { log: keptLog() })

let running: Running
beforeAll(async () => {
  running = await start()
})
afterAll(() => running.stop())

type Json = any
const descriptionOf = async ({ url }: Pick<Running, "url">): Promise<Json> =>
  (await fetch(`${url}/openapi.json`)).json()

/** A call as a description documents it. */
interface Call {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string | undefined
}

/** The calls of a description: each parameter that has an example, and the body's example. */
const callsOf = ({ paths }: Json): ReadonlyArray<Call> =>
  Object.entries<Json>(paths).flatMap(([path, operations]) =>
    Object.entries<Json>(operations)
      .filter(([, { operationId, "x-stability": stability }]) => operationId !== undefined && stability !== undefined)
      .map(([method, { operationId: id, parameters = [], requestBody }]) => {
        const query = new URLSearchParams()
        let at = path
        for (const { example, examples, in: where, name } of parameters) {
          const value = example ?? examples?.call.value
          if (where === "path") at = at.replace(`{${name}}`, value)
          else for (const one of value === undefined ? [] : [value].flat()) query.append(name, String(one))
        }
        const body = requestBody?.content["application/json"]?.example
        return { id, method: method.toUpperCase(), path: at, query: `?${query}`, body: body && JSON.stringify(body) }
      })
  )

/** The status of a call with the demo's own keys. */
const statusOf = async ({ body, method, path, query }: Call): Promise<number> => {
  const { exchange, key, token } = running.credentials
  const headers = { key: key!, exchange: exchange!, authorization: `Bearer ${token}` }
  const sent = body === undefined ? {} : { body, headers: { ...headers, "content-type": "application/json" } }
  const answer = await fetch(`${running.url}${path}${query}`, { method, headers, ...sent })
  await answer.arrayBuffer()
  return answer.status
}

/** Why no example of an operation can succeed. */
const refused: Readonly<Record<string, string>> = {
  "authorizations.create": "the operator's operations are described without what the shop's keys read",
  "customers.data": "the operator's operations are described without what the shop's keys read",
  "customers.erase": "the operator's operations are described without what the shop's keys read",
  "emails.preview": "the operator's operations are described without what the shop's keys read",
  "gallery.file": "a list of images shows whole addresses, not the digests in them",
  "keys.revoke": "the demo's own keys are not to be revoked by a click",
  "keys.rotate": "the demo's own keys are not to be rotated by a click",
  "mail.message": "the operator's operations are described without what the shop's keys read",
  "mail.resend": "the operator's operations are described without what the shop's keys read",
  "people.remove": "the operator's operations are described without what the shop's keys read",
  "requests.replay": "the operator's operations are described without what the shop's keys read",
  "requests.request": "the operator's operations are described without what the shop's keys read",
  "session.code": "the operator's operations are described without what the shop's keys read",
  "session.create": "a code signs in once",
  "throttle.limits": "the operator's operations are described without what the shop's keys read",
  "throttle.setUsed": "the operator's operations are described without what the shop's keys read",
  "orders.log": "the operator's operations are described without what the shop's keys read",
  "orders.remove": "each code of the operator removes one order, once",
  "template.upload": "JSON holds no file"
}
/** Why the example of an operation does not fit the demo shop. */
const lacking: Readonly<Record<string, string>> = {
  "attributes.addValue": "no read takes the id of an attribute",
  "attributes.remove": "no read takes the id of an attribute",
  "filters.update": "filters are listed with their key, and changed by a filter_key",
  "b2b.removeListing": "it has no listings of pages",
  "gallery.remove": "it has no image that nothing uses",
  "giftcards.unload": "no read tells which user has credit",
  "payments.read": "the demo's own key set has no payment authorization until a call makes one",
  "payments.redirect": "orders with the external payment lead nowhere once a call has removed it",
  "brands.bindImage": "no area is called after the images of the gallery",
  "template.removeSnippet": "no read takes the id of a snippet",
  "webhooks.read": "it has no webhooks",
  "webhooks.search": "it has no webhooks",
  "webhooks.update": "it has no webhooks",
  "webhooks.remove": "it has no webhooks",
  "webhooks.rotate": "it has no webhooks",
  "webhooks.setPaused": "it has no webhooks",
  "webhooks.replay": "it has no webhooks",
  "webhooks.test": "it has no webhooks",
  "realtime.removeCoupon": "it has no real-time endpoints",
  "realtime.removeShipping": "it has no real-time endpoints",
  "realtime.rotate": "it has no real-time endpoints",
  "realtime.setPaused": "it has no real-time endpoints",
  "faults.remove": "it has no faults",
  "snapshots.remove": "it has no snapshots",
  "snapshots.restore": "it has no snapshots",
  "variants.image": "no area is called after the images of the gallery"
}

/** What reads as one document and is written under the same path, by the list of all of them and the parameter that names one. */
const sentBack = {
  "brands/brand.json": ["brands/list.json", "uid"],
  "clients/client.json": ["clients/list.json", "id"],
  "orders/order.json": ["orders/list.json", "orderID"],
  "pages/page.json": ["pages/list.json", "id"],
  "products/product.json": ["products/list.json", "uid"],
  "storelocator/point.json": ["storelocator/list.json", "id"]
} as const

it("takes each document as it was read, which changes nothing", async () => {
  const { exchange, key } = running.credentials
  const headers = { key: key!, exchange: exchange!, "content-type": "application/json" }
  const call = async (path: string, sent: RequestInit = {}): Promise<Json> => {
    const answer = await fetch(`${running.url}/v1.1/${path}`, { headers, ...sent })
    expect(answer.status, `${sent.method} ${path}: ${sent.body}`).toBe(200)
    return answer.json()
  }
  for (const [path, [list, name]] of Object.entries(sentBack)) {
    const all: ReadonlyArray<Json> = await call(list)
    expect(all).not.toEqual([])
    for (const { [name]: id } of all.slice(0, 20)) {
      const read = () => call(`${path}?${name}=${id}`)
      const shown = await read()
      const answer = await call(path, { method: "PUT", body: JSON.stringify(shown) })
      expect(answer.nModified ?? 0).toBe(0)
      expect(await read()).toEqual(shown)
    }
  }
})

it("documents calls that the demo shop answers, the reads also after all changes", async () => {
  const calls = callsOf(await descriptionOf(running))
  const reads = calls.filter(({ method }) => method === "GET")
  const wrong: Array<string> = []
  for (const call of [...reads, ...calls.filter(({ method }) => method !== "GET"), ...reads]) {
    const status = await statusOf(call)
    if (status === 200 || call.id in refused || call.id in lacking) continue
    wrong.push(`${status} ${call.id} ${call.query} ${call.body}`)
  }
  expect(wrong).toEqual([])
  expect(Object.keys({ ...refused, ...lacking }).filter((id) => !calls.some((call) => call.id === id))).toEqual([])
})

it("names in an example's answer what its call names", async () => {
  const { paths } = await descriptionOf(running)
  const { parameters, responses } = paths["/v1.1/orders/order.json"].get
  const { example } = parameters.find(({ name }: Json) => name === "orderID")
  expect(responses[200].content["application/json"].example.orderID).toBe(example)
})

it("names an order that has a parcel", async () => {
  const { exchange, key } = running.credentials
  const call = callsOf(await descriptionOf(running)).find(({ id }) => id === "orders.tracking")!
  const headers = { key: key!, exchange: exchange! }
  const answer: Json = await (await fetch(`${running.url}${call.path}${call.query}`, { headers })).json()
  expect(answer).toMatchObject({ tracking: expect.stringMatching(/^\d+$/) })
})

it("counts none of the reads by which it was made", async () => {
  const other = await start()
  const { exchange, key } = other.credentials
  const headers = { key: key!, exchange: exchange! }
  const used = async () => {
    const answer = await fetch(`${other.url}/v1.1/store/info.json`, { headers })
    return Number(/^(\d+)/.exec(answer.headers.get("x-service-limit")!)?.[1])
  }
  const before = await used()
  await descriptionOf(other)
  expect(Math.abs((await used()) - before)).toBe(1)
  await other.stop()
})

it("stays as it was made where the demo shop's keys are not shown", async () => {
  const made = callsOf((await (await given()).app.inject("/openapi.json")).json())
  expect(callsOf(await descriptionOf(running))).not.toEqual(made)
  const other = await start(["--trust-proxy"])
  expect(callsOf(await descriptionOf(other))).toEqual(made)
  await other.stop()
})
