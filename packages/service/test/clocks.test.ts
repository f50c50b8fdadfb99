/** Servers whose clocks differ, and clocks that are set: no event of an order escapes who polls, and none comes for ever. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Adapter, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Clock, Effect, Exit, Layer, Scope } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { allCollections } from "../src/collections.ts"
import { digest } from "../src/engine/ids.ts"
import { inProcessTransport } from "../src/in-process.ts"
import { makeService } from "../src/service.ts"

const begin = 1_800_000_000_000
const hour = 3_600_000

/** The time that passes for every server, in milliseconds. */
let passed = 0
/** A clock that is ahead of that time by a number of milliseconds that can change. */
const clockWith = (ahead: () => number): Clock.Clock => {
  const real = Effect.runSync(Clock.clockWith(Effect.succeed))
  const now = () => begin + passed + ahead()
  return Object.assign(Object.create(real), {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(passed) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(passed) * 1_000_000n)
  })
}

interface Answer {
  readonly filter: { readonly updated_to: number }
  readonly orders: ReadonlyArray<{
    readonly orderID: string
    readonly events: ReadonlyArray<{ readonly eventId: number; readonly iso_date: string }>
  }>
}

/** Two servers of one shop; `ahead` sets the clock of each. */
const servers = async (stores: ReadonlyArray<Adapter>) => {
  const ahead = [0, 0]
  const transports = await Promise.all(
    stores.map(async (store, at) => {
      const made = makeService({ tokenDigest: digest("t"), throttle: false })
      const service = await Effect.runPromise(Effect.provideService(made, Storage, store))
      const clock = clockWith(() => ahead[at]!)
      return inProcessTransport(service, (effect) =>
        Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))
      )
    })
  )
  const ask = async (at: number, method: string, path: string, form: string, headers: Record<string, string>) => {
    const isRead = method === "GET"
    const sent = { method, path, query: isRead ? form : "", headers, body: isRead ? undefined : form }
    const answer = await transports[at]!(sent)
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    return JSON.parse(text)
  }
  const operator = { authorization: "Bearer t" }
  const { id: shop } = await ask(0, "POST", "/control/v1/shops/shop.json", "name=Clocks", operator)
  const issued = `shop=${shop}&permission=read-write`
  const { exchange, key } = await ask(0, "POST", "/control/v1/keys/key.json", issued, operator)
  const send = (at: number, method: string, path: string, form: string) =>
    ask(at, method, `/v1.1/orders/${path}.json`, form, { key, exchange })
  const item = "item_id[0][sku]=A&item_id[0][price]=1&item_id[0][quantity]=1"
  const rest = "shipping_flag=not_required&shipping_method=a&shipping_cost=0&payment_method=a"
  return {
    shop,
    ahead,
    order: async (at: number): Promise<string> => (await send(at, "POST", "order", `${item}&${rest}`)).order_id,
    tag: (at: number, orderID: string, tag: string) => send(at, "POST", "tags", `orderID=${orderID}&tags=${tag}`),
    poll: (at: number, from: number): Promise<Answer> => send(at, "GET", "orders_filter", `updated_from=${from}`)
  }
}
type Servers = Awaited<ReturnType<typeof servers>>

/** A client that polls from the last `updated_to`, through any server, and counts how often it gets each event. */
class Poller {
  #from = 1
  readonly #seen = new Map<string, number>()

  async poll({ poll }: Servers, at: number): Promise<void> {
    const { filter, orders } = await poll(at, this.#from)
    expect(filter.updated_to).toBeGreaterThanOrEqual(this.#from)
    this.#from = filter.updated_to
    for (const [name, times] of timesOf(orders)) this.#seen.set(name, (this.#seen.get(name) ?? 0) + times)
  }

  /** The events of an order by their number, as far as this client knows them. */
  eventsOf(orderID: string): number {
    return [...this.#seen.keys()].filter((name) => name.startsWith(orderID)).length
  }

  /** How often it got one event at most, of those that were made: some look alike. */
  repeats(made: ReadonlyMap<string, number> = new Map()): number {
    return Math.max(0, ...[...this.#seen].map(([name, times]) => times / (made.get(name) ?? 1)))
  }
}

/** How many events of an order, of one kind and one second there are, which look the same. */
const timesOf = (orders: Answer["orders"]): ReadonlyMap<string, number> => {
  const names = orders.flatMap(({ events, orderID }) =>
    events.map(({ eventId, iso_date }) => `${orderID} ${eventId} ${iso_date}`)
  )
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, alike]) => [name, alike.length]))
}

type Step = readonly [what: "order" | "tag" | "poll" | "pass" | "set", at: number, much: number]

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom("order", "order", "tag", "poll", "poll", "pass", "pass", "set"),
  fc.nat(1),
  fc.nat(5)
)

const clocks = [-hour, 0, hour, 24 * hour, -24 * hour, 500]
const passing = [300, 1000, 2000, 20_000, 60_000, hour]

