/** `bottega serve --record`: what the guides call is recorded, survives `kill -9`, and is played again by the test of the guide. */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { promisify } from "node:util"
import { testServer } from "@bottega/server/testing"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { environment, main, session } from "./shell.ts"

const { apart, end, folder } = session()
afterAll(end)

const guides = join(import.meta.dirname, "../../../docs/guides")
const programOf = (name: string) =>
  [...readFileSync(join(guides, `${name}.md`), "utf8").matchAll(/^```js\n(.*?)^```/gms)]
    .map(([, code]) => code)
    .join("\n")

const file = join(folder, "traffic.har")
const entries = (): ReadonlyArray<{ request: { url: string } }> => JSON.parse(readFileSync(file, "utf8")).log.entries

/** Starts a server that records, until the signal; calls it meanwhile. */
const recording = async (
  use: (env: Record<string, string>) => Promise<void>,
  signal: NodeJS.Signals,
  begins = ["--demo", "--demo-orders", "0"]
) => {
  const ready = join(folder, `ready-${signal}.json`)
  const flags = ["--memory", ...begins, "--port", "0", "--shutdown-delay", "0"]
  const args = [main, "serve", ...flags, "--ready-file", ready, "--record", file, "--log-level", "silent"]
  // A server that was killed before has left its own.
  rmSync(ready, { force: true })
  const server = spawn(process.execPath, args, { cwd: folder, env: environment, stdio: "ignore" })
  const ended = once(server, "exit")
  while (!existsSync(ready)) {
    expect(server.exitCode ?? server.signalCode).toBe(null)
    await setTimeout(20)
  }
  const { exchange, key, url } = JSON.parse(readFileSync(ready, "utf8"))
  try {
    await use({ SHOP_URL: url, SHOP_KEY: key, SHOP_EXCHANGE: exchange })
  } finally {
    server.kill(signal)
    await ended
  }
}

const names = ["first-order", "idempotency", "limits", "paging"]

beforeAll(async () => {
  await recording(async (env) => {
    for (const name of names) {
      writeFileSync(join(folder, `${name}.mjs`), programOf(name))
      await promisify(execFile)(process.execPath, [`${name}.mjs`], { cwd: folder, env: { ...process.env, ...env } })
    }
    const headers = { key: env["SHOP_KEY"]!, exchange: env["SHOP_EXCHANGE"]! }
    await fetch(`${env["SHOP_URL"]}/v1.1/countries/list.json?last=1`, { headers })
    await vi.waitFor(() => expect(entries().at(-1)?.request.url).toContain("last=1"), { timeout: 60_000 })
  }, "SIGKILL")
})

it("leaves a whole archive when its process is killed, which only its owner can read", () => {
  expect(entries().length).toBeGreaterThan(20)
  expect(statSync(file).mode & 0o077).toBe(0)
})

it("plays what the guides call, without a difference", async () => {
  const server = await testServer()
  try {
    expect(await server.play(file)).toEqual({ calls: entries().length, differences: [], leftOut: [], isWhole: true })
  } finally {
    await server.close()
  }
})

it("has a guide whose test passes with node:test", async () => {
  const code = `process.chdir(${JSON.stringify(folder)})\n${programOf("recording")}`
  const args = ["--input-type=module", "--test-reporter=tap", "-e", code]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, "..") })
  expect(stdout).toContain("# pass 1")
  expect(stdout).toContain("# fail 0")
})

it("writes out what is left when its server is stopped", async () => {
  await recording(async (env) => {
    const headers = { key: env["SHOP_KEY"]!, exchange: env["SHOP_EXCHANGE"]! }
    await (await fetch(`${env["SHOP_URL"]}/v1.1/countries/list.json`, { headers })).text()
  }, "SIGTERM")
  expect(entries()).toHaveLength(1)
})

it("plays without a difference if both servers begin from one export, as the guide begins them", async () => {
  const lines = [...readFileSync(join(guides, "recording.md"), "utf8").matchAll(/^(?:bottega|rm) .+$/gm)].map(([one]) =>
    one.split(" ").slice(1)
  )
  const [, exporting, serving, removing, importing] = lines
  expect(lines).toHaveLength(5)
  await apart(["shops", "create", "Anna", "--data", "shop.db"])
  const product = ["products", "create", "--code", "A", "--title", "A", "--price", "1", "--quantity", "3"]
  await apart([...product, "--data", "shop.db"])
  expect((await apart(exporting!)).code).toBe(0)
  expect(serving).toEqual(["serve", "--memory", "--workbench", "--seed", "shop.ndjson", "--record", "traffic.har"])
  const begins = serving!.slice(2, 5)
  const call = async (env: Record<string, string>) => {
    const headers = { key: env["SHOP_KEY"]!, exchange: env["SHOP_EXCHANGE"]! }
    const body = new URLSearchParams({ sku: "A", quantity: "9" })
    for (const sent of [{ method: "PUT", path: "inventory/inventory", body }, { path: "products/list" }])
      expect((await fetch(`${env["SHOP_URL"]}/v1.1/${sent.path}.json`, { headers, ...sent })).status).toBe(200)
  }
  await recording(call, "SIGTERM", begins)
  rmSync(join(folder, removing!.at(-1)!), { force: true })
  expect((await apart(importing!)).code).toBe(0)
  const server = await testServer({ storage: "sqlite", location: join(folder, "play.db") })
  try {
    expect(await server.play(file)).toEqual({ calls: 2, differences: [], leftOut: [], isWhole: true })
  } finally {
    await server.close()
  }
})

it("is of one server at a time, and free again when that one was killed", async () => {
  const flags = ["--memory", "--demo", "--demo-orders", "0", "--port", "0", "--record", file]
  await recording(async () => {
    const refused = await apart(["serve", ...flags])
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining("another server records to it; name another")
    })
  }, "SIGKILL")
  await recording(async () => {}, "SIGTERM")
})

it("needs a server for development, and a file that can be written", async () => {
  const plain = await apart(["serve", "--memory", "--port", "0", "--record", "x.har"])
  expect([plain.code, plain.err]).toEqual([2, expect.stringContaining("--record needs --workbench or --demo.")])
  const args = ["serve", "--memory", "--workbench", "--port", "0", "--record", join(folder, "none", "x.har")]
  const refused = await apart(args)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("none/x.har cannot be written: ENOENT")])
})
