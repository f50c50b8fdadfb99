/** What receivers do on purpose: their answers cost little, and delay nobody else. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterEach, expect, it } from "vitest"
import { type Begun, begin } from "./given.ts"

let given: Begun
let stop: () => Promise<unknown>
const servers: Array<Server> = []
afterEach(async () => {
  await stop()
  await given.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const wait = { timeout: 60_000 }

const listening = async (handle: RequestListener): Promise<string> => {
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, handle)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Writes for as long as anybody reads. */
const endless: RequestListener = (_, answer) => {
  answer.writeHead(200)
  const more = () => {
    while (!answer.destroyed && answer.write("x".repeat(16_384)));
  }
  answer.on("drain", more).on("error", () => {})
  more()
}

/** A bomb of 64 KiB that would be 64 MiB. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))

const answers: Readonly<Record<string, readonly [RequestListener, state: string]>> = {
  "endless chunks": [endless, "delivered"],
  "headers of 100 KiB": [(_, answer) => void answer.writeHead(200, { more: "x".repeat(100_000) }).end(), "pending"],
  "10,000 headers": [
    (_, answer) =>
      void answer
        .writeHead(200, Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`x-${n}`, "y".repeat(20)])))
        .end(),
    "pending"
  ],
  "a gzip bomb": [(_, answer) => void answer.writeHead(200, { "content-encoding": "gzip" }).end(bomb), "delivered"],
  "1 MiB of anything": [(_, answer) => void answer.writeHead(500).end(Buffer.alloc(1024 * 1024, 0xff)), "pending"],
  "a status text of 10 KiB": [(_, answer) => void answer.writeHead(500, "x".repeat(10_000)).end(), "pending"],
  "another protocol": [
    (request) => void request.socket.end(`HTTP/1.1 101 Switching Protocols\r\nupgrade: ${"x".repeat(4000)}\r\n\r\n`),
    "pending"
  ],
  "no HTTP": [(request) => void request.socket.end("\x00".repeat(30_000)), "pending"],
  "half an answer": [
    (_, answer) => {
      answer.writeHead(200, { "content-length": "10" }).write("half")
      answer.destroy()
    },
    "pending"
  ]
}

it("an answer made to hurt leaves at most a few KiB, and other webhooks get the event", async () => {
  given = await begin()
  const shop = await given.shopOf()
  stop = async () => {}
  const states = new Map<string, readonly [name: string, state: string]>()
  for (const [name, [handle, state]] of Object.entries(answers))
    states.set(await shop.webhook(`${await listening(handle)}/`), [name, state])
  let good = 0
  const fine = await listening((_, answer) => {
    good++
    answer.end("fine")
  })
  await shop.webhook(`${fine}/`)
  ;({ stop } = given.process())
  await shop.order()
  const listed = () => given.operator("GET", "/control/v1/webhooks/deliveries.json", { shop: shop.id })
  const tried = async () => (await listed()).filter((one: { attempts: Array<unknown> }) => one.attempts.length > 0)
  await expect.poll(async () => (await tried()).length, wait).toBe(states.size + 1)
  expect(good).toBe(1)
  for (const one of await listed()) {
    const [name, state] = states.get(one.webhook) ?? ["fine", "delivered"]
    expect([name, one.state]).toEqual([name, state])
    expect(Buffer.byteLength(JSON.stringify(one)), name).toBeLessThan(8192)
    expect(Buffer.byteLength(one.attempts[0].answer ?? ""), name).toBeLessThanOrEqual(1024)
    expect((one.attempts[0].error ?? "").length, name).toBeLessThanOrEqual(220)
  }
})

it("an address cannot bring headers of its own, or credentials, or another method", async () => {
  given = await begin()
  const shop = await given.shopOf()
  stop = async () => {}
  const seen: Array<string> = []
  const url = await listening((request, answer) => {
    seen.push(`${request.method} ${request.url} ${request.headers["x-added"] ?? ""}`)
    answer.end()
  })
  await expect(shop.webhook(`${url}/a\r\nx-added: 1\r\n\r\nGET /b`)).rejects.toThrow("must be an http or https address")
  await shop.webhook(`${url}/%0d%0ax-added:%201`)
  const withCredentials = url.replace("//", "//user:secret@")
  await expect(shop.webhook(`${withCredentials}/`)).rejects.toThrow()
  ;({ stop } = given.process())
  await shop.order()
  await expect.poll(() => seen, wait).toEqual(["POST /%0d%0ax-added:%201 "])
})

it("a hundred webhooks that never answer hold 64 calls to their address, and other shops go on", async () => {
  given = await begin()
  const [hostile, other] = [await given.shopOf(), await given.shopOf()]
  let [held, heldAtOnce] = [0, 0]
  const never = await listening((request) => {
    heldAtOnce = Math.max(heldAtOnce, ++held)
    request.socket.once("close", () => held--)
  })
  let good = 0
  const fine = await listening((_, answer) => {
    good++
    answer.end()
  })
  for (let n = 0; n < 100; n++) await hostile.webhook(`${never}/${n}`)
  await other.webhook(`${fine}/`)
  // Calls that hang are not waited for at the end.
  ;({ stop } = given.process({ firstMs: 1000 }))
  for (let n = 0; n < 3; n++) await hostile.order()
  await expect.poll(() => heldAtOnce, wait).toBe(64)
  for (let n = 0; n < 10; n++) await other.order()
  await expect.poll(() => good, wait).toBe(10)
  expect(heldAtOnce).toBe(64)
})
