/** A shop is pulled from a server of this API: whole, again, after an interruption, past faults, and from a hostile server. */
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { collections, contract } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { entries } from "@bottega/domain/contract"
import { all } from "@bottega/storage"
import { Clock, Duration, Effect, Fiber } from "effect"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { ensureDemoShop } from "../../src/demo.ts"
import { shops, trusted } from "../../src/engine/trusted.ts"
import { inProcessTransport } from "../../src/in-process.ts"
import { examineStore } from "../../src/maintenance/doctor.ts"
import { secondsFor } from "../../src/maintenance/pull/price.ts"
import { askSource, type PullOptions, type PullPrice, pullShop } from "../../src/maintenance/pull/pull.ts"
import type { Break } from "../../src/maintenance/pull/source.ts"
import type { Job as Picture } from "../../src/pictures/kind.ts"
import { makeService } from "../../src/service.ts"
import { Lane } from "../../src/slow/lane.ts"
import { picture } from "../pictures/made.ts"
import { answersOf } from "./answers.ts"
import { type Opened, open, sweep } from "./given.ts"
import { type Served, serve, serveStore, token, transportOf } from "./source.ts"

const closings: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})
afterAll(sweep)

const opened = (name = "memory"): Opened => {
  const store = open(name)
  closings.push(store.close)
  return store
}

const demo = async (orders: number) => {
  const store = opened()
  await store.run(ensureDemoShop({ orders, now: 1_790_000_000_000, pictures: false }))
  const shop = (await store.run(shops))[0]!
  const operate = await operator(store)
  const pair = await operate("POST", "/control/v1/keys/key.json", { shop: shop.id, permission: "read" })
  return { store, shop, pair, operate }
}

/** Calls control operations of a store. */
const operator = async (store: Opened) => {
  const transport = await transportOf(store)
  return async (method: string, path: string, parameters: Record<string, string>) => {
    const form = new URLSearchParams(parameters).toString()
    const sent = { method, path, headers: { authorization: `Bearer ${token}` } }
    const answer = await transport(method === "GET" ? { ...sent, query: form } : { ...sent, query: "", body: form })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(text)
    return JSON.parse(text)
  }
}

/** Changes a shop by its own operations. */
const changing = async (store: Opened, shop: Shop) => {
  const service = trusted(await store.run(makeService()), shop)
  const transport = inProcessTransport(service, (effect) => Effect.runPromise(effect))
  return async (method: string, path: string, parameters: Record<string, string>) => {
    const body = new URLSearchParams(parameters).toString()
    const answer = await transport({ method, path: `/v1.1${path}`, query: "", headers: {}, body })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(text)
    return JSON.parse(text)
  }
}

const served = async (make: Promise<Served>): Promise<Served> => {
  const server = await make
  closings.push(server.close)
  return server
}

/** A clock whose waits are over at once, and by which time goes on as if they had been waited. Slow work needs real time. */
const hurried: Clock.Clock = (() => {
  let aheadMs = 0
  const nowMs = () => 1_790_000_000_000 + Math.floor(aheadMs)
  const nowNs = () => BigInt(nowMs()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: nowMs,
    currentTimeMillis: Effect.sync(nowMs),
    currentTimeNanosUnsafe: nowNs,
    currentTimeNanos: Effect.sync(nowNs),
    monotonicTimeNanosUnsafe: nowNs,
    monotonicTimeNanos: Effect.sync(nowNs),
    sleep: (duration: Duration.Duration) =>
      Effect.callback<void>((resume) => {
        aheadMs += Duration.toMillis(duration)
        const timer = setImmediate(() => resume(Effect.void))
        return Effect.sync(() => clearImmediate(timer))
      })
  } as unknown as Clock.Clock
})()

const pulling = (
  server: Served,
  { exchange, key }: { readonly key: string; readonly exchange: string },
  more: Partial<PullOptions> = {}
) => {
  const options: PullOptions = {
    ...{ from: server.url, key, exchange, rate: 1000, extras: new Set(["timeline", "tracking"] as const) },
    pictureHosts: new Set<string>(),
    ...more
  }
  return Effect.flatMap(askSource(options), (asked) => pullShop(asked, options))
}

