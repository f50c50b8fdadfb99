/** A change in steps: each is a bounded commit, retried by itself, and the last one keeps the answer. */
import { collections } from "@bottega/domain/areas"
import { type Customer, customerFrom } from "@bottega/domain/areas/customers"
import type { Shop } from "@bottega/domain/areas/shops"
import type { TransportRequest } from "@bottega/domain/contract"
import { type Adapter, Stale, Storage, sequences, Unavailable, type Write } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Deferred, Effect } from "effect"
import { afterEach, beforeEach, expect, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { blanks } from "../../../src/engine/answer/blanks.ts"
import { digest } from "../../../src/engine/ids.ts"
import { records } from "../../../src/engine/records.ts"
import type { Service } from "../../../src/engine/service.ts"
import { shops, trusted } from "../../../src/engine/trusted.ts"
import { inProcessTransport } from "../../../src/in-process.ts"
import { makeService } from "../../../src/service.ts"

const count = 300
const changed = (n: number) => ({ ok: 1, err: null, nModified: n, n: count })
const { customers } = collections

let whole: Adapter
let store: Adapter
let service: Service
let shop: Shop
/** Called before each commit of customers; what it gives is done instead. */
let before: (step: number) => Effect.Effect<void, Stale | Unavailable> | undefined
let steps: Array<ReadonlyArray<Write>>

const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
  Effect.runPromise(Effect.provideService(effect, Storage, store))
const write = (doc: Customer, expect: number): Write => ({
  ...{ shop: shop.id, collection: customers, key: doc.id, expect, doc }
})
const idOf = (n: number) => n.toString(16).padStart(24, "0")
const starting = () => run(makeService({ tokenDigest: digest("t") }))

beforeEach(async () => {
  steps = []
  before = () => undefined
  whole = memory([...allCollections, sequences])
  const commit: Adapter["commit"] = (writes, guards) =>
    Effect.suspend(() => {
      const some = writes.filter(({ collection }) => collection === customers)
      const instead = some.length > 0 ? before(steps.length) : undefined
      if (instead !== undefined) return Effect.andThen(instead, commit(writes, guards))
      if (some.length > 0) steps.push(writes)
      return whole.commit(writes, guards)
    })
  store = { ...whole, commit }
  service = await starting()
  await inProcessTransport(
    service,
    run
  )({
    ...{ method: "POST", path: "/control/v1/shops/shop.json", query: "", body: "name=Tests" },
    headers: { authorization: "Bearer t" }
  })
  shop = (await run(shops))[0]!
  const all = Array.from({ length: count }, (_, n) =>
    write(customerFrom({ id: idOf(n), email: `c${n}@example.com`, created: n }), 0)
  )
  await Effect.runPromise(whole.commit(all))
})

interface More extends Partial<TransportRequest> {
  readonly key?: string
  readonly of?: Service
}

const begin = ({ key, of = service, ...more }: More = {}) =>
  inProcessTransport(trusted(of, shop), (effect) => Effect.runPromise(effect))({
    ...{ method: "PUT", path: "/v1.1/clients/batchTags.json", query: "", body: "email=*&tags=spring" },
    headers: key === undefined ? {} : { "idempotency-key": key },
    ...more
  })

const send = async (more: More = {}) => {
  const { headers, status, text } = await begin(more)
  return { status, headers, json: JSON.parse(await text()) }
}

const tagged = async () => {
  const rows = await Effect.runPromise(whole.find(shop.id, customers, { limit: 1000 }))
  return rows.filter(({ text }) => text.includes('"spring"')).length
}
const eventCount = async () => {
  const rows = await Effect.runPromise(whole.find(shop.id, records.outbox, { limit: 1000 }))
  return rows.flatMap(({ text }) => records.outbox.decode(text).events).filter(({ type }) => type === 102).length
}
const customersIn = (writes: ReadonlyArray<Write>) => writes.filter(({ collection }) => collection === customers)
const answersIn = (writes: ReadonlyArray<Write>) =>
  writes.filter(({ collection }) => collection === records.answered).length
const stale = Effect.fail(new Stale({ shop: "", collection: "customers", key: idOf(0) }))
const broken = Effect.fail(new Unavailable({ reason: "unreachable", cause: "test" }))

const listOf = (addresses: number) =>
  `tags=spring&${Array.from({ length: addresses }, (_, n) => `email[]=c${n}@example.com`).join("&")}`

it("commits a list of addresses at once, and refuses one of more than 500", async () => {
  const refused = await send({ body: listOf(501) })
  expect([refused.status, refused.json.err]).toEqual([400, expect.stringMatching(/must be at most 500 addresses/)])
  expect(steps).toEqual([])
  expect((await send({ body: listOf(500) })).json).toEqual(changed(count))
  expect(steps.map((writes) => customersIn(writes).length)).toEqual([count])
})

it("commits bounded steps, each with its customers' events, and the answer with the last", async () => {
  expect((await send({ key: "one" })).json).toEqual(changed(count))
  expect(steps.length).toBeGreaterThan(3)
  for (const writes of steps) {
    expect(customersIn(writes).length).toBeLessThanOrEqual(500)
    const [events] = writes.filter(({ collection }) => collection === records.outbox)
    expect(events?.doc.events).toHaveLength(customersIn(writes).length)
  }
  expect(steps.map(answersIn)).toEqual([...steps.slice(1).map(() => 0), 1])
  expect([await tagged(), await eventCount()]).toEqual([count, count])
  const again = await send({ key: "one" })
  expect([again.json, again.headers["idempotent-replayed"]]).toEqual([changed(count), "true"])
  expect((await send({ key: "two" })).json).toEqual(changed(0))
  expect(await eventCount()).toBe(count)
})

it("lets other calls run between two steps", async () => {
  let during: Promise<unknown> | undefined
  const seen: Array<number> = []
  before = (step) => {
    if (step === 1)
      during ??= send({ method: "GET", path: `/v1.1/clients/client.json`, query: `id=${idOf(1)}`, body: "" }).then(() =>
        seen.push(steps.length)
      )
    return undefined
  }
  await send()
  await during
  expect(seen[0]).toBeLessThan(steps.length)
})

it("decides one step again after a conflict, and no other", async () => {
  let conflicts = 3
  const given = Effect.suspend(() => {
    const doc = { ...customerFrom({ id: idOf(100), email: "c100@example.com", created: 1 }), tags: ["kept"] }
    return conflicts === 2 ? Effect.andThen(whole.commit([write(doc, 1)]) as Effect.Effect<void>, stale) : stale
  })
  before = (step) => (step === 1 && conflicts-- > 0 ? given : undefined)
  expect((await send({ key: "one" })).json).toEqual(changed(count))
  const found = steps.flatMap(customersIn)
  expect([found.length, new Set(found.map(({ key }) => key)).size]).toEqual([count, count])
  expect(found.find(({ key }) => key === idOf(100))?.doc.tags).toEqual(["kept", "spring"])
  expect(await eventCount()).toBe(count)
})

it("changes what is left when it is sent again after an interruption, and no customer is changed twice", async () => {
  before = (step) => (step === 2 ? broken : undefined)
  expect((await send({ key: "one" })).status).toBe(503)
  const [done, first] = [await tagged(), steps.length]
  expect([done, first]).toEqual([steps.flatMap(customersIn).length, 2])
  before = () => undefined
  expect((await send({ key: "one" })).json).toEqual(changed(count - done))
  expect([await tagged(), await eventCount()]).toEqual([count, count])
})

/** Holds the second step until `resume` is called, with answers that begin early. */
const held = (instead: ReturnType<typeof before> = undefined) => {
  blanks.everyMs = 5
  const resume = Effect.runSync(Deferred.make<void>())
  let times = 0
  before = (step) => {
    if (step !== 1) return undefined
    return times++ === 0 ? Deferred.await(resume) : times === 2 ? instead : undefined
  }
  return () => Effect.runPromise(Deferred.succeed(resume, undefined))
}
afterEach(() => {
  blanks.everyMs = 10_000
})

it("begins the answer of a long change with blanks, and keeps it without them", async () => {
  const resume = held()
  const { status, text } = await begin({ key: "one" })
  expect(status).toBe(200)
  await expect.poll(() => steps.length, { timeout: 60_000 }).toBe(1)
  await resume()
  const whole = await text()
  expect(whole).toMatch(/^ +\{/)
  expect(JSON.parse(whole)).toEqual(changed(count))
  // The kept answer is sent whole, however slowly this machine reads it.
  blanks.everyMs = 10_000
  const again = await begin({ key: "one" })
  expect([again.headers["idempotent-replayed"], await again.text()]).toEqual(["true", whole.trimStart()])
})

it("cuts an answer that has begun if the change is interrupted, and the same key continues", async () => {
  const resume = held(broken)
  const { status, text } = await begin({ key: "one" })
  expect(status).toBe(200)
  await resume()
  await expect(text()).rejects.toThrow(/refused with 503 after its answer had begun/)
  const done = await tagged()
  expect((await send({ key: "one" })).json).toEqual(changed(count - done))
  expect([await tagged(), await eventCount()]).toEqual([count, count])
})

it("completes when nobody reads the answer that has begun", async () => {
  const resume = held()
  await begin({ key: "one" })
  await resume()
  blanks.everyMs = 10_000
  expect((await send({ key: "one" })).json).toEqual(changed(count))
  expect(await tagged()).toBe(count)
})

it("runs once for callers with one key, who wait for the first", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => send({ key: "shared" })))
  expect(answers.map(({ json }) => json)).toEqual(Array(3).fill(changed(count)))
  expect(answers.filter(({ headers }) => headers["idempotent-replayed"] === "true")).toHaveLength(2)
  expect(steps.flatMap(customersIn)).toHaveLength(count)
})

