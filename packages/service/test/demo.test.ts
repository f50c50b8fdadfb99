/** The demo shop: the same seed gives the same shop, and it holds only what orders would have left. */

import { collections } from "@bottega/domain/areas"
import { RegistrationStatus } from "@bottega/domain/areas/b2b"
import type { Shop } from "@bottega/domain/areas/shops"
import { distanceKm } from "@bottega/domain/areas/storelocator"
import { type Collection, parseJson } from "@bottega/domain/contract"
import { add, decimal, numberOf, subtract } from "@bottega/domain/money"
import {
  type Adapter,
  allRows,
  installation,
  docOf as read,
  Storage,
  sequences,
  Unavailable,
  type Write
} from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Clock, Deferred, Effect, Fiber, Stream } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { allCollections } from "../src/collections.ts"
import { makeDemo } from "../src/demo/making.ts"
import { isDemo } from "../src/demo/shop.ts"
import { type DemoCredentials, ensureDemoShop, type PrepareOptions } from "../src/demo.ts"
import { digest } from "../src/engine/ids.ts"
import { records } from "../src/engine/records.ts"
import { examineStore } from "../src/maintenance/doctor.ts"
import { makeService } from "../src/service.ts"

const now = Date.parse("2026-11-21T10:00:00Z")
const { accounts, addressBooks, attributes, giftCardLedger, giftCards, listings, mail, mailQueue } = collections
const { consents, coupons, couponUses, customerGroups, customers, inventory } = collections
const { keySets, ledger, orders, products, shops, storePoints } = collections

/** Runs on a fresh store in memory. */
const fresh = <A>(effect: Effect.Effect<A, unknown, Storage>): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, adapters[0]!.open("", allCollections)))

const all = <Doc>(shop: string, collection: Collection<Doc>) =>
  Effect.map(rowsOf(shop, collection), (rows) => rows.map((row) => read(collection, row)))

const rowsOf = (shop: string, collection: Collection) =>
  Storage.use(({ find }) => Stream.runCollect(allRows((of, query) => find(shop, of, query), collection)))

/** Everything that a demo shop is made of. */
const past = (options: { readonly orders: number; readonly seed?: number }) =>
  Effect.gen(function* () {
    const shop = yield* makeDemo({ now, ...options })
    return {
      shop,
      orders: yield* all(shop.id, orders),
      customers: yield* all(shop.id, customers),
      customerGroups: yield* all(shop.id, customerGroups),
      consents: yield* all(shop.id, consents),
      listings: yield* all(shop.id, listings),
      attributes: yield* all(shop.id, attributes),
      accounts: yield* all(shop.id, accounts),
      mail: yield* all(shop.id, mail),
      queued: (yield* all(installation, mailQueue)).map(({ id }) => id),
      addressBooks: yield* all(shop.id, addressBooks),
      giftCards: yield* all(shop.id, giftCards),
      giftCardLedger: yield* all(shop.id, giftCardLedger),
      products: yield* all(shop.id, products),
      inventory: yield* all(shop.id, inventory),
      ledger: yield* all(shop.id, ledger),
      coupons: yield* all(shop.id, coupons),
      couponUses: yield* all(shop.id, couponUses),
      storePoints: yield* all(shop.id, storePoints),
      sequences: yield* all(shop.id, sequences),
      shops: yield* all(installation, shops)
    }
  })
type Past = Effect.Success<ReturnType<typeof past>>

const entriesOf = ({ ledger }: Past) =>
  ledger.flatMap(({ moves, ...rest }) => moves.map((move) => ({ ...rest, ...move })))

/** The fields that are empty in all documents. */
const unusedIn = (docs: ReadonlyArray<object>) =>
  Object.keys(docs[0]!).filter((field) => docs.every((doc) => isEmpty(doc[field as keyof typeof doc])))
const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null ? Object.values(value).every(isEmpty) : !value

const grouped = <Item, Key>(items: ReadonlyArray<Item>, key: (item: Item) => Key) => Map.groupBy(items, key)

