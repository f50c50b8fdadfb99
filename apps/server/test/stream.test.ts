/** Lists of any length, and the end of a server that is sending some. */
import { once } from "node:events"
import { connect } from "node:net"
import { setImmediate } from "node:timers/promises"
import { get, Int, stream } from "@bottega/domain/contract"
import { Deferred, Effect, Schema, Stream } from "effect"
import { expect, test } from "vitest"
import { adding, given, opened, operation } from "./given.ts"

const numbers = stream("/numbers.json", { summary: "Numbers.", output: Schema.Array(Int) })
const slow = get("/slow.json", { summary: "Slow.", output: Schema.Unknown })

const started = async (items: Stream.Stream<number, unknown>) => {
  const server = await given({ change: adding(operation(numbers, () => Effect.succeed(items))) })
  const { reading } = await opened(server)
  const url = await server.listen(0, "127.0.0.1")
  return { server, url, ask: () => fetch(`${url}/v1.1/numbers.json`, { headers: reading }) }
}

test("a list is sent as it is read, whole", async () => {
  const count = 50_000
  const { ask, server } = await started(Stream.range(1, count))
  const answer = await ask()
  expect(answer.headers.get("transfer-encoding")).toBe("chunked")
  expect(await answer.json()).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  await server.close()
})

test("a list that fails cuts the connection: it is never short and well-formed", async () => {
  const broken = Stream.concat(Stream.range(1, 50_000), Stream.fail(new Error("the store went away")))
  const { ask, server } = await started(broken)
  await expect(ask().then((answer) => answer.text())).rejects.toThrow()
  expect(server.log.defects).toHaveLength(1)
  expect(server.log.lines.at(-1)).toMatchObject({ path: "/v1.1/numbers.json", status: 500 })
  await server.close()
})

test("a list is not read faster than it is taken, and no further once its reader is gone", async () => {
  let read = 0
  let ended = false
  const endless = Stream.fromIterable(
    (function* () {
      for (;;) {
        read++
        yield 1
      }
    })()
  ).pipe(Stream.rechunk(1000), Stream.ensuring(Effect.sync(() => (ended = true))))
  const { ask, server } = await started(endless)
  const answer = await ask()
  const reader = answer.body!.getReader()
  await reader.read()
  let before = -1
  const stands = () => {
    const same = read === before
    before = read
    return same
  }
  await expect.poll(stands, { interval: 200 }).toBe(true)
  await reader.cancel()
  await expect.poll(() => server.log.lines.at(-1)).toMatchObject({ path: "/v1.1/numbers.json", status: 499 })
  await expect.poll(() => ended).toBe(true)
  await server.close()
})

test("a list in progress when the body of its request turns out to be malformed is sent whole, and nothing after it", async () => {
  const end = Promise.withResolvers<number>()
  const { server, url } = await started(
    Stream.concat(Stream.range(1, 50_000), Stream.fromEffect(Effect.promise(() => end.promise)))
  )
  const { reading } = await opened(server)
  const socket = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("utf8")
  const credentials = `key: ${reading.key}\r\nexchange: ${reading.exchange}\r\n`
  socket.write(`GET /v1.1/numbers.json HTTP/1.1\r\nHost: a\r\n${credentials}Transfer-Encoding: chunked\r\n\r\n`)
  // The server is in this process: it has read what was sent some turns of the loop later, however long these take.
  const read = async () => {
    for (let turns = 0; turns < 100; turns++) await setImmediate()
    end.resolve(2)
  }
  socket.once("data", () => socket.write("not a chunk\r\n", () => void read()))
  let received = ""
  for await (const piece of socket) received += piece
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"])
  expect(received).toMatch(/\r\n0\r\n\r\n$/)
  await server.close()
})

test("HEAD of a list ends what the list is read from", async () => {
  let ended = 0
  const { server } = await started(Stream.range(1, 50_000).pipe(Stream.ensuring(Effect.sync(() => ended++))))
  const { reading } = await opened(server)
  const answer = await server.app.inject({ method: "HEAD", url: "/v1.1/numbers.json", headers: reading })
  expect([answer.statusCode, answer.body]).toEqual([200, ""])
  await expect.poll(() => ended).toBe(1)
  await server.close()
})

test("a server that ends answers what has begun, says that it is not ready, and takes no new connection", async () => {
  const begun = await Effect.runPromise(Deferred.make<void>())
  const go = await Effect.runPromise(Deferred.make<void>())
  const waits = operation(slow, () =>
    Effect.andThen(Deferred.succeed(begun, undefined), Effect.as(Deferred.await(go), { done: true }))
  )
  const server = await given({ change: adding(waits) })
  const { reading } = await opened(server)
  const url = await server.listen(0, "127.0.0.1")
  const socket = connect(Number(new URL(url).port), "127.0.0.1")
  let received = ""
  socket.setEncoding("utf8").on("data", (piece) => (received += piece))
  socket.write(
    `GET /v1.1/slow.json HTTP/1.1\r\nHost: a\r\nkey: ${reading.key}\r\nexchange: ${reading.exchange}\r\n\r\n`
  )
  await Effect.runPromise(Deferred.await(begun))
  server.retire()
  const ready = await server.app.inject("/readyz")
  expect(ready.statusCode).toBe(503)
  const closed = once(server.app.server, "close")
  const draining = server.drain(120_000)
  // Connections that wait at the socket already are still accepted.
  const asked = () =>
    fetch(`${url}/healthz`).then(
      () => "answered",
      () => "refused"
    )
  await expect.poll(asked).toBe("refused")
  await Effect.runPromise(Deferred.succeed(go, undefined))
  await once(socket, "close")
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^{]*connection: close\r\n[^{]*\{"done":true\}/)
  await Promise.all([draining, closed])
})

test("what does not end in time is cut off", async () => {
  const begun = await Effect.runPromise(Deferred.make<void>())
  const waits = operation(slow, () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
  const server = await given({ change: adding(waits) })
  const { reading } = await opened(server)
  const url = await server.listen(0, "127.0.0.1")
  const first = fetch(`${url}/v1.1/slow.json`, { headers: reading }).catch((error) => error)
  await Effect.runPromise(Deferred.await(begun))
  await server.drain(50)
  expect(await first).toBeInstanceOf(Error)
})

test("readiness is the store's: one that does not answer is 503, and the server lives on", async () => {
  const server = await given({ ready: Effect.fail("gone") })
  const [ready, health] = [await server.app.inject("/readyz"), await server.app.inject("/healthz")]
  expect([ready.statusCode, ready.json().error.type, health.statusCode]).toEqual([503, "storage_unavailable", 200])
  expect(ready.headers["retry-after"]).toBe("2")
  await server.close()
})
