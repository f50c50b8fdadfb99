/** What arrives on a socket and is no proper request, or asks for more than the server gives. */
import { connect } from "node:net"
import { page, Text } from "@bottega/domain/contract"
import { Effect, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { adding, echoes, given, opened, operation } from "./given.ts"

const numbers = page("/numbers.json", {
  summary: "Numbers.",
  input: { cursor: Schema.optionalKey(Text) },
  output: Schema.Unknown
})

let server: Awaited<ReturnType<typeof given>>
let port: number
let credentials: string
beforeAll(async () => {
  const pages = operation(numbers, () => Effect.succeed({ items: [1], next: { value: 1, key: "a" } }))
  server = await given({ change: adding(...echoes, pages) })
  const { writing } = await opened(server)
  credentials = `key: ${writing.key}\r\nexchange: ${writing.exchange}\r\n`
  port = Number(new URL(await server.listen(0, "127.0.0.1")).port)
})
afterAll(() => server.close())

interface Following {
  /** What is sent once the server says to go on. */
  readonly body?: string
  readonly until?: (received: string) => boolean
}

/** Sends text, and gives everything that comes back until the server hangs up. */
const send = (text: string, { body = "", until = () => false }: Following = {}): Promise<string> =>
  new Promise((resolve) => {
    let received = ""
    let left = body
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"))
    socket.setEncoding("utf8")
    socket.on("data", (piece) => {
      received += piece
      if (left !== "" && received.includes("100 Continue")) {
        socket.write(left)
        left = ""
      } else if (until(received)) socket.destroy()
    })
    socket.on("error", () => {})
    socket.on("close", () => resolve(received))
  })

const close = "Connection: close\r\n"
/** A request that says it has a body, of a kind that cannot be read, and does not send it. */
const json = `HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n${close}\r\n`
const chunked = `Transfer-Encoding: chunked\r\n\r\n3\r\nn=1\r\n0\r\n\r\n`
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) \S/.exec(answer)?.[1])
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.lastIndexOf("\r\n\r\n") + 4))

