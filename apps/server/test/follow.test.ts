/** An answer that does not end by itself, over HTTP: it begins at once, and neither a timeout nor a shutdown waits for it. */
import { ServerResponse } from "node:http"
import { connect } from "node:net"
import { type Outgoing, outbox } from "@bottega/domain/contract"
import { Storage } from "@bottega/storage"
import { expect, it, vi } from "vitest"
import { given, opened, operator } from "./given.ts"

const opening = async () => {
  const server = await given()
  const { shop, writing } = await opened(server)
  const url = await server.listen(0, "127.0.0.1")
  const follow = (query: string, method = "GET") =>
    fetch(`${url}/control/v1/follow.json?shop=${shop}${query}`, { method, headers: operator })
  const product = (code: string) =>
    fetch(`${url}/v1.1/products/product.json`, {
      method: "POST",
      headers: writing,
      body: new URLSearchParams({ code, title: "A product", price: "1" })
    })
  return { server, shop, url, follow, product }
}

it("begins before anything happens, shows each event at once, and is whole after a shutdown", async () => {
  const { follow, product, server } = await opening()
  const answer = await follow("")
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value!
  expect(text).toBe("[\n")
  expect(answer.headers.get("link")).toMatch(/[?&]after=[\w-]+>; rel="next"$/)
  for (const code of ["A", "B"]) {
    const before = text
    await product(code)
    while (!text.slice(before.length).includes("\n")) text += (await reader.read()).value!
    expect(JSON.parse(text.slice(before.length).replace(/^,/, ""))).toMatchObject({ data: { code } })
  }
  // It would be cut off after this time.
  const drained = server.drain(600_000)
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  await drained
  expect(JSON.parse(text).map(({ name }: { readonly name: string }) => name)).toEqual([
    "product.created",
    "product.created"
  ])
})

it("leaves no follower behind after HEAD, and after readers who leave", async () => {
  const { follow, server } = await opening()
  expect((await follow("", "HEAD")).status).toBe(200)
  for (let n = 0; n < 110; n++) await (await follow("")).body!.cancel()
  await expect.poll(async () => (await follow("&limit=0")).status).toBe(200)
  expect(await (await follow("&limit=0")).json()).toEqual([])
  await server.close()
})

it("refuses followers once the shutdown has begun", async () => {
  const { follow, server } = await opening()
  server.retire()
  const refused = await follow("")
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"])
  await server.close()
})

it("has room for a hundred, and ends one that never reads once it is behind", async () => {
  const { setTimeout } = ServerResponse.prototype
  const answers: Array<ServerResponse> = []
  const limits = vi.spyOn(ServerResponse.prototype, "setTimeout").mockImplementation(function (
    this: ServerResponse,
    ms,
    given
  ) {
    answers.push(this)
    return setTimeout.call(this, ms, given)
  })
  const { follow, server, shop, url } = await opening()
  const quiet = (await opened(server)).shop
  const path = `${url}/control/v1/follow.json?shop=`
  const others = Array.from({ length: 99 }, () => fetch(path + quiet, { headers: operator }))
  expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]))
  const socket = connect(Number(new URL(url).port), "127.0.0.1").pause()
  const { authorization } = operator
  socket.write(
    `GET /control/v1/follow.json?shop=${shop} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`
  )
  await expect.poll(async () => (await follow("&limit=0")).status, wait).toBe(503)
  // Far more than the buffers of a connection.
  for (let n = 0; n < 400; n++) await server.stored(happening(shop, n))
  // One that takes nothing at all is disconnected after a minute; here sooner.
  const unread = answers.find(({ req }) => req.url === `/control/v1/follow.json?shop=${shop}`)!
  setTimeout.call(unread, 2000)
  await expect.poll(async () => (await follow("&limit=0")).status, wait).toBe(200)
  socket.destroy()
  limits.mockRestore()
  await server.close()
})

const wait = { timeout: 60_000, interval: 100 }

/** Commits an event with a payload of 60,000 characters. */
const happening = (shop: string, n: number) => {
  const id = `f${String(n).padStart(21, "0")}`
  const events = [{ type: 105, data: "x".repeat(60_000) }]
  const doc: Outgoing = { id, at: 1, instance: null, requestId: "r", events }
  return Storage.use(({ commit }) => commit([{ shop, collection: outbox, key: id, expect: 0, doc }]))
}
