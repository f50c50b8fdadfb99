/** A moved clock: what it makes due is done when the move is answered, and every process of a store follows. */

import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Bottega, webhooks } from "@bottega/client"
import { embedded } from "@bottega/service"
import { afterEach, expect, it, vi } from "vitest"
import { sample } from "../src/areas/orders/sample.ts"
import { receiving } from "../src/receivers/receiver.ts"

const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const opened = async (options: Parameters<typeof embedded>[0] = {}) => {
  const store = await embedded(options)
  closing.push(store.close)
  return { store, api: new Bottega(store), operator: new Bottega({ transport: store.transport, token: store.token }) }
}

/** A receiver that fails until it is mended. */
const receiver = async () => {
  const state = { status: 500, ids: [] as Array<string> }
  const server: Server = createServer((request, response) => {
    state.ids.push(`${request.headers["webhook-id"]}`)
    request.resume().on("end", () => response.writeHead(state.status).end())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const wait = { timeout: 60_000, interval: 10 }

it("retries a webhook as soon as the clock is moved to the retry", async () => {
  const { api, operator, store } = await opened({ allowPrivateUrls: true })
  const { state, url } = await receiver()
  await api.webhooks.create({ url, type: 0, name: "till" })
  await api.orders.create(sample())
  await vi.waitFor(() => expect(state.ids).toHaveLength(1), wait)
  const deliveries = () => operator.webhooks.deliveries({ shop: store.shop })
  const states = async () => (await deliveries()).map((one) => one.state)
  // An attempt that is on its way is pending too: what the clock makes due is the next one, once this one has failed.
  await vi.waitFor(async () => expect((await deliveries()).map((one) => one.attempts.length)).toEqual([1]), wait)
  expect(await states()).toEqual(["pending"])
  await operator.clock.move({ forward_seconds: 10 })
  expect(state.ids).toHaveLength(2)
  state.status = 200
  await operator.clock.move({ forward_seconds: 600 })
  expect(await states()).toEqual(["delivered"])
  expect(new Set(state.ids).size).toBe(1)
  expect(state.ids).toHaveLength(3)
})

it("signs with the time of the machine, which receivers compare, and notes attempts with its own", async () => {
  const { api, operator, store } = await opened({ allowPrivateUrls: true })
  await receiving(async (receiver) => {
    const { id, secret } = await api.webhooks.create({ url: receiver.url(), type: 0, name: "till" })
    await operator.clock.move({ forward_seconds: 3600 })
    await operator.webhooks.test({ shop: store.shop, webhook: id })
    const { order_id } = await api.orders.create(sample())
    await receiver.until((all) => all.length === 2)
    const [tested, delivered] = receiver.arrivals
    expect(await webhooks.verify(tested!.body, tested!.headers, secret)).toMatchObject({ data: { test: true } })
    expect(await webhooks.verify(delivered!.body, delivered!.headers, secret)).toMatchObject({ orderID: order_id })
    const deliveries = () => operator.webhooks.deliveries({ shop: store.shop, state: "delivered" })
    await vi.waitFor(async () => expect(await deliveries()).toHaveLength(1), wait)
    const [attempt] = (await deliveries())[0]!.attempts
    expect(attempt!.ts - Number(delivered!.headers["webhook-timestamp"])).toBeGreaterThan(3500)
  })
})

it("forgets kept answers after their day", async () => {
  const { api, operator } = await opened()
  const create = (name: string) => api.brands.create({ name }, { idempotencyKey: "once" })
  await create("A")
  expect(await create("B").catch(({ status }) => status)).toBe(422)
  await operator.clock.move({ forward_seconds: 86_410 })
  await create("B")
  expect(await api.brands.list()).toHaveLength(2)
})

it("is followed by every process of a store, also by one that starts later", async () => {
  const directory = await mkdtemp(join(tmpdir(), "bottega-clock-"))
  closing.push(() => rm(directory, { recursive: true }))
  const options = { storage: "sqlite", location: join(directory, "shop.db") }
  const [one, other] = [await opened(options), await opened(options)]
  await one.operator.clock.move({ forward_seconds: 3600 })
  const aheadBy = async ({ api, operator }: typeof one) => {
    const { order_id: orderID } = await api.orders.create(sample())
    const { now, offset_seconds } = await operator.clock.read()
    return (await api.orders.read({ orderID })).orderDate.sec - (Date.parse(now) / 1000 - offset_seconds)
  }
  expect(await aheadBy(one)).toBeGreaterThan(3500)
  await vi.waitFor(async () => expect(await aheadBy(other)).toBeGreaterThan(3500), wait)
  expect(await aheadBy(await opened(options))).toBeGreaterThan(3500)
  await other.operator.clock.reset()
  expect(await aheadBy(other)).toBeLessThan(60)
})
