/** Sweeping on every adapter makes a store smaller without a visible difference. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { collections } from "@bottega/domain/areas"
import { type Shop, shopDefaults } from "@bottega/domain/areas/shops"
import {
  type Collection,
  collection,
  dayMs,
  defaultKeep,
  type RetentionDays,
  timeKeyAt
} from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { policies } from "@bottega/domain/throttle"
import { newDatabase } from "@bottega/mongo-stand-in/shared"
import { all as allOf, installation, Storage, sequences } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { expect } from "@effect/vitest"
import { Clock, Effect, ManagedRuntime, Schema } from "effect"
import { afterAll, beforeAll, describe, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { sweep } from "../../../src/engine/background/sweeper.ts"
import { insert } from "../../../src/engine/decide/change.ts"
import { answerRetentionMs, records } from "../../../src/engine/records.ts"
import { trusted } from "../../../src/engine/trusted.ts"
import { inProcessTransport } from "../../../src/in-process.ts"
import { examineStore } from "../../../src/maintenance/doctor.ts"
import { makeService } from "../../../src/service.ts"
import { exportOf, importOf, type Opened, open } from "../../maintenance/given.ts"

/** The start time of the next store. It only increases, because the ids of a process do. */
let begin = 1_800_000_000_000
const id = "0123456789abcdef01234567"
const shop: Shop = { ...shopDefaults, id, group_number: 1, name: "" }

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "bottega-sweeper-"))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A clock that only the test moves. */
const standing = () => {
  const real = Effect.runSync(Clock.clockWith(Effect.succeed))
  const time = { now: (begin += 100 * dayMs) }
  const clock: Clock.Clock = {
    ...real,
    currentTimeMillisUnsafe: () => time.now,
    currentTimeMillis: Effect.sync(() => time.now),
    currentTimeNanosUnsafe: () => BigInt(Math.round(time.now * 1000)) * 1000n,
    currentTimeNanos: Effect.sync(() => BigInt(Math.round(time.now * 1000)) * 1000n),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    sleep: (duration) => real.sleep(duration)
  }
  return { time, clock }
}

/** A store of an adapter with a shop of three products, at a time that the test sets. */
const opened = async (adapter: string, location?: string) => {
  const store = location === undefined ? open(adapter) : open(adapter, location)
  const { clock, time } = standing()
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    store.run(Effect.provideService(effect, Clock.Clock, clock))
  const service = trusted(await run(makeService()), shop)
  const transport = inProcessTransport(service, run)
  const send = async (method: string, path: string, given: object) => {
    const form = new URLSearchParams(format(given)).toString()
    const { status, text } = await transport({ method, path: `/v1.1${path}`, query: "", headers: {}, body: form })
    return { status, answer: JSON.parse(await text()) }
  }
  return { ...store, run, send, time }
}
type Shopkeeping = Awaited<ReturnType<typeof opened>>

const found = async (adapter: string, location?: string) => {
  const store = await opened(adapter, location)
  const drafts = [insert(collections.shops, shop), insert(sequences, { name: "groups", next: 2 })]
  await store.run(Storage.use(({ commit }) => commit(drafts.map((draft) => ({ ...draft, shop: installation })))))
  for (const sku of ["A", "B"])
    await store.send("POST", "/products/product.json", { code: sku, title: sku, price: 1, quantity: 1000 })
  const variants = ["C1", "C2"].map((sku) => ({ sku, superkey: sku, quantity: 1000 }))
  await store.send("POST", "/products/product.json", { code: "C", title: "C", price: 1, variants })
  return store
}

const increment = ({ send }: Pick<Shopkeeping, "send">, sku: string, quantity: number) =>
  send("PUT", "/inventory/patchInventory.json", { sku, quantity, is_child: sku.length > 1 ? 1 : 0 })
const order = ({ send }: Pick<Shopkeeping, "send">, ...skus: ReadonlyArray<string>) =>
  send("POST", "/orders/order.json", {
    shipping_flag: "not_required",
    billing_email: "anna@example.com",
    item_id: skus.map((sku) => ({ sku, price: 1, quantity: 1 })),
    shipping_method: "x",
    shipping_cost: 0,
    payment_method: "x"
  })

