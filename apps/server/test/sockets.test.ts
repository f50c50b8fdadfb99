/** What arrives on a socket and is no proper request, or asks for more than the server gives. */
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { adding, echoes, given, opened } from "./given.ts"

let server: Awaited<ReturnType<typeof given>>
let port: number
let credentials: string
beforeAll(async () => {
  server = await given({ change: adding(...echoes) })
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
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) \S/.exec(answer)?.[1])
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.lastIndexOf("\r\n\r\n") + 4))

describe("what is not HTTP, or too much of it, is refused with the body of every refusal", () => {
  test.each([
    ["garbage", "garbage\r\n\r\n", 400],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
    ["an unknown method", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["no host", `GET /v1.1/echo.json HTTP/1.1\r\n${close}\r\n`, 400],
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
    ["a method with a body", `PATCH /v1.1/echo.json HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n${close}\r\na=1`, 405]
  ])("%s", async (_name, text, status) => {
    const answer = await send(text)
    expect(statusOf(answer)).toBe(status)
    expect(bodyOf(answer)).toMatchObject({ ok: 0, error: { details: [], requestId: expect.stringMatching(/./) } })
    expect(answer).toMatch(/^X-Request-Id: .+\r$/im)
    expect(answer).toMatch(/^Access-Control-Allow-Origin: \*\r$/im)
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

  test("is told to go on, once it is let in", async () => {
    const answer = await send(head(credentials), { body: "n=1" })
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
    expect(bodyOf(answer)).toEqual({ n: 1 })
  })

  test.each([
    ["without credentials", "", 401],
    ["for a body of a type that is not read", "Content-Type: text/plain\r\n", 415]
  ])("is told no without the body, %s", async (_name, more, status) => {
    const answer = await send(head(status === 401 ? "" : `${credentials}${more}`))
    expect(statusOf(answer)).toBe(status)
    expect(answer).not.toContain("100 Continue")
  })

  test("an unknown expectation is none", async () => {
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

test("a refused body does not spoil what follows on the connection", async () => {
  const refused = "POST /v1.1/echo.json HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nn=1"
  const answer = await send(`${refused}GET /healthz HTTP/1.1\r\nHost: a\r\n${close}\r\n`)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"])
})

test("HTTP/1.0 without a host is served", async () => {
  const answer = await send(`GET /v1.1/echo.json?n=1 HTTP/1.0\r\n${credentials}\r\n`)
  expect(bodyOf(answer)).toEqual({ n: 1 })
})

test("the server allows a sender what is written down", () => {
  const { headersTimeout, keepAliveTimeout, maxHeadersCount, maxRequestsPerSocket, requestTimeout } = server.app.server
  expect({ headersTimeout, keepAliveTimeout, maxHeadersCount, maxRequestsPerSocket, requestTimeout }).toEqual({
    headersTimeout: 5000,
    keepAliveTimeout: 65_000,
    maxHeadersCount: 100,
    maxRequestsPerSocket: 0,
    requestTimeout: 60_000
  })
})