describe("a demo shop", () => {
  let demo: Past
  beforeAll(async () => {
    demo = await fresh(past({ orders: 3000 }))
  })

  it("is the same for the same seed and instant, and differs for another", async () => {
    const [one, other, third] = await Promise.all([
      fresh(past({ orders: 200 })),
      fresh(past({ orders: 200 })),
      fresh(past({ orders: 200, seed: 2 }))
    ])
    expect(one).toEqual(other)
    expect(third.orders).not.toEqual(one.orders)
  })

  it("has no faults in an examination", async () => {
    const wrong: Array<string> = []
    const examining = examineStore({ onWrong: (sentence) => wrong.push(sentence) })
    await fresh(Effect.andThen(makeDemo({ now, orders: 3000 }), examining))
    expect(wrong).toEqual([])
  })

  it("has registered and guest buyers who were customers before they ordered", () => {
    const customersById = new Map(demo.customers.map((customer) => [customer.id, customer]))
    for (const { billing, customer, orderDate, userUID } of demo.orders) {
      const buyer = customersById.get(customer.id!)!
      expect(buyer.email).toBe(billing.email)
      expect(buyer.created).toBeLessThanOrEqual(orderDate.sec)
      // A user that is removed now was the buyer's then.
      const removed = demo.accounts.find((one) => one.customer === buyer.id && one.status === "removed")
      expect(userUID).toBe(removed?.uid ?? (buyer.userUID > 0 ? buyer.userUID : -1))
    }
    expect(new Set(demo.customers.map(({ accountType }) => accountType)).size).toBe(2)
  })

  it("has at least 60 customers, and each of their fields is used", async () => {
    const small = await fresh(past({ orders: 200 }))
    expect(small.customers.length).toBeGreaterThanOrEqual(60)
    expect(unusedIn(small.customers)).toEqual([])
    for (const used of [small.customerGroups, small.listings, small.accounts, small.addressBooks])
      expect(unusedIn(used)).toEqual([])
    // The worker makes their texts. Its addresses are reserved, so none is sent.
    // Nobody was invited: they are to no person of the shop.
    const unwritten = ["subject", "text", "html", "attempts", "person", "rendered", "messageId", "failures"]
    expect(unusedIn(small.mail)).toEqual(unwritten)
    expect(new Set(small.queued)).toEqual(new Set(small.mail.map(({ id }) => id)))
    expect(unusedIn(small.attributes)).toEqual([])
    expect(unusedIn(small.addressBooks.flatMap(({ addresses }) => addresses))).toEqual([])
    // No key set existed in the shop's past.
    expect(unusedIn(small.giftCardLedger)).toEqual(["key"])
    expect(unusedIn(small.consents)).toEqual(["key"])
    expect(small.customers.some(({ registered, last_login }) => registered !== null && last_login === null)).toBe(true)
    expect(new Set(small.accounts.map(({ status }) => status))).toEqual(new Set(RegistrationStatus.literals))
    expect(new Set(small.consents.map(({ accept_marketing }) => accept_marketing)).size).toBe(2)
  })

  it("has thirty store locator points in Italy, and each of their fields is used", async () => {
    const found = demo.storePoints
    expect([found.length, new Set(found.map(({ address }) => address)).size]).toEqual([30, 30])
    expect(unusedIn(found)).toEqual([])
    expect(unusedIn(found.map(({ data }) => data))).toEqual([])
    for (const { address, data, geo, id } of found) {
      expect(address).toMatch(new RegExp(`, \\d{5} [^,]+ ${data.code.slice(0, 2)}$`))
      expect(distanceKm({ lat: 42.5, long: 12.5 }, geo)).toBeLessThan(640)
      expect(Number.parseInt(id.slice(0, 8), 16)).toBeLessThan(now / 1000)
    }
  })

  it("has customers whose changes are in their past, the last of them as the time of change", () => {
    const last = now / 1000
    const logs = grouped(demo.consents, ({ customer }) => customer)
    for (const { created, group_id, id, last_login, registered, tags, updated, ...customer } of demo.customers) {
      const log = logs.get(id) ?? []
      const times = [created, ...log.map(({ ts }) => ts), updated ?? created]
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(Math.max(...times, last_login ?? 0)).toBeLessThanOrEqual(last)
      expect(last_login ?? created).toBeGreaterThanOrEqual(created)
      expect(registered).toBe(customer.userUID > 0 ? created : null)
      const untouched = group_id === null && tags.length + log.length + Object.keys(customer.custom_fields).length === 0
      expect(updated === null).toBe(untouched)
      expect(customer.accept_marketing).toBe(log.at(-1)?.accept_marketing ?? false)
    }
  })

  it("has users with several addresses, of which a later one can be the primary, and gift cards with a history", async () => {
    const small = await fresh(past({ orders: 200 }))
    expect(small.addressBooks.some(({ addresses, primary }) => addresses[0]!.id !== primary)).toBe(true)
    const ledgers = grouped(small.giftCardLedger, ({ userUID }) => userUID)
    expect(small.giftCardLedger.some(({ delta }) => delta < 0)).toBe(true)
    for (const { amount, userUID } of small.giftCards) {
      const balances = ledgers.get(userUID)!.map(({ balance }) => balance)
      expect(balances.every((balance) => balance >= 0)).toBe(true)
      expect(balances.at(-1)).toBe(amount)
    }
  })

  it("has orders by hour and weekday as shops have them, over eighteen months, and ever more of them", () => {
    const seconds = demo.orders.map(({ orderDate }) => orderDate.sec)
    const count = (holds: (date: Date) => boolean) => seconds.filter((at) => holds(new Date(at * 1000))).length
    expect(now / 1000 - Math.min(...seconds)).toBeGreaterThan(500 * 86_400)
    const [evening, night] = [
      [18, 19, 20],
      [1, 2, 3]
    ].map((hours) => count((date) => hours.includes(date.getUTCHours())))
    expect(evening).toBeGreaterThan(10 * night!)
    expect(count((date) => date.getUTCDay() === 0)).toBeGreaterThan(count((date) => date.getUTCDay() === 6))
    const middle = now / 1000 - 39 * 7 * 86_400
    expect(count((date) => date.getTime() / 1000 > middle)).toBeGreaterThan((2 * seconds.length) / 3)
  })

  it("has transaction ids where a card or an account was charged", () => {
    for (const { payment, transactionID } of demo.orders)
      expect([payment, transactionID !== ""]).toEqual([payment, payment === "credit_card" || payment === "paypal"])
  })

  it("has orders that used coupons", () => {
    expect(demo.orders.filter(({ coupon }) => coupon !== null).length).toBeGreaterThan(50)
  })

  it("has orders of every status that a caller sets, over its weeks, none of them in the future", () => {
    expect(demo.orders).toHaveLength(3000)
    expect([...new Set(demo.orders.map(({ status }) => status))].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    const last = now / 1000
    for (const { log, orderDate } of demo.orders) {
      expect(orderDate.sec).toBeLessThan(last)
      const times = log.map(({ ts }) => ts)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(times[0]).toBe(orderDate.sec)
      expect(times.at(-1)).toBeLessThanOrEqual(last)
    }
  })

  it("has totals that add up", () => {
    for (const { cart, total } of demo.orders) {
      const lines = Object.values(cart.items).map(({ count, price }) => decimal(Number((count * price).toFixed(2))))
      expect(cart.total).toBe(numberOf(add(...lines)))
      const costs = add(decimal(cart.total), decimal(cart.shippingAmount), decimal(cart.paymentAmount))
      expect(total).toBe(numberOf(subtract(costs, decimal(cart.saleAmount))))
    }
  })

  it("has tracking exactly for the orders that were sent", () => {
    for (const { log, tracking } of demo.orders)
      expect(tracking !== null).toBe(log.some(({ eventId, status }) => eventId === 1 && status === 3))
  })

  it("has addresses whose country and state are known", () => {
    for (const { billing, delivery } of demo.orders)
      for (const { country, state } of [billing, delivery])
        expect([country, state].every((uid) => /^\d+$/.test(uid))).toBe(true)
    for (const { countryUID, stateUID } of demo.customers) expect([countryUID, stateUID]).not.toContain(null)
  })

  it("took the stock of each order that the ledger records, and gave back that of aborted ones", () => {
    const entriesByOrder = grouped(entriesOf(demo), ({ orderID }) => orderID ?? "")
    for (const { orderID, status, stock } of demo.orders) {
      const entries = entriesByOrder.get(orderID) ?? []
      const sums = new Map<string, number>()
      for (const { delta, sku } of entries) sums.set(sku, (sums.get(sku) ?? 0) + delta)
      expect(stock.given).toBe(status === 7)
      for (const { count, sku } of stock.taken) expect(sums.get(sku)).toBe(stock.given ? 0 : -count)
      expect(sums.size).toBe(stock.taken.length)
    }
  })

  it("continues its counters where its past ends", async () => {
    const made = Effect.gen(function* () {
      const out = yield* ensureDemoShop({ orders: 20, now })
      const service = yield* makeService({ tokenDigest: digest("token") })
      const call = (id: string, form: object) =>
        Effect.gen(function* () {
          const operation = service.operations.find((one) => one.id === id)!
          const admitted = yield* Effect.mapError(
            service.admit(operation, { key: out.key!, exchange: out.exchange! }, ""),
            () => "not admitted"
          )
          const request = { requestId: "r", ip: "127.0.0.1", base: "http://x", sent: [parseJson(JSON.stringify(form))] }
          return JSON.parse((yield* service.run(operation, admitted, request)).body as string)
        })
      const product = yield* call("products.create", { code: "NEW", title: "New", price: 1, quantity: 1 })
      const order = yield* call("orders.create", {
        ...{ shipping_flag: "not_required", shipping_method: "x", shipping_cost: 0, payment_method: "x" },
        item_id: [{ sku: "NEW", price: 1, quantity: 1 }]
      })
      const found = yield* call("orders.list", { orderID: [order.order_id], nodes: "short_id" })
      return { product, short_id: found[0].short_id, products: yield* all(out.shop!, products) }
    })
    const { product, products: kept, short_id } = await fresh(made)
    expect(short_id).toBe("21")
    expect(product.uid).toBe(kept.length)
  })
})

describe("making a demo shop", () => {
  /** Makes all waits take no time. */
  const withoutWaiting = Effect.updateService(Clock.Clock, (clock) =>
    Object.assign(Object.create(clock) as Clock.Clock, {
      sleep: () => Effect.promise(() => new Promise<void>((resolve) => void setImmediate(resolve)))
    })
  )
  /** A store that fails from its nth commit of a demo shop on, as if its process was killed. */
  const failingAt = (storage: Adapter, at: number): Adapter => {
    let commits = 0
    const failure = new Unavailable({ reason: "unreachable", cause: "killed" })
    const counts = (writes: ReadonlyArray<Write>) => writes.some(({ collection }) => collection.name === "makings")
    return {
      ...storage,
      commit: (writes) => (counts(writes) && ++commits >= at ? Effect.fail(failure) : storage.commit(writes))
    }
  }
  const texts = (shop: string) =>
    Effect.forEach(allCollections, (collection) =>
      Effect.map(rowsOf(shop, collection), (rows) => rows.map(({ key, text }) => [key, text]))
    )
  const options = { orders: 4500, now }
  const demoId = `${(now / 1000).toString(16)}0b077e6ade300000`

  const finished = (at: number) =>
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* Effect.flip(Effect.provideService(makeDemo(options), Storage, failingAt(storage, at)))
      expect(yield* all(installation, shops)).toEqual([])
      const shop = yield* makeDemo({ ...options, now: now + 60_000 }).pipe(withoutWaiting)
      expect(yield* all(installation, shops)).toEqual([shop])
      expect(yield* all(installation, records.makings)).toEqual([])
      return [shop, yield* texts(shop.id)]
    })

  it("is finished by the next start wherever it was interrupted, with the same result", async () => {
    const whole = await fresh(
      Effect.flatMap(makeDemo(options), (shop) => Effect.map(texts(shop.id), (all) => [shop, all]))
    )
    for (const at of [2, 3, 4]) expect(await fresh(finished(at))).toEqual(whole)
  })

  it("is finished at once by the next start after the previous one was asked to stop, with the same result", async () => {
    /** Makes a start fail that would wait for another one. */
    const failingOnWaits = Effect.updateService(Clock.Clock, (clock) =>
      Object.assign(Object.create(clock) as Clock.Clock, { sleep: () => Effect.die("it waited") })
    )
    const { left, made, whole } = await fresh(
      Effect.gen(function* () {
        const second = yield* Deferred.make<void>()
        const onProgress = (done: number) => done > 0 && Effect.runSync(Deferred.succeed(second, undefined))
        const first = yield* Effect.forkChild(makeDemo({ ...options, onProgress }))
        yield* Deferred.await(second)
        yield* Fiber.interrupt(first)
        const [left] = yield* all(installation, records.makings)
        expect(yield* all(installation, shops)).toEqual([])
        const shop = yield* makeDemo({ ...options, now: now + 60_000 }).pipe(failingOnWaits)
        const made = yield* texts(shop.id)
        const other = yield* Effect.provide(
          Effect.flatMap(makeDemo(options), ({ id }) => texts(id)),
          adapters[0]!.open("", allCollections)
        )
        return { left, made, whole: other }
      })
    )
    expect(left).toMatchObject({ left: true, orders: 4500 })
    expect(left!.kept).toBeGreaterThan(0)
    expect(left!.kept).toBeLessThan(4500)
    expect(made).toEqual(whole)
  })

  it("begins again when another number of orders is requested", async () => {
    const { first, made } = await fresh(
      Effect.gen(function* () {
        const storage = yield* Storage
        yield* Effect.flip(Effect.provideService(makeDemo(options), Storage, failingAt(storage, 3)))
        const first = yield* makeDemo({ orders: 3, now }).pipe(withoutWaiting)
        return { first, made: yield* all(first.id, orders) }
      })
    )
    expect(first.id).not.toBe(demoId)
    expect(made).toHaveLength(3)
  })

  it("begins again when another program had begun, whose commits may be others", async () => {
    const { first, left } = await fresh(
      Effect.gen(function* () {
        const storage = yield* Storage
        yield* Effect.flip(Effect.provideService(makeDemo(options), Storage, failingAt(storage, 3)))
        const [row] = yield* rowsOf(installation, records.makings)
        const left = read(records.makings, row!)
        const { recipe: _, ...older } = left
        const text = JSON.stringify({ ...older, left: true })
        const doc = read(records.makings, { ...row!, text })
        yield* storage.commit([
          { shop: installation, collection: records.makings, key: row!.key, expect: row!.version, doc }
        ])
        return { first: yield* makeDemo(options), left }
      })
    )
    expect(left.written).toBeGreaterThan(0)
    expect(first.id).not.toBe(demoId)
  })

  it("is done by one process when several start at once", async () => {
    const { outs, made } = await fresh(
      Effect.gen(function* () {
        const many = Array.from({ length: 4 }, () => ensureDemoShop({ orders: 40, now }))
        const outs = yield* Effect.all(many, { concurrency: "unbounded" }).pipe(withoutWaiting)
        return { outs, made: yield* all(installation, shops) }
      })
    )
    expect(made).toHaveLength(1)
    expect(outs.map(({ shop }) => shop)).toEqual(outs.map(() => made[0]!.id))
  })

  it("stops when another process has taken over", async () => {
    const shop = await fresh(
      Effect.gen(function* () {
        const storage = yield* Storage
        let other: Shop | undefined
        let commits = 0
        // The other process takes over while this one is delayed in its fourth commit.
        const slow: Adapter = {
          ...storage,
          commit: (writes) =>
            Effect.gen(function* () {
              if (++commits === 4) other = yield* Effect.provideService(makeDemo(options), Storage, storage)
              yield* storage.commit(writes)
            }) as ReturnType<Adapter["commit"]>
        }
        const one = yield* Effect.provideService(makeDemo(options), Storage, slow).pipe(withoutWaiting)
        expect(one).toEqual(other)
        expect(yield* all(installation, shops)).toEqual([one])
        return one
      })
    )
    expect(shop.id).toBe(demoId)
  })
})

