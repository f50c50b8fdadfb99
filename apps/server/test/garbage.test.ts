/** What is done with leaves nothing that only a collection of the whole heap can free: these take the longest pauses. */
import { Agent, request } from "node:http"
import { setImmediate, setTimeout as sleep } from "node:timers/promises"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { itemsOf } from "@bottega/storage"
import { Effect, Option, Stream } from "effect"
import { expect, test } from "vitest"
import { collectUploads, collectWhenIdle } from "../src/start/heap.ts"
import { given, opened } from "./given.ts"

setFlagsFromString("--expose-gc")
const collect: (options: { type: "minor" }) => void = runInNewContext("gc")

/** Bytes of objects that outlived a collection of the young ones. */
const oldBytes = () => {
  collect({ type: "minor" })
  collect({ type: "minor" })
  return getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name.startsWith("old_") || space_name.startsWith("large_"))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0)
}

const body = "sku=absent&quantity=1&is_child=0"

test("a change dies young once it is answered", async () => {
  const server = await given()
  const { writing } = await opened(server)
  const { port } = new URL(await server.listen(0, "127.0.0.1"))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { ...writing, "content-type": "application/x-www-form-urlencoded", "content-length": body.length }
  const options = { agent, headers, method: "PUT", path: "/v1.1/inventory/patchInventory.json", port }
  const ask = () =>
    new Promise<unknown>((resolve, reject) => {
      const sent = request(options, (answer) => answer.resume().on("end", () => resolve(answer.statusCode)))
      sent.on("error", reject).end(body)
    })
  const askOften = async (calls: number) => {
    for (let n = 0; n < calls; n++) expect(await ask()).toBe(404)
    server.log.lines.length = 0
  }
  await askOften(300)
  const before = oldBytes()
  await askOften(1000)
  // A collection of the whole heap in the meantime makes it less.
  expect((oldBytes() - before) / 1000).toBeLessThan(3000)
  agent.destroy()
  await server.close()
})

test("the pages of a long list die young", async () => {
  const page = (n: number) =>
    Effect.map(Effect.promise(setImmediate), () => {
      if (n % 100 === 0) collect({ type: "minor" })
      return Array.from({ length: 100 }, (_, at) => ({ n, at, of: [n, at] }))
    })
  const numbers = (count: number) =>
    Stream.paginate(1, (n) => Effect.succeed([[n], n < count ? Option.some(n + 1) : Option.none()] as const))
  const read = (count: number) => Effect.runPromise(Stream.runCount(itemsOf(Stream.mapEffect(numbers(count), page))))
  await read(300)
  const before = oldBytes()
  expect(await read(1000)).toBe(100_000)
  expect((oldBytes() - before) / 1000).toBeLessThan(1000)
})

test("the chunks of large uploads die young, however few other objects are made", async () => {
  const MiB = 1024 * 1024
  let peakBytes = 0
  const collected = collectUploads(8 * MiB)
  const kept = (bytes: number) => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers)
    collected(bytes)
  }
  const server = await given({ kept })
  const { writing } = await opened(server)
  const { port } = new URL(await server.listen(0, "127.0.0.1"))
  const type = { "content-type": "application/x-www-form-urlencoded", "transfer-encoding": "chunked" }
  const options = { headers: { ...writing, ...type }, method: "POST", path: "/v1.1/gallery/image.json", port }
  const piece = Buffer.alloc(64 * 1024, "AAAA")
  const upload = () =>
    new Promise<unknown>((resolve, reject) => {
      const sent = request(options, (answer) => answer.resume().on("end", () => resolve(answer.statusCode)))
      sent.on("error", reject).write("base64=")
      const send = (left: number): void => {
        if (left === 0) sent.end()
        else sent.write(piece, () => send(left - 1))
      }
      send(160)
    })
  collect({ type: "minor" })
  const before = process.memoryUsage().arrayBuffers
  // Nothing of it is a picture.
  for (let round = 0; round < 2; round++)
    expect(await Promise.all([upload(), upload(), upload(), upload()])).toEqual([400, 400, 400, 400])
  expect((peakBytes - before) / MiB).toBeLessThan(40)
  await server.close()
})

test("uploads collect once for each so many bytes", () => {
  let collections = 0
  const count = collectUploads(1000, () => collections++)
  for (let n = 0; n < 100; n++) count(64)
  expect(collections).toBe(6)
})

test("the garbage of a start is collected once, when the server is idle", async () => {
  let [looks, collections] = [0, 0]
  const stop = collectWhenIdle(
    () => ++looks >= 3,
    1,
    () => collections++
  )
  await expect.poll(() => collections, { timeout: 60_000 }).toBe(1)
  await sleep(10)
  expect({ looks, collections }).toEqual({ looks: 3, collections: 1 })
  stop()
  collectWhenIdle(
    () => true,
    1,
    () => collections++
  )()
  await sleep(10)
  expect(collections).toBe(1)
})
