/** The sums of orders by day, on every adapter: as the orders say, whatever ended the worker, and wherever. */
import { collections } from "@bottega/domain/areas"
import { DaySums, dayAt, placedAt, shownDay } from "@bottega/domain/areas/orders"
import type { Shop } from "@bottega/domain/areas/shops"
import { format } from "@bottega/domain/form"
import { all, get, retryOnConflict, Storage } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { afterAll, expect, it, vi } from "vitest"
import { orderDaysWorker } from "../src/areas/orders/days/worker.ts"
import type { Step } from "../src/engine/background/worker.ts"
import { digest } from "../src/engine/ids.ts"
import { trusted } from "../src/engine/trusted.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { makeService } from "../src/service.ts"
import { furnish, names, type Opened, open, sweep } from "./maintenance/given.ts"

afterAll(sweep)

const { orderDays, orderDaysProgress, orders, removedOrders } = collections

/** A pseudo-random number below `below`, the same in each run. */
const chanceOf = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What doctor says of the sums; a removal here leaves messages that name its order. */
const examined = async (store: Opened) => {
  const reported: Array<string> = []
  await store.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  return reported.filter((sentence) => sentence.includes("the sums of the orders"))
}

/** What the sums of a shop are, and what they should be. */
const comparedIn = async (store: Opened, { currency, id, timezone }: Shop) => {
  const sums = new Map<string, DaySums>()
  for (const { doc } of await store.run(all(id, orders))) {
    const { day } = dayAt(placedAt(doc), timezone)
    const known = sums.get(day) ?? new DaySums()
    sums.set(day, known)
    known.add(doc)
  }
  const expected = [...sums]
    .sort()
    .flatMap(([day, { all }]) => shownDay({ day, hours: [{ hour: 0, sums: all }] }, currency))
  const found = (await store.run(all(id, orderDays))).flatMap(({ doc }) => shownDay(doc, currency))
  return { expected, found }
}

/** Makes calls of a shop. */
const callsOf = async (store: Opened, shop: Shop) => {
  const service = await store.run(makeService())
  const transport = inProcessTransport(trusted(service, shop), (effect) => Effect.runPromise(effect))
  return async (method: "POST" | "PUT", parameters: object) => {
    const body = new URLSearchParams(format(parameters)).toString()
    const { status, text } = await transport({ method, path: "/v1.1/orders/order.json", query: "", headers: {}, body })
    const answer = await text()
    if (status !== 200) throw new Error(answer)
    return JSON.parse(answer)
  }
}

const order = (timestamp: number) => ({
  ...{ shipping_flag: "not_required", shipping_method: "Courier", shipping_cost: 0, payment_method: "paypal" },
  ...{ timestamp, item_id: [{ sku: "NONE", price: 0.1, quantity: 3 }] }
})

/** Removes an order as the operation does, which needs a code from the shop's owner. */
const removal = (shop: Shop, key: string) =>
  Effect.gen(function* () {
    const { commit } = yield* Storage
    const { doc, version } = (yield* get(shop.id, orders, key))!
    const note = { orderID: key, placed: placedAt(doc) }
    yield* commit([
      { shop: shop.id, collection: orders, key, expect: version, doc: undefined },
      { shop: shop.id, collection: removedOrders, key, expect: 0, doc: note }
    ])
  })

/** Lets each effect run an hour after the one before: how long a worker rests is not the matter here. */
const hourly = () => {
  let hours = 0
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.clockWith((real) => {
      const at = BigInt(++hours) * 3_600_000_000_000n
      const clock = Object.assign(Object.create(real), { monotonicTimeNanos: Effect.succeed(at) }) as Clock.Clock
      return Effect.provideService(effect, Clock.Clock, clock)
    })
}

