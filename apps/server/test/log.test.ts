/** The log: what is in a line, and what never is. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { get, post, Text } from "@bottega/domain/contract"
import { makeRedaction, secretsIn } from "@bottega/service"
import { Cause, Effect, Schema } from "effect"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Level, makeLog } from "../src/log/log.ts"
import { adding, given, opened, operation, token } from "./given.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bottega-log-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What is written, once there are as many lines: what `flush` finds on its way to the file may arrive after it. */
const logged = async (level: Level, count: number, write: (log: ReturnType<typeof makeLog>) => unknown) => {
  const file = join(folder, level)
  const log = makeLog({ level, to: openSync(file, "w") })
  await write(log)
  log.flush()
  const read = () => readFileSync(file, "utf8")
  await expect.poll(() => read().split("\n").length).toBeGreaterThan(count)
  const text = read()
  const lines = text.split("\n").filter((line) => line !== "")
  return { text, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

const fails = operation(get("/fails.json", { summary: "Fail.", output: Schema.Unknown }), () =>
  Effect.die(new Error(`no Bearer abcdef, nor whsec_abc+/=, nor ${token.replaceAll("t", "f")}`))
)

test("a request is one line: who, what, how it ended, how long it took", async () => {
  let ids: ReadonlyArray<string> = []
  const { lines, text } = await logged("info", 5, async (log) => {
    const server = await given({ log, change: adding(fails) })
    const { reading, shop, writing } = await opened(server)
    const headers = { ...reading, "x-request-id": "mine" }
    await server.app.inject({ url: `/v1.1/${reading.exchange}%22.json?key=${reading.key}`, headers })
    await server.app.inject({ url: `/v1.1/fails.json?token=${token}`, headers })
    ids = [shop, reading.key, reading.exchange, writing.key, writing.exchange, token]
    await server.close()
  })
  const [shop, ...secrets] = ids
  const requests = lines.filter(({ msg }) => msg === "request")
  expect(requests).toHaveLength(5)
  expect(requests.at(-1)).toEqual({
    level: "info",
    time: expect.any(Number),
    requestId: "mine",
    method: "GET",
    path: "/v1.1/fails.json",
    status: 500,
    ms: expect.any(Number),
    shop,
    keySet: expect.stringMatching(/^[0-9a-f]{24}$/),
    ip: "127.0.0.1",
    msg: "request"
  })
  expect(requests.at(-2)).toMatchObject({ path: "/v1.1/[redacted]%22.json", status: 404 })
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test("a defect is one line with its reason, which its caller does not see; secrets are redacted", async () => {
  let body = ""
  const { lines, text } = await logged("error", 1, async (log) => {
    const server = await given({ log, onDefect: log.defect, change: adding(fails) })
    const { reading } = await opened(server)
    body = (await server.app.inject({ url: "/v1.1/fails.json", headers: { ...reading, "x-request-id": "mine" } })).body
    await server.close()
  })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    level: "error",
    requestId: "mine",
    msg: "defect",
    cause: expect.stringContaining("no Bearer [redacted]")
  })
  expect(text).not.toMatch(/abcdef|abc\+|ffff/)
  expect(JSON.parse(body)).toMatchObject({ error: { type: "internal_error", requestId: "mine" } })
  expect(body).not.toContain("Bearer")
})

/** A token that an operator chose: it looks like nothing that could be known. */
const chosen = 'Op3rator/chose+"this"=1'
const encoded = (text: string, percent = "%") =>
  [...new TextEncoder().encode(text)].map((byte) => percent + byte.toString(16).padStart(2, "0")).join("")

describe("the operator's own token", () => {
  const written = (log: ReturnType<typeof makeLog>) => {
    log.conceal(chosen)
    return log
  }

  test("is in no line, wherever a sender writes it", async () => {
    const body = operation(
      post("/fails.json", { summary: "Fail.", input: { a: Text }, output: Schema.Unknown }),
      ((input: { a: string }) =>
        Effect.die(new Error(`no ${input.a}`, { cause: { sent: JSON.stringify(input) } }))) as never
    )
    const { lines, text } = await logged("info", 18, async (log) => {
      const server = await given({ log: written(log), onDefect: log.defect, change: adding(fails, body) })
      const { reading, writing } = await opened(server)
      const plain = chosen.replaceAll(/[^\w.-]/g, "")
      log.conceal(plain)
      const paths = [chosen, encoded(chosen), encoded(chosen, "%25"), encodeURIComponent(chosen).toLowerCase()]
      for (const path of [...paths, `${"x".repeat(180)}${encoded(chosen)}`, "x".repeat(3000) + encoded(chosen)])
        await server.app.inject({
          url: `/${path.replaceAll('"', "%22")}`,
          headers: { authorization: `Bearer ${chosen}` }
        })
      await server.app.inject({
        url: `/v1.1/fails.json?a=${encoded(chosen)}`,
        headers: { ...reading, "x-request-id": plain }
      })
      for (const a of [chosen, chosen.toUpperCase(), encoded(chosen)])
        await server.app.inject({ method: "POST", url: "/v1.1/fails.json", headers: writing, payload: { a } })
      log.warn(`a warning with ${chosen}`, { within: [{ chosen }], error: new Error(chosen) })
      await server.close()
    })
    const found = text.toLowerCase()
    for (const form of [chosen, JSON.stringify(chosen).slice(1, -1), encoded(chosen), encoded(chosen, "%25")])
      expect(found).not.toContain(form.toLowerCase())
    expect(found).not.toMatch(/op3rator|%6f%70%33/)
    expect(lines.filter(({ msg }) => msg === "defect")).toHaveLength(4)
    expect(lines.find(({ requestId }) => requestId === chosen)).toBeUndefined()
  })

  test("is not used as a request id, nor in its answer", async () => {
    const { lines } = await logged("info", 4, async (log) => {
      const server = await given({ log })
      for (const id of ["chosen-by-the-operator", "f".repeat(64), "whsec_abc", "mine"]) {
        log.conceal("chosen-by-the-operator")
        const { body, headers } = await server.app.inject({ url: "/v1.1/none", headers: { "x-request-id": id } })
        expect(headers["x-request-id"] === id).toBe(id === "mine")
        expect(JSON.parse(body).error.requestId).toBe(headers["x-request-id"])
      }
      await server.close()
    })
    expect(lines.filter(({ requestId }) => requestId === "mine")).toHaveLength(1)
  })
})

describe("secrets are known by their looks", () => {
  const key = "0123456789abcdef".repeat(4)
  const { conceal, redacted } = makeRedaction()
  test.each([
    [`a ${key} b`, "a [redacted] b"],
    [`a${key}`, "[redacted]"],
    [`${"f".repeat(63)}${key}`, "[redacted]"],
    [key.toUpperCase(), "[redacted]"],
    [`/${encoded(key)}.json`, "/[redacted].json"],
    [`/${encoded(key, "%2525")}`, "/[redacted]"],
    [`%2F${key}`, "%[redacted]"],
    [`/${key.slice(0, 32)}${encoded(key.slice(32))}`, "/[redacted]"],
    ["whsec_C2FVsBQIhrscChlQ+/=", "[redacted]"],
    ["whsec%5FC2%2F", "[redacted]"],
    ["Authorization: bearer  abc.def", "Authorization: bearer  [redacted]"],
    ["Bearer%20abc", "Bearer%20[redacted]"],
    ["Basic dXNlcjpwYXNz", "Basic [redacted]"],
    ["mongodb://me:s3cret@db/x", "mongodb://[redacted]@db/x"],
    ["https%3A%2F%2Fme%3As3cret%40db", "https%3A%2F%2F[redacted]%40db"]
  ])("%s", (text, without) => {
    expect(redacted(text)).toBe(without)
  })

  test.each([
    "at file:///node_modules/.pnpm/effect@4.1.0/node_modules/effect/dist/Effect.js:1:2",
    "4bf92f3577b34da6a3ce929d0e0e4736",
    "/v1.1/orders/6b0120bf3d57436d85699744?at=http://db:8080/x"
  ])("%s stays", (text) => {
    expect(redacted(text)).toBe(text)
  })

  test("a connection string's password by itself, as it is written and as it is meant", () => {
    const uri = "mongodb://me:pass%2Fword@db/x?tlsCertificateKeyFilePassword=another1"
    expect(secretsIn(uri)).toEqual(["pass%2Fword", "pass/word", "another1", "another1"])
    for (const secret of secretsIn(uri)) conceal(secret)
    expect(redacted("no pass/word, no PASS%2fWORD, no another1")).toBe("no [redacted], no [redacted], no [redacted]")
    expect(secretsIn("mongodb://db/x")).toEqual([])
  })
})

test("a level leaves out what is under it", async () => {
  const all = (log: ReturnType<typeof makeLog>) => {
    log.info("a")
    log.warn("b")
    log.defect(Cause.die("c"), "d")
  }
  const of = async (level: Level, count: number) =>
    (await logged(level, count, all)).lines.map(({ level: written }) => written)
  expect(await of("info", 3)).toEqual(["info", "warn", "error"])
  expect(await of("warn", 2)).toEqual(["warn", "error"])
  expect(await of("silent", 0)).toEqual([])
})

test("lines are written while nobody flushes, also after someone has", async () => {
  const file = join(folder, "later")
  const log = makeLog({ level: "info", to: openSync(file, "w") })
  log.info("first")
  log.flush()
  log.info("second")
  await expect.poll(() => readFileSync(file, "utf8")).toMatch(/first.*\n.*second/)
})

test.each([
  ["was noticed", 20],
  ["is noticed at the end", 0]
])("a log that nobody takes any more keeps no process from ending, if that %s", (_, waits) => {
  const code = `
    import { openSync } from "node:fs"
    import { setTimeout } from "node:timers/promises"
    import { makeLog } from ${JSON.stringify(new URL("../src/log/log.ts", import.meta.url).href)}
    const log = makeLog({ level: "info", to: openSync("/dev/null", "r") })
    log.info("lost")
    // Lines are written every 100 ms; until then nobody knows that they cannot be.
    for (let waited = 0; waited < ${waits}; waited++) await setTimeout(100)
    log.info("lost too")
    log.flush()
  `
  const { signal, status } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { timeout: 60_000 })
  expect({ signal, status }).toEqual({ signal: null, status: 0 })
})
