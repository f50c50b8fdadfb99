/** One follower of a shop: what it costs while nothing happens, from where it can go on, and when it is ended. */
import { defaultKeep, type Outgoing, outbox, timeKeyAt } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { type Adapter, Storage, sequences } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Clock, Effect } from "effect"
import { beforeEach, expect, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { sweep } from "../../../src/engine/background/sweeper.ts"
import { maxFollowers } from "../../../src/engine/decide/followers.ts"
import { digest, microsOf } from "../../../src/engine/ids.ts"
import type { Service } from "../../../src/engine/service.ts"
import { inProcessTransport } from "../../../src/in-process.ts"
import { makeService } from "../../../src/service.ts"

const begin = 1_800_000_000_000
let now = begin
let finds = 0
/** Whether the clock moves on as soon as something sleeps. */
let isFast = false

const real = Effect.runSync(Clock.clockWith(Effect.succeed))
const clock: Clock.Clock = Object.assign(Object.create(real), {
  currentTimeMillisUnsafe: () => now,
  currentTimeMillis: Effect.sync(() => now),
  currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
  sleep: (duration: Parameters<Clock.Clock["sleep"]>[0]) =>
    Effect.suspend(() => {
      if (!isFast) return real.sleep(duration)
      now += Number(duration.valueOf() === undefined ? 0 : millisOf(duration))
      return Effect.yieldNow
    })
})
const millisOf = (duration: unknown): number =>
  (duration as { readonly value: { readonly millis?: number } }).value.millis ?? 0

let store: Adapter
let service: Service
let transport: ReturnType<typeof inProcessTransport>
let shop = ""
const headers = { authorization: "Bearer t" }
const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
  Effect.runPromise(Effect.provideService(Effect.provideService(effect, Storage, store), Clock.Clock, clock))

const follow = (query: string, signal?: AbortSignal) =>
  transport({
    method: "GET",
    path: "/control/v1/follow.json",
    query: `shop=${shop}${query}`,
    headers,
    ...(signal && { signal })
  })

/** Commits an event with a payload of so many characters. */
const happen = (characters = 1) => stored({ events: [{ type: 105, data: "x".repeat(characters) }] })

let documents = 0
const stored = async (more: Pick<Outgoing, "events" | "notes">) => {
  now++
  const id = `${timeKeyAt(now)}${String(++documents).padStart(8, "0")}`
  const doc: Outgoing = { ...{ id, at: Math.floor(now / 1000), instance: null, requestId: "r" }, ...more }
  await run(Storage.use(({ commit }) => commit([{ shop, collection: outbox, key: id, expect: 0, doc }])))
  return id
}

beforeEach(async () => {
  now = begin
  isFast = false
  const whole = memory([...allCollections, sequences])
  const find: Adapter["find"] = (...asked) => {
    finds++
    return whole.find(...asked)
  }
  store = { ...whole, find }
  service = await run(makeService({ tokenDigest: digest("t") }))
  transport = inProcessTransport(service, (effect) =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))
  )
  const made = await transport({
    method: "POST",
    path: "/control/v1/shops/shop.json",
    query: "",
    headers,
    body: "name=One"
  })
  shop = JSON.parse(await made.text()).id
})

