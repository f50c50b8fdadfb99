/** The server for other people's tests: a shop that each test begins with. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { type TestServer, testServer } from "../src/testing.ts"

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
beforeEach(() => server.restore())
afterAll(() => server.close())

const call = async (method: string, path: string, body?: string) => {
  const headers = { key: server.key, exchange: server.exchange, "content-type": "application/x-www-form-urlencoded" }
  const answer = await fetch(`${server.url}/v1.1${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, json: await answer.json() }
}
const brands = async () => (await call("GET", "/brands/list.json")).json

it.each([1, 2])("begins each test with the same shop (%i)", async () => {
  expect(await brands()).toEqual([])
  expect((await call("POST", "/brands/brand.json", "name=A")).status).toBe(200)
  expect(await brands()).toHaveLength(1)
})

it("returns to a snapshot of the test's own", async () => {
  await call("POST", "/brands/brand.json", "name=A")
  await server.save("with a brand")
  await call("POST", "/brands/brand.json", "name=B")
  await server.restore("with a brand")
  expect(await brands()).toHaveLength(1)
})

it("returns to how the shop began, whatever was saved since", async () => {
  await call("POST", "/brands/brand.json", "name=A")
  await server.save("with a brand")
  await server.reset()
  expect(await brands()).toEqual([])
})

it("lets a limit pass at once", async () => {
  const status = async () => (await call("GET", "/gallery/list.json")).status
  const seen: Array<number> = []
  for (let n = 0; n < 6; n++) seen.push(await status())
  expect(seen).toEqual([200, 200, 200, 200, 200, 429])
  await server.forward(61)
  expect(await status()).toBe(200)
})

it("says why a snapshot cannot be restored", async () => {
  await expect(server.restore("unknown")).rejects.toThrow("no such snapshot")
})

it("is ended once, however often it is asked to", async () => {
  const other = await testServer()
  await Promise.all([other.close(), other.close()])
  await other.close()
})
