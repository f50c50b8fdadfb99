/** Reads that our own server answers again before Fastify sees them: they are counted, limited, refused and logged like all others. */
import { get, Text } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { turns } from "@bottega/storage"
import { Effect, Schema } from "effect"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { HttpCall } from "../src/http/http-call.ts"
import { adding, given, type Options, opened, operation, operator } from "./given.ts"

const read = { summary: "Texts.", input: { text: Text }, output: Schema.Unknown }
const change = adding(
  operation(get("/texts.json", read), (input: { readonly text: string }) => Effect.succeed(input.text)),
  operation(get("/needs.json", { ...read, requires: "partner_owned" }), () => Effect.succeed({})),
  operation(get("/counted.json", { ...read, throttle: "updates" }), () => Effect.succeed({}))
)

let close = () => Promise.resolve()

// A pair is recorded as used once an hour, and a day has its limits: none of them begins meanwhile.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }))
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await close()
})

const serving = async (options: Options = {}) => {
  const server = await given({ change, ...options })
  close = async () => void (await server.close())
  const shop = await opened(server)
  const url = await server.listen(0, "127.0.0.1")
  const usual = vi.spyOn(HttpCall.prototype, "answer")
  // On a busy machine a turn may be used up, and then a read waits for another, which is the usual way.
  vi.spyOn(turns, "isOpen", "get").mockReturnValue(true)
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const answer = await fetch(`${url}/v1.1${path}`, { method, headers: { ...shop.reading, ...headers } })
    await answer.arrayBuffer()
    return { status: answer.status, left: Number.parseInt(answer.headers.get("x-service-limit") ?? "", 10) }
  }
  /** How many of these requests went the usual way. */
  const usually = async (...asked: ReadonlyArray<() => Promise<unknown>>) => {
    const before = usual.mock.calls.length
    for (const one of asked) await one()
    return usual.mock.calls.length - before
  }
  return { ...server, ask, shop, url, usually }
}

const path = "/texts.json?text=a"
const nothing = { query: null, headers: null, body: null, answer: null }

test("a repeated read of a known caller does not go through Fastify", async () => {
  const { ask, log, usually } = await serving()
  // The first call records that its pair was used, which changes the key set.
  expect(
    await usually(
      () => ask(path),
      () => ask(path)
    )
  ).toBe(2)
  expect(await usually(...Array.from({ length: 5 }, () => () => ask(path)))).toBe(0)
  expect(await usually(() => ask("/texts.json?text=b"))).toBe(1)
  expect(await usually(() => ask(path, {}, "HEAD"))).toBe(1)
  const lines = log.lines.filter((line) => line.path === "/v1.1/texts.json")
  const [first, ...others] = lines.map(({ ms: _, requestId: __, ...line }) => line)
  expect(others).toEqual([...Array(7).fill(first), { ...first, method: "HEAD" }])
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(lines.length)
  expect(lines.every(({ ms }) => ms >= 0)).toBe(true)
})

test("a repeated read is among the last requests, as every other one", async () => {
  const { app, ask, shop, usually } = await serving({ workbench: true })
  await ask(path)
  await ask(path)
  expect(await usually(() => ask(path))).toBe(0)
  const read = async (url: string) =>
    (await app.inject({ url: `/control/v1/requests/${url}`, headers: operator })).json()
  const listed = await read(`list.json?shop=${shop.shop}`)
  const own = { shop: shop.shop, key: shop.reading.key, method: "GET", path: "/v1.1/texts.json", status: 200 }
  expect(listed).toMatchObject([own, own, own])
  const all = await Promise.all(
    listed.map(({ requestId }: { readonly requestId: string }) =>
      read(`request.json?shop=${shop.shop}&requestId=${requestId}`)
    )
  )
  for (const one of all) expect(one).toMatchObject({ query: "text=a", body: null, answer: '"a"' })
  for (const { headers } of all) expect(headers.exchange).toBe("[redacted]")
})

test("nothing that was sent or answered is kept on a server that is not for development", async () => {
  const { app, ask, shop } = await serving()
  for (const _ of [1, 2, 3]) await ask(path)
  const read = async (url: string) =>
    (await app.inject({ url: `/control/v1/requests/${url}`, headers: operator })).json()
  const listed = await read(`list.json?shop=${shop.shop}`)
  expect(listed).toHaveLength(3)
  for (const { requestId } of listed)
    expect(await read(`request.json?shop=${shop.shop}&requestId=${requestId}`)).toMatchObject(nothing)
})

test("each call counts once, whichever way it goes, and none over the limit is answered", async () => {
  const { ask } = await serving({ policies: { ...policies, daily: { ...policies.daily, limit: 8 } } })
  const answers = []
  for (const one of [path, path, "/texts.json?text=b", path, "/needs.json?text=a", path, "/counted.json?text=a", path])
    answers.push(await ask(one))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 403, 200, 200, 200])
  expect(answers.filter(({ status }) => status === 200).map(({ left }) => left)).toEqual([7, 6, 5, 4, 2, 1, 0])
  expect([(await ask(path)).status, (await ask(path)).status]).toEqual([509, 509])
})

test("a pair that was revoked, or another exchange, is refused at once", async () => {
  const { app, ask, shop } = await serving()
  for (const _ of [1, 2, 3]) expect((await ask(path)).status).toBe(200)
  const { exchange, key } = shop.reading
  const others = [exchange.slice(1), `${exchange}0`, exchange.replace(/.$/, (last) => (last === "0" ? "1" : "0")), ""]
  for (const other of others) expect((await ask(path, { exchange: other })).status).toBe(401)
  expect((await ask(path)).status).toBe(200)
  const revoked = await app.inject({ method: "DELETE", url: `/control/v1/keys/key.json?key=${key}`, headers: operator })
  expect(revoked.statusCode, revoked.body).toBe(200)
  expect((await ask(path)).status).toBe(401)
})

test("what is unusual about a request is left to its route", async () => {
  const { ask, usually } = await serving({ workbench: true })
  await ask(path)
  await ask(path)
  expect(await usually(() => ask(path))).toBe(0)
  expect(await usually(() => ask(path, { prefer: "code=503" }))).toBe(1)
  expect(await usually(() => ask(path, { connection: "close" }))).toBe(1)
})

test("an answer is not repeated while the server is shutting down", async () => {
  const { ask, retire, usually } = await serving()
  await ask(path)
  await ask(path)
  expect(await usually(() => ask(path))).toBe(0)
  retire()
  expect(await usually(() => ask(path))).toBe(1)
})

test("what fails is reported by its route", async () => {
  const { ask, log } = await serving({
    change: (service) => ({
      ...change(service),
      again: () => {
        throw new Error("broken")
      }
    })
  })
  expect((await ask(path)).status).toBe(500)
  expect((await ask(path)).status).toBe(500)
  expect(log.defects).toHaveLength(2)
})
