/** The console's page and files: what browsers may do with them, how long they keep them, and who gets a code. */
import { demoCode } from "@bottega/service"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { given, opened, operator, token } from "./given.ts"

let server: Awaited<ReturnType<typeof given>>
afterEach(() => server.close())

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  server.app.inject({ method: "GET", url, headers: { host: "127.0.0.1:8080", ...headers } })

const addressesIn = (html: string) => [...html.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(([, at]) => `/${at}`)

it("is a page that asks no other server for anything, and holds no script of its own", async () => {
  server = await given({})
  const { body, headers, statusCode } = await get("/console")
  expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "text/html; charset=utf-8",
    "no-store"
  ])
  const policy = String(headers["content-security-policy"])
  expect(policy).toContain("script-src 'self'; style-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain("unsafe")
  expect(body).not.toMatch(/<script(?![^>]* src="console\/)|<style|style="|https?:/)
  expect(body).not.toContain('name="code"')
})

it("has files whose names change with their content, so that browsers keep them", async () => {
  server = await given({})
  const addresses = addressesIn((await get("/console")).body)
  expect(addresses.length).toBe(2)
  for (const url of addresses) {
    const plain = await get(url)
    const packed = await get(url, { "accept-encoding": "gzip" })
    expect(plain.statusCode).toBe(200)
    expect(plain.headers["cache-control"]).toContain("immutable")
    expect(packed.headers["content-encoding"]).toBe("gzip")
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  }
})

it.each(["app.js", "app-00000000.js", "..%2fpackage.json", "constructor"])("has no file %s", async (name) => {
  server = await given({})
  expect((await get(`/console/${name}`)).statusCode).toBe(404)
})

it("is of the control surface alone", async () => {
  server = await given({ surface: "shop" })
  expect([(await get("/console")).statusCode, (await get("/console/a.js")).statusCode]).toEqual([404, 404])
})

it("has a code for browsers on this machine, and for no others", async () => {
  server = await given({ demoCode: async () => 'a "code"' })
  expect((await get("/console")).body).toContain('<meta name="code" content="a &quot;code&quot;">')
  const others = [
    { host: "shop.example" },
    { "x-forwarded-for": "10.0.0.1" },
    { via: "1.1 proxy" },
    { "sec-fetch-dest": "image" },
    { host: "127.0.0.1.evil.example" }
  ]
  for (const headers of others) expect((await get("/console", headers as never)).body).not.toContain("code&quot;")
})

it("signs in to the demo shop as a person who owns it, who is made once", async () => {
  let service: Parameters<typeof demoCode>[0] | undefined
  server = await given({ change: (made) => (service = made) })
  const { shop } = await opened(server)
  const other = await opened(server)
  const code = () => Effect.runPromise(demoCode(service!, token, shop))
  const codes = await Promise.all([code(), code(), code()])
  expect(new Set(codes).size).toBe(3)
  const people = await server.app.inject({
    method: "GET",
    url: `/control/v1/people/list.json?shop=${shop}`,
    headers: operator
  })
  expect(people.json().map(({ role }: { readonly role: string }) => role)).toEqual(["owner"])
  const headers = { host: "127.0.0.1:8080", "bottega-console": "1", "sec-fetch-site": "same-origin" }
  const signedIn = await server.app.inject({
    method: "POST",
    url: "/control/v1/session.json",
    headers,
    payload: { code: codes[0] }
  })
  expect(signedIn.json()).toMatchObject({ role: "owner", shops: [shop] })
  const cookie = String(signedIn.headers["set-cookie"]).split(";", 1)[0]!
  const at = async (id: string) =>
    (await get(`/control/v1/shop/${id}/orders/list.json`, { ...headers, cookie })).statusCode
  expect(await at(shop)).toBe(200)
  expect(await at(other.shop)).not.toBe(200)
  const shops = await get("/control/v1/shops/list.json", { ...headers, cookie })
  expect(shops.statusCode).toBeGreaterThanOrEqual(401)
})

it("asks for the last requests without pushing them out", async () => {
  server = await given({})
  const { shop, writing } = await opened(server)
  await get("/v1.1/orders/list.json", { ...writing })
  const url = `/control/v1/requests/list.json`
  for (let n = 0; n < 5; n++) expect((await get(`${url}?shop=${shop}`, operator)).statusCode).toBe(200)
  expect((await get(`${url}?status=x`, operator)).statusCode).toBe(400)
  const paths = (await get(url, operator))
    .json()
    .map(({ path, status }: Record<string, unknown>) => `${status} ${path}`)
  expect(paths.filter((one: string) => one.includes("requests"))).toEqual([`400 ${url}`])
  expect(paths).toContain("200 /v1.1/orders/list.json")
})
