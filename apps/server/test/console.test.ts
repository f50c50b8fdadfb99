/** Sessions over HTTP: the hosts, the connections and the ports that they are for. What holds on every surface is in conformance. */
import { afterEach, expect, it, vi } from "vitest"
import { given, operator } from "./given.ts"

let server: Awaited<ReturnType<typeof given>>
afterEach(() => server.close())

const session = "/control/v1/session.json"
const page = { "bottega-console": "1", "sec-fetch-site": "same-origin" }

/** A code of the operator's. */
const codeOf = async (): Promise<string> => {
  const made = await server.app.inject({ method: "POST", url: "/control/v1/session/code.json", headers: operator })
  return made.json().code
}

/** Signs in at a host. */
const signIn = async (host: string, more: Readonly<Record<string, string>> = {}) => {
  const headers = { ...page, host, ...more }
  const made = await server.app.inject({ method: "POST", url: session, headers, payload: { code: await codeOf() } })
  return { status: made.statusCode, cookie: String(made.headers["set-cookie"] ?? ""), err: made.json().err as string }
}

/** The status of a call with a cookie, at a host. */
const statusAt = async (host: string, cookie: string, more: Readonly<Record<string, string>> = {}) => {
  const headers = { ...page, host, cookie: cookie.split(";", 1)[0]!, ...more }
  return (await server.app.inject({ method: "GET", url: session, headers })).statusCode
}

it.each(["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "127.9.9.9:8080"])("is for pages at %s", async (host) => {
  server = await given({})
  const { cookie, status } = await signIn(host)
  expect([status, cookie.startsWith("bottega_8080="), cookie.includes("Secure")]).toEqual([200, true, false])
  expect(await statusAt(host, cookie)).toBe(200)
})

it("is for no host whose name someone else may have pointed at this machine", async () => {
  server = await given({})
  const { cookie } = await signIn("127.0.0.1:8080")
  for (const host of [
    "evil.example:8080",
    "127.0.0.1.evil.example:8080",
    "localhost.evil.example:8080",
    "2130706433:8080",
    "0x7f.1:8080",
    "0.0.0.0:8080",
    "user@127.0.0.1:8080",
    "127.0.0.1:8080@evil.example"
  ]) {
    expect([host, await statusAt(host, cookie)]).not.toEqual([host, 200])
    const { cookie: made, status } = await signIn(host)
    expect([host, status === 200, made]).toEqual([host, false, ""])
  }
})

it("parses no host that cannot be a name or an address", async () => {
  server = await given({})
  const parsed = vi.spyOn(URL, "parse")
  const long = Array.from({ length: 600 }, (_, at) => encodeURIComponent(String.fromCodePoint(0x9c20 - at))).join("")
  for (const host of [long, "a".repeat(300), "%E9%B0%A0.example", "a b"]) {
    const { statusCode } = await server.app.inject({ method: "POST", url: session, headers: { ...page, host } })
    expect([host, statusCode]).toEqual([host, 401])
  }
  expect(parsed).not.toHaveBeenCalled()
  parsed.mockRestore()
})

it("is of one port: the cookie of another one is not looked at", async () => {
  server = await given({})
  const { cookie } = await signIn("127.0.0.1:8080")
  expect(await statusAt("127.0.0.1:9090", cookie)).toBe(401)
  const other = cookie.replace("bottega_8080", "bottega_9090")
  expect(await statusAt("127.0.0.1:8080", other)).toBe(401)
})

it("is for its own origin, which an old browser names", async () => {
  server = await given({})
  const host = "127.0.0.1:8080"
  const { cookie } = await signIn(host)
  const asked = async (origin: string) => {
    const headers = { host, cookie: cookie.split(";", 1)[0]!, "bottega-console": "1", origin }
    return (await server.app.inject({ method: "GET", url: session, headers })).statusCode
  }
  expect(await asked("http://127.0.0.1:8080")).toBe(200)
  for (const origin of ["http://127.0.0.1:3000", "https://127.0.0.1:8080", "http://localhost:8080", "null"])
    expect([origin, await asked(origin)]).toEqual([origin, 401])
})

it("is for the host of the public url over https alone", async () => {
  server = await given({ publicUrl: "http://shop.example" })
  expect((await signIn("shop.example")).err).toContain("https")
  expect((await signIn("shop.example", { "x-forwarded-proto": "https" })).status).toBe(401)
  await server.close()
  server = await given({ publicUrl: "http://shop.example", trustProxy: true })
  expect((await signIn("shop.example", { "x-forwarded-proto": "http" })).status).toBe(401)
  expect((await signIn("shop.example", { "x-forwarded-proto": "https" })).cookie).toMatch(/^bottega_443=.*; Secure$/)
  await server.close()
  server = await given({ publicUrl: "https://shop.example" })
  const { cookie, status } = await signIn("shop.example")
  expect([status, cookie]).toEqual([200, expect.stringMatching(/^bottega_443=.*; Secure$/)])
  expect(await statusAt("shop.example", cookie)).toBe(200)
  expect((await signIn("shop.example:8080")).status).toBe(401)
  expect((await signIn("other.example")).status).toBe(401)
})

it("is asked for in no preflight: CORS allows neither its header nor credentials", async () => {
  server = await given({ workbench: true })
  const { headers } = await server.app.inject({ method: "OPTIONS", url: session })
  expect(headers["access-control-allow-headers"]).not.toContain("bottega-console")
  expect(headers["access-control-allow-credentials"]).toBeUndefined()
})

it("answers 404 and 405 below a shop as elsewhere, before a body is read", async () => {
  server = await given({})
  const at = async (method: "GET" | "DELETE", url: string) =>
    (await server.app.inject({ method, url, headers: operator })).statusCode
  const shop = "/control/v1/shop/5f0c3a2b9e1d4c6a8b7f0123"
  expect(await at("GET", `${shop}/orders/nothing.json`)).toBe(404)
  expect(await at("DELETE", `${shop}/orders/list.json`)).toBe(405)
  expect(await at("GET", `${shop}/orders/list.json`)).toBe(404)
})
