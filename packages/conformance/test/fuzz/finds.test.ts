/** Checks that the fuzzer finds what it is meant to find. */
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createServer, type Server as Listening, type Socket } from "node:net"
import { Chance } from "@bottega/service/demo"
import { describe, expect, it } from "vitest"
import { type Answer, Connection } from "../../src/fuzz/connection.ts"
import { judged } from "../../src/fuzz/judged.ts"
import { reproduced } from "../../src/fuzz/reproduced.ts"
import { bytesOf, type Request } from "../../src/fuzz/request.ts"
import { smallest } from "../../src/fuzz/smallest.ts"
import type { Stage } from "../../src/fuzz/stage.ts"
import { Subjects } from "../../src/fuzz/subjects.ts"
import { everything } from "../../src/sample.ts"

const secret = "a1".repeat(32)
const stage = { secrets: new Set([secret]), foreign: (text: string) => text.match(/zq9x/g) ?? [] } as unknown as Stage
const request: Request = { name: "shops.read", method: "GET", target: "/v1.1/shop", headers: [] }
const fine = { "x-request-id": "r1", "x-content-type-options": "nosniff" }
const refusal = (error: object = {}, more: object = {}) => {
  const message = "No."
  const whole = { code: 1006, type: "not_found", message, details: [], requestId: "r1", ...error }
  return { ok: 0, err: whole.message, error: whole, message: whole.message, ...more }
}

const judge = (status: number, body: unknown, headers: object = fine, asked: Partial<Request> = {}) => {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const answer: Answer = { status, reason: "x", headers: new Map(Object.entries(headers)), text, ms: 1 }
  const operation = "GET /control/v1/shops/list.json"
  return judged(answer, { request: { ...request, ...asked }, sent: "", stage, operation, thorough: true }).join(" ")
}

describe("an answer", () => {
  it("passes if it is correct", () => {
    expect(judge(200, [])).toBe("")
    expect(judge(405, refusal({ type: "method_not_allowed" }))).toBe("")
  })

  it.each([
    ["a defect", /defect/, () => judge(500, refusal({ type: "internal_error" }))],
    ["a refusal of storage", /another reason than load/, () => judge(503, refusal({ type: "storage_unavailable" }))],
    ["a refusal that is not declared", /not declared/, () => judge(409, refusal({ type: "duplicate" }))],
    [
      "another program's body",
      /Missing key/,
      () => judge(400, { statusCode: 400, error: "Bad Request", message: "x" })
    ],
    [
      "another program's sentence",
      /another program/,
      () => judge(400, refusal({ type: "invalid", message: "Unexpected token }" }))
    ],
    [
      "a refusal that is too large",
      /refusal of \d+ bytes/,
      () => judge(400, refusal({ type: "invalid", message: "x".repeat(70_000) }))
    ],
    [
      "too many problems",
      /101 problems/,
      () => judge(400, refusal({ type: "invalid", details: Array(101).fill({ path: "a", message: "b" }) }))
    ],
    ["no request id", /X-Request-Id/, () => judge(200, [], { "x-content-type-options": "nosniff" })],
    ["no nosniff", /nosniff/, () => judge(200, [], { "x-request-id": "r1" })],
    ["an empty header", /header x is empty/, () => judge(200, [], { ...fine, x: "" })],
    ["an answer of another shape", /Expected/, () => judge(200, [{ id: 1 }])],
    ["a secret", /shows a secret/, () => judge(404, refusal({ message: `No ${secret}.` }))],
    ["what was sent to another shop", /another shop/, () => judge(404, refusal({ message: "No zq9x1." }))],
    ["an encoded path", /percent-encoded/, () => judge(200, [], fine, { target: "/%63ontrol/v1/shops/list.json" })],
    ["a Link to another host", /Link/, () => judge(200, [], { ...fine, link: "<http://elsewhere.example/a>" })]
  ])("does not pass with %s", (_, what, answer) => {
    expect(answer()).toMatch(what)
  })
})

const later = Number.POSITIVE_INFINITY

describe("the smallest request", () => {
  const large: Request = {
    ...request,
    method: "POST",
    target: "/a?x=1&bad=1&y=2",
    headers: [
      ["Host", "a"],
      ["X-Other", "1"]
    ],
    body: Buffer.from(`${"a".repeat(500)}][${"b".repeat(500)}`),
    pieces: [1, 1],
    chunks: [3]
  }

  it("keeps only what shows the finding", async () => {
    const shows = async ({ body = Buffer.alloc(0), target }: Request) => body.includes("][") && target.includes("bad=1")
    const { body, headers, target, ...rest } = (await smallest(large, shows, later, 1000))!
    expect([String(body), headers, target, rest]).toEqual([
      "][",
      [],
      "/a?bad=1",
      { name: "shops.read", method: "POST" }
    ])
  })

  it("is undefined if the finding does not show again", async () => {
    expect(await smallest(large, async () => false, later)).toBeUndefined()
  })

  it("is also found in raw bytes", async () => {
    const raw = Buffer.from("GET / HTTP/1.1\r\nHost: a\r\nX: bad\r\n\r\n")
    const found = await smallest({ ...request, raw }, async (one) => bytesOf(one).head.includes("bad"), later, 500)
    expect(String(found!.raw)).toBe("bad")
  })
})

