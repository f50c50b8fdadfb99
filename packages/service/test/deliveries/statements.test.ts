/** What deliveries ask of the store: an event's document is written once more and not read again, and a look that finds nothing is short. */
import { StatementSync } from "node:sqlite"
import { expect, it, vi } from "vitest"
import { deliveriesWorker, newCounts } from "../../src/areas/webhooks/worker.ts"
import { open, sweep } from "../maintenance/given.ts"
import { begin, TestReceiver } from "./given.ts"

const wait = { timeout: 60_000 }

it("an event is settled by one change of its document, without reading it", async () => {
  const receiver = await new TestReceiver().listen()
  const given = await begin({ store: open("sqlite") })
  const shop = await given.shopOf()
  for (const path of ["/a", "/b", "/c"]) await shop.webhook(receiver.url(path))
  // The queue is not read while this test counts, so that only the commits of this process are delivered.
  const { stop } = given.process({ lookMs: 600_000 })
  const first = async () => {
    await shop.order()
    return receiver.arrived.length
  }
  await expect.poll(first, wait).toBeGreaterThan(0)
  await expect.poll(async () => (await shop.outbox()).filter(({ pending }) => pending).length, wait).toBe(0)
  const run = vi.spyOn(StatementSync.prototype, "run")
  const get = vi.spyOn(StatementSync.prototype, "get")
  const before = new Set(receiver.arrived.map(({ id }) => id))
  const orders = await Promise.all(Array.from({ length: 20 }, () => shop.order()))
  const arrived = () => receiver.arrived.filter(({ body, id }) => !before.has(id) && orders.includes(body.orderID))
  await expect.poll(() => arrived().length, wait).toBe(3 * orders.length)
  const settled = async () =>
    (await shop.outbox()).filter(
      ({ events, outcomes }) => outcomes?.length === 3 && orders.includes(events[0]!.orderID!)
    )
  await expect.poll(async () => (await settled()).length, wait).toBe(orders.length)
  const texts = (spy: typeof run | typeof get) => spy.mock.contexts.map((one) => (one as StatementSync).sourceSQL)
  const changes = texts(run).filter((text) => text.startsWith('update "outbox"'))
  const reads = texts(get).filter((text) => / doc\b.* from "outbox" where/.test(text))
  for (const spy of [run, get]) spy.mockRestore()
  expect([changes.length, reads]).toEqual([orders.length, []])
  await stop()
  await given.close()
  await receiver.close()
  sweep()
})

it("asks for an event and for a receiver that is due, and counts nothing", async () => {
  const store = open("sqlite")
  const given = await begin({ store })
  await given.shopOf()
  const { pending } = deliveriesWorker({}, newCounts())
  const methods = (["get", "all", "iterate"] as const).map((method) => vi.spyOn(StatementSync.prototype, method))
  expect(await store.run(pending!)).toBe(false)
  const texts = methods.flatMap((spy) => spy.mock.contexts.map((one) => (one as StatementSync).sourceSQL))
  for (const spy of methods) spy.mockRestore()
  expect(texts.filter((text) => text.startsWith("select")).map((text) => / from "(\w+)"/.exec(text)?.[1])).toEqual([
    "eventqueue",
    "receivers"
  ])
  await given.close()
  sweep()
})
