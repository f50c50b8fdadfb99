/** The list of changed orders is streamed complete and in order, however many there are, while orders change. */
import { collections } from "@bottega/domain/areas"
import { newestEventIn } from "@bottega/domain/areas/orders"
import { type Adapter, all, type Query, type Row, Storage } from "@bottega/storage"
import { own } from "@bottega/storage/adapters"
import { make as memory } from "@bottega/storage/memory"
import { Clock, Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { allCollections } from "../src/collections.ts"
import { makeDemo } from "../src/demo/making.ts"
import { digest } from "../src/engine/ids.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { makeService } from "../src/service.ts"

interface Answer {
  readonly filter: object
  readonly orders: ReadonlyArray<{
    readonly orderID: string
    readonly events: ReadonlyArray<{ readonly iso_date: string }>
  }>
  readonly count: number
}

const now = Math.floor(Effect.runSync(Clock.currentTimeMillis) / 1000)
const day = 86_400

/** The queries of the store, and the number of rows that each gave. */
const asked: Array<{ readonly query: Query<string>; readonly rows: number }> = []
let store: Adapter
/** Whether time stands still for the service, so that changes fall in the second of a call that is being answered. */
let frozen = false
const real = Effect.runSync(Clock.clockWith(Effect.succeed))
const standing: Clock.Clock = Object.assign(Object.create(real), {
  currentTimeMillisUnsafe: () => now * 1000 + 500,
  currentTimeMillis: Effect.succeed(now * 1000 + 500)
})
let shop: string
let send: (method: string, path: string, form: string) => Promise<AsyncIterable<string>>

beforeAll(async () => {
  const kept = memory([...allCollections, ...own])
  const noted = (query: Query<string>) => (rows: ReadonlyArray<Row>) => {
    asked.push({ query, rows: rows.length })
    return rows
  }
  store = {
    ...kept,
    find: (of, collection, query) => Effect.map(kept.find(of, collection, query), noted(query as Query<string>))
  }
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.runPromise(Effect.provideService(effect, Storage, store))
  shop = (await run(makeDemo({ orders: 3000, now: now * 1000, pictures: false }))).id
  const service = await run(makeService({ tokenDigest: digest("t"), throttle: false }))
  const transport = inProcessTransport(service, (effect) =>
    Effect.runPromise(frozen ? Effect.provideService(effect, Clock.Clock, standing) : effect)
  )
  const request = async (path: string, method: string, form: string, headers: Record<string, string>) => {
    const isRead = method === "GET"
    const answer = await transport({
      method,
      path,
      query: isRead ? form : "",
      headers,
      body: isRead ? undefined : form
    })
    expect(answer.status).toBe(200)
    return answer.pieces()
  }
  const issued = await request("/control/v1/keys/key.json", "POST", `shop=${shop}&permission=read-write`, {
    authorization: "Bearer t"
  })
  const { exchange, key } = JSON.parse(await textOf(issued))
  send = (method, path, form) => request(`/v1.1${path}`, method, form, { key, exchange })
})

const textOf = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = ""
  for await (const piece of pieces) text += piece
  return text
}

const changes = async (form: string): Promise<Answer> =>
  JSON.parse(await textOf(await send("GET", "/orders/orders_filter.json", form)))

/** The same list, computed by reading every order. */
const plainly = async (from: number, until: number): Promise<ReadonlyArray<string>> => {
  const orders = await Effect.runPromise(Effect.provideService(all(shop, collections.orders), Storage, store))
  return orders
    .map(({ doc }) => ({ key: doc.orderID, newest: newestEventIn(doc, [from, until]) ?? Number.NaN }))
    .filter(({ newest }) => !Number.isNaN(newest))
    .sort((one, other) => other.newest - one.newest || (one.key < other.key ? 1 : -1))
    .map(({ key }) => key)
}

describe("the list of changed orders", () => {
  it.each([
    [1, undefined],
    [now - 3 * day, undefined],
    [now - 300 * day, now - 100 * day],
    [now - 200 * day, now - 199 * day],
    [1, now - 30 * day],
    [now - 40 * day, now + 999_999_999],
    [now + day, undefined],
    [now - day, now - 2 * day]
  ])("from %d until %s is that of every order with an event in it, newest first", async (from, to) => {
    const { count, orders } = await changes(`updated_from=${from}${to === undefined ? "" : `&updated_to=${to}`}`)
    const found = orders.map(({ orderID }) => orderID)
    expect(found).toEqual(await plainly(from, to ?? now + 1000))
    expect(count).toBe(found.length)
  })

  it("is read in bounded pages, and ends with the number of orders", async () => {
    asked.length = 0
    const pieces: Array<string> = []
    for await (const piece of await send("GET", "/orders/orders_filter.json", "updated_from=1")) pieces.push(piece)
    expect(Math.max(...asked.map(({ rows }) => rows))).toBeLessThanOrEqual(200)
    expect(pieces.length).toBeGreaterThan(5)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(512 * 1024)
    expect(pieces.join("")).toMatch(/\],"count":3000\}$/)
  })

  it.each([
    ["later", false],
    ["in the second of the call", true]
  ])("has every order once, whatever changes %s while it is read", async (_, still) => {
    frozen = still
    const before = await plainly(1, still ? now + 1 : now + 1000)
    const reading = (await send("GET", "/orders/orders_filter.json", "updated_from=1"))[Symbol.asyncIterator]()
    let text = ""
    for (let n = 0; ; n++) {
      const { done, value } = await reading.next()
      if (done === true) break
      text += value
      // Orders that are already sent, that are sent next, that are sent much later, and a new one.
      for (const id of [before[n * 5], before[n * 250 + 300], before[2990 - n]])
        if (id !== undefined) await textOf(await send("POST", "/orders/tags.json", `orderID=${id}&tags=moved${n}`))
      const item = "item_id[0][sku]=A&item_id[0][price]=1&item_id[0][quantity]=1"
      const rest = "shipping_flag=not_required&shipping_method=a&shipping_cost=0&payment_method=a"
      await textOf(await send("POST", "/orders/order.json", `${item}&${rest}`))
    }
    const { count, orders } = JSON.parse(text) as Answer
    const found = orders.map(({ orderID }) => orderID)
    expect(count).toBe(found.length)
    expect(new Set(found).size).toBe(found.length)
    expect(before.filter((id) => !found.includes(id))).toEqual([])
    frozen = false
  })
})