describe("a connection", () => {
  const listening = (answer: (socket: Socket) => void) =>
    new Promise<{ readonly url: string; readonly server: Listening }>((resolve) => {
      const server = createServer((socket) => socket.once("data", () => answer(socket)))
      server.listen(0, "127.0.0.1", () =>
        resolve({ server, url: `http://127.0.0.1:${(server.address() as { port: number }).port}` })
      )
    })

  it.each([
    ["an answer in pieces", "HTTP/1.1 200 OK\r\nContent-Le|ngth: 2\r\n\r\n{|}", { status: 200, text: "{}" }],
    [
      "an answer in chunks",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r|\n1\r\n}\r\n0\r\n\r\n",
      { status: 200, text: "{}" }
    ],
    [
      "an answer behind another that asks to go on",
      "HTTP/1.1 100 Continue\r\n\r\n|HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n",
      { status: 400 }
    ],
    [
      "an answer without a reason",
      "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n",
      { none: expect.stringContaining("status line") }
    ],
    ["an answer without a length", "HTTP/1.1 200 OK\r\n\r\n", { none: expect.stringContaining("length") }],
    ["a malformed header", "HTTP/1.1 200 OK\r\nBad Name: 1\r\n\r\n", { none: expect.stringContaining("header line") }],
    ["half an answer", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{|end", { none: "closed" }]
  ])("reads %s", async (_, text, expected) => {
    const { server, url } = await listening(async (socket) => {
      for (const piece of text.split("|")) {
        if (piece === "end") socket.end()
        else socket.write(piece)
        await new Promise(setImmediate)
      }
    })
    const connection = new Connection(url)
    expect(await connection.send(Buffer.from("GET / HTTP/1.1\r\n\r\n"))).toMatchObject(expected)
    connection.close()
    server.close()
  })
})

describe("a request that held the event loop", () => {
  const suspect: Request = { ...request, headers: [["Host", "a"]] }
  /** What is reported if the request, sent again, holds the loop for these seconds, one after the other and then for the last. */
  const reported = async (...seconds: ReadonlyArray<number>) => {
    let [sent, held] = [0, 0]
    const server = createHttpServer(({ url }, answer) => {
      if (url === request.target) held = seconds[Math.min(sent++, seconds.length - 1)]!
      answer.end(`process_resident_memory_bytes 1\nbottega_event_loop_delay_max_seconds ${held}\n`)
      if (url === "/metrics") held = 0
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const run = { findings: { all: () => [] }, health: { longest: 4000 }, suspects: [suspect], last: [] }
    const wrong = await reproduced(run as never, { url, again: async () => url, maxHeldMs: 3000, maxReproduced: 1 })
    server.closeAllConnections()
    server.close()
    return wrong
  }

  it("is reported if it does so whenever it is sent", async () => {
    expect(await reported(5)).toEqual([expect.stringContaining("It holds the event loop for more than 3000 ms")])
  })

  it("is not if it does so once, as when the machine is busy", async () => {
    expect(await reported(5, 0)).toEqual([])
  })
})

it("finds by name alone what a parameter addresses", () => {
  const subjects = new Subjects()
  const chance = new Chance(1)
  const entryOf = (method: string, area: string) =>
    everything.find((one) => one.area === area && one.endpoint.method === method)!
  subjects.learn(entryOf("POST", "shops"), { name: "x" }, { id: "s1", group_number: 4 })
  expect(subjects.of(entryOf("GET", "keys"), "shop", chance)).toBe("s1")
  expect(subjects.of(entryOf("PUT", "shops"), "id", chance)).toBe("s1")
  subjects.protect("shops", "id", "s1")
  expect(subjects.of(entryOf("PUT", "shops"), "id", chance)).toBeUndefined()
  expect(subjects.of(entryOf("GET", "keys"), "shop", chance)).toBe("s1")
  subjects.learn(entryOf("POST", "coupons"), { code: "A" }, { uid: 7, coupon_code: "A" })
  expect(subjects.of(entryOf("DELETE", "coupons"), "uid", chance)).toBe("7")
  expect(subjects.of(entryOf("POST", "orders"), "coupon_code", chance)).toBe("A")
  subjects.forget(entryOf("DELETE", "coupons"), { uid: 7 })
  expect(subjects.has(entryOf("DELETE", "coupons"), "uid")).toBe(false)
})