it.each(names)("the workers of two processes sum what the orders say in %s, also after crashes", async (name) => {
  const store = open(name)
  const shop = await furnish(store, 120)
  const workers = [orderDaysWorker(), orderDaysWorker()]
  const later = hourly()
  const call = await callsOf(store, shop)
  const chance = chanceOf(7)
  const made: Array<string> = []
  for (let round = 0; round < 16; round++) {
    // Some in the same seconds, in two hours of a day, and on other days.
    const placed = () => 1_700_000_000 + chance(2) * 40_000 + chance(2) * 3600 + chance(3)
    for (let n = chance(4); n >= 0; n--) made.push((await call("POST", order(placed()))).order_id)
    for (let n = chance(4); n > 0; n--)
      await call("PUT", { orderID: made[chance(made.length)], status: [1, 2, 3, 7][chance(4)] })
    if (chance(3) === 0) await store.run(removal(shop, made.splice(chance(made.length), 1)[0]!))
    // The first rounds end while the days are made, the others follow what changes.
    let left = round === 3 ? Number.POSITIVE_INFINITY : chance(4)
    const dying: Step = (one) => (left-- > 0 ? retryOnConflict(one) : Effect.die(new Error("the process ended")))
    await store.run(later(Effect.exit(workers[chance(2)]!.run(dying, Effect.void))))
    // What the worker has still to do is not a fault. Doctor does not know the store, and takes seconds on a server's.
    if (name !== "mongo" && round % 4 === 0) expect(await examined(store)).toEqual([])
  }
  for (const worker of workers) await store.run(later(worker.run(retryOnConflict, Effect.void)))
  const { expected, found } = await comparedIn(store, shop)
  expect(found.length).toBeGreaterThan(20)
  expect(found).toEqual(expected)
  expect(await examined(store)).toEqual([])
  await store.close()
})

it("the last day of the year 9999 has all later instants, and doctor accepts sums of any year", async () => {
  const store = open("memory")
  const shop = await furnish(store, 0)
  const call = await callsOf(store, shop)
  const last = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000
  // In Rome the year 10000 has begun by the last of these.
  for (const timestamp of [last, last - 3600, last - 90_000, Date.UTC(2300, 0, 1) / 1000])
    await call("POST", order(timestamp))
  const removed = (await call("POST", order(last))).order_id
  const later = hourly()
  const worker = orderDaysWorker()
  await store.run(later(worker.run(retryOnConflict, Effect.void)))
  await store.run(removal(shop, removed))
  const reported: Array<string> = []
  await store.run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  expect(reported.filter((sentence) => sentence.includes("schema"))).toEqual([])
  await store.run(later(worker.run(retryOnConflict, Effect.void)))
  const days = (await store.run(all(shop.id, orderDays))).map(({ doc }) => [doc.day, shownDay(doc, "EUR")[0]?.orders])
  expect(days).toEqual([
    ["2300-01-01", 1],
    ["9999-12-30", 1],
    ["9999-12-31", 2]
  ])
  expect(await examined(store)).toEqual([])
  await store.close()
})

it("the commit of an order writes no sums, and one of a shop without new orders is not followed", async () => {
  const store = open("memory")
  const shop = await furnish(store, 60)
  const call = await callsOf(store, shop)
  const run = () => store.run(orderDaysWorker().run(retryOnConflict, Effect.void))
  await run()
  const versions = async () => [
    (await store.run(get(shop.id, orderDaysProgress, "days")))?.version,
    ...(await store.run(all(shop.id, orderDays))).map(({ version }) => version)
  ]
  const before = await versions()
  const { order_id } = await call("POST", order(1_700_000_000))
  await call("PUT", { orderID: order_id, status: 7 })
  expect(await versions()).toEqual(before)
  await run()
  const after = await versions()
  expect(after).not.toEqual(before)
  await run()
  expect(await versions()).toEqual(after)
  await store.close()
})

