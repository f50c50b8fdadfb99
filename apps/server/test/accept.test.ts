/** How many connections a server accepts in a turn of its event loop, and which ones it keeps for what decides about life. */
import type { Socket } from "node:net"
import { setImmediate } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import { afterEach, describe, expect, test, vi } from "vitest"
import { type Loads, makeLoads, maxLoads } from "../src/http/loads.ts"
import { makeCertificate } from "./certificates.ts"
import { given } from "./given.ts"
import { deaf, sendText, statusesOf } from "./raw.ts"

/** Connects this many times from a thread of its own, and reports when the system has accepted them all. */
const dialer = `
const { workerData: { port, connections, done } } = require("node:worker_threads")
const { connect } = require("node:net")
const all = new Int32Array(done)
const sockets = Array.from({ length: connections }, () =>
  connect(port, "127.0.0.1", () => Atomics.add(all, 0, 1) === connections - 1 && Atomics.notify(all, 0)).on("error", () => {}))
`

const ends: Array<() => unknown> = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0).reverse()) await end()
})

/** A server, and how many connections it has. */
const listening = async (totals: Partial<Record<keyof Loads, number>> = {}, more: Parameters<typeof given>[0] = {}) => {
  const loads = makeLoads({ ...maxLoads, ...totals })
  const server = await given({ loads, ...more })
  ends.push(server.close)
  const url = await server.listen(0, "127.0.0.1")
  return { server, loads, port: Number(new URL(url).port) }
}

/** Connections that wait all at once while the event loop stands still. */
const waitAtOnce = (port: number, connections: number): void => {
  const done = new SharedArrayBuffer(4)
  const worker = new Worker(dialer, { eval: true, workerData: { port, connections, done } })
  ends.push(() => worker.terminate())
  const all = new Int32Array(done)
  for (let looks = 0; looks < 200 && Atomics.load(all, 0) < connections; looks++)
    Atomics.wait(all, 0, Atomics.load(all, 0), 100)
}

/** How many turns of the event loop pass until something is so. */
const turnsUntil = async (isSo: () => boolean): Promise<number> => {
  let turns = 0
  for (; !isSo(); turns++) await setImmediate()
  return turns
}

test.each([128, 1000])("%i waiting connections are accepted in a fraction of as many turns", async (connections) => {
  const { loads, port } = await listening()
  waitAtOnce(port, connections)
  const turns = await turnsUntil(() => loads.connections.taken === connections)
  expect(turns).toBeLessThan(connections / 4)
})

test("a port that another server has is in use, although that server would share it", async () => {
  const { port } = await listening()
  const other = await given()
  ends.push(other.close)
  await expect(other.listen(port, "127.0.0.1")).rejects.toMatchObject({ code: "EADDRINUSE" })
})

test("a client that connects before a server closes its sockets is accepted", async () => {
  const { port, server } = await listening()
  let accepted = 0
  server.app.server.on("connection", () => accepted++)
  waitAtOnce(port, 300)
  await server.drain(0)
  expect(accepted).toBe(300)
})

const secure = makeCertificate()

describe.each(["http", "https"])("what decides about life is answered over %s", (scheme) => {
  const certificate = scheme === "https" ? secure : undefined
  const vital = ["/healthz", "/readyz", "/metrics"]
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  const sockets: Array<Socket> = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  const bounded = async (totals: Partial<Record<keyof Loads, number>>) => {
    const { loads, port, server } = await listening(totals, { certificate })
    const how = { ca: certificate?.ca }
    const open = async (text: string) => sockets.push(await deaf(port, text, how))
    const status = async (path: string) => statusesOf(await sendText(port, get(path), how))[0]
    const close = (path: string) => get(path).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
    const statuses = () => Promise.all(vital.map(async (path) => statusesOf(await sendText(port, close(path), how))[0]))
    return { loads, port, server, open, status, statuses }
  }

  test("beside answers that nobody reads", async () => {
    const { loads, open, statuses } = await bounded({ unsent: 4 * 1024 * 1024 })
    loads.unsent.add("127.0.0.1", loads.unsent.total)
    const { taken } = loads.unsent
    expect(await statuses()).toEqual([200, 200, 200])
    // Its bytes are the same for all who ask, and those who do not read them take no room from others.
    for (const path of vital) await open(get(path))
    expect(await statuses()).toEqual([200, 200, 200])
    expect(loads.unsent.taken).toBe(taken)
  })

  test("beside strangers who wait to be admitted", async () => {
    const { loads, statuses } = await bounded({ strangers: 2 })
    loads.strangers.add("127.0.0.1", 2)
    expect(await statuses()).toEqual([200, 200, 200])
    loads.strangers.give("127.0.0.1", 2)
  })

  test("beside more connections than their network may have, which get nothing else", async () => {
    const { loads, open, port, status, statuses } = await bounded({ connections: 32 })
    for (let connections = 0; connections < 16; connections++) await open("")
    await expect.poll(() => loads.connections.taken).toBe(16)
    for (const path of vital) expect(await status(path)).toBe(200)
    expect(await statuses()).toEqual([200, 200, 200])
    expect(await status("/docs")).toBeUndefined()
    const expecting = "POST /v1.1/echo.json HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n"
    expect(await sendText(port, expecting, { ca: certificate?.ca })).toBe("")
    expect(loads.connections.taken).toBe(16)
  })

  test("beside more connections still, of which the oldest make room", async () => {
    const { loads, open, status } = await bounded({ connections: 32 })
    for (let connections = 0; connections < 60; connections++) await open("")
    await expect.poll(() => loads.connections.refused).toBe(44)
    for (const path of vital) expect(await status(path)).toBe(200)
    expect(sockets.filter(({ destroyed }) => destroyed).length).toBeLessThanOrEqual(44)
  })
})

test("thousands who ask whether a server is ready make it ask its store once at a time", async () => {
  let asked = 0
  let release = () => {}
  const ready = Effect.promise(() => {
    asked++
    return new Promise<void>((resolve) => (release = resolve))
  })
  const server = await given({ ready })
  ends.push(server.close)
  const answers = Array.from({ length: 500 }, () => server.app.inject("/readyz"))
  await expect.poll(() => asked).toBe(1)
  // All of them arrive in the turns that follow, however long these take.
  for (let turns = 0; turns < 100; turns++) await setImmediate()
  release()
  expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(asked).toBe(1)
})

test("the counts are written once in a second, however many ask for them", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(5000)
  let written = 0
  const workers = () => {
    written++
    return []
  }
  const server = await given({ workers })
  ends.push(server.close)
  const ask = () => Promise.all(Array.from({ length: 50 }, () => server.app.inject("/metrics")))
  const bodies = new Set((await ask()).map(({ body }) => body))
  expect([written, bodies.size]).toEqual([1, 1])
  clock.mockReturnValue(6000)
  await ask()
  expect(written).toBe(2)
})