const wrongIn = async (store: Opened) => {
  const wrong: Array<string> = []
  await store.run(examineStore({ onWrong: (sentence) => wrong.push(sentence) }))
  return wrong
}

const changesOf = (report: Effect.Success<ReturnType<typeof pullShop>>) =>
  Object.entries(report.kinds).flatMap(([name, { added, changed, refused, removed }]) =>
    added + changed + removed + refused === 0 ? [] : [{ name, added, changed, removed, refused }]
  )

const theShop = async (store: Opened): Promise<Shop> => (await store.run(shops))[0]!

/** The operations of a shop, without what the API does not give and what belongs to key sets. */
const compared = new Set(
  entries(contract)
    .filter(({ area, endpoint }) => endpoint.surface === "shop" && !["webhooks", "realtime", "payments"].includes(area))
    .map(({ id }) => id)
    // It lists the external payments of key sets.
    .filter((id) => id !== "orders.checkoutMethods")
)

/** An answer with the keys of its objects in one order. */
const sorted = (answer: string): string => {
  const [, status, text] = /^(\d+) (.*)$/s.exec(answer)!
  if (status !== "200") return status!
  const inOrder = (_: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value
  return JSON.stringify(JSON.parse(text!), inOrder)
}

/** The answers of the shop's operations, without what differs by its id. */
const shownBy = async (store: Opened, shop: Shop, naming?: { readonly store: Opened; readonly shop: Shop }) =>
  new Map(
    [...(await answersOf(store, shop, naming))]
      .filter(([question]) => compared.has(question.split("?")[0]!))
      .map(([question, answer]) => [question, sorted(answer.replaceAll(shop.id, "<shop>"))])
  )

describe("a pull", () => {
  it.each(["sqlite", "mongo"])("gives every answer that the source gives, into %s", async (name) => {
    const { pair, shop, store } = await demo(30)
    const server = await served(serveStore(store))
    const target = opened(name)
    const report = await target.run(pulling(server, pair))
    expect(report).toMatchObject({ isComplete: true, stopped: null })
    expect(Object.values(report.kinds).flatMap(({ notes, refusals }) => [...notes, ...refusals])).toEqual([])
    for (const [kind, { source, stored }] of Object.entries(report.kinds))
      expect({ kind, stored }).toEqual({ kind, stored: source })
    expect(await wrongIn(target)).toEqual([])
    const [there, here] = [await shownBy(store, shop), await shownBy(target, await theShop(target), { store, shop })]
    expect(here.size).toBeGreaterThan(200)
    const differing = [...there].filter(([question, answer]) => here.get(question) !== answer)
    expect(differing.map(([question]) => question)).toEqual([])
  })

  it("names the price of extras before it brings anything, and ends if that is refused", async () => {
    const { pair, store } = await demo(30)
    const server = await served(serveStore(store))
    const target = opened()
    const prices: Array<PullPrice> = []
    const asking = (answer: boolean, rate = 10) => ({
      ...{ rate, pictureHosts: new Set<string>() },
      askPrice: async (price: PullPrice) => {
        prices.push(price)
        return answer
      }
    })
    const slow = { quota: 100_000, orders: 30, calls: 60, seconds: 6 }
    const refused = await target.run(
      Effect.result(Effect.provideService(pulling(server, pair, asking(false)), Clock.Clock, hurried))
    )
    expect(refused).toMatchObject({ _tag: "Failure", failure: { _tag: "Stopped" } })
    expect(server.asked.filter((path) => /order\.json|timeline|tracking|products/.test(path))).toEqual([])
    expect((await target.run(all((await theShop(target)).id, collections.orders))).length).toBe(0)
    const report = await target.run(Effect.provideService(pulling(server, pair, asking(true)), Clock.Clock, hurried))
    expect(report.isComplete).toBe(true)
    const again = await target.run(Effect.provideService(pulling(server, pair, asking(true)), Clock.Clock, hurried))
    expect(again.isComplete).toBe(true)
    expect(prices).toEqual([slow, slow, { ...slow, calls: 0, seconds: 0 }])
  })

  it.each([
    [100, 5, undefined, 20],
    [100, 5, { usable: 100, usableDaily: 9000 }, 20],
    [10_000, 5, { usable: 1000, usableDaily: 9000 }, 86_400],
    [100_000, 5, { usable: 0, usableDaily: 9000 }, 12 * 86_400]
  ])("takes for %i calls at %i a second the seconds that a quota allows", (calls, rate, quota, seconds) => {
    expect(secondsFor(calls, rate, quota)).toBe(seconds)
  })

  it("reads nothing twice, and brings what changed and what went", async () => {
    const { pair, shop, store } = await demo(20)
    const server = await served(serveStore(store))
    const target = opened()
    const first = await target.run(pulling(server, pair))
    const again = await target.run(pulling(server, pair))
    expect(changesOf(again)).toEqual([])
    expect(again.calls).toBeLessThan(first.calls / 2)
    const detailsBefore = server.asked.length
    const change = await changing(store, shop)
    const [orders, customers, products] = await Promise.all([
      store.run(all(shop.id, collections.orders)),
      store.run(all(shop.id, collections.customers)),
      store.run(all(shop.id, collections.products))
    ])
    const order = orders.find(({ doc }) => doc.status === 0)?.doc ?? orders[0]!.doc
    await change("PUT", "/orders/order.json", { orderID: order.orderID, status: "7" })
    const guest = customers.find(({ doc }) => doc.userUID === 0)!.doc
    await change("DELETE", "/clients/client.json", { id: guest.id })
    const [{ doc: gone }, { doc: dearer }] = [products[0]!, products[1]!] as const
    await change("DELETE", "/products/product.json", { uid: String(gone.uid) })
    await change("PUT", "/products/product.json", { uid: String(dearer.uid), price: "99.5" })
    await change("DELETE", "/brands/brand.json", { uid: "1" })
    const report = await target.run(pulling(server, pair))
    expect(report.kinds["orders"]).toMatchObject({ added: 0, changed: 1, removed: 0 })
    expect(report.kinds["customers"]).toMatchObject({ added: 0, changed: 0, removed: 1 })
    expect(report.kinds["products"]).toMatchObject({ added: 0, removed: 1 })
    expect(report.kinds["brands"]).toMatchObject({ added: 0, removed: 1 })
    const asked = server.asked.slice(detailsBefore)
    expect(asked.filter((path) => path.includes("/orders/order.json"))).toHaveLength(1)
    expect(await wrongIn(target)).toEqual([])
    const mine = await theShop(target)
    const one = await target.run(all(mine.id, collections.products))
    expect(one.find(({ doc }) => doc.uid === dearer.uid)?.doc.price).toBe(99.5)
  })

  it("goes on after an interruption at any call, and ends with the same documents", async () => {
    const { pair, store } = await demo(25)
    const whole = opened()
    await whole.run(pulling(await served(serveStore(store)), pair))
    const target = opened()
    let calls = 0
    let stop = () => {}
    const server = await served(
      serveStore(store, () => {
        if (--calls === 0) stop()
        return false
      })
    )
    for (const stopAt of [1, 60, 240]) {
      calls = stopAt
      const fiber = await target.run(Effect.forkDetach(pulling(server, pair)))
      stop = () => void Effect.runFork(Fiber.interrupt(fiber))
      await target.run(Effect.exit(Fiber.join(fiber)))
      if ((await target.run(shops)).length > 0) expect(await wrongIn(target)).toEqual([])
    }
    await target.run(pulling(server, pair))
    expect(await target.run(shops)).toHaveLength(1)
    const [one, other] = [await theShop(whole), await theShop(target)]
    for (const collection of [collections.orders, collections.products, collections.customers, collections.pages]) {
      const [a, b] = [
        await whole.run(all(one.id, collection as never)),
        await target.run(all(other.id, collection as never))
      ]
      expect(b.map(({ doc }) => doc)).toEqual(a.map(({ doc }) => doc))
    }
    expect(await wrongIn(target)).toEqual([])
  })

  it("is complete past refusals, slow answers and lost connections", async () => {
    const { operate, pair, store } = await demo(25)
    for (const fault of [
      { probability: "0.05", seed: "1", status: "503" },
      { probability: "0.05", seed: "2", drop: "1" },
      { probability: "0.03", seed: "3", status: "429" },
      { probability: "0.02", seed: "4", delay_ms: "50" },
      { operation: "orders.read", nth: "3", drop: "1", when: "after" }
    ])
      await operate("POST", "/control/v1/faults/fault.json", fault as Record<string, string>)
    const server = await served(serveStore(store))
    const target = opened()
    const report = await target.run(Effect.provideService(pulling(server, pair), Clock.Clock, hurried))
    expect(report).toMatchObject({ isComplete: true })
    expect(report.kinds["orders"]).toMatchObject({ added: 25, refused: 0, stored: 25 })
    const hits = (await operate("GET", "/control/v1/faults/list.json", {})) as ReadonlyArray<{ readonly hits: number }>
    for (const { hits: count } of hits) expect(count).toBeGreaterThan(0)
    expect(await wrongIn(target)).toEqual([])
  })

  it("names each break once, before it asks again", async () => {
    const { pair, store } = await demo(5)
    const answered: Array<string> = []
    const server = await served(
      serveStore(store, (path, response) => {
        answered.push(path)
        const isBroken = answered.length <= 3 || (answered.length > 10 && answered.length <= 12)
        if (isBroken) response.writeHead(answered.length === 1 ? 502 : 503).end("<h1>Away</h1>")
        return isBroken
      })
    )
    const breaks: Array<Break> = []
    const onBreak = (broken: Break) => void breaks.push(broken)
    const report = await opened().run(Effect.provideService(pulling(server, pair, { onBreak }), Clock.Clock, hurried))
    expect(report.isComplete).toBe(true)
    expect(breaks).toMatchObject([
      { path: "/orders/statuses.json", why: "status 502", tries: 11, withinMs: 363_000 },
      { why: "status 503", tries: 11 }
    ])
  })

  it("uses companions only where the server has them", async () => {
    const companions = /^\/v1\.1\/(store|products|categories|gallery|customergroup)\/|^\/v1\.1\/emails\/template\.json/
    const { pair, store } = await demo(15)
    const server = await served(
      serveStore(store, (path, response) => {
        if (!companions.test(path)) return false
        response.writeHead(404, { "content-type": "application/json" }).end("{}")
        return true
      })
    )
    const target = opened()
    const report = await target.run(pulling(server, pair))
    expect(report.isComplete).toBe(true)
    expect(report.kinds["orders"]).toMatchObject({ added: 15, refused: 0 })
    expect(report.kinds["products"]!.added).toBeGreaterThan(50)
    expect(report.kinds["products"]!.notes).toEqual([
      "The source does not list products: they have their SKU as title, and no price."
    ])
    expect(await wrongIn(target)).toEqual([])
    expect(changesOf(await target.run(pulling(server, pair)))).toEqual([])
  })

  it("does not remove most of a kind unless it is allowed to", async () => {
    const { pair, store } = await demo(30)
    const target = opened()
    let isEmpty = false
    const server = await served(
      serveStore(store, (path, response) => {
        if (!isEmpty || !path.startsWith("/v1.1/orders/")) return false
        if (path.endsWith("/list.json")) response.end("[]")
        else if (path.endsWith("/order.json")) response.writeHead(404).end("{}")
        return response.writableEnded
      })
    )
    await target.run(pulling(server, pair))
    isEmpty = true
    const kept = await target.run(pulling(server, pair))
    expect(kept.kinds["orders"]).toMatchObject({ removed: 0, stored: 30 })
    expect(kept.kinds["orders"]!.notes).toHaveLength(1)
    const allowed = await target.run(pulling(server, pair, { isRemovalAllowed: true }))
    expect(allowed.kinds["orders"]).toMatchObject({ removed: 30, stored: 0 })
    expect(await wrongIn(target)).toEqual([])
  })
})

describe("a hostile server", () => {
  type Answer = string | Buffer | number
  type Answers = Readonly<Record<string, Answer | ((query: URLSearchParams) => Answer)>>
  /** Answers some paths with its own text or status, and everything else with an empty list. */
  /** Without this it would be a server of another API. */
  const known: Answers = { "/orders/statuses.json": '{"opened":{"0":"Pending Payment"}}' }
  const hostile = (answers: Answers, date = () => "") =>
    served(
      serve((request, response) => {
        const { pathname, searchParams } = new URL(request.url!, "http://x")
        const own = { ...known, ...answers }[pathname.replace("/v1.1", "")] ?? "[]"
        const answer = typeof own === "function" ? own(searchParams) : own
        const status = typeof answer === "number" ? answer : 200
        response.writeHead(status, { "content-type": "application/json", ...(date() && { date: date() }) })
        response.end(typeof answer === "number" ? "" : answer)
      })
    )
  const pair = { key: "a", exchange: "b" }

  it("stores nothing of what does not fit, names it, and brings the rest", async () => {
    const good = { id: "5f0c3a2b0e1f4a0000000001", label: "Good", type: "text", data: [] }
    const server = await hostile({
      "/attributes/list.json": JSON.stringify([
        good,
        { ...good, id: "../../etc/passwd" },
        { ...good, id: "5f0c3a2b0e1f4a0000000002", type: "\u001b[31mred" },
        { ...good, id: "5f0c3a2b0e1f4a0000000003", label: { toString: 1 } },
        good,
        null
      ]),
      "/taxes/list.json": `[{"id":"5f0c3a2b0e1f4a0000000004","value":1e300,"title":"x","countriesUID":[1]}]`,
      "/clients/list_paginated.json": `[{"id":"5f0c3a2b0e1f4a0000000005","email":"a@b.it","created_at":"2020-01-01T00:00:00Z","custom_fields":{"__proto__":"x"}}]`,
      "/clients/client.json": "{}",
      "/coupons/list.json": "[".repeat(10_000),
      "/orders/list.json": JSON.stringify([
        { orderID: "1_000000000000x" },
        { orderID: "1_0000000000001", status: 0, total: 1 }
      ]),
      "/orders/order.json": `{"orderID":"1_0000000000001","cart":{"items":{"__proto__":{}}},"orderDate":{"sec":1}}`
    })
    const target = opened()
    const report = await target.run(pulling(server, pair))
    expect(report.kinds["attributes"]).toMatchObject({ added: 1, refused: 4 })
    expect(report.kinds["tax profiles"]).toMatchObject({ added: 0, refused: 1 })
    expect(report.kinds["customers"]).toMatchObject({ added: 0, refused: 1 })
    // This list has one page, whichever is asked for, and what has no id is not known again.
    expect(report.kinds["orders"]).toMatchObject({ added: 0, refused: 3 })
    expect(report.kinds["coupons"]).toMatchObject({ refused: 1, refusals: [{ document: "list" }] })
    expect(JSON.stringify(report)).not.toMatch(/\\u001b/)
    expect(await wrongIn(target)).toEqual([])
  })

  const orderWith = (orderID: string, more = {}) => ({
    ...{ orderID, status: 0, total: 1, orderDate: { sec: 1 }, short_id: String(Number.parseInt(orderID.slice(2), 16)) },
    ...{ cart: { total: 1, items: { "1#|#": { count: 1, price: 1, sku: "A", title: "A" } } }, ...more }
  })
  const orderIdOf = (n: number) => `1_${n.toString(16).padStart(13, "0")}`

  it("is read to the end of its lists, however few documents it gives in a page", async () => {
    const numbers = Array.from({ length: 25 }, (_, n) => n + 1)
    const customer = (n: number) => ({
      ...{ id: n.toString(16).padStart(24, "0"), email: `${n}@example.com`, created_at: "2020-01-01T00:00:00Z" }
    })
    const server = await hostile({
      "/clients/list_paginated.json": (query) => {
        const page = Number(query.get("page"))
        return page > 3 ? 404 : JSON.stringify(numbers.slice(page * 10 - 10, page * 10).map(customer))
      },
      "/clients/client.json": "{}",
      "/orders/list.json": (query) => {
        const skip = Number(query.get("skip"))
        return JSON.stringify(numbers.slice(skip, skip + 5).map((n) => orderWith(orderIdOf(n))))
      },
      "/orders/order.json": (query) => JSON.stringify(orderWith(query.get("orderID")!))
    })
    const target = opened()
    const report = await target.run(pulling(server, pair, { extras: new Set() }))
    expect(report.kinds["customers"]).toMatchObject({ source: 25, added: 25, refused: 0 })
    expect(report.kinds["orders"]).toMatchObject({ source: 25, added: 25, refused: 0, refusals: [] })
    expect(await wrongIn(target)).toEqual([])
  })

  it.each(["/orders/order.json", "/orders/list.json", "/orders/orders_filter.json"])(
    "hides no change of an order by answers of %s with status 500",
    async (failing) => {
      const id = orderIdOf(1)
      let [message, isFailing, changedAt, now] = ["first", false, 0, 10_000]
      const answered = (path: string, answer: unknown) => () =>
        isFailing && path === failing ? 500 : JSON.stringify(answer)
      const server = await hostile(
        {
          "/payments/payment.json": JSON.stringify({ groupUID: 1 }),
          "/orders/list.json": answered("/orders/list.json", [orderWith(id)]),
          "/orders/order.json": () => answered("/orders/order.json", orderWith(id, { message }))(),
          "/orders/orders_filter.json": (query) => {
            const isChanged = changedAt > Number(query.get("updated_from"))
            return answered("/orders/orders_filter.json", { orders: isChanged ? [{ orderID: id, locale: "" }] : [] })()
          }
        },
        () => new Date(now * 1000).toUTCString()
      )
      const target = opened()
      const run = () =>
        target.run(Effect.provideService(pulling(server, pair, { extras: new Set() }), Clock.Clock, hurried))
      await run()
      now += 1000
      changedAt = now
      message = "second"
      now += 1000
      isFailing = true
      await run()
      now += 1000
      isFailing = false
      await run()
      const orders = await target.run(all((await theShop(target)).id, collections.orders))
      expect(orders.map(({ doc }) => doc.message)).toEqual(["second"])
    }
  )

  it("cannot make a second shop by not saying which one it is", async () => {
    let group: Answer = JSON.stringify({ groupUID: 1 })
    const server = await hostile({ "/payments/payment.json": () => group })
    const target = opened()
    const { shop } = await target.run(pulling(server, pair))
    group = 404
    await expect(target.run(pulling(server, pair))).rejects.toMatchObject({ _tag: "Stopped" })
    expect((await target.run(pulling(server, pair, { shop }))).shop).toBe(shop)
    expect(await target.run(shops)).toHaveLength(1)
  })

  it("cannot give an order the detail of another one", async () => {
    const server = await hostile({
      "/orders/list.json": JSON.stringify([orderWith(orderIdOf(1))]),
      "/orders/order.json": JSON.stringify(orderWith(orderIdOf(2)))
    })
    const target = opened()
    const { kinds } = await target.run(pulling(server, pair))
    expect(kinds["orders"]).toMatchObject({ added: 0, refusals: [{ why: "has the detail of another order" }] })
    expect(await wrongIn(target)).toEqual([])
  })

  it("cannot make it ask for the same changes without end", async () => {
    const server = await hostile(
      { "/orders/orders_filter.json": Buffer.alloc(64 * 1024 * 1024 + 1, 0x20) },
      () => "Thu, 01 Jan 1970 00:00:03 GMT"
    )
    const report = await opened().run(pulling(server, pair))
    expect(report.isComplete).toBe(true)
    expect(server.asked.filter((path) => path.includes("orders_filter"))).toHaveLength(3)
  })

  it("cannot fill the memory by an answer of many small values", async () => {
    const server = await hostile({
      "/coupons/list.json": `[${"{},".repeat(2 ** 21)}{}]`,
      "/orders/list.json": JSON.stringify([orderWith(orderIdOf(1))]),
      "/orders/order.json": `{"a":[${"0,".repeat(2 ** 20)}0]}`
    })
    const { kinds } = await opened().run(pulling(server, pair))
    expect(kinds["coupons"]?.refusals).toEqual([
      { document: "list", why: "/coupons/list.json has more than 4194304 values" }
    ])
    expect(kinds["orders"]?.refusals[0]?.why).toBe("/orders/order.json has more than 1048576 values")
  })

  it("cannot end a pull by the values of variants", async () => {
    const server = await hostile({
      "/productvariants/list.json": JSON.stringify([{ key: "Size", values: { a: null, b: 7, c: "x" } }])
    })
    expect((await opened().run(pulling(server, pair))).isComplete).toBe(true)
  })

  it("cannot make an address that is there twice, or is marked twice", async () => {
    const address = { id: "5f0c3a2b0e1f4a0000000001", email: "a@b.it", principalAddress: true }
    const server = await hostile({
      "/clients/list_paginated.json": JSON.stringify([
        { id: "5f0c3a2b0e1f4a0000000005", userUID: 7, email: "a@b.it", created_at: "2020-01-01T00:00:00Z" }
      ]),
      "/clients/client.json": "{}",
      "/useraccount/addresses.json": JSON.stringify({ addresses: [address, address] })
    })
    const target = opened()
    expect((await target.run(pulling(server, pair))).kinds["addresses"]).toMatchObject({
      added: 1,
      refused: 0,
      refusals: []
    })
    expect(await wrongIn(target)).toEqual([])
  })

  it("gives products their pictures once these may be fetched", async () => {
    const id = "5f0c3a2b0e1f4a0000000001"
    let host = "https://cdn.example"
    const product = () => ({
      ...{ uid: 1, code: "A", title: "A", price: 1, status: 1, update_at: "2020-01-01T00:00:00Z", categories: [] },
      ...{ image_id: id, gallery: [{ id }] },
      variants: [{ sku: "A-1", superkey: "", attributes: { Size: "1" }, gallery: [`${host}/x.png`] }]
    })
    const server = await hostile({
      "/gallery/list.json": () => JSON.stringify([{ id, original: `${host}/x.png`, thumbnail: "" }]),
      "/x.png": await picture("png"),
      "/products/paginated_list.json": () => JSON.stringify([product()]),
      "/products/product.json": () => JSON.stringify(product())
    })
    const target = opened()
    const stored = async () => (await target.run(all((await theShop(target)).id, collections.products)))[0]!.doc
    await target.run(pulling(server, pair))
    expect(await stored()).toMatchObject({ image_id: null, gallery: [], variants: [{ gallery: [`${host}/x.png`] }] })
    expect(await wrongIn(target)).toEqual([])
    host = server.url.origin
    const { run } = Lane.prototype
    const folders: Array<{ readonly folder: string; readonly isOwned: boolean }> = []
    const spy = vi.spyOn(Lane.prototype, "run").mockImplementation(function (this: Lane, kind, owner, input) {
      if (kind.name === "pictures") {
        const folder = dirname((input as Picture).path)
        // By the socket the next process sees that this one lives, or that it was killed.
        folders.push({ folder, isOwned: existsSync(join(folder, "../socket")) })
      }
      return run.call(this, kind, owner, input) as never
    })
    await target.run(pulling(server, pair))
    spy.mockRestore()
    expect(folders).toMatchObject([{ isOwned: true }])
    expect(existsSync(folders[0]!.folder)).toBe(false)
    expect(await stored()).toMatchObject({ image_id: id, gallery: [id], variants: [{ gallery: [id] }] })
    expect(await wrongIn(target)).toEqual([])
  })

  it("cannot end a pull by the stock of a known product", async () => {
    const product = {
      uid: 1,
      code: "A",
      price: 1,
      status: 1,
      title: "A",
      update_at: "2020-01-01T00:00:00Z",
      categories: []
    }
    let quantity: unknown = 1
    const server = await hostile({
      "/inventory/list.json": () =>
        JSON.stringify([{ uid: 1, sku: "A", quantity, unlimited: false, has_child: false }]),
      "/products/paginated_list.json": JSON.stringify([product]),
      "/products/product.json": JSON.stringify(product)
    })
    const target = opened()
    expect((await target.run(pulling(server, pair))).kinds["products"]).toMatchObject({ added: 1, refused: 0 })
    for (quantity of ["many", 1e300, {}, "1.5"])
      expect((await target.run(pulling(server, pair))).kinds["products"]).toMatchObject({
        added: 0,
        refused: 1,
        stored: 1
      })
    expect(await wrongIn(target)).toEqual([])
  })

  it("cannot make it read without end", async () => {
    let number = 0
    const server = await hostile({
      "/clients/list_paginated.json": () =>
        JSON.stringify(Array.from({ length: 1000 }, () => ({ id: "5f0c3a2b0e1f4a0000000005", n: number++ }))),
      "/clients/client.json": "{}"
    })
    const report = await opened().run(pulling(server, pair))
    expect(report.isComplete).toBe(true)
    expect(server.asked.filter((path) => path.includes("list_paginated"))).toHaveLength(2)
  })

  it("cannot make it count orders without end, or what is not an order", async () => {
    const orders = Array.from({ length: 1000 }, (_, n) => ({ orderID: `1_${n.toString(16).padStart(13, "0")}` }))
    const page = [null, 7, "x", [], {}, { orderID: null }, ...orders]
    const server = await hostile({ "/orders/list.json": JSON.stringify(page) })
    const prices: Array<PullPrice> = []
    const askPrice = async (price: PullPrice) => {
      prices.push(price)
      return false
    }
    await expect(opened().run(pulling(server, pair, { askPrice }))).rejects.toMatchObject({ _tag: "Stopped" })
    expect(prices).toMatchObject([{ orders: 1000, calls: 2000 }])
    expect(server.asked.filter((path) => path.includes("/orders/list.json?limit=1000"))).toHaveLength(2)
  })

  it("cannot make it fetch from elsewhere", async () => {
    const other = await served(serve((_, response) => void response.end("secret")))
    const image = (n: number, original: string) => ({ id: `5f0c3a2b0e1f4a000000000${n}`, original, thumbnail: "" })
    const server = await hostile({
      "/gallery/list.json": JSON.stringify([
        image(1, `${other.url.href}private.png`),
        image(2, "file:///etc/passwd"),
        image(3, `http://u:p@${other.url.host}/x.png`),
        image(4, "http://169.254.169.254/latest/meta-data")
      ])
    })
    const all = new Set(["127.0.0.1", "169.254.169.254"])
    for (const pictureHosts of [new Set<string>(), all]) {
      const report = await opened().run(pulling(server, pair, { pictureHosts }))
      expect(report.kinds["images"]).toMatchObject({ added: 0, refused: 4 })
    }
    expect(other.asked).toEqual([])
  })

  it("gets its key set at no other address", async () => {
    const other = await served(serve((_, response) => void response.end("{}")))
    const server = await served(
      serve((_, response) => void response.writeHead(302, { location: other.url.href }).end())
    )
    await expect(opened().run(pulling(server, pair))).rejects.toMatchObject({ _tag: "Stopped" })
    expect(other.asked).toEqual([])
  })
})
