/** Finding orders: by each filter alone and combined, page by page, and by recent changes. */
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"
import { idsOf, placed, wrongIn } from "./sample.ts"

/** A new shop with twelve orders, the oldest first, which differ in everything that can be filtered. */
const stocked = async (open: () => Promise<Store>) => {
  const store = await (await open()).withShop()
  const all: Array<Twelfth> = []
  for (let n = 0; n < 12; n++) {
    const billing_email = n % 3 === 0 ? "Anna@Example.com" : "bruno@example.com"
    const billing_fullname = ["Anna Rossi", "Bruno ROSSI", "Anna Maria Verdi"][n % 3]!
    const tags = [...(n % 2 === 0 ? ["even"] : []), ...(n % 4 === 0 ? ["fourth"] : [])]
    const status = n % 2 === 0 ? 1 : 0
    const given = { billing_email, billing_fullname, tags, order_status: status, timestamp: 1000 + n * 10 } as const
    all.push({
      id: await placed(store, given),
      email: billing_email,
      words: billing_fullname,
      tags,
      status,
      at: given.timestamp
    })
  }
  return { store, all: all.reverse() }
}

interface Twelfth {
  readonly id: string
  readonly email: string
  readonly words: string
  readonly tags: ReadonlyArray<string>
  readonly status: number
  readonly at: number
}

type Filters = NonNullable<Parameters<Store["api"]["orders"]["list"]>[0]>

/** Each filter, with the orders that match it. */
const filters: ReadonlyArray<readonly [Filters, (order: Twelfth) => boolean]> = [
  [{ status: 1 }, ({ status }) => status === 1],
  [{ since: 1040 }, ({ at }) => at > 1040],
  [{ from: 1020, to: 1090 }, ({ at }) => at > 1020 && at < 1090],
  [{ tags: ["even"] }, ({ tags }) => tags.includes("even")],
  [{ tags: ["even", "fourth"] }, ({ tags }) => tags.includes("fourth")],
  [{ "billing.email": "anna@EXAMPLE.com" }, ({ email }) => email === "Anna@Example.com"],
  [{ "billing.email": "example.com" }, () => false],
  [{ "billing.fullname": "rossi" }, ({ words }) => /rossi/i.test(words)],
  [{ "billing.fullname": "verdi ANNA" }, ({ words }) => /verdi/i.test(words)],
  [{ "billing.fullname": "ross" }, () => false],
  [{ "billing.fullname": "-" }, () => false],
  [{ status: 8 }, () => false]
]

