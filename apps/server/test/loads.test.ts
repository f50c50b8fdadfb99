/** What one caller can make the server hold, and that others have room beside it. Nothing here depends on time. */
import type { Socket } from "node:net"
import { get, Int, post, stream } from "@bottega/domain/contract"
import { Effect, Schema, Stream } from "effect"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Loads, makeLoads, maxLoads } from "../src/http/loads.ts"
import { makeCertificate } from "./certificates.ts"
import { adding, echoes, given, type Options, opened, operation } from "./given.ts"
import { deaf, reset, sendText, statusesOf } from "./raw.ts"

const MiB = 1024 * 1024
const slow = get("/slow.json", { summary: "Slow.", output: Schema.Unknown })
const large = get("/large.json", { summary: "Much.", output: Schema.Unknown })
const slowChange = post("/slow_change.json", { summary: "Slow.", output: Schema.Unknown })
const changed = post("/changed.json", { summary: "Change.", output: Schema.Unknown })
const endless = stream("/endless.json", { summary: "More.", output: Schema.Array(Int) })

let begun = 0
let release = () => {}
let released = Promise.resolve()
let pieces = 0
const text = "x".repeat(4 * MiB)
const answerMuch = () => {
  begun++
  return { text }
}
const answerMore = () => {
  begun++
  return Stream.fromEffectRepeat(Effect.sync(() => ++pieces)).pipe(Stream.rechunk(1000))
}
const tests = adding(
  ...echoes,
  operation(slow, () =>
    Effect.andThen(
      Effect.sync(() => begun++),
      Effect.promise(() => released)
    )
  ),
  operation(slowChange, () =>
    Effect.andThen(
      Effect.sync(() => begun++),
      Effect.as(
        Effect.promise(() => released),
        { answer: {}, writes: [] }
      )
    )
  ),
  operation(large, () => Effect.sync(answerMuch)),
  operation(changed, () => Effect.sync(() => ({ answer: { text }, writes: [] }))),
  operation(endless, () => Effect.sync(answerMore))
)

let close = async () => {}
const sockets: Array<Socket> = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  release()
  await close()
})

const secure = makeCertificate()
/** The certificate of the servers, if they have one. */
let certificate: typeof secure | undefined

/** A server with bounds of the test's own, and two key sets on it. */
const bounded = async (totals: Partial<Record<keyof Loads, number>>, options: Options = {}) => {
  begun = 0
  pieces = 0
  released = new Promise((resolve) => (release = resolve))
  const loads = makeLoads({ ...maxLoads, ...totals })
  const server = await given({ change: tests, loads, certificate, ...options })
  const [one, two] = [await opened(server), await opened(server)]
  const port = Number(new URL(await server.listen(0, "127.0.0.1")).port)
  const how = { ca: certificate?.ca }
  const send = (text: string) => sendText(port, text, how)
  close = server.close
  const request = (keys: { key: string; exchange: string }, line: string, more = "", body = "") =>
    `${line} HTTP/1.1\r\nHost: a\r\nkey: ${keys.key}\r\nexchange: ${keys.exchange}\r\n${more}\r\n${body}`
  const open = async (text: string) => {
    const socket = await deaf(port, text, how)
    sockets.push(socket)
    return socket
  }
  const ask = async (text: string) => {
    const answer = await send(text.replace("\r\n", "\r\nConnection: close\r\n"))
    return { status: statusesOf(answer)[0], text: answer }
  }
  return { server, loads, send, request, open, ask, first: one.writing, second: two.writing }
}

const begin = "POST /v1.1/echo.json"
const length = "Content-Length: 9\r\n"

