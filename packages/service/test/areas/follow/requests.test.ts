/** Followers of requests: what they cost, what they see while others are busy, and when they are ended. */
import { Storage, sequences } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Effect } from "effect"
import { beforeEach, expect, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { ringBounds } from "../../../src/engine/answer/ring.ts"
import { digest } from "../../../src/engine/ids.ts"
import type { Service } from "../../../src/engine/service.ts"
import { inProcessTransport } from "../../../src/in-process.ts"
import { makeService } from "../../../src/service.ts"

let service: Service
let transport: ReturnType<typeof inProcessTransport>
let shop = ""
let accesses = 0
const headers = { authorization: "Bearer t" }

beforeEach(async () => {
  const whole = memory([...allCollections, sequences])
  const find: typeof whole.find = (...asked) => {
    accesses++
    return whole.find(...asked)
  }
  const commit: typeof whole.commit = (...asked) => {
    accesses++
    return whole.commit(...asked)
  }
  const store = { ...whole, find, commit }
  service = await Effect.runPromise(Effect.provideService(makeService({ tokenDigest: digest("t") }), Storage, store))
  transport = inProcessTransport(service, (effect) => Effect.runPromise(effect))
  const path = "/control/v1/shops/shop.json"
  const made = await transport({ method: "POST", path, query: "", headers, body: "name=One" })
  shop = JSON.parse(await made.text()).id
})

const follow = (query = "", signal?: AbortSignal) =>
  transport({
    ...{ method: "GET", path: "/control/v1/follow.json", headers },
    ...{ query: `shop=${shop}&topics=requests${query}` },
    ...(signal && { signal })
  })

/** A request that was answered, with a body of so many characters and a path of so many. */
const answer = (to = shop, { body = 0, path = 10 } = {}) => {
  const exchanged = body === 0 ? undefined : { url: "/", headers: {}, body: "b".repeat(body), answer: undefined }
  const own = { requestId: "r", method: "GET", path: "/".padEnd(path, "p"), status: 200, ms: 1 }
  service.requests.add({ ...own, shop: to, keySet: "k", key: "key", ip: "127.0.0.1", exchanged })
}

const entriesIn = async (lines: AsyncIterator<string | Uint8Array>, count = Number.POSITIVE_INFINITY) => {
  const seen: Array<{ readonly id: string; readonly after: string }> = []
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const text = String(line.value)
    if (/^,?\{/.test(text) && seen.push(JSON.parse(text.replace(/^,/, ""))) >= count) break
  }
  return seen
}
const opened = async (query?: string, signal?: AbortSignal) => {
  const lines = (await follow(query, signal)).pieces()[Symbol.asyncIterator]()
  await lines.next()
  return lines
}

it("reads and writes nothing in the store, and listens only while someone follows", async () => {
  expect(service.requests.listeners).toBe(0)
  const leaving = new AbortController()
  const lines = await opened("", leaving.signal)
  const first = entriesIn(lines, 1)
  await expect.poll(() => service.requests.listeners).toBe(1)
  const before = accesses
  for (let n = 0; n < 200; n++) answer()
  expect(await first).toHaveLength(1)
  expect(await entriesIn(lines, 199)).toHaveLength(199)
  expect(accesses - before).toBe(0)
  leaving.abort()
  await lines.next()
  expect(service.requests.listeners).toBe(0)
})

it("waits for its own requests while those of another shop leave the ring", async () => {
  const lines = await opened()
  const first = entriesIn(lines, 1)
  await expect.poll(() => service.requests.listeners).toBe(1)
  for (let n = 0; n < 3 * ringBounds.requests; n++) answer("another")
  answer()
  const [seen] = await first
  expect(seen!.id).toBe(`${service.requests.id}-${service.requests.last}`)
  expect(JSON.parse(await (await follow(`&limit=0&after=${seen!.after}`)).text())).toEqual([])
})

it("ends once a request that was not shown has left the ring, and refuses that place afterwards", async () => {
  const lines = await opened()
  const first = entriesIn(lines, 1)
  await expect.poll(() => service.requests.listeners).toBe(1)
  answer()
  const after = (await first)[0]!.after
  for (let n = 0; n < ringBounds.requests + 1; n++) answer()
  expect(await entriesIn(lines)).toEqual([])
  expect((await follow(`&limit=1&after=${after}`)).status).toBe(409)
})

it("ends a reader who was up to date and is a mebibyte behind, who then goes on without a gap", async () => {
  const lines = await opened()
  const first = entriesIn(lines, 1)
  await expect.poll(() => service.requests.listeners).toBe(1)
  answer()
  const seen = [...(await first)]
  const total = 400
  // Nothing is read meanwhile: the answers of one turn.
  for (let n = 1; n < total; n++) answer(shop, { path: 8000 })
  seen.push(...(await entriesIn(lines)))
  expect(seen.length).toBeLessThan(total / 2)
  const rest = `&limit=${total - seen.length}&after=${seen.at(-1)!.after}`
  seen.push(...JSON.parse(await (await follow(rest)).text()))
  expect(seen.map(({ id }) => Number(id.split("-")[1])).map((n, at, all) => n - all[0]! - at)).toEqual(
    Array.from({ length: total }, () => 0)
  )
})

it("holds no body for a hundred followers who read nothing", async () => {
  const leaving = new AbortController()
  const all = await Promise.all(Array.from({ length: 100 }, () => opened("", leaving.signal)))
  const pending = all.map((lines) => lines.next())
  await expect.poll(() => service.requests.listeners).toBe(100)
  for (let n = 0; n < 1000; n++) answer(shop, { body: ringBounds.ofOneText })
  expect(service.requests.characters).toBeLessThanOrEqual(ringBounds.characters)
  for (const line of await Promise.all(pending)) expect(String(line.value)).not.toContain("bbbb")
  leaving.abort()
  await Promise.all(all.map((lines) => lines.next()))
  expect(service.requests.listeners).toBe(0)
})