describe("what is not HTTP, or too much of it, is refused with the body of every refusal", () => {
  test.each<[string, string, number]>([
    ["garbage", "garbage\r\n\r\n", 400],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
    ["an unknown method", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["no host", `GET /v1.1/echo.json HTTP/1.1\r\n${close}\r\n`, 400],
    ["two hosts", `GET /v1.1/echo.json HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n`, 400],
    ["HTTP/2.0", "GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n", 400],
    ["HTTP/0.9", "GET /healthz HTTP/0.9\r\nHost: a\r\n\r\n", 400],
    ["a line without a version", "GET /healthz\r\n\r\n", 400],
    ["chunks in HTTP/1.0", `POST /v1.1/echo.json HTTP/1.0\r\n${chunked}`, 400],
    [
      "packed chunks",
      `POST /v1.1/echo.json HTTP/1.1\r\nHost: a\r\n${chunked.replace("chunked", "gzip, chunked")}`,
      400
    ],
    ["a fragment", "GET /v1.1/echo.json#part HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["a raw character in the path", "GET /\xe9 HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["bad escapes in the path", `GET /v1.1/%zz HTTP/1.1\r\nHost: a\r\n${close}\r\n`, 400],
    ["two lengths", "POST /v1.1/echo.json HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", 400],
    [
      "length and chunks",
      "POST /v1.1/echo.json HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      400
    ],
    ["a header with a line break in its name", "GET / HTTP/1.1\r\nHost: a\r\nbad name: x\r\n\r\n", 400],
    ["101 headers", `GET / HTTP/1.1\r\nHost: a\r\n${"a: b\r\n".repeat(100)}\r\n`, 431],
    ["headers over 16 KiB", `GET / HTTP/1.1\r\nHost: a\r\na: ${"b".repeat(17_000)}\r\n\r\n`, 431],
    ["a proxy's request", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 405],
    ["another server's name for everything", `OPTIONS * HTTP/1.1\r\nHost: a\r\n${close}\r\n`, 404],
    ["a method of others", `PROPFIND /v1.1/echo.json HTTP/1.1\r\nHost: a\r\n${close}\r\n`, 405],
    ["a path that is spelt otherwise", `GET /%63ontrol/v1/shops/list.json HTTP/1.1\r\nHost: a\r\n${close}\r\n`, 404],
    ["a path of an absolute address that is", `GET http://a/v1.1/%65cho.json HTTP/1.1\r\nHost: a\r\n${close}\r\n`, 404],
    ...["PATCH", "QUERY"].map(
      (method) => [method, `${method} /v1.1/echo.json ${json}`, 405] as [string, string, number]
    ),
    ...["PATCH", "QUERY", "OPTIONS"].map(
      (method) => [`${method} of no path`, `${method} /x ${json}`, 404] as [string, string, number]
    )
  ])("%s", async (_name, text, status) => {
    const answer = await send(text)
    expect(statusOf(answer)).toBe(status)
    expect(bodyOf(answer)).toMatchObject({ ok: 0, error: { details: [], requestId: expect.stringMatching(/./) } })
    expect(answer).toMatch(/^X-Request-Id: .+\r$/im)
    expect(answer).toMatch(/^Access-Control-Allow-Origin: \*\r$/im)
    expect(answer).toMatch(/^X-Content-Type-Options: nosniff\r$/im)
  })

  test("OPTIONS of a known path is answered without its body", async () => {
    const answer = await send(`OPTIONS /v1.1/echo.json ${json}`)
    expect([statusOf(answer), answer.slice(answer.indexOf("\r\n\r\n"))]).toEqual([204, "\r\n\r\n"])
  })

  test.each([
    ["/v1.1/echo.json?n=2", 200],
    ["/v1.1/echo.json", 200],
    ["?n=2", 302]
  ])("http://b%s is the path of it", async (target, status) => {
    const answer = await send(`GET http://b${target} HTTP/1.1\r\nHost: a\r\n${credentials}${close}\r\n`)
    expect(statusOf(answer)).toBe(status)
  })

  test("a body whose chunks are malformed", async () => {
    const text = `POST /v1.1/echo.json HTTP/1.1\r\nHost: a\r\n${credentials}Transfer-Encoding: chunked\r\n\r\nzz\r\n`
    expect(statusOf(await send(text))).toBe(400)
  })

  test("a chunked body over its size, as soon as it is", async () => {
    const head = `POST /v1.1/echo.json HTTP/1.1\r\nHost: a\r\n${credentials}Transfer-Encoding: chunked\r\n\r\n`
    const chunk = `100000\r\n${"a".repeat(0x100000)}\r\n`
    const answer = await send(head + chunk.repeat(17), { until: (received) => received.includes('"requestId"') })
    expect(statusOf(answer)).toBe(413)
  })
})

describe("a sender that asks before it sends", () => {
  const head = (more: string) =>
    `POST /v1.1/echo.json HTTP/1.1\r\nHost: a\r\n${more}Content-Length: 3\r\nExpect: 100-continue\r\n${close}\r\n`

  test("gets a 100 Continue, once it is admitted", async () => {
    const answer = await send(head(credentials), { body: "n=1" })
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
    expect(bodyOf(answer)).toEqual({ n: 1 })
  })

  test.each([
    ["without credentials", "", 401],
    ["for a body of a type that is not read", "Content-Type: text/plain\r\n", 415]
  ])("is refused without the body, %s", async (_name, more, status) => {
    const answer = await send(head(status === 401 ? "" : `${credentials}${more}`))
    expect(statusOf(answer)).toBe(status)
    expect(answer).not.toContain("100 Continue")
  })

  test("an unknown expectation is ignored", async () => {
    const answer = await send(
      `GET /v1.1/echo.json?n=2 HTTP/1.1\r\nHost: a\r\n${credentials}Expect: tea\r\n${close}\r\n`
    )
    expect(bodyOf(answer)).toEqual({ n: 2 })
  })
})

test("requests one behind the other on a connection are answered in their order", async () => {
  const one = (n: number, more = "") => `GET /v1.1/echo.json?n=${n} HTTP/1.1\r\nHost: a\r\n${credentials}${more}\r\n`
  const answer = await send(one(1) + one(2) + one(3, close))
  expect(answer.match(/\{"n":\d\}/g)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}'])
})

test("malformed input is refused after the requests before it were answered", async () => {
  const one = `GET /v1.1/echo.json?n=1 HTTP/1.1\r\nHost: a\r\n${credentials}\r\n`
  const half = `POST /v1.1/echo.json HTTP/1.1\r\nHost: a\r\n${credentials}Transfer-Encoding: chunked\r\n\r\nzz\r\n`
  for (const [text, statuses] of [
    [`${one}garbage\r\n\r\n`, [200, 400]],
    [`${one}${one}garbage\r\n\r\n`, [200, 200, 400]],
    [`${one}${half}`, [200, 400]]
  ] as const) {
    const answer = await send(text)
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))).toEqual(statuses)
  }
})