it("gives the answer of the process that ended first when two run with one key", async () => {
  const other = await starting()
  const both = await Promise.all([send({ key: "both" }), send({ key: "both", of: other })])
  expect(both[0].json).toEqual(both[1].json)
  expect(both.map(({ headers }) => headers["idempotent-replayed"]).sort()).toEqual(["true", undefined])
  expect(steps.map(answersIn).reduce((sum, n) => sum + n)).toBe(1)
  expect([await tagged(), await eventCount()]).toEqual([count, count])
})

it("lets several changes take turns, and each ends", async () => {
  const bodies = ["spring", "summer", "autumn"].map((tag) => `email=*&tags=${tag}`)
  const answers = await Promise.all(bodies.map((body) => send({ body })))
  expect(answers.map(({ json }) => json)).toEqual(Array(3).fill(changed(count)))
  const rows = await Effect.runPromise(whole.find(shop.id, customers, { limit: 1000 }))
  for (const { text } of rows) expect([...customers.decode(text).tags].sort()).toEqual(["autumn", "spring", "summer"])
})

it("ends between two steps when the service is closed, and the rest is made when it is sent again", async () => {
  const reached = Effect.runSync(Deferred.make<void>())
  const resume = Effect.runSync(Deferred.make<void>())
  const hold = Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(resume))
  before = (step) => (step === 1 && !Deferred.isDoneUnsafe(reached) ? hold : undefined)
  const stopped = send({ key: "one" })
  await Effect.runPromise(Deferred.await(reached))
  let closed = false
  const closing = Effect.runPromise(service.close).then(() => (closed = true))
  expect([closed, steps.length]).toEqual([false, 1])
  await Effect.runPromise(Deferred.succeed(resume, undefined))
  await closing
  // The step that was in progress is committed as a whole, and no further one begins.
  expect(steps).toHaveLength(2)
  const answer = await stopped
  expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"])
  expect(answer.json.err).toContain("Send the request again")
  const done = await tagged()
  expect(done).toBe(steps.flatMap(customersIn).length)
  expect((await send({ key: "one", of: await starting() })).json).toEqual(changed(count - done))
  expect([await tagged(), await eventCount()]).toEqual([count, count])
})

it("completes when its caller has left", async () => {
  const controller = new AbortController()
  before = (step) => {
    if (step === 1) controller.abort()
    return undefined
  }
  await send({ signal: controller.signal }).catch(() => undefined)
  expect(await tagged()).toBe(count)
})

it("makes the change of some addresses in one commit", async () => {
  const email = Array.from({ length: 200 }, (_, n) => `email[]=C${n}@example.com`).join("&")
  const { json } = await send({ body: `${email}&email[]=nobody@example.com&email[]=c1@example.com&tags=spring` })
  expect(json).toEqual({ ...changed(200), n: 200 })
  expect(steps.map((writes) => customersIn(writes).length)).toEqual([200])
})
