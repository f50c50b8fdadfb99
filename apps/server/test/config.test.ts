/** The flags of `bottega serve`: what they come to, and that every mistake is named at once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { policies } from "@bottega/domain/throttle"
import { Result } from "effect"
import { expect, test } from "vitest"
import { configOf } from "../src/config.ts"
import { variableOf } from "../src/flag.ts"
import { help, table } from "../src/flags.ts"

const right = (args: ReadonlyArray<string>, environment: Record<string, string> = {}) =>
  Result.getOrThrow(configOf(args, environment))
const wrong = (args: ReadonlyArray<string>, environment: Record<string, string> = {}) => {
  const config = configOf(args, environment)
  return Result.isFailure(config) ? config.failure : []
}

test("without a word: a file in this folder, this machine only, everything counted", () => {
  expect(right([])).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    store: { adapter: { name: "sqlite" }, location: resolve("bottega.db") },
    credentials: resolve("bottega-credentials.json"),
    demo: false,
    trustProxy: false,
    allowPrivateUrls: false,
    throttle: true,
    policies,
    keep: { events: 30, ledger: 400 },
    limitHeaders: [],
    cors: true,
    logLevel: "info",
    publicUrl: undefined,
    readyFile: undefined,
    shutdownDelay: 2000,
    token: undefined
  })
})

const given: ReadonlyArray<[name: string, text: string, comes: object]> = [
  ["port", "0", { port: 0 }],
  ["host", "::", { host: "::" }],
  ["data", "a/b.db", { store: { location: resolve("a/b.db") }, credentials: resolve("a/bottega-credentials.json") }],
  [
    "mongo",
    "mongodb://a:b@db/shops",
    {
      store: { adapter: { name: "mongo" }, location: "mongodb://a:b@db/shops" },
      credentials: resolve("bottega-credentials.json")
    }
  ],
  ["memory", "1", { store: { adapter: { name: "memory" } }, credentials: undefined }],
  ["credentials", "c.json", { credentials: resolve("c.json") }],
  ["demo", "1", { demo: true }],
  ["public-url", "https://shop.example/api/", { publicUrl: "https://shop.example/api" }],
  ["trust-proxy", "1", { trustProxy: true }],
  ["allow-private-urls", "1", { allowPrivateUrls: true }],
  ["no-throttle", "1", { throttle: false }],
  ["keep-events", "0.5", { keep: { events: 0.5, ledger: 400 } }],
  ["keep-ledger", "1000", { keep: { events: 30, ledger: 1000 } }],
  ["limit-header", "X-A, X-B", { limitHeaders: ["X-A", "X-B"] }],
  ["no-cors", "1", { cors: false }],
  ["log-level", "error", { logLevel: "error" }],
  ["ready-file", "r.json", { readyFile: resolve("r.json") }],
  ["shutdown-delay", "0.5", { shutdownDelay: 500 }],
  ["throttle-daily", "1000000000", { policies: { daily: { limit: 1_000_000_000, window: 86_400, status: 509 } } }],
  ["throttle-updates", "2/1", { policies: { updates: { limit: 2, window: 1 } } }],
  ["throttle-account", "80/0.5", { policies: { account: { limit: 80, leak: 0.5 } } }]
]

test.each(given)("--%s, and its variable", (name, text, comes) => {
  const line = table[name as keyof typeof table]!.placeholder === undefined ? [`--${name}`] : [`--${name}`, text]
  expect(right(line)).toMatchObject(comes)
  expect(right([`--${name}=${text}`])).toMatchObject(comes)
  expect(right([], { [variableOf(name)]: text })).toMatchObject(comes)
})

test("every flag is tried here, and stands in the help", () => {
  const tried = [...given.map(([name]) => name), "demo-orders", "token"]
  expect(Object.keys(table).sort()).toEqual(tried.sort())
  for (const [name, { description, secret }] of Object.entries(table))
    expect(help().includes(`--${name}`) && help().includes(description), name).toBe(secret !== true)
})

test("the line goes before the environment, and chooses the store alone", () => {
  expect(right(["--port", "1"], { BOTTEGA_PORT: "2" }).port).toBe(1)
  expect(right(["--memory"], { BOTTEGA_DATA: "x.db" }).store.adapter.name).toBe("memory")
  expect(right([], { BOTTEGA_MEMORY: "0", BOTTEGA_DATA: "x.db" }).store.adapter.name).toBe("sqlite")
  expect(right(["--demo", "--demo-orders", "5"], { BOTTEGA_PORT: "" })).toMatchObject({ orders: 5, port: 8080 })
})

test("everything wrong is named at once, by its flag or variable", () => {
  const environment = {
    BOTTEGA_PUBLIC_URL: "ftp://x",
    BOTTEGA_NO_CORS: "yes",
    BOTTEGA_TOKEN: "short",
    BOTTEGA_THROTTLE_DAILY: "0",
    BOTTEGA_KEEP_EVENTS: "0",
    BOTTEGA_KEEP_LEDGER: "1e3"
  }
  const args = ["--port", "70000", "--log-level", "loud", "--nonsense", "--limit-header=Content-Length", "extra"]
  const found = wrong([...args, "--demo-orders", "3", "--memory", "--data", "x", "--host"], environment).join("\n")
  for (const sentence of [
    "--port must be a whole number from 0 to 65535.",
    "--log-level must be one of info, warn, error, silent.",
    "--nonsense is not a flag of serve.",
    "--limit-header must be names of headers",
    "extra is not expected.",
    "--demo-orders needs --demo.",
    "Only one store can be used: --memory, --data.",
    "--host needs a value: --host <address>.",
    "BOTTEGA_PUBLIC_URL must be an http or https address",
    "BOTTEGA_NO_CORS must be 1 or 0.",
    "BOTTEGA_TOKEN must be 16 to 200 characters without spaces.",
    "BOTTEGA_THROTTLE_DAILY must be a number of calls, or calls/seconds.",
    "BOTTEGA_KEEP_EVENTS must be a number of days above 0",
    "BOTTEGA_KEEP_LEDGER must be a number of days above 0"
  ])
    expect(found).toContain(sentence)
  expect(wrong([], { BOTTEGA_MONGO: "me:s3cret@db" })).toEqual([
    "BOTTEGA_MONGO must be a connection string, <scheme>://<server>/<database>."
  ])
  expect(wrong(["--memory"], { BOTTEGA_MONGO: "me:s3cret@db" })).toEqual([])
  expect(wrong(["--port", "1", "--port", "2"])).toEqual(["--port is given twice."])
})

test("a token comes from the environment or a file, and never from the line", () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-config-"))
  const file = join(folder, "token")
  writeFileSync(file, `${"s".repeat(32)}\n`)
  expect(right([], { BOTTEGA_TOKEN_FILE: file }).token).toBe("s".repeat(32))
  expect(right([], { BOTTEGA_TOKEN: "e".repeat(32) }).token).toBe("e".repeat(32))
  expect(wrong([], { BOTTEGA_TOKEN_FILE: join(folder, "none") })[0]).toContain("BOTTEGA_TOKEN_FILE cannot be read")
  expect(wrong(["--token", "e".repeat(32)])).toContain("--token is not a flag of serve.")
  rmSync(folder, { recursive: true })
})