it("sends an empty line every 15 seconds, and reads the store once for each", async () => {
  const lines = (await follow("")).pieces()[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe("[\n")
  isFast = true
  const [from, before] = [now, finds]
  for (let n = 0; n < 20; n++) expect((await lines.next()).value).toBe("\n")
  expect(now - from).toBe(20 * 15_000)
  expect(finds - before).toBeLessThanOrEqual(21)
  isFast = false
  service.endEndless()
  expect((await lines.next()).value).toBe("]\n")
  expect((await lines.next()).done).toBe(true)
})

it("refuses a place after which events were removed, and one that it never gave", async () => {
  const ids = [await happen(), await happen(), await happen()]
  const all = JSON.parse(await (await follow(`&limit=0`)).text())
  expect(all).toEqual([])
  const place = (id: string) => Buffer.from(JSON.stringify([id, 0])).toString("base64url")
  expect(JSON.parse(await (await follow(`&limit=2&after=${place(ids[0]!)}`)).text())).toHaveLength(2)
  now = microsOf(ids[1]!) / 1000 + defaultKeep.events * 86_400_000 + 0.5
  await run(sweep({ keep: defaultKeep, policies }, [outbox]))
  expect((await follow(`&limit=1&after=${place(ids[0]!)}`)).status).toBe(409)
  expect(JSON.parse(await (await follow(`&limit=1&after=${place(ids[1]!)}`)).text())).toHaveLength(1)
  expect((await follow(`&limit=0&after=${place(`f${ids[2]!.slice(1)}`)}`)).status).toBe(409)
  expect((await follow("&after=x")).status).toBe(400)
  expect((await follow("&topics=carts")).status).toBe(400)
})

it("ends a reader who was up to date and is a mebibyte behind, who then goes on without a gap", async () => {
  const lines = (await follow("")).pieces()[Symbol.asyncIterator]()
  await lines.next()
  const made = [await happen()]
  const first = JSON.parse((await lines.next()).value!)
  for (let n = 0; n < 40; n++) made.push(await happen(60_000))
  const seen = [first]
  for (let line = await lines.next(); !line.done; line = await lines.next())
    if (line.value.startsWith(",")) seen.push(JSON.parse(line.value.slice(1)))
  expect(seen.length).toBeLessThan(made.length)
  const rest = made.length - seen.length
  seen.push(...JSON.parse(await (await follow(`&limit=${rest}&after=${seen.at(-1).after}`)).text()))
  expect(seen.map(({ id }) => id)).toEqual(made.map((id) => `${id}-0`))
})

it("reads no more of what is sent again than a page has room for", async () => {
  const made: Array<string> = []
  for (let n = 0; n < 40; n++) made.push(await happen(60_000))
  for (const document of made) await stored({ events: [], notes: [{ document, n: 0 }] })
  await (await follow("&limit=0")).text()
  const place = Buffer.from(JSON.stringify([made.at(-1), 0])).toString("base64url")
  const lines = (await follow(`&limit=40&after=${place}`)).pieces()[Symbol.asyncIterator]()
  await lines.next()
  const before = finds
  const seen = [JSON.parse((await lines.next()).value!)]
  expect(finds - before).toBeLessThanOrEqual(8)
  for (let line = await lines.next(); !line.done; line = await lines.next())
    if (line.value.startsWith(",")) seen.push(JSON.parse(line.value.slice(1)))
  expect(seen.map(({ id }) => id)).toEqual(made.map((id) => `${id}-0`))
})

it("has room for a hundred followers, and again for each that leaves", async () => {
  const leaving = new AbortController()
  const open = Array.from({ length: maxFollowers }, async () => {
    const lines = (await follow("", leaving.signal)).pieces()[Symbol.asyncIterator]()
    await lines.next()
    return { lines, next: lines.next() }
  })
  await Promise.all(open)
  // Each has begun to wait for its first entry.
  await new Promise((resolve) => setImmediate(resolve))
  const refused = await follow("&limit=1")
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"])
  leaving.abort()
  for (const one of open) await (await one).next
  expect((await follow("&limit=0")).status).toBe(200)
})

it("ends a follower of someone who has all places as soon as another caller wants one", async () => {
  const send = async (path: string, body: string, headers: Record<string, string>) => {
    const answer = await transport({ method: "POST", path: `/control/v1/${path}.json`, query: "", headers, body })
    expect(answer.status).toBe(200)
    return { ...JSON.parse(await answer.text()), cookie: String(answer.headers["set-cookie"]).split(";", 1)[0] }
  }
  const { url } = await send("people/person", `shop=${shop}&email=anna@example.com&name=Anna&role=reads`, headers)
  const ofPage = { "bottega-console": "1", "sec-fetch-site": "same-origin" }
  const { cookie } = await send("session", `code=${url.split("#")[1]}`, ofPage)
  const asPerson = () =>
    transport({
      ...{ method: "GET", path: "/control/v1/follow.json", query: `shop=${shop}` },
      headers: { cookie, ...ofPage }
    })
  const open = await Promise.all(
    Array.from({ length: maxFollowers }, async () => {
      const lines = (await asPerson()).pieces()[Symbol.asyncIterator]()
      await lines.next()
      return { lines, next: lines.next() }
    })
  )
  await new Promise((resolve) => setImmediate(resolve))
  expect((await asPerson()).status).toBe(503)
  expect(await (await follow("&limit=0")).text()).toBe("[\n]\n")
  const { lines, next } = open.at(-1)!
  expect([(await next).value, (await lines.next()).done]).toEqual(["]\n", true])
  expect((await asPerson()).status).toBe(200)
  service.endEndless()
  await Promise.all(open.map((one) => one.next))
})