/** Trades for some days, with three orders and three increments in each. Gives the instant of the beginning. */
const trade = async (store: Shopkeeping, days: number): Promise<number> => {
  const begin = store.time.now
  for (let n = 0; n < days; n++) {
    for (const hour of [9, 12, 17]) {
      store.time.now = begin + n * dayMs + (hour * dayMs) / 24
      expect((await order(store, "A", "C1", "C2")).status).toBe(200)
      expect((await increment(store, hour === 12 ? "B" : "C1", n % 2 === 0 ? 3 : -1)).status).toBe(200)
    }
  }
  store.time.now = begin + days * dayMs
  return begin
}

const swept = (
  store: Pick<Shopkeeping, "run">,
  keep: RetentionDays = { ...defaultKeep, events: 2, ledger: 3 },
  collections: ReadonlyArray<Collection> = allCollections
) => store.run(sweep({ keep, policies }, collections))

const ledger = ({ run }: Pick<Shopkeeping, "run">) =>
  run(Effect.map(allOf(id, collections.ledger, { sort: { by: "key" } }), (found) => found.map(({ doc }) => doc)))
const outbox = ({ run }: Pick<Shopkeeping, "run">) => run(allOf(id, records.outbox))

const sums = async (store: Pick<Shopkeeping, "run">) => {
  const sums: Record<string, number> = {}
  for (const { moves } of await ledger(store)) for (const { delta, sku } of moves) sums[sku] = (sums[sku] ?? 0) + delta
  return sums
}
const stocks = async ({ run }: Pick<Shopkeeping, "run">) => {
  const items = await run(allOf(id, collections.inventory))
  return Object.fromEntries(
    items.flatMap(({ doc }) => (doc.childs ?? [doc]).map(({ quantity, sku }) => [sku, quantity ?? 0] as const))
  )
}
const wrongIn = async ({ run }: Pick<Shopkeeping, "run">) => {
  const reported: Array<string> = []
  await run(examineStore({ onWrong: (sentence) => reported.push(sentence) }))
  return reported
}

const names = adapters.map(({ name }) => name)

