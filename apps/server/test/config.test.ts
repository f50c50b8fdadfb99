/** The flags of `bottega serve`: what they come to, and that every mistake is named at once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { policies } from "@bottega/domain/throttle"
import { Result } from "effect"
import { expect, test } from "vitest"
import { configOf } from "../src/config/config.ts"
import { variableOf } from "../src/config/flag.ts"
import { table } from "../src/config/flags.ts"
import { help } from "../src/config/help.ts"

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
    credentials: resolve("bottega.credentials.json"),
    formerCredentials: resolve("bottega-credentials.json"),
    control: undefined,
    demo: false,
    demoPairs: { "read-write": undefined, read: undefined },
    trustProxy: false,
    allowPrivateUrls: false,
    throttle: true,
    policies,
    keep: { events: 30, ledger: 400, mail: 90 },
    limitHeaders: [],
    cors: true,
    logLevel: "info",
    logFormat: undefined,
    publicUrl: undefined,
    readyFile: undefined,
    shutdownDelay: 2000,
    waitMs: 0,
    token: undefined,
    certificate: undefined,
    certificateFiles: undefined,
    warnings: []
  })
})

const given: ReadonlyArray<[name: string, text: string, comes: object]> = [
  ["port", "0", { port: 0 }],
  ["host", "::", { host: "::" }],
  ["control-port", "0", { control: { port: 0, host: "127.0.0.1" } }],
  ["data", "a/b.db", { store: { location: resolve("a/b.db") }, credentials: resolve("a/b.credentials.json") }],
  [
    "mongo",
    "mongodb://a:b@db/shops",
    {
      store: { adapter: { name: "mongo" }, location: "mongodb://a:b@db/shops" },
      credentials: resolve("shops.mongo.credentials.json")
    }
  ],
  ["memory", "1", { store: { adapter: { name: "memory" } }, credentials: undefined }],
  ["credentials", "c.json", { credentials: resolve("c.json") }],
  ["demo", "1", { demo: true, workbench: true }],
  ["workbench", "1", { demo: false, workbench: true }],
  ["seed", import.meta.filename, { seed: import.meta.filename }],
  ["public-url", "https://shop.example/api/", { publicUrl: "https://shop.example/api" }],
  ["trust-proxy", "1", { trustProxy: true }],
  ["allow-private-urls", "1", { allowPrivateUrls: true }],
  ["no-throttle", "1", { throttle: false }],
  ["keep-events", "0.5", { keep: { events: 0.5, ledger: 400, mail: 90 } }],
  ["keep-events-count", "5000", { counts: { events: 5000 } }],
  ["keep-ledger", "1000", { keep: { events: 30, ledger: 1000, mail: 90 } }],
  ["keep-mail", "7", { keep: { events: 30, ledger: 400, mail: 7 } }],
  ["limit-header", "X-A, X-B", { limitHeaders: ["X-A", "X-B"] }],
  ["no-cors", "1", { cors: false }],
  ["log-level", "error", { logLevel: "error" }],
  ["log-format", "text", { logFormat: "text" }],
  ["ready-file", "r.json", { readyFile: resolve("r.json") }],
  ["shutdown-delay", "0.5", { shutdownDelay: 500 }],
  ["wait", "90", { waitMs: 90_000 }],
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

const mail = ["smtp-url", "mail-from"]
const secrets = ["token", "demo-key", "demo-exchange", "demo-read-key", "demo-read-exchange"]

test("no file is named for two purposes", () => {
  const wrong = (args: ReadonlyArray<string>) => configOf([...args, "--workbench"], {})
  const same = (one: string, other: string) => ({ failure: [`--${one} and --${other} name the same file.`] })
  expect(wrong(["--ready-file", "./bottega.db"])).toMatchObject(same("data", "ready-file"))
  expect(wrong(["--data", "shop.db", "--record", "shop.db"])).toMatchObject(same("data", "record"))
  expect(wrong(["--record", "shop.credentials.json", "--data", "shop.db"])).toMatchObject(same("credentials", "record"))
  expect(wrong(["--memory", "--ready-file", "a", "--record", "a"])).toMatchObject(same("ready-file", "record"))
})

test("--record and its size need a server for development, and each other", () => {
  const record = { file: resolve("x.har"), maxBytes: 64 * 1024 * 1024 }
  expect(right(["--workbench", "--record", "x.har"])).toMatchObject({ record })
  const smaller = { ...record, maxBytes: 1024 * 1024 }
  expect(right(["--demo", "--record", "x.har", "--record-size", "1"])).toMatchObject({ record: smaller })
  expect(configOf(["--record", "x.har"], {})).toMatchObject({ failure: ["--record needs --workbench or --demo."] })
  expect(configOf(["--record-size", "1"], {})).toMatchObject({ failure: ["--record-size needs --record."] })
})

test("every flag is tried here, and is in the help", () => {
  const tried = [
    ...given.map(([name]) => name),
    "demo-orders",
    "now",
    "random-seed",
    "record",
    "record-size",
    "control-host",
    "tls-cert",
    "tls-key",
    ...mail,
    ...secrets
  ]
  expect(Object.keys(table).sort()).toEqual(tried.sort())
  for (const [name, { description, secret }] of Object.entries(table))
    expect(help().includes(`--${name}`) && help().includes(description), name).toBe(secret !== true)
})

test("the help names every call that may reach a private address", () => {
  expect(table["allow-private-urls"].description).toMatch(/webhooks, real-time endpoints and the auth_url/)
})

test("mail is sent by a server and from an address, which are given together; a password is better not on the line", () => {
  const url = "smtp://user:s%40cret@mail.example.com:2525"
  const { mail, warnings } = right(["--smtp-url", url, "--mail-from", "shop@bottega.it"])
  expect(mail).toEqual({
    server: { host: "mail.example.com", port: 2525, tls: "required", user: "user", password: "s@cret" },
    from: "shop@bottega.it"
  })
  expect(warnings).toEqual([expect.stringContaining("BOTTEGA_SMTP_URL_FILE")])
  expect(right([], { BOTTEGA_SMTP_URL: url, BOTTEGA_MAIL_FROM: "shop@bottega.it" })).toMatchObject({
    mail,
    warnings: []
  })
  expect(right([]).mail).toBeUndefined()
  expect(wrong(["--smtp-url", url])).toEqual(["--smtp-url needs --mail-from."])
  expect(wrong(["--mail-from", "shop@bottega.it"])).toEqual(["--mail-from needs --smtp-url."])
  expect(wrong(["--smtp-url", "http://x", "--mail-from", "a,b@c.it"])).toHaveLength(2)
})

test("a clock begins elsewhere only in a store in memory for development, and stands still with a seed", () => {
  const now = ["--memory", "--workbench", "--now", "2027-03-01T09:00:00Z"]
  const atMs = Date.UTC(2027, 2, 1, 9)
  expect(right(now)).toMatchObject({ beginning: { atMs, isStill: false }, randomSeed: undefined })
  expect(right([...now, "--random-seed", "7"])).toMatchObject({ beginning: { atMs, isStill: true }, randomSeed: 7 })
  expect(right([]).beginning).toBeUndefined()
  expect(wrong(["--now", "2027-03-01T09:00:00Z"])).toEqual([
    "--now needs --memory.",
    "--now needs --workbench or --demo."
  ])
  expect(wrong(["--random-seed", "7"])).toEqual(["--random-seed needs --now."])
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
    '"extra" is not expected.',
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

test("a mistyped flag is one mistake, with the flag that was meant; a switch may be followed by its value", () => {
  expect(wrong(["--prot", "8080"])).toEqual(["--prot is not a flag of serve; did you mean --port?"])
  expect(wrong(["--data", "--demo"])).toEqual(["--data needs a value: --data <file>."])
  expect(right(["--memory", "--demo", "0"]).demo).toBe(false)
})

const called: ReadonlyArray<[args: ReadonlyArray<string>, file: string | undefined]> = [
  [["--data", "shop.db"], "shop.credentials.json"],
  [["--data", "shop.sqlite"], "shop.sqlite.credentials.json"],
  [["--data", "shop.db.db"], "shop.db.credentials.json"],
  [["--data", "shop"], "shop.credentials.json"],
  [["--data", "a/.db"], "a/.db.credentials.json"],
  [["--mongo", "mongodb://db"], "bottega.mongo.credentials.json"],
  [["--mongo", "mongodb://db/?replicaSet=rs0"], "bottega.mongo.credentials.json"],
  [["--mongo", "mongodb+srv://u:p%2Fq@db/my%2Dshops?w=majority"], "my-shops.mongo.credentials.json"],
  [["--memory"], undefined],
  [["--data", "shop.db", "--credentials", "c.json"], "c.json"]
]

test.each(called)("%j has its own credentials file", (args, file) => {
  expect(right(args).credentials).toBe(file === undefined ? undefined : resolve(file))
})

test("a control surface of its own has an address, and an address needs a port", () => {
  expect(right(["--control-port", "9", "--control-host", "::1"]).control).toEqual({ port: 9, host: "::1" })
  expect(wrong(["--control-host", "::1"])).toEqual(["--control-host needs --control-port."])
})

test("pairs of a demo are whole, and two", () => {
  const [a, b] = ["a".repeat(64), "b".repeat(64)]
  const read = { BOTTEGA_DEMO_READ_KEY: b, BOTTEGA_DEMO_READ_EXCHANGE: a }
  expect(right([], read).demoPairs).toEqual({ "read-write": undefined, read: { key: b, exchange: a } })
  expect(wrong([], { BOTTEGA_DEMO_KEY: a })).toEqual([
    "BOTTEGA_DEMO_KEY and BOTTEGA_DEMO_EXCHANGE must be given together."
  ])
  expect(wrong([], { ...read, BOTTEGA_DEMO_KEY: b, BOTTEGA_DEMO_EXCHANGE: b })).toEqual([
    "BOTTEGA_DEMO_KEY and BOTTEGA_DEMO_READ_KEY must be different keys."
  ])
  expect(wrong([], { BOTTEGA_DEMO_KEY: "a", BOTTEGA_DEMO_EXCHANGE: a })[0]).toBe(
    "BOTTEGA_DEMO_KEY must be 64 hex digits."
  )
})

test("a password on the command line is warned of, and not repeated", () => {
  const uris = ["mongodb://me:s3cret@db/x", "mongodb://db/x?proxyPassword=s3cret", "mongodb://me@db/x", "mongodb://db"]
  const warned = uris.map((uri) => right(["--mongo", uri]).warnings)
  expect(warned.map(({ length }) => length)).toEqual([1, 1, 0, 0])
  expect(warned[0]![0]).toContain("BOTTEGA_MONGO_FILE")
  expect(warned.join()).not.toContain("s3cret")
  expect(right([], { BOTTEGA_MONGO: uris[0]! }).warnings).toEqual([])
})

test("a secret comes from the environment or a file, and never from the line", () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-config-"))
  const at = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const token = "s".repeat(32)
  const [file, uri] = [at("token", `${token}\n`), at("uri", "mongodb://me:s3cret@db/shops\n")]
  expect(right([], { BOTTEGA_TOKEN_FILE: file }).token).toBe(token)
  expect(right([], { BOTTEGA_TOKEN: token }).token).toBe(token)
  expect(right([], { BOTTEGA_MONGO_FILE: uri }).store).toMatchObject({ location: "mongodb://me:s3cret@db/shops" })
  expect(right(["--memory"], { BOTTEGA_MONGO_FILE: join(folder, "none") }).store.adapter.name).toBe("memory")
  expect(wrong([], { BOTTEGA_TOKEN_FILE: join(folder, "none") })[0]).toContain("BOTTEGA_TOKEN_FILE cannot be read")
  expect(wrong([], { BOTTEGA_TOKEN_FILE: at("empty", " \n") })).toEqual(["BOTTEGA_TOKEN_FILE names an empty file."])
  expect(wrong([], { BOTTEGA_TOKEN_FILE: file, BOTTEGA_TOKEN: token })).toEqual([
    "BOTTEGA_TOKEN and BOTTEGA_TOKEN_FILE are both set; set only one of them."
  ])
  expect(wrong([], { BOTTEGA_MONGO_FILE: at("bad", "me:s3cret@db") }).join()).not.toContain("s3cret")
  for (const name of secrets) expect(wrong([`--${name}`, token])).toContain(`--${name} is not a flag of serve.`)
  rmSync(folder, { recursive: true })
})
