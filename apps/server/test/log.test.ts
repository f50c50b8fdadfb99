/** The log: what is in a line, and what never is. */
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { get } from "@bottega/domain/endpoint"
import { Cause, Effect, Schema } from "effect"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Level, makeLog } from "../src/log.ts"
import { adding, given, opened, operation, token } from "./given.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bottega-log-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const logged = async (level: Level, write: (log: ReturnType<typeof makeLog>) => unknown) => {
  const file = join(folder, level)
  const log = makeLog({ level, to: openSync(file, "w") })
  await write(log)
  log.flush()
  const text = readFileSync(file, "utf8")
  const lines = text.split("\n").filter((line) => line !== "")
  return { text, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

const fails = operation(get("/fails.json", { summary: "Fail.", output: Schema.Unknown }), () =>
  Effect.die(new Error(`no Bearer abcdef, nor whsec_abc+/=, nor ${token.replaceAll("t", "f")}`))
)

test("a request is one line: who, what, how it ended, how long it took", async () => {
  let ids: ReadonlyArray<string> = []
  const { lines, text } = await logged("info", async (log) => {
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

test("a defect is one line with its reason, which its caller is not told; secrets are struck out of it", async () => {
  let body = ""
  const { lines, text } = await logged("error", async (log) => {
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

test("a level leaves out what is under it", async () => {
  const all = (log: ReturnType<typeof makeLog>) => {
    log.info("a")
    log.warn("b")
    log.defect(Cause.die("c"), "d")
  }
  const of = async (level: Level) => (await logged(level, all)).lines.map(({ level: written }) => written)
  expect(await of("info")).toEqual(["info", "warn", "error"])
  expect(await of("warn")).toEqual(["warn", "error"])
  expect(await of("silent")).toEqual([])
})