describe.each(["http", "https"])("over %s", (scheme) => {
  beforeEach(() => {
    certificate = scheme === "https" ? secure : undefined
  })

  test("bodies that are being received are not calls, and those of one key set leave room for another's", async () => {
    const { ask, first, loads, open, request, second } = await bounded({ bodies: 8, calls: 2 })
    for (let bodies = 0; bodies < 4; bodies++) await open(request(first, begin, length, "n=1"))
    await expect.poll(() => loads.bodies.taken).toBe(4)
    expect(loads.calls.taken).toBe(0)
    const over = await ask(request(first, begin, length, "n=1"))
    expect([over.status, over.text]).toEqual([503, expect.stringContaining("Too many bodies of this key set")])
    expect(over.text).toContain("retry-after: 2")
    expect((await ask(request(second, begin, length, "text=body"))).status).toBe(200)
    expect((await ask(request(first, "GET /v1.1/echo.json"))).status).toBe(200)
  })

  test("the bytes of bodies have bounds too, and are given back when they are answered", async () => {
    const { ask, first, loads, open, request, second } = await bounded({ received: 60_000 })
    const long = "Content-Length: 100000\r\n"
    await open(request(first, begin, long, `text=${"a".repeat(20_000)}`))
    await expect.poll(() => loads.received.taken).toBe(20_005)
    expect((await ask(request(first, begin, long, `text=${"a".repeat(20_000)}`))).status).toBe(503)
    const twenty = `text=${"a".repeat(19_995)}`
    expect((await ask(request(second, begin, "Content-Length: 20000\r\n", twenty))).status).toBe(200)
    expect(loads.received.taken).toBe(20_005)
    sockets[0]!.destroy()
    await expect.poll(() => loads.received.taken).toBe(0)
  })

  test("calls of one key set leave room for another's", async () => {
    const { ask, first, loads, open, request, second } = await bounded({ calls: 4 })
    for (let calls = 0; calls < 2; calls++) await open(request(first, "GET /v1.1/slow.json"))
    await expect.poll(() => loads.calls.taken).toBe(2)
    const over = await ask(request(first, "GET /v1.1/echo.json"))
    expect([over.status, over.text]).toEqual([503, expect.stringContaining("Too many calls of this key set")])
    expect((await ask(request(second, "GET /v1.1/echo.json"))).status).toBe(200)
  })

  test("until a key set is known it is the address that counts, as the proxy tells it", async () => {
    let known = false
    const { ask, first, loads, open, request } = await bounded(
      { strangers: 4 },
      {
        trustProxy: true,
        change: (service) => {
          const changed = tests(service)
          return {
            ...changed,
            admit: (operation, credentials, query) =>
              known && credentials.key === first.key ? Effect.never : changed.admit(operation, credentials, query)
          }
        }
      }
    )
    known = true
    const from = (ip: string) => request(first, "GET /v1.1/echo.json", `X-Forwarded-For: ${ip}\r\n`)
    for (let requests = 0; requests < 2; requests++) await open(from("203.0.113.7"))
    await expect.poll(() => loads.strangers.taken).toBe(2)
    expect((await ask(from("203.0.113.7"))).status).toBe(503)
    const docs = (ip: string) => ask(`GET /docs HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${ip}\r\n\r\n`)
    expect((await docs("203.0.113.7")).status).toBe(503)
    expect((await docs("203.0.113.8")).status).toBe(200)
  })

  test("a connection has one request in progress, and is not read while others wait", async () => {
    const { first, loads, open, request } = await bounded({})
    const socket = await open(request(first, "GET /v1.1/slow.json").repeat(3))
    await expect.poll(() => loads.queued.taken).toBe(2)
    await expect.poll(() => begun).toBe(1)
    socket.write(request(first, "GET /v1.1/slow.json").repeat(2000))
    await open(request(first, "GET /v1.1/slow.json"))
    await expect.poll(() => begun).toBe(2)
    expect(loads.queued.taken).toBe(2)
  })

  test("who asks on and reads nothing is answered once, whatever is asked for", async () => {
    const { first, loads, open, request } = await bounded({})
    for (const path of ["/v1.1/large.json", "/v1.1/endless.json"]) {
      begun = 0
      const socket = await open(request(first, `GET ${path}`).repeat(300))
      await expect.poll(() => loads.unsent.taken).toBeGreaterThan(0)
      // The system's buffers of a connection can hold the first one.
      expect(begun).toBeLessThan(4)
      socket.destroy()
      await expect.poll(() => [loads.unsent.taken, loads.queued.taken, loads.calls.taken]).toEqual([0, 0, 0])
    }
    expect(pieces).toBeLessThan(20 * MiB)
  })

  test("a change whose client hangs up holds its place until it is done", async () => {
    const { first, loads, open, request } = await bounded({})
    const socket = await open(request(first, "POST /v1.1/slow_change.json", length, "list[]=ab"))
    await expect.poll(() => [begun, loads.calls.taken]).toEqual([1, 1])
    reset(socket)
    await expect.poll(() => loads.connections.taken).toBe(0)
    expect(loads.calls.taken).toBe(1)
    release()
    await expect.poll(() => loads.calls.taken).toBe(0)
  })

  test("requests that wait have bounds: the connection that goes over them is closed, and no other", async () => {
    const { ask, first, loads, request, second, send } = await bounded({ queued: 10 })
    const answer = await send(request(first, "GET /v1.1/slow.json").repeat(20))
    expect(answer).toBe("")
    await expect.poll(() => loads.queued.taken).toBe(0)
    expect((await ask(request(second, "GET /v1.1/echo.json"))).status).toBe(200)
  })

  test("answers of one key set that nobody reads leave room for another's; a change is answered all the same", async () => {
    const { ask, first, loads, open, request, second } = await bounded({ unsent: 24 * MiB })
    // What the system's buffers take is not ours to hold: connections are opened until enough is left here.
    while (loads.unsent.refused === 0) await open(request(first, "GET /v1.1/large.json"))
    expect(loads.unsent.taken).toBeLessThan(13 * MiB)
    const over = await ask(request(first, "GET /v1.1/large.json"))
    expect([over.status, over.text]).toEqual([503, expect.stringContaining("have not been read")])
    expect((await ask(request(second, "GET /v1.1/large.json"))).status).toBe(200)
    expect((await ask(request(first, "POST /v1.1/changed.json"))).status).toBe(200)
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(() => loads.unsent.taken).toBe(0)
  })

  test("connections of one address leave room for another's", async () => {
    const { loads, open, send } = await bounded({ connections: 8 })
    for (let connections = 0; connections < 4; connections++) await open("")
    await expect.poll(() => loads.connections.taken).toBe(4)
    expect(await send("GET /docs HTTP/1.1\r\nHost: a\r\n\r\n")).toBe("")
    expect([loads.connections.taken, loads.connections.refused]).toEqual([4, 1])
  })

  test("nothing is held of a request that its sender interrupts", async () => {
    const { first, loads, open, request } = await bounded({})
    const texts = [
      request(first, begin, length, "n=1"),
      request(first, "GET /v1.1/slow.json").repeat(5),
      request(first, "GET /v1.1/large.json").repeat(5),
      request(first, "GET /v1.1/endless.json").repeat(2),
      request(first, begin, "Content-Length: 3\r\nExpect: 100-continue\r\n"),
      `${request(first, "GET /v1.1/slow.json")}garbage\r\n\r\n`,
      `${request(first, "GET /v1.1/slow.json")}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`,
      "GET /docs/scalar.js HTTP/1.1\r\nHost: a\r\n\r\n".repeat(50),
      "GET / HTTP"
    ]
    await Promise.all([...texts, ...texts, ...texts].map(open))
    await expect.poll(() => loads.calls.taken).toBeGreaterThan(0)
    for (const socket of sockets.splice(0)) reset(socket)
    release()
    await expect
      .poll(() => Object.entries(loads).map(([name, { taken }]) => [name, taken]), { timeout: 60_000 })
      .toEqual(Object.keys(maxLoads).map((name) => [name, 0]))
  })
})
