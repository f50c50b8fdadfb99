/** Several processes on one store: each event is sent, in the sequence of its order, whatever becomes of one of them. */
import { type Adapter, Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { names, open, sweep } from "../maintenance/given.ts"
import { type Begun, begin, TestClock, TestReceiver } from "./given.ts"

let receiver: TestReceiver
let given: Begun
let stops: Array<() => Promise<unknown>>
beforeEach(async () => {
  receiver = await new TestReceiver().listen()
  stops = []
})
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await given.close()
  await receiver.close()
  sweep()
})

const wait = { timeout: 60_000 }
const beats = { beatMs: 100, deadMs: 2000 }
const started = (adapter?: Adapter) => {
  const process = given.process({ beats }, adapter)
  stops.push(process.stop)
  return process
}

/** The statuses that arrived of each order, without repeats of the same delivery. */
const arrivals = () => {
  const found = new Map<string, Array<number>>()
  const seen = new Set<string>()
  for (const { body, id } of receiver.arrived) {
    if (seen.has(id)) continue
    seen.add(id)
    found.set(body.orderID, [...(found.get(body.orderID) ?? []), body.status])
  }
  return found
}

/** Makes orders of several shops and changes each several times; gives their ids. */
const traded = async (shops: number, orders: number) => {
  const ids: Array<string> = []
  const all = await Promise.all(Array.from({ length: shops }, () => given.shopOf()))
  for (const shop of all) await shop.webhook(receiver.url("/changed"), 100)
  const trade = async (shop: (typeof all)[number]) => {
    for (let n = 0; n < orders; n++) {
      const orderID = await shop.order()
      ids.push(orderID)
      for (const status of [1, 2, 3, 4]) await shop.status(orderID, status)
    }
  }
  return { ids, done: Promise.all(all.map(trade)) }
}

/** Lets time pass at each look: a process with short heartbeats gives up a call that the machine holds up, and makes it again when it is due. */
const passing = async <A>(look: () => A) => {
  given.time.advance(500)
  return look()
}

const complete = async (ids: ReadonlyArray<string>) => {
  await expect.poll(() => passing(() => [...arrivals().values()].flat().length), wait).toBe(4 * ids.length)
  for (const orderID of ids) expect(arrivals().get(orderID)).toEqual([1, 2, 3, 4])
  await expect.poll(given.queue, wait).toEqual([])
}

describe.each(names)("on %s", (name) => {
  it("two processes divide the shops, and one that leaves gives them back at once", async () => {
    given = await begin({ store: open(name) })
    const [first] = [started(), started()]
    const { done, ids } = await traded(6, 3)
    await expect.poll(() => receiver.arrived.length, wait).toBeGreaterThan(3)
    await first!.stop()
    await done
    await complete(ids)
  })

  it("a process whose store fails loses its shops to another one", async () => {
    given = await begin({ store: open(name) })
    let isDead = false
    const dead = Effect.fail(new Unavailable({ reason: "unreachable", cause: "a test" }))
    const { commit } = given.storage
    started({ ...given.storage, commit: (...all) => Effect.suspend(() => (isDead ? dead : commit(...all))) })
    const { done, ids } = await traded(4, 2)
    await expect.poll(() => receiver.arrived.length, wait).toBeGreaterThan(3)
    isDead = true
    started()
    await done
    await complete(ids)
  })
})

describe("in memory", () => {
  it("a process whose heartbeat stalls sends nothing any more, and commits nothing of what it sent", async () => {
    given = await begin()
    let isStalled = false
    const { commit } = given.storage
    const settled: Array<string> = []
    const adapter: Adapter = {
      ...given.storage,
      commit: (writes, guards) =>
        Effect.suspend(() => {
          if (isStalled && writes.some(({ collection }) => collection.name === "processes")) return Effect.never
          return Effect.tap(commit(writes, guards), () =>
            Effect.sync(() => {
              if (isStalled) settled.push(...writes.map((write) => write.collection.name))
            })
          )
        })
    }
    started(adapter)
    const shop = await given.shopOf()
    await shop.webhook(receiver.url("/created"))
    await shop.order()
    await expect.poll(() => receiver.arrived.length, wait).toBe(1)
    const slow = Promise.withResolvers<void>()
    receiver.behaviours.set("/created", { until: slow.promise })
    await shop.order()
    await expect.poll(() => receiver.arrived.length, wait).toBe(2)
    isStalled = true
    // The other process takes the shop over and sends what was in flight again, with the same id.
    started()
    // The call may have ended before its process lost the shop.
    await expect.poll(() => passing(() => receiver.arrived.length), wait).toBe(3)
    settled.length = 0
    slow.resolve()
    receiver.behaviours.delete("/created")
    await expect.poll(given.queue, wait).toEqual([])
    expect(receiver.arrived[1]!.id).toBe(receiver.arrived[2]!.id)
    await shop.order()
    await expect.poll(() => receiver.arrived.length, wait).toBe(4)
    await expect.poll(() => passing(given.receivers), wait).toEqual([])
    expect(settled).toEqual([])
  })

  it("events of an order are sent in the sequence of its versions, if the clocks of processes differ by an hour", async () => {
    const store = open("memory")
    given = await begin({ store })
    const behind = await begin({ store, time: new TestClock(-3_600_000) })
    const shop = await given.shopOf()
    await shop.webhook(receiver.url("/changed"), 100)
    const other = await behind.callsOn(shop.id)
    const orders = await Promise.all(Array.from({ length: 5 }, () => shop.order()))
    for (const status of [1, 2, 3, 4])
      for (const orderID of orders)
        await (status % 2 === 1 ? shop.call : other)("PUT", "/v1.1/orders/order.json", { orderID, status })
    started()
    await complete(orders)
    await Effect.runPromise(behind.service.close)
  })
})
