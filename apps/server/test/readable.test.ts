/** Lines of the log as a person reads them. */
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { WriteStream } from "node:tty"
import { Cause } from "effect"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { makeLog } from "../src/log/log.ts"
import { readable, styleFor } from "../src/log/readable.ts"

/** A run of tests may force colours, or none. */
beforeEach(() => {
  for (const name of ["FORCE_COLOR", "NO_COLOR", "CI"]) vi.stubEnv(name, undefined)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

const plain = (_style: string, text: string) => text
const named = (style: string, text: string) => `<${style}>${text}</${style}>`

test("a request begins with its status, and ends with its caller", () => {
  const line = {
    ...{ level: "info", time: Date.now(), requestId: "r-1", method: "GET", path: "/v1.1/orders/list.json" },
    ...{ status: 200, ms: 3.14, shop: "s", keySet: "k", ip: "127.0.0.1", msg: "request" }
  }
  expect(readable(JSON.stringify(line), plain)).toMatch(
    /^\d\d:\d\d:\d\d 200 GET \/v1\.1\/orders\/list\.json 3\.14 ms keySet=k ip=127\.0\.0\.1 requestId=r-1 shop=s\n$/
  )
  const colourOf = (status: number) => /<(\w+)>\d{3}</.exec(readable(JSON.stringify({ ...line, status }), named))?.[1]
  expect([200, 302, 404, 509, 500].map(colourOf)).toEqual(["green", "green", "yellow", "red", "red"])
})

test("a message has its level if it is a warning, its fields, and a stack on lines of its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "bottega-readable-"))
  const file = join(folder, "log")
  const log = makeLog({ level: "info", format: "text", to: openSync(file, "w") })
  log.info("ready", { url: "http://a", shop: null, documents: [{ n: 1 }] })
  log.warn("careful")
  log.defect(Cause.die(new Error("broken")), "r-2")
  log.request({
    requestId: "r",
    method: "GET",
    path: "/a",
    status: 200,
    ms: 1,
    shop: undefined,
    keySet: undefined,
    ip: "::1"
  })
  log.flush()
  const lines = readFileSync(file, "utf8").split("\n")
  rmSync(folder, { recursive: true })
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d ready url=http:\/\/a documents=\[\{"n":1\}\]$/)
  expect(lines[1]).toMatch(/ warn: careful$/)
  expect(lines[2]).toMatch(/ error: defect requestId=r-2$/)
  expect(lines[3]).toMatch(/^ {4}Error: broken$/)
  expect(lines.at(-2)).toMatch(/ 200 GET \/a 1 ms ip=::1 requestId=r$/)
})

test("nothing that a sender wrote moves the cursor", () => {
  const path = "/\u001b[2J\u001b]0;title\u0007\u009b1A\r\n\u202eevil"
  const text = readable(JSON.stringify({ msg: "request", path, cause: `a\r\u001b[1A\nb`, time: 0, status: 200 }), plain)
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(text.split("\n")).toHaveLength(4)
})

test("colours are for terminals", () => {
  const stream = (isTTY: boolean) =>
    Object.assign(new PassThrough(), {
      isTTY,
      getColorDepth: WriteStream.prototype.getColorDepth
    }) as unknown as NodeJS.WriteStream
  expect(styleFor(stream(false))("red", "a")).toBe("a")
  vi.stubEnv("TERM", "xterm-256color")
  expect(styleFor(stream(true))("red", "a")).toBe("\u001b[31ma\u001b[39m")
  vi.stubEnv("NO_COLOR", "1")
  expect(styleFor(stream(true))("red", "a")).toBe("a")
})
