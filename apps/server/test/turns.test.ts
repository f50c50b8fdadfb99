/** How long a newcomer waits while one key set sends heavy calls: counted in answers and turns, never in time. */
import { collections } from "@bottega/domain/areas"
import { get } from "@bottega/domain/contract"
import { Session } from "@bottega/service"
import { turns } from "@bottega/storage"
import { Effect, Schema } from "effect"
import { afterEach, expect, test } from "vitest"
import { makeLoads } from "../src/http/loads.ts"
import { adding, echoes, given, opened, operation } from "./given.ts"
import { deaf } from "./raw.ts"

/** More than one turn's work. */
const aTurn = 10_000

/** A step of a read that uses up a turn, so that the next one waits. */
const step = Session.use(({ find }) =>
  Effect.andThen(
    Effect.sync(() => turns.spend(aTurn)),
    find(collections.orders, { limit: 1 })
  )
)

const reading = (path: `/${string}.json`, read: Effect.Effect<unknown, unknown, Session>) =>
  operation(get(path, { summary: "Much.", output: Schema.Unknown }), () => read as Effect.Effect<unknown>)

const heavy = reading(
  "/heavy.json",
  Effect.as(
    Effect.forEach(Array.from({ length: 20 }), () => step),
    {}
  )
)

const endless: typeof step = Effect.flatMap(step, (found) => (isOver ? Effect.succeed(found) : endless))
let begun = 0
let isOver = false
const long = reading(
  "/long.json",
  Effect.suspend(() => {
    begun++
    return Effect.as(endless, {})
  })
)

const tests = adding(heavy, long, ...echoes)
let close = async () => {}
afterEach(() => close())

/** A server with two shops, of which the first has two key sets. */
const served = async () => {
  const loads = makeLoads()
  const server = await given({ change: tests, loads })
  const [one, two] = [await opened(server), await opened(server)]
  close = server.close
  const ask = async (method: "GET" | "POST", url: string, headers: Record<string, string>) => {
    const payload = method === "POST" ? { payload: { text: "body" } } : {}
    const { statusCode } = await server.app.inject({ method, url: `/v1.1${url}`, headers: { ...headers }, ...payload })
    return statusCode
  }
  return { ...server, loads, ask, attacker: one.reading, beside: one.writing, other: two.writing }
}

/** The answers to an attacker, and the turns of the loop, until others are answered. */
const waitedUnder = async (calls: number) => {
  const { ask, attacker, beside, other } = await served()
  // A key set that was never admitted here is a stranger.
  for (const headers of [attacker, beside, other]) await ask("GET", "/echo.json", headers)
  let [answered, passed, over] = [0, 0, false]
  const all = Array.from({ length: calls }, async () => {
    const status = await ask("GET", "/heavy.json", attacker)
    answered++
    return status
  })
  const pass = () => {
    passed++
    if (!over) setImmediate(pass)
  }
  setImmediate(pass)
  // By now all of them have arrived, and the first is in progress.
  while (turns.waiting === 0) await new Promise((resolve) => setImmediate(resolve))
  const [answeredBefore, passedBefore] = [answered, passed]
  for (const headers of [other, beside])
    for (const [method, url] of [
      ["GET", "/orders/list.json?limit=10"],
      ["POST", "/echo.json"]
    ] as const)
      expect([url, await ask(method, url, headers)]).toEqual([url, 200])
  const waited = { answers: answered - answeredBefore, turns: passed - passedBefore }
  over = true
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]))
  await close()
  close = async () => {}
  return waited
}

test("a newcomer waits no longer for three hundred heavy calls of another key set than for three", async () => {
  const few = await waitedUnder(3)
  const many = await waitedUnder(300)
  expect(many.answers).toBeLessThanOrEqual(4)
  expect(many.turns).toBeLessThanOrEqual(2 * few.turns + 20)
})

test("a request whose client leaves while it waits leaves nothing behind", async () => {
  const { ask, attacker, listen, loads, log } = await served()
  await ask("GET", "/echo.json", attacker)
  const port = Number(new URL(await listen(0, "127.0.0.1")).port)
  const request = `GET /v1.1/long.json HTTP/1.1\r\nHost: a\r\nkey: ${attacker.key}\r\nexchange: ${attacker.exchange}\r\n\r\n`
  const before = log.lines.length
  const sockets = await Promise.all(Array.from({ length: 60 }, () => deaf(port, request)))
  await expect.poll(() => [turns.waiting, loads.strangers.taken + loads.calls.taken]).toEqual([60, 60])
  for (const socket of sockets) socket.destroy()
  // What has begun goes on: the first, and on a slow machine whichever came between two of its steps. The others never begin.
  await expect.poll(() => [turns.waiting - begun, loads.strangers.taken, loads.calls.taken - begun]).toEqual([0, 0, 0])
  const left = 60 - begun
  expect(left).toBeGreaterThan(0)
  expect(log.lines.slice(before).map(({ status }) => status)).toEqual(Array.from({ length: left }, () => 499))
  isOver = true
  await expect.poll(() => [turns.waiting, loads.calls.taken]).toEqual([0, 0])
  expect(begun).toBe(60 - left)
  expect(await ask("GET", "/heavy.json", attacker)).toBe(200)
  expect(log.defects).toEqual([])
})
