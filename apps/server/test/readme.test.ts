/** The code of the README, run; it stands here word for word. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bottega } from "@bottega/server"
import helmet from "@fastify/helmet"
import Fastify from "fastify"
import { expect, test, vi } from "vitest"

test("the README's server runs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-readme-"))
  vi.stubEnv("BOTTEGA_TOKEN", "operator-token-of-a-test")
  const listen = { port: 0 }

  const app = Fastify({ logger: { level: "warn" }, requestTimeout: 60_000 })
  await app.register(helmet)
  await app.register(bottega, {
    prefix: "/shop",
    storage: "sqlite",
    location: join(folder, "shop.db"),
    token: process.env["BOTTEGA_TOKEN"]!
  })
  await app.listen(listen)

  const operate = async (path: string, payload: object) => {
    const headers = { authorization: `Bearer ${process.env["BOTTEGA_TOKEN"]}` }
    return (await app.inject({ method: "POST", url: `/shop/control/v1${path}`, headers, payload })).json()
  }
  const { id } = await operate("/shops/shop.json", { name: "Anna's" })
  const { key, exchange } = await operate("/keys/key.json", { shop: id, permission: "read-write" })
  const list = await app.inject({ url: "/shop/v1.1/orders/list.json", headers: { key, exchange } })

  expect([list.statusCode, list.json(), list.headers["x-dns-prefetch-control"]]).toEqual([200, [], "off"])
  await app.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** How code is broken into lines depends on where it stands; a test has a port and a folder of its own. */
const packed = (code: string): string =>
  code
    .replace('join(folder, "shop.db")', '"shop.db"')
    .replace("listen(listen)", "listen({ port: 8080 })")
    .replaceAll(/\s+/g, "")

test("is what the README shows", () => {
  const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8")
  const run = packed(readFileSync(import.meta.filename, "utf8"))
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)
  expect(blocks).toHaveLength(2)
  for (const block of blocks) {
    for (const line of block.match(/^import .*$/gm) ?? []) expect(run).toContain(packed(line))
    expect(run).toContain(packed(block.replaceAll(/^import .*$/gm, "")))
  }
})

test("what the README says of the server of its own is what it has", async () => {
  const { createServer, makeLog } = await import("@bottega/server")
  const { app, drain } = createServer({ operations: [] } as never, { log: makeLog({ level: "silent" }) })
  const { headersTimeout, keepAliveTimeout, maxHeadersCount, maxRequestsPerSocket, requestTimeout } = app.server
  expect([requestTimeout, headersTimeout, keepAliveTimeout, maxHeadersCount, maxRequestsPerSocket]).toEqual([
    60_000, 5000, 65_000, 100, 0
  ])
  await drain(0)
})
