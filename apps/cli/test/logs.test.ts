/** `bottega console` prints an address that signs in, and `bottega logs` prints what a server answered. */
import { spawn } from "node:child_process"
import { createServer, makeLog } from "@bottega/server"
import { allCollections, digest, makeService } from "@bottega/service"
import { adapters } from "@bottega/storage/adapters"
import { ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { environment, main, session } from "./shell.ts"

const token = "t".repeat(64)
const shell = session()
const runtime = ManagedRuntime.make(adapters.find(({ name }) => name === "memory")!.open("", allCollections))
const started = runtime.runPromise(makeService({ tokenDigest: digest(token) })).then(async (service) => {
  const server = createServer(service, { log: makeLog({ level: "silent" }) })
  return { server, url: await server.listen(0, "127.0.0.1") }
})

beforeAll(() => started.then(() => {}))
afterAll(async () => {
  await (await started).server.drain(0)
  await runtime.dispose()
  await shell.end()
})

const run = async (...args: ReadonlyArray<string>) =>
  shell.run(["--url", (await started).url, ...args], { env: { BOTTEGA_TOKEN: token } })

it("console prints an address with a code in its fragment, which signs in once", async () => {
  const { url } = await started
  const { code, out } = await run("console")
  expect([code, out.startsWith(`${url}/console#`)]).toEqual([0, true])
  const signIn = () =>
    fetch(`${url}/control/v1/session.json`, {
      method: "POST",
      headers: { "bottega-console": "1", "content-type": "application/x-www-form-urlencoded" },
      body: `code=${out.trim().split("#")[1]}`
    })
  expect([(await signIn()).status, (await signIn()).status]).toEqual([200, 401])
})

it("logs prints the requests of a shop, by status and path, and needs a server", async () => {
  const { url } = await started
  const made = await run("shops", "create", "--name", "Anna", "--json")
  const { id } = JSON.parse(made.out)
  const at = (path: string) =>
    fetch(`${url}/control/v1/shop/${id}${path}`, { headers: { authorization: `Bearer ${token}` } })
  await at("/orders/list.json?limit=0")
  await at("/orders/list.json")
  await at("/coupons/list.json?limit=x")
  const { code, out } = await run("logs", "--status", "4xx", "--path", "orders")
  const lines = out.trim().split("\n")
  expect([code, lines.length, lines[0]]).toEqual([0, 1, expect.stringMatching(/400 .*GET .*orders\/list\.json/)])
  expect((await run("logs", "--status", "4x")).code).toBe(2)
  expect((await shell.bottega("logs")).code).toBe(2)
})

it("logs --follow prints each further request once, of its shop, status and path", async () => {
  const { url } = await started
  const { id } = JSON.parse((await run("shops", "create", "--name", "Bea", "--json")).out)
  // A caller may give each of its requests the same id.
  const headers = { authorization: `Bearer ${token}`, "x-request-id": "one-of-many" }
  const at = (path: string) => fetch(`${url}/control/v1/shop/${id}${path}`, { headers })
  await at("/orders/list.json?limit=a")
  const given = ["logs", "--follow", "--json", "--shop", id, "--url", url, "--status", "4xx", "--path", "orders"]
  const child = spawn(process.execPath, [main, ...given], { env: { ...environment, BOTTEGA_TOKEN: token } })
  let out = ""
  child.stdout.on("data", (part) => {
    out += part
  })
  const ended = new Promise((resolve) => child.on("close", resolve))
  const lines = () => out.split("\n").slice(0, -1)
  await expect.poll(lines, { timeout: 60_000 }).toHaveLength(1)
  for (const path of ["/orders/list.json?limit=b", "/orders/list.json", "/coupons/list.json?limit=c"]) await at(path)
  await at("/orders/list.json?limit=d")
  await expect.poll(lines, { timeout: 60_000 }).toHaveLength(3)
  child.kill("SIGINT")
  expect(await ended).toBe(0)
  expect(lines().map((line) => JSON.parse(line).status)).toEqual([400, 400, 400])
  expect(new Set(lines().map((line) => JSON.parse(line).requestId)).size).toBe(1)
})