describe.each(names)("in %s", (adapter) => {
  it("answers that are a dayMs old are removed in every shop, however many; younger ones stay", async () => {
    const store = await found(adapter)
    const answer = (key: string, at: number) => ({ id: key, fingerprint: "", status: 200, body: "{}", at })
    const edge = store.time.now - answerRetentionMs - 5000
    const old = Array.from({ length: 230 }, (_, index) => answer(`old ${index}`, edge - index))
    for (const owner of [id, installation])
      await store.run(
        Storage.use(({ commit }) =>
          commit([...old, answer("young", edge + 1)].map((doc) => ({ shop: owner, ...insert(records.answered, doc) })))
        )
      )
    await swept(store)
    for (const owner of [id, installation]) {
      const left = await store.run(allOf(owner, records.answered))
      expect(left.map(({ doc }) => doc.id)).toEqual(["young"])
    }
    await store.close()
  })

  it("old messages to customers are removed, younger ones stay", async () => {
    const store = await found(adapter)
    const message = (at: number) => ({
      ...{ id: timeKeyAt(at), to: "a@b", subject: "s", text: "t", html: "h", ts: Math.floor(at / 1000) },
      ...{
        reason: "b2b_welcome" as const,
        state: "kept" as const,
        attempts: [],
        order: null,
        people: [],
        about: {},
        person: null
      },
      ...{ rendered: true, messageId: null, failures: 0, due: null }
    })
    const edge = store.time.now - 7 * dayMs
    const all = [edge - dayMs, edge, edge + 1].map(message)
    await store.run(
      Storage.use(({ commit }) => commit(all.map((doc) => ({ shop: id, ...insert(collections.mail, doc) }))))
    )
    await swept(store, { ...defaultKeep, mail: 7 })
    expect((await store.run(allOf(id, collections.mail))).map(({ doc }) => doc)).toEqual([all[2]])
    await store.close()
  })

  it("old events are removed, and old movements become one opening entry per SKU with the same sum", async () => {
    const store = await found(adapter)
    const begin = await trade(store, 10)
    const [before, events] = [await ledger(store), await outbox(store)]
    const stock = await stocks(store)
    await swept(store)
    expect(await outbox(store)).toEqual(events.filter(({ doc }) => doc.at * 1000 > begin + 8 * dayMs))
    const after = await ledger(store)
    const young = before.filter(({ ts }) => ts * 1000 > begin + 7 * dayMs)
    expect(after.slice(-young.length)).toEqual(young)
    const openings = after.slice(0, -young.length)
    expect(openings.map(({ moves }) => moves[0]!.sku).sort()).toEqual(["A", "B", "C1", "C2"])
    for (const { key, moves, orderID, reason, ts } of openings) {
      const { sku } = moves[0]!
      const last = before.findLast(
        (one) => one.ts * 1000 <= begin + 7 * dayMs && one.moves.some((move) => move.sku === sku)
      )!
      const { quantity } = last.moves.find((move) => move.sku === sku)!
      expect({ key, moves, orderID, reason, ts }).toEqual({
        ...{ key: null, orderID: null, reason: "create", ts: last.ts },
        moves: [{ sku, delta: quantity, quantity }]
      })
    }
    expect(await sums(store)).toEqual(stock)
    expect(await wrongIn(store)).toEqual([])
    await swept(store)
    expect(await ledger(store)).toEqual(after)
    const other = open("memory")
    await importOf(other, await exportOf(store as unknown as Opened, id))
    expect(await ledger(other)).toEqual(after)
    expect(await wrongIn(other)).toEqual([])
    await store.close()
  })

  it("two sweeps while the same SKUs are sold leave every stock equal to its ledger at any time", async () => {
    const location = adapter === "memory" ? undefined : locationOf(adapter)
    const store = await found(adapter, location)
    await trade(store, 5)
    const other = location === undefined ? store : await opened(adapter, location)
    other.time.now = store.time.now
    const wrong: Array<string> = []
    let going = true
    const sweeping = async (one: Shopkeeping) => {
      // Everything is old as soon as it is written.
      for (; going; one.time.now += 1000) await swept(one, { ...defaultKeep, events: 1e-9, ledger: 1e-9 })
    }
    const selling = async () => {
      for (let n = 0; n < 12; n++)
        await Promise.all([order(store, "A", "C1"), order(other, "C1", "C2"), increment(other, "A", 2)])
      for (let n = 0; n < 2; n++) wrong.push(...(await wrongIn(store)))
      going = false
    }
    await Promise.all([sweeping(store), sweeping(other), selling()])
    expect(wrong).toEqual([])
    await swept(store, { ...defaultKeep, events: 1e-9, ledger: 1e-9 })
    expect(await sums(store)).toEqual(await stocks(store))
    expect((await ledger(store)).length).toBeLessThanOrEqual(4)
    expect(await wrongIn(other)).toEqual([])
    if (other !== store) await other.close()
    await store.close()
  })

  it("continues after an interruption at any of its commits", async () => {
    const store = await found(adapter)
    const begin = await trade(store, 12)
    const stock = await stocks(store)
    for (let cut = 1; cut < 6; cut++) {
      let commits = 0
      const dying = Effect.map(Storage, (storage) => ({
        ...storage,
        commit: (writes: Parameters<typeof storage.commit>[0]) =>
          ++commits === cut ? Effect.interrupt : storage.commit(writes)
      }))
      const cutOff = Effect.flatMap(dying, (storage) =>
        Effect.provideService(
          sweep({ keep: { ...defaultKeep, events: 2, ledger: 13 - cut }, policies }, allCollections),
          Storage,
          storage
        )
      )
      await store.run(Effect.exit(cutOff))
      expect(await sums(store)).toEqual(stock)
    }
    expect(await wrongIn(store)).toEqual([])
    await swept(store, { ...defaultKeep, events: 2, ledger: 1 })
    expect(await sums(store)).toEqual(stock)
    expect((await ledger(store)).filter(({ ts }) => ts * 1000 <= begin + 11 * dayMs)).toHaveLength(4)
    await store.close()
  })

  it("keeps the newest of a number of documents, and what belongs to them, and says what is given up", async () => {
    const Thing = Schema.Struct({ id: Schema.String, left: Schema.Number })
    const ageless = { kind: "removed", by: "key", at: () => "", keep: () => dayMs } as const
    const things = collection("things", Thing, {
      key: ({ id }) => id,
      retention: { ...ageless, atMost: ({ events }) => events, givenUp: (thing) => (thing as { left: number }).left }
    })
    const parts = collection("parts", Thing, { key: ({ id }) => id, retention: { ...ageless, along: () => things } })
    const cards = collection("cards", Thing, { key: ({ id }) => id })
    const entry = adapters.find(({ name }) => name === adapter)!
    const location = entry.needs === "nothing" ? "" : locationOf(adapter)
    const runtime = ManagedRuntime.make(entry.open(location, [...allCollections, things, parts, cards]))
    const run = <A, E>(effect: Effect.Effect<A, E, Storage>) => runtime.runPromise(effect)
    const ids = Array.from({ length: 150 }, (_, n) => String(n).padStart(3, "0"))
    const drafts = ids.flatMap((id, n) => [
      insert(things, { id, left: n % 2 }),
      insert(parts, { id: `${id}-part`, left: 0 }),
      insert(cards, { id, left: 0 })
    ])
    await run(Storage.use(({ commit }) => commit(drafts.map((draft) => ({ ...draft, shop: installation })))))
    let givenUp = 0
    const count = async (events: number | undefined) => {
      const onGivenUp = (count: number) => void (givenUp += count)
      await run(sweep({ keep: defaultKeep, policies, counts: { events }, onGivenUp }, [things, parts, cards]))
      const left = await Promise.all([things, parts, cards].map((one) => run(allOf(installation, one))))
      return left.map((rows) => rows.length)
    }
    expect(await count(undefined)).toEqual([150, 150, 150])
    expect(await count(150)).toEqual([150, 150, 150])
    expect(await count(40)).toEqual([40, 40, 150])
    expect((await run(allOf(installation, things))).map(({ doc }) => doc.id)).toEqual(ids.slice(-40))
    expect((await run(allOf(installation, parts))).map(({ doc }) => doc.id.slice(0, 3))).toEqual(ids.slice(-40))
    expect(givenUp).toBe(55)
    await runtime.dispose()
  })
})

