/** Deliveries of a running server to a real receiver, as the operator sees, repeats, pauses and ends them. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { answers, first, hangs, slow } from "../src/receivers/behaviour.ts"
import { Receiver } from "../src/receivers/receiver.ts"
import { verified } from "../src/receivers/verified.ts"
import { leave, type Place, placeOf, type Server, start } from "../src/torture/process.ts"
import { wrongInStore } from "../src/torture/seen.ts"
import { clientOf, openShop, operatorOf, orderOf } from "../src/torture/shop.ts"

let place: Place
let server: Server
let receiver: Receiver
beforeAll(async () => {
  place = await placeOf("sqlite")
  receiver = await new Receiver().listen()
  server = await start(place, { flags: ["--shutdown-delay", "0", "--allow-private-urls"] })
})
afterAll(async () => {
  await server.stop()
  expect(await wrongInStore(place)).toEqual([])
  await receiver.close()
  await leave(place)
})

const opened = async () => {
  const shop = await openShop(server, { products: { ANY: 10 ** 9 } })
  return { shop, api: clientOf(server, shop), operator: operatorOf(server) }
}
type Opened = Awaited<ReturnType<typeof opened>>

const ordered = async ({ api }: Opened, more: object = {}) =>
  (await api.orders.create(orderOf({ ANY: 1 }, more) as Parameters<typeof api.orders.create>[0])).order_id

const at = (path: string, count: number) =>
  receiver.until((all) => all.filter((one) => one.path === path && one.status !== undefined).length >= count)

/** Waits until the list shows so many deliveries in a state. */
const listed = async (
  { operator, shop }: Opened,
  state: "delivered" | "parked" | "pending" | "waiting" | "dead",
  count: number
) => {
  const end = performance.now() + 120_000
  for (;;) {
    const found = await operator.webhooks.deliveries({ shop: shop.id, state })
    if (found.length === count || performance.now() > end) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

it("are listed with their attempts, and sent again with the same id", async () => {
  const store = await opened()
  const { api, operator, shop } = store
  const path = "/again"
  const { id: webhook, secret } = await api.webhooks.create({ url: receiver.url(path), type: 0, name: path })
  const orderID = await ordered(store)
  await at(path, 1)
  const [delivery] = await listed(store, "delivered", 1)
  expect(delivery).toMatchObject({ webhook, type: 0, orderID, state: "delivered", next_at: null })
  expect(delivery!.attempts).toMatchObject([{ status: 200, error: null }])
  for (const asked of [{ webhook }, { orderID }, { event: delivery!.event }, {}])
    expect(await operator.webhooks.deliveries({ shop: shop.id, ...asked })).toEqual([delivery])
  expect(await operator.webhooks.replay({ shop: shop.id, delivery: delivery!.id })).toEqual({ replayed: 1 })
  await at(path, 2)
  const [one, other] = receiver.at(path)
  expect([one!.id, other!.id]).toEqual([delivery!.id, delivery!.id])
  expect(other!.body).toBe(one!.body)
  expect(verified(other!, secret)).toMatchObject({ id: delivery!.id, orderID, type: 0 })
  const [again] = await listed(store, "delivered", 1)
  expect(again!.attempts.length).toBe(2)
})

it("fail, wait in their order, and go out when they are replayed", async () => {
  const store = await opened()
  const { api, operator, shop } = store
  const path = "/failing"
  const { id: webhook } = await api.webhooks.create({
    url: receiver.url(path, answers(500, {}, "no")),
    type: 100,
    name: path
  })
  const orderID = await ordered(store)
  for (const status of [1, 2, 3] as const) await api.orders.update({ orderID, status })
  const first = async () => (await operator.webhooks.deliveries({ shop: shop.id, webhook })).at(-1)
  // A call that takes long on a busy machine is pending before it has ended.
  await expect.poll(async () => (await first())?.attempts.length).toBeGreaterThan(0)
  const pending = await first()
  const [failed] = pending!.attempts
  expect(failed).toMatchObject({ status: 500, answer: "no", error: expect.any(String) })
  expect(pending!.state).toBe("pending")
  expect(Date.parse(pending!.next_at!)).toBeGreaterThan(failed!.ts * 1000)
  expect(await listed(store, "waiting", 2)).toHaveLength(2)
  receiver.url(path)
  expect(await operator.webhooks.replay({ shop: shop.id, delivery: pending!.id })).toEqual({ replayed: 1 })
  expect(await listed(store, "delivered", 3)).toHaveLength(3)
  const taken = receiver.at(path).filter(({ status }) => status === 200)
  expect(taken.map(({ body }) => JSON.parse(body).status)).toEqual([1, 2, 3])
  expect(taken.map(({ id }) => id.split("-").at(-1))).toEqual([webhook, webhook, webhook])
})

it("of a span go to a chosen webhook in the order of each order", async () => {
  const store = await opened()
  const { api, operator, shop } = store
  const orders = [await ordered(store), await ordered(store)]
  for (const status of [1, 2, 3, 4] as const) for (const orderID of orders) await api.orders.update({ orderID, status })
  const path = "/chosen"
  const { id: webhook } = await api.webhooks.create({ url: receiver.url(path, slow(20)), type: 100, name: path })
  const now = Math.floor(Date.now() / 1000)
  const span = { shop: shop.id, from: now - 3600, to: now + 3600 }
  expect(await operator.webhooks.replay({ ...span, webhook })).toEqual({ replayed: 8 })
  await at(path, 8)
  for (const orderID of orders) {
    const own = receiver
      .at(path)
      .map(({ body }) => JSON.parse(body))
      .filter((one) => one.orderID === orderID)
    expect(own.map(({ status }) => status)).toEqual([1, 2, 3, 4])
  }
  expect(await listed(store, "delivered", 8)).toHaveLength(8)
})

it("are parked while the webhook is paused, and go out when it goes on", async () => {
  const store = await opened()
  const { api, operator, shop } = store
  const path = "/paused"
  const { id: webhook } = await api.webhooks.create({ url: receiver.url(path), type: 100, name: path })
  await operator.webhooks.setPaused({ shop: shop.id, webhook, paused: 1 })
  const orderID = await ordered(store)
  for (const status of [1, 2, 3] as const) await api.orders.update({ orderID, status })
  expect(await listed(store, "parked", 3)).toHaveLength(3)
  expect(receiver.at(path)).toEqual([])
  await operator.webhooks.setPaused({ shop: shop.id, webhook, paused: 0 })
  await at(path, 3)
  expect(receiver.at(path).map(({ body }) => JSON.parse(body).status)).toEqual([1, 2, 3])
  expect(await listed(store, "parked", 0)).toEqual([])
})

it("are tried by a test with an id of its own, which is not listed", async () => {
  const store = await opened()
  const { api, operator, shop } = store
  const path = "/tested"
  const made = await api.webhooks.create({ url: receiver.url(path), type: 0, name: path })
  expect(await operator.webhooks.test({ shop: shop.id, webhook: made.id })).toEqual({
    ok: 1,
    status: 200,
    reason: null
  })
  const [arrival] = receiver.at(path)
  expect(verified(arrival!, made.secret)).toMatchObject({ type: 0, orderID: null, data: { test: true } })
  receiver.url(path, answers(404, {}, "nobody"))
  const refused = await operator.webhooks.test({ shop: shop.id, webhook: made.id })
  expect(refused).toMatchObject({ ok: 0, status: 404, reason: expect.stringContaining("404") })
  expect(new Set(receiver.at(path).map(({ id }) => id)).size).toBe(2)
  expect(await operator.webhooks.deliveries({ shop: shop.id })).toEqual([])
})

it("of a removed webhook end, while others go on", async () => {
  const store = await opened()
  const { api, operator, shop } = store
  const made = await api.webhooks.create({ url: receiver.url("/removed", first(1, hangs)), type: 100, name: "removed" })
  await api.webhooks.create({ url: receiver.url("/left"), type: 100, name: "left" })
  const orderID = await ordered(store)
  await api.orders.update({ orderID, status: 1 })
  await receiver.until(() => receiver.at("/removed").length > 0)
  await api.webhooks.remove({ id: made.id })
  for (const status of [2, 3] as const) await api.orders.update({ orderID, status })
  await at("/left", 3)
  expect(receiver.at("/left").map(({ body }) => JSON.parse(body).status)).toEqual([1, 2, 3])
  expect(receiver.at("/removed")).toHaveLength(1)
  expect((await operator.webhooks.deliveries({ shop: shop.id })).map(({ webhook }) => webhook)).not.toContain(made.id)
})

it("to a removed webhook are listed only where it is named", async () => {
  const store = await opened()
  const { api, operator, shop } = store
  const [gone, left] = [
    await api.webhooks.create({ url: receiver.url("/gone"), type: 0, name: "gone" }),
    await api.webhooks.create({ url: receiver.url("/beside"), type: 0, name: "beside" })
  ]
  const orderID = await ordered(store)
  const both = await listed(store, "delivered", 2)
  expect(both.map(({ webhook }) => webhook).sort()).toEqual([gone.id, left.id].sort())
  await api.webhooks.remove({ id: gone.id })
  const to = async (asked: object) =>
    (await operator.webhooks.deliveries({ shop: shop.id, ...asked })).map(({ webhook }) => webhook)
  for (const asked of [{}, { orderID }, { event: both[0]!.event }, { state: "delivered" }])
    expect(await to(asked)).toEqual([left.id])
  expect(await to({ webhook: gone.id })).toEqual([gone.id])
})

it("of an erased person are not sent any more", async () => {
  const store = await opened()
  const { api, operator, shop } = store
  const path = "/erased"
  const { id: webhook } = await api.webhooks.create({ url: receiver.url(path), type: 101, name: path })
  await operator.webhooks.setPaused({ shop: shop.id, webhook, paused: 1 })
  for (const email of ["anna@example.com", "bea@example.com"]) await api.customers.create({ email, fullname: email })
  expect(await listed(store, "parked", 2)).toHaveLength(2)
  await operator.customers.erase({ shop: shop.id, email: "anna@example.com" })
  await operator.webhooks.setPaused({ shop: shop.id, webhook, paused: 0 })
  await at(path, 1)
  expect(await listed(store, "parked", 0)).toEqual([])
  const bodies = receiver.at(path).map(({ body }) => body)
  expect(bodies.join()).toContain("bea@example.com")
  expect(bodies.join()).not.toContain("anna@example.com")
})
