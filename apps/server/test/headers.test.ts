/** What stands around an answer: its headers, by whom and how it was asked. */
import { get, Int, page, Text } from "@bottega/domain/contract"
import { policies } from "@bottega/domain/throttle"
import { Session } from "@bottega/service"
import { Effect, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { adding, echoes, given, opened, operation, operator } from "./given.ts"

const where = get("/where.json", { summary: "Where.", output: Schema.Unknown })
const numbers = page("/numbers.json", {
  summary: "Numbers.",
  input: { status: Schema.optionalKey(Int), cursor: Schema.optionalKey(Text) },
  output: Schema.Array(Int)
})
const counted = get("/counted.json", { summary: "Counted.", output: Schema.Unknown, throttle: "updates" })
const b2b = get("/needs.json", { summary: "Needs.", output: Schema.Unknown, requires: "partner_owned" })
const tests = adding(
  ...echoes,
  operation(where, () => Session.useSync(({ base, ip }) => ({ base, ip })) as never),
  operation(numbers, () => Effect.succeed({ items: [1, 2], next: { value: 2, key: "b" } })),
  operation(counted, () => Effect.succeed({})),
  operation(b2b, () => Effect.succeed({}))
)

let server: Awaited<ReturnType<typeof given>>
let shop: Awaited<ReturnType<typeof opened>>
beforeAll(async () => {
  server = await given({ change: tests, limitHeaders: ["X-Shop-Limit"], trustProxy: true })
  shop = await opened(server)
})
afterAll(() => server.close())

describe("limits", () => {
  test("every answer to a known caller tells where it stands, refusals too", async () => {
    const ask = (url: string, method: "GET" | "POST" = "GET", headers: Record<string, string> = shop.reading) =>
      server.app.inject({ method, url, headers })
    const answers = [
      [200, await ask("/v1.1/echo.json")],
      [400, await ask("/v1.1/echo.json?n=x")],
      [403, await ask("/v1.1/echo.json", "POST")],
      [403, await ask("/v1.1/needs.json")],
      [
        415,
        await server.app.inject({
          method: "POST",
          url: "/v1.1/echo.json",
          headers: { ...shop.writing, "content-type": "text/plain" },
          payload: "x"
        })
      ]
    ] as const
    for (const [status, { headers, statusCode }] of answers) {
      expect(statusCode).toBe(status)
      expect(headers["x-service-limit"]).toMatch(/^\d+\/100000$/)
      expect(headers["x-shop-limit"]).toBe(headers["x-service-limit"])
      expect(headers["ratelimit-policy"]).toBe('"daily";q=100000;w=86400')
      expect(headers["ratelimit"]).toMatch(/^"daily";r=\d+;t=\d+$/)
    }
    const lefts = answers.slice(0, 4).map(([, { headers }]) => Number.parseInt(String(headers["x-service-limit"]), 10))
    // Refused calls count too.
    expect(lefts).toEqual([0, 1, 2, 3].map((calls) => lefts[0]! - calls))
  })

  test("a stranger's answer has no headers of limits", async () => {
    const { headers, statusCode } = await server.app.inject({
      url: "/v1.1/echo.json",
      headers: { key: "a", exchange: "b" }
    })
    expect([statusCode, headers["x-service-limit"]]).toEqual([401, undefined])
  })

  test("401 says how to make oneself known, as HTTP requires", async () => {
    const challengeOf = async (url: string, headers: Record<string, string> = {}) => {
      const answer = await server.app.inject({ url, headers })
      return [answer.statusCode, answer.headers["www-authenticate"]]
    }
    const [keySet, bearer] = ['KeySet headers="key exchange"', 'Bearer realm="control"']
    expect(await challengeOf("/v1.1/echo.json")).toEqual([401, keySet])
    expect(await challengeOf("/v1.1/echo.json", { key: "a", exchange: "b" })).toEqual([401, keySet])
    expect(await challengeOf("/control/v1/shops/list.json")).toEqual([401, bearer])
    expect(await challengeOf("/control/v1/shops/list.json", { authorization: "Bearer x" })).toEqual([401, bearer])
    expect(await challengeOf("/v1.1/echo.json", shop.reading)).toEqual([200, undefined])
  })

  test("429 reports the limit that is reached, and when to try again", async () => {
    const ask = () => server.app.inject({ url: "/v1.1/counted.json", headers: shop.writing })
    for (let calls = 0; calls < 5; calls++) expect((await ask()).statusCode).toBe(200)
    const { headers, statusCode } = await ask()
    expect(statusCode).toBe(429)
    expect(headers["x-service-limit"]).toBe("0/5")
    expect(headers["ratelimit"]).toMatch(/"daily";r=\d+;t=\d+, "updates";r=0;t=\d+/)
    expect(Number(headers["retry-after"])).toBeGreaterThan(0)
  })

  test("509 has its own reason", async () => {
    const small = await given({ change: tests, policies: { ...policies, daily: { ...policies.daily, limit: 1 } } })
    const { reading } = await opened(small)
    const url = await small.listen(0, "127.0.0.1")
    const ask = () => fetch(`${url}/v1.1/echo.json`, { headers: reading })
    expect((await ask()).status).toBe(200)
    const over = await ask()
    expect([over.status, over.statusText]).toEqual([509, "Bandwidth Limit Exceeded"])
    expect(over.headers.get("x-service-limit")).toBe("0/1")
    expect(await over.json()).toMatchObject({ error: { type: "daily_quota_exceeded" } })
    await small.close()
  })

  test("the operator is not counted", async () => {
    const { headers } = await server.app.inject({ url: "/control/v1/shops/list.json", headers: operator })
    expect(headers["x-service-limit"]).toBeUndefined()
  })
})

describe("addresses", () => {
  const ask = async (headers: Record<string, string>, of = server) =>
    (await of.app.inject({ url: "/v1.1/where.json", headers: { ...shop.reading, ...headers } })).json()

  test.each([
    ["shop.example:8080", "http://shop.example:8080"],
    ["[::1]:80", "http://[::1]:80"],
    ["evil.example/x", "http://127.0.0.1"],
    ['a"><b', "http://127.0.0.1"],
    ["a b", "http://127.0.0.1"]
  ])("Host %s makes %s", async (host, base) => expect((await ask({ host })).base).toBe(base))

  test("--public-url goes before any host", async () => {
    const named = await given({ change: tests, publicUrl: "https://shop.example" })
    const own = await opened(named)
    expect(await ask({ ...own.reading, host: "other.example", "x-forwarded-for": "203.0.113.7" }, named)).toEqual({
      base: "https://shop.example",
      // Nobody said that this header can be trusted.
      ip: "127.0.0.1"
    })
    await named.close()
  })

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["198.51.100.1, 203.0.113.7", "203.0.113.7"],
    ["203.0.113.7, 10.0.0.2, 192.168.1.1", "203.0.113.7"],
    ["203.0.113.7:4711", "203.0.113.7"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["10.0.0.9", "10.0.0.9"],
    ["203.0.113.7, 100.64.0.1", "203.0.113.7"],
    ["203.0.113.7, 0.0.0.0", "203.0.113.7"],
    ["203.0.113.7, ::ffff:7f00:1", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0.0.0.0", "127.0.0.1"],
    [`2001:db8::1%${"x".repeat(3000)}`, "127.0.0.1"],
    ["2001:DB8:0::1%eth0", "2001:db8::1"],
    [`198.51.100.9,${" ".repeat(2000)}, 203.0.113.7`, "203.0.113.7"],
    [`198.51.100.9,${"x".repeat(2000)}`, "127.0.0.1"],
    [",".repeat(8000), "127.0.0.1"],
    // What is read begins within 88.8.8.8, which is not taken for 8.8.8.8.
    [`198.51.100.9, 88.8.8.8,${"0.0.0.0,".repeat(127)}`, "127.0.0.1"],
    ["nonsense", "127.0.0.1"]
  ])("X-Forwarded-For %s is %s behind a trusted proxy", async (forwarded, ip) =>
    expect((await ask({ "x-forwarded-for": forwarded })).ip).toBe(ip)
  )

  test("Link is the same request from the cursor on", async () => {
    const url = "/v1.1/numbers.json?status=1&nodes=a%2Cb&skip=2&cursor="
    const { headers } = await server.app.inject({ url, headers: { ...shop.reading, host: "shop.example" } })
    expect(headers["link"]).toBe(
      '<http://shop.example/v1.1/numbers.json?status=1&nodes=a%2Cb&cursor=WzIsImIiXQ>; rel="next"'
    )
  })
})

describe("request ids", () => {
  const idOf = async (given?: string) => {
    const headers = given === undefined ? {} : { "x-request-id": given }
    const answer = await server.app.inject({ url: "/v1.1/echo.json", headers })
    expect(answer.json().error.requestId).toBe(answer.headers["x-request-id"])
    return answer.headers["x-request-id"]
  }
  test("a sender's own is kept where it is a plain word", async () =>
    expect(await idOf("order-7.a_b")).toBe("order-7.a_b"))
  test.each(['a"b', "a b", "x".repeat(65), undefined])("else there is a new one: %s", async (given) => {
    expect(await idOf(given)).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
    expect(await idOf(given)).not.toBe(await idOf(given))
  })
})

describe("other origins", () => {
  test.each(["/v1.1/echo.json", "/nothing", "/healthz", "/%zz"])("%s may be read", async (url) => {
    const { headers } = await server.app.inject({ url, headers: { origin: "https://a.example" } })
    expect(headers["access-control-allow-origin"]).toBe("*")
    expect(headers["access-control-expose-headers"]).toBe(
      "X-Service-Limit, RateLimit, RateLimit-Policy, Retry-After, Link, Idempotent-Replayed, X-Request-Id"
    )
    expect(headers["access-control-allow-credentials"]).toBeUndefined()
  })

  test("OPTIONS of a known path is 204 and says what may be sent", async () => {
    const { body, headers, statusCode } = await server.app.inject({ method: "OPTIONS", url: "/v1.1/echo.json" })
    expect([statusCode, body]).toEqual([204, ""])
    expect(headers["access-control-allow-headers"]).toBe("key, exchange, authorization, content-type, idempotency-key")
    expect(headers["access-control-allow-methods"]).toBe("GET, POST, PUT, DELETE, HEAD, OPTIONS")
    expect((await server.app.inject({ method: "OPTIONS", url: "/v1.1/nothing" })).statusCode).toBe(404)
  })

  test("all of it can be switched off", async () => {
    const closed = await given({ change: tests, cors: false })
    for (const method of ["GET", "OPTIONS"] as const) {
      const { headers } = await closed.app.inject({ method, url: "/v1.1/echo.json" })
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([])
    }
    await closed.close()
  })
})

test("HEAD is GET without its body", async () => {
  const ask = (method: "GET" | "HEAD") =>
    server.app.inject({ method, url: "/v1.1/echo.json?n=1", headers: shop.reading })
  const [got, head] = [await ask("GET"), await ask("HEAD")]
  expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", got.headers["content-length"]])
})

test("no header is empty", async () => {
  for (const url of ["/v1.1/echo.json", "/nothing", "/healthz", "/docs", "/metrics"]) {
    const { headers } = await server.app.inject({ url, headers: shop.reading })
    expect(Object.values(headers).filter((value) => String(value).trim() === "")).toEqual([])
  }
})

test("an idempotency key that is empty protects nobody, and is refused", async () => {
  const headers = { ...shop.writing, "idempotency-key": "" }
  const { statusCode } = await server.app.inject({ method: "POST", url: "/v1.1/echo.json", headers })
  expect(statusCode).toBe(400)
})

test("an idempotency key's second answer says that it is one, with headers of its own", async () => {
  const ask = () =>
    server.app.inject({
      method: "POST",
      url: "/v1.1/echo.json?n=5",
      headers: { ...shop.writing, "idempotency-key": "once" }
    })
  const [first, second] = [await ask(), await ask()]
  expect(second.body).toBe(first.body)
  expect([first.headers["idempotent-replayed"], second.headers["idempotent-replayed"]]).toEqual([undefined, "true"])
  expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"])
})