it("the doctor finds no fault while the ledger is folded between two pages of its reading", async () => {
  const store = await found("memory")
  const begin = store.time.now
  for (let n = 0; n < 1300; n++) {
    store.time.now = begin + n * 1000
    await increment(store, "A", 1)
  }
  store.time.now = begin + dayMs
  const reported: Array<string> = []
  // Twice, some entries of the SKU's second page are folded before that page is read.
  const cuts = [600, 1150]
  let page = 0
  const folding = Effect.map(Storage, (storage) => ({
    ...storage,
    find: ((owner, from, query) => {
      const [test] = query.where ?? []
      const isEntries = from.name === collections.ledger.name && test?.on === "sku"
      if (isEntries) page = query.after === undefined ? 1 : page + 1
      const cut = isEntries && page === 2 ? cuts.shift() : undefined
      const found = storage.find(owner, from, query)
      if (cut === undefined) return found
      const keep = { ...defaultKeep, events: 9, ledger: 1 - (cut * 1000) / dayMs }
      const fold = sweep({ keep, policies }, allCollections)
      return Effect.andThen(Effect.provideService(fold, Storage, storage), found)
    }) as typeof storage.find
  }))
  await store.run(
    Effect.flatMap(folding, (storage) =>
      Effect.provideService(examineStore({ onWrong: (sentence) => reported.push(sentence) }), Storage, storage)
    )
  )
  expect([cuts, reported]).toEqual([[], []])
  await store.close()
})

it("a collection that cannot be swept does not stop the others, and its defect is the sweep's", async () => {
  const Thing = Schema.Struct({ id: Schema.Number })
  const kind = (name: string, at: (instant: number) => number) =>
    collection(name, Thing, { key: ({ id }) => id, retention: { kind: "removed", by: "key", at, keep: () => dayMs } })
  const broken = kind("broken", () => {
    throw new Error("no age")
  })
  const sound = kind("sound", (instant) => instant)
  const runtime = ManagedRuntime.make(adapters[0]!.open("", [...allCollections, broken, sound]))
  await runtime.runPromise(Storage.use(({ commit }) => commit([{ ...insert(sound, { id: 1 }), shop: installation }])))
  const sweeping = sweep({ keep: { ...defaultKeep, events: 2, ledger: 3 }, policies }, [broken, sound])
  await expect(runtime.runPromise(sweeping)).rejects.toThrow("no age")
  expect(await runtime.runPromise(allOf(installation, sound))).toEqual([])
  await runtime.dispose()
})

const locationOf = (adapter: string) =>
  adapter === "mongo" ? newDatabase("sweeper") : join(mkdtempSync(join(folder, "store-")), "store")