describe("prepare", () => {
  /** The key sets of the start; the application that the demo shop uses has one of its own. */
  const startSets = Effect.map(all(installation, keySets), (sets) => sets.filter(({ label }) => label === "start"))
  const start = (known?: DemoCredentials, at = now, fixed: PrepareOptions["fixed"] = {}) =>
    ensureDemoShop({ orders: 5, known, fixed, now: at })

  it("makes one demo shop with a pair of each permission, and reports its progress", async () => {
    const progress: Array<readonly [number, number]> = []
    const { first, sets, shopsMade } = await fresh(
      Effect.gen(function* () {
        const onProgress = (done: number, of: number) => void progress.push([done, of])
        const first = yield* ensureDemoShop({ orders: 5, now, onProgress })
        return { first, sets: yield* startSets, shopsMade: yield* all(installation, shops) }
      })
    )
    expect(progress.at(-1)).toEqual([5, 5])
    expect(shopsMade.map(({ id }) => id)).toEqual([first.shop])
    expect(shopsMade.every(isDemo)).toBe(true)
    expect(sets.map(({ pairs, permission }) => [permission, pairs[0]?.key, pairs[0]?.digest]).sort()).toEqual([
      ["read", first.readKey, digest(first.readExchange!)],
      ["read-write", first.key, digest(first.exchange!)]
    ])
  })

  it("reuses the known pairs", async () => {
    const [first, ...again] = await fresh(
      Effect.gen(function* () {
        const first = yield* start()
        return [first, yield* start(first, now + 5000), yield* start({ ...first, shop: null }, now + 5000)]
      })
    )
    expect(again).toEqual([first, first])
  })

  it("makes no further key sets when the pairs are no longer known: the existing ones get new pairs", async () => {
    const { first, second, sets } = await fresh(
      Effect.gen(function* () {
        const first = yield* start()
        return { first, second: yield* start(), sets: yield* startSets }
      })
    )
    const pairs = sets.map((set) => set.pairs.map(({ key, until }) => [key, until]))
    const aDayOn = now / 1000 + 86_400
    expect(pairs.sort()).toEqual(
      [
        [
          [second.key, null],
          [first.key, aDayOn]
        ],
        [
          [second.readKey, null],
          [first.readKey, aDayOn]
        ]
      ].sort()
    )
  })

  it("gives a demo its fixed pairs, whatever it had, and reuses them", async () => {
    const shown = (digit: string) => ({ key: digit.repeat(64), exchange: digit.repeat(64) })
    const [a, b] = [
      { "read-write": shown("a"), read: shown("b") },
      { "read-write": shown("c"), read: shown("d") }
    ]
    const { got, sets } = await fresh(
      Effect.gen(function* () {
        const got = [yield* start(), yield* start(undefined, now, a), yield* start(undefined, now, b)]
        // The first pairs are used again while they are valid for a day, and after their key set was revoked.
        got.push(yield* start(got[0], now, a))
        const { commit, find } = yield* Storage
        for (const row of yield* find(installation, keySets, { limit: 100 })) {
          const doc = { ...read(keySets, row), revoked: now / 1000 }
          yield* commit([{ shop: installation, collection: keySets, key: row.key, expect: row.version, doc }])
        }
        got.push(yield* start(got[1], now, a), yield* start(got[1], now, a))
        return { got, sets: yield* startSets }
      })
    )
    const keysOf = (out: DemoCredentials) =>
      [out.key, out.exchange, out.readKey, out.readExchange].map((one) => one?.[0])
    expect(got.slice(1).map(keysOf)).toEqual(["aabb", "ccdd", "aabb", "aabb", "aabb"].map((four) => [...four]))
    expect(sets.map(({ pairs, revoked }) => [pairs[0]!.until, revoked, pairs.length])).toEqual([
      [null, null, 3],
      [null, null, 3]
    ])
  })

  it("refuses a fixed pair that belongs to another key set", async () => {
    const refused = fresh(
      Effect.gen(function* () {
        const { exchange, key } = yield* start()
        yield* start(undefined, now, { read: { key: key!, exchange: exchange! } })
      })
    )
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining("is another key set's") })
  })

  it("replaces a pair that is unknown, revoked or partly wrong, and keeps the other", async () => {
    const { first, second, third } = await fresh(
      Effect.gen(function* () {
        const first = yield* start()
        const second = yield* start({ ...first, exchange: first.readExchange })
        const { commit, find } = yield* Storage
        const [row] = yield* find(installation, keySets, { limit: 1000, where: [{ on: "pair", eq: first.readKey! }] })
        const doc = { ...read(keySets, row!), revoked: now / 1000 }
        yield* commit([{ shop: installation, collection: keySets, key: row!.key, expect: row!.version, doc }])
        return { first, second, third: yield* start(second) }
      })
    )
    expect(second).toMatchObject({ shop: first.shop, readKey: first.readKey, readExchange: first.readExchange })
    expect(second.key).not.toBe(first.key)
    expect(third).toMatchObject({ shop: first.shop, key: second.key, exchange: second.exchange })
    expect(third.readKey).not.toBe(first.readKey)
  })
})
