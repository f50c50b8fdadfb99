/** Every operation is found at its path and nowhere near it, though Fastify has a few routes for all of them. */
import { pathOf } from "@bottega/domain/contract"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { given } from "./given.ts"

let server: Awaited<ReturnType<typeof given>>
beforeAll(async () => {
  server = await given()
})
afterAll(() => server.close())

/** Asks without credentials; the log line names the route that was found. */
const ask = async (method: string, url: string) => {
  const answer = await server.app.inject({ method: method as "GET", url })
  const { path } = server.log.lines.at(-1)!
  return { status: answer.statusCode, headers: answer.headers, type: answer.json().error?.type, path }
}

const filled = (path: string, value = "1") => path.replaceAll(/:\w+/g, value)
const operations = () => server.operations.map(({ endpoint }) => ({ method: endpoint.method, path: pathOf(endpoint) }))
const methodsAt = (path: string) =>
  operations()
    .filter((one) => one.path === path)
    .map(({ method }) => method)

test("Fastify is given three routes, and not one for each operation", () => {
  expect(operations().length).toBeGreaterThan(300)
  const lines = server.app.printRoutes({ commonPrefix: false }).trim().split("\n")
  expect(lines.length).toBeLessThanOrEqual(3)
})

test("every operation is found at its path", async () => {
  for (const { method, path } of operations()) {
    const found = await ask(method, `${filled(path)}?x=1`)
    expect([method, found.path, found.type]).toEqual([method, path, expect.not.stringMatching(/path|method/)])
  }
})

test("a path with an operation names its methods, and refuses all others", async () => {
  for (const path of new Set(operations().map((one) => one.path))) {
    const methods = methodsAt(path)
    const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
    expect(await ask("PATCH", filled(path))).toMatchObject({
      status: 405,
      type: "method_not_allowed",
      headers: { allow },
      path: filled(path)
    })
    if (methods.includes("GET")) continue
    expect(await ask("GET", filled(path))).toMatchObject({ status: 405, headers: { allow } })
  }
})

test("a path that is spelt in another way is not found", async () => {
  for (const { method, path } of operations()) {
    const sent = filled(path)
    const near = [`${sent}/`, `/${sent}`, sent.toUpperCase(), sent.replace(/[a-z]/, encoded), sent.replace(/.$/, "")]
    for (const other of near.filter((one) => methodsAt(one).length === 0))
      expect([other, (await ask(method, other)).type]).toEqual([other, expect.toSatisfy(isMiss(path))])
  }
})
const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
/** A parameter at the end of a path takes any value. */
const isMiss = (path: string) => (type: unknown) => type === "unknown_path" || /:\w+$/.test(path)

describe("a parameter in a path", () => {
  const shop = (value: string) => `/control/v1/shop/${value}/orders/list.json`

  test.each(["a".repeat(200), "a%2Fb", "%E2%82%AC", ":shop", "*"])("may be %s", async (value) => {
    expect(await ask("GET", shop(value))).toMatchObject({ status: 401, path: shop(":shop") })
  })

  test.each(["a".repeat(201), "", "a/b"])("may not be %s", async (value) => {
    expect(await ask("GET", shop(value))).toMatchObject({ status: 404, type: "unknown_path" })
  })
})

test("a path that is not well-formed percent-encoding is malformed", async () => {
  expect(await ask("GET", "/v1.1/orders/%zz.json")).toMatchObject({ status: 400, type: "malformed_request" })
})

test("a request for headers only is answered as one for the whole is", async () => {
  const whole = await server.app.inject({ method: "GET", url: "/healthz" })
  const head = await server.app.inject({ method: "HEAD", url: "/healthz" })
  expect([head.statusCode, head.body, head.headers["content-type"]]).toEqual([200, "", whole.headers["content-type"]])
  expect((await server.app.inject({ method: "HEAD", url: "/v1.1/nothing.json" })).statusCode).toBe(404)
})
