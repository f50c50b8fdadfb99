/** The API page: who gets the keys of a demo shop with it, and how its files are sent. */
import { gunzipSync } from "node:zlib"
import { Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configOf } from "../src/config/config.ts"
import { takesGzip } from "../src/docs/asset.ts"
import { docsPaths } from "../src/index.ts"
import { demoKeysOf } from "../src/start/demo-keys.ts"
import { serve } from "../src/start/serve.ts"
import { given, keptLog } from "./given.ts"
import { sendText } from "./raw.ts"

const demoKeys = { key: "k".repeat(64), exchange: "</script>x" }
let server: Awaited<ReturnType<typeof given>>
beforeAll(async () => {
  server = await given({ demoKeys })
})
afterAll(() => server.close())

interface Asked {
  readonly host?: string
  readonly peer?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: "GET" | "HEAD"
}
const asked = ({ headers, host = "localhost:8080", method = "GET", peer = "127.0.0.1" }: Asked, { app } = server) =>
  app.inject({ url: "/docs", method, remoteAddress: peer, headers: { host, ...headers } })
const keysIn = (html: string) => {
  const [, data = "{}"] = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(html) ?? []
  const { key, exchange } = JSON.parse(data).authentication.securitySchemes ?? {}
  return key && { key: key.value, exchange: exchange.value }
}
/** The keys in the page, after a check that the page is complete and contains no others. */
const shownTo = async (ask: Asked, from = server) => {
  const { body, statusCode } = await asked(ask, from)
  expect([statusCode, body.includes('<div id="page">')]).toEqual([200, true])
  expect(body.split("<script").length).toBe(4)
  const keys = keysIn(body)
  if (keys === undefined) expect(body).not.toContain(demoKeys.key)
  return keys
}

describe("the page holds the demo shop's keys", () => {
  const hosts = ["localhost", "LocalHost:8080", "127.0.0.1", "127.0.0.1:1", "127.8.9.1:65535", "[::1]", "[::1]:8080"]
  for (const host of hosts) it(`for the host ${host}`, async () => expect(await shownTo({ host })).toEqual(demoKeys))
  it("for what browsers send when a page is opened", async () => {
    const fetched = { "sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-ch-ua-platform": "Linux" }
    const said = { accept: "text/html", "accept-language": "it", cookie: "a=b", referer: "http://localhost/", dnt: "1" }
    const headers = { ...fetched, ...said, "upgrade-insecure-requests": "1", priority: "u=0, i", pragma: "no-cache" }
    expect(await shownTo({ headers })).toEqual(demoKeys)
  })
  for (const peer of ["127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1"])
    it(`for a connection from ${peer}`, async () => expect(await shownTo({ peer, host: "[::1]" })).toEqual(demoKeys))
})