export const lists = (open: () => Promise<Store>): void => {
  it("are listed newest first, by default ten", async () => {
    const { all, store } = await stocked(open)
    expect(idsOf(await store.api.orders.list())).toEqual(all.slice(0, 10).map(({ id }) => id))
    expect(idsOf(await store.api.orders.list({ limit: 5, skip: 10 }))).toEqual(all.slice(10).map(({ id }) => id))
    const [first] = await store.api.orders.list({ limit: 1 })
    expect(Object.keys(first!)).toEqual(["orderID", "total", "orderDate", "status", "iso"])
    expect(first).toMatchObject({ total: 10, orderDate: "1970-01-01T01:18:30+0100", status: 0 })
    expect(first?.iso).toEqual({ orderDate: first?.orderDate })
  })

  it("are found by each filter, and by any two of them", async () => {
    const { all, store } = await stocked(open)
    const ids = all.slice(2, 9).map(({ id }) => id)
    const every: typeof filters = [...filters, [{ orderID: ["1_0", ...ids] }, ({ id }) => ids.includes(id)]]
    for (const [one, isOne] of every)
      for (const [other, isOther] of every) {
        const both = { ...one, ...other }
        // Filters of the same name are not combined, because the later one replaces the earlier.
        const covered = Object.keys(one).every((name) => name in other)
        const expected = all.filter((order) => (covered || isOne(order)) && isOther(order)).map(({ id }) => id)
        expect(idsOf(await store.api.orders.list({ ...both, limit: 100 })), JSON.stringify(both)).toEqual(expected)
      }
  })

  it("are paged by a cursor that neither skips nor repeats while orders arrive", async () => {
    const { all, store } = await stocked(open)
    const seen: Array<string> = []
    for await (const { orderID } of store.api.orders.list.all({ limit: 4, skip: 1 })) {
      seen.push(orderID)
      if (seen.length % 3 === 0) await placed(store, { timestamp: 5000 + seen.length })
    }
    expect(seen).toEqual(all.slice(1).map(({ id }) => id))
    const path = "/v1.1/orders/list.json"
    const full = await store.send({ method: "GET", path, query: { limit: 2, skip: 1, status: 1 } })
    expect(full.headers["link"]).toMatch(
      /^<http[^>]*\/v1\.1\/orders\/list\.json\?limit=2&status=1&cursor=[\w-]+>; rel="next"$/
    )
    const last = await store.send({ method: "GET", path, query: { limit: 1000 } })
    expect(last.headers).not.toHaveProperty("link")
  })

  it("of one instant are paged by their numbers", async () => {
    const store = await (await open()).withShop()
    const ids: Array<string> = []
    for (let n = 0; n < 7; n++) ids.push(await placed(store, { timestamp: 77 }))
    const seen: Array<string> = []
    for await (const { orderID } of store.api.orders.list.all({ limit: 2 })) seen.push(orderID)
    expect(seen).toEqual([...ids].sort().reverse())
  })

  it("show the requested nodes, and no others", async () => {
    const store = await (await open()).withShop()
    await placed(store, { billing_email: "a@example.com", billing_fullname: "A", tags: ["x"] })
    const nodes = ["billing.email", "delivery.fullname", "short_id", "tags", "payment", "nonsense"]
    const [shown] = await store.api.orders.list({ nodes })
    expect(shown).toMatchObject({
      billing: { email: "a@example.com" },
      delivery: { fullname: "" },
      short_id: "1",
      tags: ["x"]
    })
    expect(Object.keys(shown?.billing ?? {})).toEqual(["email"])
    expect(shown).not.toHaveProperty("payment")
    const [changed] = (await store.api.orders.changes({ updated_from: 0, nodes })).orders
    expect(changed).toMatchObject({
      billing: { email: "a@example.com" },
      payment: "paypal",
      short_id: "1",
      tags: ["x"]
    })
    expect(changed).not.toHaveProperty("delivery")
  })

  it("refuse half a span and impossible pages, every name at once", async () => {
    const { api } = await open()
    expect(await wrongIn(api.orders.list({ from: 1 }))).toEqual(["to"])
    expect(await wrongIn(api.orders.list({ to: 1 }))).toEqual(["from"])
    const wrong = { limit: 1001, skip: -1, cursor: "nonsense", from: 1 }
    expect(await wrongIn(api.orders.list(wrong))).toEqual(["limit", "skip", "cursor", "to"])
    expect(await wrongIn(api.orders.list({ limit: 0 }))).toEqual(["limit"])
  })

  it("are found by their events in a span, the newest first, with these events alone", async () => {
    const store = await (await open()).withShop()
    const { api, clock } = store
    const tick = () => {
      clock.advance(2000)
      return Math.floor(clock.now() / 1000)
    }
    const [first, second] = [await placed(store, { timestamp: 5 }), await placed(store)]
    const begun = tick()
    await api.orders.update({ orderID: first, status: 1 })
    const middle = tick()
    await api.orders.addTags({ orderID: second, tags: ["a"] })
    await api.orders.update({ orderID: second, status: 2 })
    const late = await api.orders.changes({ updated_from: begun - 1 })
    expect(late.count).toBe(2)
    expect(late.filter.updated_from).toBe(begun - 1)
    expect(late.orders.map(({ events, orderID }) => [orderID, events.map(({ eventId }) => eventId)])).toEqual([
      [second, [3, 1]],
      [first, [1]]
    ])
    expect(late.orders[0]).toMatchObject({ status: 2, locale: "it_IT", total: 10 })
    const past = await api.orders.changes({ updated_from: begun - 10, updated_to: middle - 1 })
    expect(past.filter).toEqual({ updated_from: begun - 10, updated_to: middle - 1 })
    expect(past.orders.map(({ events, orderID }) => [orderID, events.length])).toEqual([
      [first, 2],
      [second, 1]
    ])
    clock.advance(86_400_000)
    await api.orders.addTags({ orderID: first, tags: ["b"] })
    const days = await api.orders.changes({ updated_from: begun - 10, updated_to: middle + 100_000 })
    expect(days.orders.map(({ events, orderID }) => [orderID, events.length])).toEqual([
      [first, 3],
      [second, 3]
    ])
    const ages = await api.orders.changes({ updated_from: 0, updated_to: middle + 100_000_000 })
    expect(ages.orders).toEqual(days.orders)
    expect(await api.orders.changes({ updated_from: middle, updated_to: middle - 90_000 })).toMatchObject({ count: 0 })
    expect(await api.orders.changes({ updated_from: middle + 100_000 })).toMatchObject({ count: 0, orders: [] })
    expect(await wrongIn(api.orders.changes({} as never))).toEqual(["updated_from"])
  })
}
