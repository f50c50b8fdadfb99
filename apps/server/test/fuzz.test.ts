/** Malformed requests of every kind: none gives a 5xx, and each refusal has the body of all refusals. */
import { pathOf } from "@bottega/domain/endpoint"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { namesOf } from "../src/openapi-input.ts"
import { adding, echoes, given, opened, operator } from "./given.ts"

let server: Awaited<ReturnType<typeof given>>
let headers: Record<string, string>
beforeAll(async () => {
  server = await given({ change: adding(...echoes), throttle: false })
  headers = { ...(await opened(server)).writing, ...operator }
})
afterAll(() => server.close())

const value = fc.oneof(
  fc.constantFrom(
    "",
    "0",
    "-1",
    "1e9",
    "999999999999999",
    "null",
    "[]",
    "%",
    "%ff",
    "%00",
    "\u0000",
    "a]b[c",
    "1,2,,3",
    "2026-13-01"
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.integer().map(String)
)
const step = fc.constantFrom(
  "",
  "[]",
  "[0]",
  "[99999999999]",
  "[a]",
  "[a][b]",
  "[",
  "]",
  "[[",
  "[__proto__]",
  "[-1]",
  "[0][0]"
)

/** An operation, and pairs of which most bear the names of its parameters. */
const asked = fc.nat().chain((n) => {
  const operation = server.operations[n % server.operations.length]!
  const names = namesOf(operation.endpoint).map(({ name }) => name)
  const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom("x", ...names) }, fc.string({ maxLength: 12 }))
  const pair = fc.tuple(name, step, value).map(([first, more, text]) => [`${first}${more}`, text] as const)
  const pairs = fc.array(pair, { maxLength: 12 })
  return fc.record({ operation: fc.constant(operation), pairs, raw: fc.string({ unit: "binary", maxLength: 200 }) })
})

const encoded = (pairs: ReadonlyArray<readonly [string, string]>): string =>
  pairs
    .map(([name, text]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`)
    .join("&")
const multipart = (pairs: ReadonlyArray<readonly [string, string]>): string =>
  `${pairs.map(([name, text]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`).join("")}--b--\r\n`

test("whatever is sent, it is answered or refused, and never breaks", async () => {
  const types = [undefined, "application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=b"]
  const form = fc.record({ type: fc.constantFrom(...types), broken: fc.boolean(), asked })
  await fc.assert(
    fc.asyncProperty(form, async ({ asked: { operation, pairs, raw }, broken, type }) => {
      const { method } = operation.endpoint
      const text =
        type === "application/json"
          ? JSON.stringify(Object.fromEntries(pairs))
          : type?.startsWith("multipart")
            ? multipart(pairs)
            : encoded(pairs)
      const payload = Buffer.from(broken ? `${text.slice(0, text.length / 2)}${raw}` : text, broken ? "latin1" : "utf8")
      const query = method === "GET" ? (broken ? encodeURI(raw.toWellFormed()) : encoded(pairs)) : ""
      const answer = await server.app.inject({
        method,
        url: `${pathOf(operation.endpoint)}?${query}`,
        headers: { ...headers, ...(type === undefined ? {} : { "content-type": type }) },
        ...(method === "GET" ? {} : { payload })
      })
      expect([operation.id, answer.statusCode < 500, server.log.defects]).toEqual([operation.id, true, []])
      if (answer.statusCode !== 200)
        expect(answer.json()).toMatchObject({
          ok: 0,
          error: { code: expect.any(Number), requestId: expect.any(String) }
        })
    }),
    { numRuns: 800 }
  )
})

test.each([
  "/v1.1",
  "/v1.0/orders/list.json",
  "/v1.1/orders/list.json/",
  "//v1.1/orders/list.json",
  "/V1.1/ORDERS/LIST.JSON"
])("%s is no path of ours", async (url) => {
  const answer = await server.app.inject({ url, headers })
  expect([answer.statusCode, answer.json().error.type]).toEqual([404, "unknown_path"])
  expect(answer.json().message).toContain("v1.1")
})