describe("the page holds no keys", () => {
  const hosts = [
    ...["shop.example", "localhost.shop.example", "127.0.0.1.shop.example", "shop.localhost", "localhost."],
    ...["192.168.1.2:8080", "127.0.0.1@shop.example", "[::2]", "[::ffff:127.0.0.1]", "::1", "0.0.0.0", "2130706433"],
    ...["127.0.0.256", "127.0.0.01", "127.999.1.1", "127.1", "0x7f.0.0.1", "017700000001", "[::ffff:7f00:1]"],
    ...["localhost, shop.example", "localhost:8080:1", "xlocalhost", "localhost/"]
  ]
  for (const host of hosts) it(`for the host ${host}`, async () => expect(await shownTo({ host })).toBeUndefined())
  for (const peer of ["192.168.1.7", "10.0.0.1", "203.0.113.9", "::ffff:10.0.0.1", "2001:db8::1", "fe80::1", "::11"])
    it(`for a connection from ${peer}`, async () => expect(await shownTo({ peer })).toBeUndefined())
  const proxied = ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "Via", "X-Real-IP"]
  const named = [
    "CF-Connecting-IP",
    "CF-Ray",
    "True-Client-IP",
    "Client-IP",
    "X-Client-IP",
    "CDN-Loop",
    "X-Envoy-Internal"
  ]
  const others = ["X-Amzn-Trace-Id", "X-Request-Id", "X-ProxyUser-Ip", "Fly-Client-IP", "X-Original-URL", "X-Scheme"]
  for (const name of [...proxied, ...named, ...others, "X-Forwarded", "Front-End-Https", "Max-Forwards", "X-Anything"])
    it(`for a request with ${name}`, async () =>
      expect(await shownTo({ headers: { [name]: "127.0.0.1" } })).toBeUndefined())

  it("for HTTP/1.0, without a host, and with two", async () => {
    const { port } = new URL(await server.listen(0, "127.0.0.1"))
    const ask = (text: string) => sendText(Number(port), text)
    const host = "Host: localhost\r\n"
    expect(await ask(`GET /docs HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toContain(demoKeys.key)
    for (const text of [`1.0\r\n${host}`, "1.0\r\n", "1.1\r\n", `1.1\r\n${host}Host: shop.example\r\n`])
      expect(await ask(`GET /docs HTTP/${text}Connection: close\r\n\r\n`)).not.toContain(demoKeys.key)
  })

  it("from a server without a demo shop", async () => {
    for (const options of [{}, { demoKeys: undefined }]) {
      const other = await given(options)
      expect(await shownTo({}, other)).toBeUndefined()
      await other.close()
    }
  })

  it("of a start without --demo, or of a server that is reached through another one", () => {
    const pair = { key: "a", exchange: "b" }
    const start = { demo: true, publicUrl: undefined, trustProxy: false }
    expect(demoKeysOf(start, pair)).toEqual(pair)
    for (const other of [{ demo: false }, { publicUrl: "https://shop.example" }, { trustProxy: true }])
      expect(demoKeysOf({ ...start, ...other }, pair)).toBeUndefined()
    expect(demoKeysOf(start, { key: null, exchange: null })).toBeUndefined()
  })
})

it("no other origin can read, frame or keep the page, with or without keys", async () => {
  for (const host of ["localhost", "shop.example"]) {
    const headers = { origin: "https://shop.example", "sec-fetch-site": "cross-site" }
    const answers = await Promise.all([asked({ host, headers }), asked({ host, headers, method: "HEAD" })])
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([])
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY"
      })
      const policy = String(headers["content-security-policy"])
      for (const part of ["default-src 'none'", "script-src 'self';", "connect-src 'self';", "frame-ancestors 'none'"])
        expect(policy).toContain(part)
    }
  }
})

it("a start with --demo gives its keys to the page of the shops, and not to that of the control surface", async () => {
  const flags = ["--memory", "--demo", "--demo-orders", "1", "--port", "0", "--control-port", "0"]
  const running = await serve(Result.getOrThrow(configOf(flags, {})), { log: keptLog() })
  const keysAt = async (url: string) => keysIn(await (await fetch(`${url}/docs`)).text())
  const { exchange, key } = running.credentials
  expect(await keysAt(running.url)).toEqual({ key, exchange })
  expect(await keysAt(running.controlUrl!)).toBeUndefined()
  await running.stop()
})

describe("the files of the page", () => {
  it("are named with their versions, and are kept at those addresses only", async () => {
    const { body } = await asked({})
    const addresses = [...body.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, address]) => `/${address}`)
    expect(addresses.map((address) => address.split("?")[0]).sort()).toEqual(docsPaths.slice(1))
    for (const address of addresses) {
      const { headers, statusCode } = await server.app.inject(address)
      expect([statusCode, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"])
      for (const other of [address.split("?")[0]!, `${address}0`, `${address}&a=1`])
        expect((await server.app.inject(other)).headers["cache-control"]).toBe("no-cache")
    }
  })

  it("are sent compressed, as the same bytes to everybody", async () => {
    const ask = (encoding: string) =>
      server.app.inject({ url: "/docs/scalar.js", headers: { "accept-encoding": encoding } })
    const [plain, compressed, refused] = [await ask(""), await ask("br, gzip;q=0.8"), await ask("gzip;q=0")]
    expect(compressed.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" })
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true)
    for (const { headers } of [plain, refused]) expect(headers).not.toHaveProperty("content-encoding")
  })

  it("are compressed with the description, for each host that asks", async () => {
    const ask = (host: string, encoding: string) =>
      server.app.inject({ url: "/openapi.json", headers: { host, "accept-encoding": encoding } })
    for (const host of ["localhost", "shop.example"]) {
      const [plain, compressed] = [await ask(host, ""), await ask(host, "gzip")]
      expect(plain.json().servers).toEqual([{ url: `http://${host}` }])
      expect(plain.headers).not.toHaveProperty("content-encoding")
      expect(compressed.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" })
      expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
      expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true)
    }
  })

  it("are compressed on request", () => {
    for (const accepted of ["gzip", "deflate, GZIP", "br;q=1.0, gzip;q=0.1, *;q=0"])
      expect(takesGzip(accepted)).toBe(true)
    for (const accepted of [undefined, "", "*", "br", "xgzip", "gzip2", "gzip;q=0", "gzip ; q=0.00"])
      expect(takesGzip(accepted)).toBe(false)
  })
})