it("a run sums in one step what was there when it began, however many orders come meanwhile", async () => {
  const store = open("memory")
  const shop = await furnish(store, 60)
  const call = await callsOf(store, shop)
  await store.run(orderDaysWorker().run(retryOnConflict, Effect.void))
  for (let n = 0; n < 100; n++) await call("POST", order(1_700_000_000))
  let steps = 0
  const counted: Step = (one) =>
    Effect.andThen(
      Effect.promise(() => call("POST", order(1_700_000_000))),
      Effect.suspend(() => {
        steps++
        return retryOnConflict(one)
      })
    )
  await store.run(orderDaysWorker().run(counted, Effect.void))
  expect(steps).toBe(1)
  await store.close()
})

it("of an hour that a process has summed, it reads the seconds in which orders changed", async () => {
  const store = open("sqlite")
  const shop = await furnish(store, 60)
  const call = await callsOf(store, shop)
  const [worker, later] = [orderDaysWorker(), hourly()]
  const sum = () => store.run(later(worker.run(retryOnConflict, Effect.void)))
  await sum()
  const made: Array<string> = []
  for (let n = 0; n < 40; n++) made.push((await call("POST", order(1_700_000_000 + Math.floor(n / 4)))).order_id)
  await sum()
  const decode = vi.spyOn(orders, "decode")
  await call("PUT", { orderID: made[5], status: 7 })
  decode.mockClear()
  await sum()
  // The one that changed is known from its write; three others are of its second.
  expect(decode.mock.calls.length).toBe(3)
  decode.mockRestore()
  // The only one of its second is removed.
  const { order_id } = await call("POST", order(1_700_000_050))
  await sum()
  await store.run(removal(shop, order_id))
  await sum()
  const { expected, found } = await comparedIn(store, shop)
  expect(found).toEqual(expected)
  await store.close()
})

it("a day that is as it was is not decoded for another list, however many days there are", async () => {
  const store = open("sqlite")
  const shop = await furnish(store, 120)
  const call = await callsOf(store, shop)
  const sum = () => store.run(orderDaysWorker().run(retryOnConflict, Effect.void))
  const decode = vi.spyOn(orderDays, "decode")
  const listed = async () => {
    decode.mockClear()
    const service = await store.run(makeService({ tokenDigest: digest("t") }))
    const transport = inProcessTransport(service, (effect) => Effect.runPromise(effect))
    const headers = { authorization: "Bearer t" }
    const { status, text } = await transport({
      ...{ method: "GET", path: "/control/v1/orders/days.json", query: `shop=${shop.id}`, headers, body: undefined }
    })
    expect(status).toBe(200)
    return { lines: JSON.parse(await text()), decoded: decode.mock.calls.length }
  }
  await sum()
  const first = await listed()
  expect(first.decoded).toBe(new Set(first.lines.map(({ day }: { readonly day: string }) => day)).size)
  expect(await listed()).toEqual({ lines: first.lines, decoded: 0 })
  await call("POST", order(1_700_000_000))
  await sum()
  const { decoded, lines } = await listed()
  expect(decoded).toBe(1)
  expect(lines).not.toEqual(first.lines)
  decode.mockRestore()
  await store.close()
})

it("doctor reports a day whose sums are not those of its orders, once nothing is left to do", async () => {
  const store = open("memory")
  const shop = await furnish(store, 60)
  await store.run(orderDaysWorker().run(retryOnConflict, Effect.void))
  expect(await examined(store)).toEqual([])
  const [first] = await store.run(all(shop.id, orderDays))
  const { doc, version } = first!
  const write = (expected: number, doc: object | undefined, key: string) =>
    store.run(
      Storage.use(({ commit }) => commit([{ shop: shop.id, collection: orderDays, key, expect: expected, doc }]))
    )
  await write(version, undefined, doc.day)
  const sentence = (day: string) => `Shop ${shop.id}: the sums of the orders of ${day} do not agree with its orders.`
  expect(await examined(store)).toEqual([sentence(doc.day)])
  await write(0, doc, doc.day)
  await write(0, { ...doc, day: "1999-12-31" }, "1999-12-31")
  expect(await examined(store)).toEqual([sentence("1999-12-31")])
  await store.close()
})
