/** The control surface on a listener of its own: what each of the two serves, and that the other does not. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { allCollections, lastServed } from "@bottega/service"
import { adapters } from "@bottega/storage/adapters"
import { ManagedRuntime, Result } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { configOf } from "../src/config/config.ts"
import { welcome } from "../src/start/people.ts"
import { type Running, serve } from "../src/start/serve.ts"
import { keptLog } from "./given.ts"

const folder = mkdtempSync(join(tmpdir(), "bottega-control-"))
const ready = join(folder, "ready.json")
const flags = ["--memory", "--demo", "--demo-orders", "1", "--port", "0", "--control-port", "0", "--ready-file", ready]
const config = Result.getOrThrow(configOf([...flags, "--public-url", "https://shop.example"], {}))
let running: Running
let shops: string
let control: string
beforeAll(async () => {
  running = await serve(config, { log: keptLog() })
  const found = JSON.parse(readFileSync(ready, "utf8"))
  shops = found.url
  control = found.controlUrl
})
afterAll(async () => {
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

test("the store says where both are, for commands on the data itself", async () => {
  const data = join(folder, "served.db")
  for (const own of [["--control-port", "0"], []]) {
    const file = Result.getOrThrow(configOf(["--data", data, "--port", "0", ...own], {}))
    const { controlUrl, stop, url } = await serve(file, { log: keptLog() })
    await stop()
    const runtime = ManagedRuntime.make(adapters.find(({ name }) => name === "sqlite")!.open(data, allCollections))
    expect(await runtime.runPromise(lastServed)).toEqual({ url, controlUrl, sendsMail: false })
    expect(controlUrl === undefined).toBe(own.length === 0)
    await runtime.dispose()
  }
})

const operator = () => ({ authorization: `Bearer ${running.credentials.token}` })
const statusesOf = (path: string, init: RequestInit = {}) =>
  Promise.all([shops, control].map(async (url) => (await fetch(url + path, init)).status))

test("the control surface and the metrics are not on the public listener", async () => {
  for (const path of ["/control/v1/shops/list.json", "/control/v1/keys/key.json", "/metrics"]) {
    const answer = await fetch(shops + path, { headers: operator() })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ ok: 0, error: { type: "unknown_path" } })
    expect((await fetch(shops + path, { method: "OPTIONS" })).status).toBe(404)
  }
})

test("they are on their own listener, with the same guards, and nothing of the shops is", async () => {
  const list = "/control/v1/shops/list.json"
  expect(await statusesOf(list)).toEqual([404, 401])
  expect(await statusesOf(list, { headers: operator() })).toEqual([404, 200])
  expect(await statusesOf(list, { method: "PATCH" })).toEqual([404, 405])
  const { exchange, key } = running.credentials
  expect(await statusesOf("/v1.1/orders/list.json", { headers: { key: key!, exchange: exchange! } })).toEqual([
    200, 404
  ])
  const answer = await fetch(control + list)
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
  expect(answer.headers.get("x-request-id")).not.toBeNull()
})

test("both show whether they live and are ready, and each describes what it serves", async () => {
  for (const path of ["/healthz", "/readyz", "/docs"]) expect(await statusesOf(path)).toEqual([200, 200])
  const described = async (url: string) => (await fetch(`${url}/openapi.json`)).json() as Promise<{ paths: object }>
  const [outside, inside] = [await described(shops), await described(control)].map(({ paths }) => Object.keys(paths))
  expect(outside).toContain("/v1.1/orders/list.json")
  expect(outside!.filter((path) => path.startsWith("/control/") || path === "/metrics")).toEqual([])
  expect(inside!.filter((path) => path.startsWith("/v1.1/"))).toEqual([])
  expect(inside).toEqual(expect.arrayContaining(["/control/v1/shops/list.json", "/metrics", "/healthz"]))
})

test("the metrics count the calls of both, each series once", async () => {
  await statusesOf("/healthz")
  const text = await (await fetch(`${control}/metrics`)).text()
  const lines = text.split("\n").filter((line) => line.startsWith("bottega_http_requests_total"))
  expect(lines.some((line) => line.includes('route="/v1.1/orders/list.json",status="200"'))).toBe(true)
  expect(new Set(lines.map((line) => line.split(" ")[0])).size).toBe(lines.length)
})

test("pages of the control surface go on where it is, and not at the public address", async () => {
  const query = `shop=${running.credentials.shop}&limit=1`
  const page = await fetch(`${control}/control/v1/inventory/ledger.json?${query}`, { headers: operator() })
  expect(page.headers.get("link")).toContain(`<${control}/control/v1/inventory/ledger.json?`)
})

test("people and programs learn where it is", () => {
  expect(running.controlUrl).toBe(control)
  expect(control).not.toBe(shops)
  expect(welcome(running, config)).toContain(`${control}/docs`)
})

test("a port of the control surface that is taken is a sentence of its own, and leaves nothing listening", async () => {
  const other = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => other.once("listening", resolve))
  const { port } = other.address() as { port: number }
  const file = join(folder, "other.json")
  const taken = Result.getOrThrow(
    configOf(["--memory", "--port", "0", "--control-port", String(port), "--ready-file", file], {})
  )
  await expect(serve(taken, { log: keptLog() })).rejects.toThrow(`--control-port names another`)
  expect(existsSync(file)).toBe(false)
  other.close()
})
