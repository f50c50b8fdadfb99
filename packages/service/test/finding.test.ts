/**
 * What finding costs a file: the statements of a search, of the stock and of the sums by day, and the rows that these give, are as
 * many among 1,000 orders and products as among 10,000, and no statement reads a whole table.
 */
import { DatabaseSync, StatementSync } from "node:sqlite"
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { all, retryOnConflict, Storage, type Write } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { orderDaysWorker } from "../src/areas/orders/days/worker.ts"
import { digest } from "../src/engine/ids.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { makeService } from "../src/service.ts"
import { furnish, type Opened, open, sweep } from "./maintenance/given.ts"

const { inventory, orders, products } = collections

/** A file with so many orders and products, and calls of its operator. */
const filled = async (size: number) => {
  const store = open("sqlite")
  const shop = await furnish(store, 40)
  await fill(store, shop, size)
  await store.run(orderDaysWorker().run(retryOnConflict, Effect.void))
  const service = await store.run(makeService({ tokenDigest: digest("token") }))
  const transport = inProcessTransport(service, (effect) => store.run(effect))
  const get = async (path: string, query: object): Promise<ReadonlyArray<object>> => {
    const asked = new URLSearchParams({ shop: shop.id, ...query }).toString()
    const headers = { authorization: "Bearer token" }
    const { status, text } = await transport({ method: "GET", path: `/control/v1/${path}`, query: asked, headers })
    const answer = await text()
    if (status !== 200) throw new Error(answer)
    return JSON.parse(answer)
  }
  return { store, get }
}

/** Many alike, each with a number, a name and a SKU of its own, and some of them with the same rare word. */
const fill = async (store: Opened, shop: Shop, size: number) => {
  const [order] = await store.run(all(shop.id, orders))
  const [product] = await store.run(all(shop.id, products))
  const stock = (await store.run(all(shop.id, inventory))).find(({ doc }) => !doc.unlimited && !doc.has_child)
  const insert = (collection: Write["collection"], doc: object): Write => ({
    ...{ shop: shop.id, collection, key: collection.key(doc), expect: 0, doc }
  })
  const made = (n: number): ReadonlyArray<Write> => {
    const rare = n % (size / 10) === 0 ? "Zanzibar" : ""
    const hex = (0x5f00000000000 + n).toString(16)
    const billing = { ...order!.doc.billing, fullname: `Anna Common Own${n} ${rare}` }
    const code = `BENCH-${String(n).padStart(6, "0")}`
    const uid = 1_000_000 + n
    const found = { ...product!.doc, uid, code, title: `Common lamp ${rare}`, slug: code, variants: [] }
    return [
      insert(orders, { ...order!.doc, orderID: `${shop.group_number}_${hex}`, short_id: String(100_000 + n), billing }),
      insert(products, found),
      insert(inventory, { ...stock!.doc, uid, sku: code, quantity: n % (size / 10) === 0 ? 1 : 50, childs: [] })
    ]
  }
  for (let from = 0; from < size; from += 250) {
    const writes = Array.from({ length: 250 }, (_, n) => made(from + n)).flat()
    await store.run(Storage.use(({ commit }) => commit(writes)))
  }
}

/** The statements that an act runs, each with the rows that it gives. */
const readBy = async (act: () => Promise<unknown>) => {
  const seen: Array<readonly [sql: string, rows: number]> = []
  const count = (sql: string, rows: number) => sql.startsWith("select") && seen.push([sql, rows])
  const spied = (method: "get" | "all") => {
    const run = StatementSync.prototype[method] as (...values: ReadonlyArray<unknown>) => unknown
    return vi.spyOn(StatementSync.prototype, method).mockImplementation(function (
      this: StatementSync,
      ...values: ReadonlyArray<unknown>
    ) {
      const found = run.apply(this, values as never)
      count(this.sourceSQL, Array.isArray(found) && method === "all" ? found.length : 1)
      return found
    } as never)
  }
  const iterate = StatementSync.prototype.iterate as (...values: Array<never>) => Iterable<unknown>
  const spies = [
    spied("get"),
    spied("all"),
    vi.spyOn(StatementSync.prototype, "iterate").mockImplementation(function (
      this: StatementSync,
      ...values: ReadonlyArray<unknown>
    ) {
      const rows = [...iterate.apply(this, values as Array<never>)]
      count(this.sourceSQL, rows.length)
      return rows[Symbol.iterator]()
    } as never)
  ]
  try {
    await act()
    return seen
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

let small: Awaited<ReturnType<typeof filled>>
let large: Awaited<ReturnType<typeof filled>>
beforeAll(async () => {
  small = await filled(1000)
  large = await filled(10_000)
})
afterAll(async () => {
  for (const { store } of [small, large]) await store.close()
  sweep()
})

const search = (q: string) => ["search.json", { q }] as const
const levels = (more: object) => ["inventory/levels.json", { limit: "20", ...more }] as const

it.each([
  ["a search for a number", ...search("100007"), 1],
  ["for a name", ...search("own7"), 1],
  ["for a word that all have", ...search("common"), 20],
  ["for a word that few have", ...search("zanzibar"), 20],
  ["for the beginning of a SKU", ...search("bench-00"), 20],
  ["for a SKU", ...search("BENCH-000007"), 1],
  ["for what nobody has", ...search("nowhere"), 0],
  ["a page of the stock", ...levels({}), 20],
  ["what is low of it", ...levels({ below: "5" }), 5],
  ["the stock of a SKU", ...levels({ sku: "bench-000007" }), 1],
  ["the orders by day", "orders/days.json", {}, 1]
] as const)("%s reads as much among 10,000 as among 1,000", async (_, path, query, least) => {
  const reads: Array<Awaited<ReturnType<typeof readBy>>> = []
  for (const { get } of [small, large])
    reads.push(
      await readBy(async () => {
        expect((await get(path, query)).length).toBeGreaterThanOrEqual(least)
      })
    )
  expect(reads[1]).toEqual(reads[0])
  const database = new DatabaseSync(large.store.file, { readOnly: true })
  for (const [sql] of reads[1]!) {
    const plan = database.prepare(`explain query plan ${sql}`).all()
    expect
      .soft(
        plan.map(({ detail }) => String(detail)).filter((detail) => /^SCAN (?!\(subquery)/.test(detail)),
        sql
      )
      .toEqual([])
  }
  database.close()
})

// A search with several words that all are common looks at the newest 5,000 of each kind.
it.each(["anna common", "common zanzibar"])("a search for %s reads no more rows than its bound", async (q) => {
  const read = await readBy(async () => {
    expect((await large.get(...search(q))).length).toBeGreaterThanOrEqual(20)
  })
  expect(read.length).toBeLessThanOrEqual(100)
  expect(read.reduce((sum, [, rows]) => sum + rows, 0)).toBeLessThanOrEqual(15_000)
})