test("hanging up on a refusal does not end the server", async () => {
  const one = `GET /v1.1/echo.json?n=1 HTTP/1.1\r\nHost: a\r\n${credentials}\r\n`
  const proxied = "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"
  const texts = [
    proxied,
    one + proxied,
    proxied.replace("\r\n\r\n", "\r\nContent-Length: 9\r\n\r\n"),
    "garbage\r\n\r\n"
  ]
  for (const text of Array.from({ length: 20 }, () => texts).flat())
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(text, () => socket.resetAndDestroy()))
      socket.on("error", () => {}).on("close", () => resolve())
    })
  expect(statusOf(await send(`GET /healthz HTTP/1.1\r\nHost: a\r\n${close}\r\n`))).toBe(200)
})

test("what the system cannot accept ends no server", () => {
  expect(() => server.app.server.emit("error", new Error("accept ENOBUFS"))).not.toThrow()
})

test("a refused body does not spoil what follows on the connection", async () => {
  const refused = "POST /v1.1/echo.json HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nn=1"
  const answer = await send(`${refused}GET /healthz HTTP/1.1\r\nHost: a\r\n${close}\r\n`)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"])
})

test.each([
  ["of a target in absolute form", "http://b/v1.1/numbers.json?a=1", "http://a/v1.1/numbers.json?a=1"],
  ["with what no URL may hold", '/v1.1/numbers.json?a=">;<b', "http://a/v1.1/numbers.json?a=%22%3E;%3Cb"]
])("the Link %s", async (_name, target, link) => {
  const answer = await send(`GET ${target} HTTP/1.1\r\nHost: a\r\n${credentials}${close}\r\n`)
  expect(/^link: (.*)\r$/m.exec(answer)?.[1]).toBe(`<${link}&cursor=WzEsImEiXQ>; rel="next"`)
})

test("HTTP/1.0 without a host is served", async () => {
  const answer = await send(`GET /v1.1/echo.json?n=1 HTTP/1.0\r\n${credentials}\r\n`)
  expect(bodyOf(answer)).toEqual({ n: 1 })
})

test("the server allows a sender what its README says", () => {
  const { headersTimeout, keepAliveTimeout, maxHeadersCount, maxRequestsPerSocket, requestTimeout } = server.app.server
  expect({ headersTimeout, keepAliveTimeout, maxHeadersCount, maxRequestsPerSocket, requestTimeout }).toEqual({
    headersTimeout: 5000,
    keepAliveTimeout: 65_000,
    maxHeadersCount: 100,
    maxRequestsPerSocket: 0,
    requestTimeout: 60_000
  })
})
