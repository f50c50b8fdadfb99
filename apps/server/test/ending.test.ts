/** The end of a server: what is answered, which connections are ended and how, and what is cut off. */
import { once } from "node:events"
import type { Socket } from "node:net"
import { setDefaultCACertificates } from "node:tls"
import { get, post } from "@bottega/domain/contract"
import { Deferred, Effect, Schema } from "effect"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { makeCertificate } from "./certificates.ts"
import { adding, given, opened, operation } from "./given.ts"
import { dial } from "./raw.ts"

const declared = { summary: "Wait.", output: Schema.Unknown }
const slow = get("/slow.json", declared)
const effect = post("/effect.json", declared)

const secure = makeCertificate()
setDefaultCACertificates([secure.ca])
/** The certificate of the server, if it has one. */
let certificate: typeof secure | undefined
let server: Awaited<ReturnType<typeof given>>
let url: string
let head: string
let effects = 0
let release = () => {}
let begun: Promise<void>
/** A connection, and everything that is received on it; `ended` is true where the server ended its side in order. */
interface Peer {
  readonly socket: Socket
  received: string
  ended: boolean
  broken: Error | undefined
  readonly closed: Promise<unknown>
}

const peer = async ({ halfOpen = false } = {}): Promise<Peer> => {
  const socket = dial(Number(new URL(url).port), { ca: certificate?.ca, allowHalfOpen: halfOpen })
  const one: Peer = { socket, received: "", ended: false, broken: undefined, closed: once(socket, "close") }
  one.closed.catch(() => {})
  socket.setEncoding("utf8").on("data", (piece) => (one.received += piece))
  socket.on("end", () => (one.ended = true)).on("error", (error) => (one.broken = error))
  await once(socket, certificate === undefined ? "connect" : "secureConnect")
  return one
}

const healthy = async (one: Peer): Promise<void> => {
  one.socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
  await expect.poll(() => one.received).toContain('{"status":"ok"')
}

/** Nothing of this is about how long it takes, on a machine that stands still for a minute either. */
const long = 120_000

describe.each(["http", "https"])("over %s", (scheme) => {
  beforeEach(async () => {
    certificate = scheme === "https" ? secure : undefined
    const [arrived, go] = [Effect.runSync(Deferred.make<void>()), Effect.runSync(Deferred.make<void>())]
    begun = Effect.runPromise(Deferred.await(arrived))
    release = () => void Effect.runSync(Deferred.succeed(go, undefined))
    effects = 0
    server = await given({
      certificate,
      change: adding(
        operation(slow, () =>
          Effect.andThen(Deferred.succeed(arrived, undefined), Effect.as(Deferred.await(go), { done: true }))
        ),
        operation(effect, () => Effect.sync(() => ({ answer: { n: ++effects }, writes: [] })))
      )
    })
    const { writing } = await opened(server)
    head = `Host: a\r\nkey: ${writing.key}\r\nexchange: ${writing.exchange}\r\n`
    url = await server.listen(0, "127.0.0.1")
  })
  afterEach(() => server.close())

  test("a server that retires is not ready, and goes on serving, on new connections too, each for one answer", async () => {
    const kept = await peer()
    await healthy(kept)
    server.retire()
    const ready = await fetch(`${url}/readyz`)
    expect([ready.status, ready.headers.get("connection")]).toEqual([503, "close"])
    const health = await fetch(`${url}/healthz`)
    expect([health.status, health.headers.get("connection")]).toEqual([200, "close"])
    kept.received = ""
    await healthy(kept)
    await kept.closed
    expect(kept).toMatchObject({ ended: true, broken: undefined })
    expect(kept.received).toContain("connection: close")
  })

  describe("a server that drains", () => {
    test("ends connections that stand idle, those that never sent anything too, and resets none", async () => {
      const [kept, silent] = [await peer(), await peer()]
      await healthy(kept)
      await server.drain(long)
      await Promise.all([kept.closed, silent.closed])
      for (const one of [kept, silent]) expect(one).toMatchObject({ ended: true, broken: undefined })
    })

    test("lets what was sent in the instant of its end have no effect, and does not reset it", async () => {
      const one = await peer({ halfOpen: true })
      await healthy(one)
      const draining = server.drain(long)
      await once(one.socket, "end")
      one.socket.write(`POST /v1.1/effect.json HTTP/1.1\r\n${head}\r\n`)
      await expect.poll(() => server.log.lines.at(-1)).toMatchObject({ path: "/v1.1/effect.json", status: 499 })
      one.socket.end()
      await Promise.all([draining, one.closed])
      expect(effects).toBe(0)
      expect(one.broken).toBeUndefined()
    })

    test("does not wait for a peer that does not end its side", async () => {
      const one = await peer({ halfOpen: true })
      await healthy(one)
      await server.drain(long * 10)
      one.socket.destroy()
    })

    test("answers a request of which it had a part, and ends its connection", async () => {
      const one = await peer()
      await healthy(one)
      server.retire()
      one.socket.write("POST /v1.1/effect.json HTTP/1.1\r\n")
      await expect.poll(() => one.socket.bytesWritten).toBeGreaterThan(60)
      const idle = await peer()
      const draining = server.drain(long)
      await idle.closed
      one.socket.write(`${head}\r\n`)
      await Promise.all([draining, one.closed])
      expect(one.received).toMatch(/connection: close\r\n[^{]*\{"n":1\}$/)
      expect(one.broken).toBeUndefined()
    })

    test("waits for what has begun", async () => {
      const one = await peer()
      one.socket.write(`GET /v1.1/slow.json HTTP/1.1\r\n${head}\r\n`)
      await begun
      const idle = await peer()
      const draining = server.drain(long)
      await idle.closed
      release()
      await Promise.all([draining, one.closed])
      expect(one.received).toMatch(/connection: close\r\n[^{]*\{"done":true\}$/)
    })

    test("cuts off who does not finish sending, and who has begun nothing that ends", async () => {
      const [sending, asking] = [await peer(), await peer()]
      sending.socket.write(`POST /v1.1/effect.json HTTP/1.1\r\n${head}Content-Length: 10\r\n\r\na=`)
      asking.socket.write(`GET /v1.1/slow.json HTTP/1.1\r\n${head}\r\n`)
      await begun
      await server.drain(50)
      await Promise.allSettled([sending.closed, asking.closed])
      expect([sending.received, asking.received]).toEqual(["", ""])
    })
  })
})