/** Makes a history; what is between two passings of time happens at once. */
const happens = async (all: Servers, steps: ReadonlyArray<Step>) => {
  const pollers = [new Poller(), new Poller()]
  const tags = new Map<string, number>()
  let [going, tagged]: [Array<Promise<unknown>>, number] = [[], 0]
  const polled = new Set<number>()
  const pass = async (much: number) => {
    await Promise.all(going)
    going = []
    polled.clear()
    passed += much
  }
  all.ahead.fill(0)
  for (const [what, at, much] of steps) {
    if (what === "order") going.push(all.order(at).then((id) => tags.set(id, 0)))
    else if (what === "pass") await pass(passing[much]!)
    else if (what === "set") all.ahead[at] = clocks[much]!
    else if (what === "poll" && !polled.has(much % 2)) {
      polled.add(much % 2)
      going.push(pollers[much % 2]!.poll(all, at))
    } else if (what === "tag" && tags.size > 0) {
      const id = [...tags.keys()][much % tags.size]!
      tags.set(id, tags.get(id)! + 1)
      going.push(all.tag(at, id, `t${tagged++}`))
      await pass(1000)
    }
  }
  for (const at of [0, 1, 0]) {
    await pass(1000)
    await Promise.all(pollers.map((one) => one.poll(all, at)))
  }
  const { orders } = await all.poll(0, 1)
  return { made: timesOf(orders), pollers, tags }
}

/** Two openings of one new store, where several processes may have it open. */
const opened = async (name: string, scope: Scope.Scope): Promise<ReadonlyArray<Adapter>> => {
  const { needs, open, sharable } = adapters.find((one) => one.name === name)!
  const location = needs === "file" ? join(mkdtempSync(join(tmpdir(), "bottega-clocks-")), "shop.db") : await uri(needs)
  if (needs === "file")
    await Effect.runPromise(
      Scope.addFinalizer(
        scope,
        Effect.sync(() => rmSync(join(location, ".."), { recursive: true }))
      )
    )
  const make = () =>
    Effect.runPromise(
      Effect.provide(
        Effect.flatMap(Layer.build(open(location, allCollections)), (context) =>
          Effect.provide(Storage.use(Effect.succeed), context)
        ),
        Layer.succeed(Scope.Scope, scope)
      )
    )
  const first = await make()
  return [first, sharable ? await make() : first]
}

const uri = async (needs: string): Promise<string> =>
  needs === "uri" ? (await import("@bottega/mongo-stand-in/shared")).newDatabase("clocks") : ""

describe.each(adapters.map(({ name }) => name))("on %s, two servers", (name) => {
  it("with any clocks show every event to a client that polls from the last updated_to, and repeat it a bounded number of times", async () => {
    const scope = await Effect.runPromise(Scope.make())
    const stores = await opened(name, scope)
    const history = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const all = await servers(stores)
      const { made, pollers, tags } = await happens(all, steps)
      for (const one of pollers) {
        for (const [id, tagged] of tags) expect(one.eventsOf(id), id).toBeGreaterThanOrEqual(tagged === 0 ? 1 : 2)
        expect(one.repeats(made)).toBeLessThanOrEqual(3)
      }
    })
    await fc.assert(history, { numRuns: name === "mongo" ? 10 : 40 })
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("an hour apart show an order of the one to a client that polls the other, once more at most", async () => {
    const scope = await Effect.runPromise(Scope.make())
    const all = await servers(await opened(name, scope))
    all.ahead[1] = hour
    const poller = new Poller()
    const ids = [await all.order(0)]
    for (const [round, at] of [1, 0, 1, 1, 0].entries()) {
      await poller.poll(all, at)
      passed += 1000
      ids.push(await all.order(1 - at))
      await all.tag(at, ids[round]!, "seen")
      passed += 1000
    }
    for (const at of [0, 1, 0]) {
      await poller.poll(all, at)
      passed += 1000
    }
    expect(ids.map((id) => poller.eventsOf(id))).toEqual([2, 2, 2, 2, 2, 1])
    expect(poller.repeats()).toBeLessThanOrEqual(2)
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("show an order that was decided before an answer and committed after it", async () => {
    const scope = await Effect.runPromise(Scope.make())
    let gate: Promise<void> = Promise.resolve()
    const arrived = Promise.withResolvers<void>()
    const held = (store: Adapter): Adapter => ({
      ...store,
      commit: (writes, guards) =>
        writes.some(({ collection }) => collection.name === "orders")
          ? Effect.andThen(
              Effect.promise(() => {
                arrived.resolve()
                return gate
              }),
              store.commit(writes, guards)
            )
          : store.commit(writes, guards)
    })
    const [first, second] = await opened(name, scope)
    const all = await servers([held(first!), second!])
    all.ahead.fill(0)
    const poller = new Poller()
    const known = await all.order(1)
    await poller.poll(all, 1)
    const release = Promise.withResolvers<void>()
    gate = release.promise
    const ordering = all.order(0)
    await arrived.promise
    passed += 5000
    await poller.poll(all, 1)
    release.resolve()
    const id = await ordering
    for (let n = 0; n < 2; n++) {
      passed += 1000
      await poller.poll(all, n)
    }
    expect([known, id].map((one) => poller.eventsOf(one))).toEqual([1, 1])
    expect(poller.repeats()).toBe(1)
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})
