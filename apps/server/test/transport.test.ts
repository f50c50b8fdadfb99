/** What parameters may travel in: every media by every method, and what none of them may bring. */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { adding, echoes, given, opened } from "./given.ts"

const path = "/v1.1/echo.json"
const sent = { text: "à & b=c+d", n: 7, list: ["x", "y"], item: [{ sku: "A.12", n: 1 }, { sku: "toString" }] }
const form = "text=%C3%A0+%26+b%3Dc%2Bd&n=7&list[]=x&list[]=y&item[3][sku]=A.12&item[3][n]=1&item[7][sku]=toString"

const multipart = (pairs: ReadonlyArray<readonly [string, string]>, more = "") => {
  const parts = pairs.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  )
  return `${parts.join("")}${more}--b--\r\n`
}
const parts = multipart([
  ["text", sent.text],
  ["n", "7"],
  ["list[]", "x"],
  ["list[]", "y"],
  ["item[3][sku]", "A.12"],
  ["item[3][n]", "1"],
  ["item[7][sku]", "toString"]
])

let server: Awaited<ReturnType<typeof given>>
let headers: Record<string, string>
beforeAll(async () => {
  server = await given({ change: adding(...echoes) })
  headers = (await opened(server)).writing
})
afterAll(() => server.close())

type Method = "GET" | "POST" | "PUT" | "DELETE"
const ask = async (method: Method, type: string | undefined, payload?: string | Buffer, query = "") => {
  const typed = type === undefined ? headers : { ...headers, "content-type": type }
  const answer = await server.app.inject({
    method,
    url: `${path}${query}`,
    headers: typed,
    ...(payload === undefined ? {} : { payload })
  })
  return { status: answer.statusCode, body: answer.json() }
}
const pathsOf = ({ body }: Awaited<ReturnType<typeof ask>>) =>
  body.error.details.map((one: { path: string }) => one.path)

describe.each(["POST", "PUT", "DELETE"] as const)("%s", (method) => {
  test.each([
    ["a form", "application/x-www-form-urlencoded", form],
    ["a form that names its characters", "Application/X-WWW-Form-Urlencoded; charset=UTF-8", form],
    ["no type at all", undefined, form],
    ["JSON", "application/json", JSON.stringify(sent)],
    ["multipart", "multipart/form-data; boundary=b", parts]
  ])("reads %s", async (_name, type, payload) => {
    expect(await ask(method, type, payload)).toEqual({ status: 200, body: sent })
  })

  test.each([["application/json"], ["application/x-www-form-urlencoded"], ["text/plain"], [undefined]])(
    "takes %s without a body",
    async (type) => expect(await ask(method, type, undefined, "?n=1")).toEqual({ status: 200, body: { n: 1 } })
  )

  test("the body wins over the query, name by name", async () => {
    expect((await ask(method, undefined, "n=1", "?n=2&text=q")).body).toEqual({ n: 1, text: "q" })
  })

  test.each([
    ["text/plain", "n=1"],
    ["application/xml", "<n/>"],
    ["application/json; charset=iso-8859-1", "{}"],
    ["nonsense", "n=1"]
  ])("415 for %s", async (type, payload) => expect((await ask(method, type, payload)).status).toBe(415))

  test.each([
    ["a form", undefined, Buffer.from("text=\xff", "latin1")],
    ["percent-encoding", undefined, "text=%ff"],
    ["JSON", "application/json", Buffer.from('{"text":"\xff"}', "latin1")],
    ["multipart", "multipart/form-data; boundary=b", Buffer.from(multipart([["text", "\xff"]]), "latin1")]
  ])("400 for invalid UTF-8 in %s", async (_name, type, payload) => {
    expect((await ask(method, type, payload)).status).toBe(400)
  })

  test.each([
    ["application/json", '{"n":'],
    ["application/json", "[1]"],
    ["application/json", '{"n":1,"n":2}'],
    ["application/json", '{"a":'.repeat(100_000)],
    ["application/json", "[".repeat(100_000)],
    [undefined, "__proto__[a]=1"],
    ["application/json", '{"__proto__":{"a":1}}'],
    [undefined, "n=1&n=2"],
    [undefined, "a[b][c][d][e][f][g][h]=1"],
    [undefined, "a=1&".repeat(10_001)],
    ["multipart/form-data", parts],
    ["multipart/form-data; boundary=other", parts],
    ["multipart/form-data; boundary=b", parts.slice(0, -20)],
    ["multipart/form-data; boundary=b", multipart([["constructor", "1"]])],
    ["multipart/form-data; boundary=b", multipart(Array.from({ length: 10_001 }, () => ["a", "1"] as const))]
  ])("400 for %s %.40s", async (type, payload) => expect((await ask(method, type, payload)).status).toBe(400))
})

test.each([["application/json"], ["application/x-www-form-urlencoded"], ["text/plain"]])(
  "GET takes %s without a body",
  async (type) => {
    expect(await ask("GET", type, undefined, "?n=1")).toEqual({ status: 200, body: { n: 1 } })
    expect(await ask("GET", type, "", "?n=1")).toEqual({ status: 200, body: { n: 1 } })
  }
)

test("a query is read by GET as a form is by POST; its body is not", async () => {
  expect(await ask("GET", "application/json", undefined, `?${form}`)).toEqual({ status: 200, body: sent })
  expect((await ask("GET", undefined, "n=1")).body).toEqual({})
})

test("names in details are the sender's own, whatever the body is written in", async () => {
  expect(pathsOf(await ask("POST", undefined, "item[7][n]=x&item[7][sku]=1"))).toEqual(["item[7][n]"])
  expect(pathsOf(await ask("POST", "application/json", '{"item":[{"sku":"1","n":"x"}]}'))).toEqual(["item[0][n]"])
  expect(pathsOf(await ask("POST", "multipart/form-data; boundary=b", multipart([["item[5][n]", "x"]])))).toEqual([
    "item[5][sku]",
    "item[5][n]"
  ])
})

test("a file is refused where none is taken, by its name", async () => {
  const file = '--b\r\nContent-Disposition: form-data; name="text"; filename="a.txt"\r\n\r\nx\r\n'
  expect(pathsOf(await ask("POST", "multipart/form-data; boundary=b", multipart([], file)))).toEqual(["text"])
})

test("a body over 2 MiB is 413, one of 2 MiB is read", async () => {
  const max = 2 * 1024 * 1024
  expect((await ask("POST", undefined, Buffer.alloc(max + 1, "a"))).status).toBe(413)
  expect((await ask("POST", undefined, `unknown=${"a".repeat(max - 8)}`)).status).toBe(200)
  const large = multipart([["unknown", "a".repeat(max)]])
  expect((await ask("POST", "multipart/form-data; boundary=b", large)).status).toBe(413)
})

test("an encoded body is 415", async () => {
  const encoded = { ...headers, "content-encoding": "gzip" }
  expect((await server.app.inject({ method: "POST", url: path, headers: encoded, payload: "n=1" })).statusCode).toBe(
    415
  )
})

test("what is thrown once a body has come is answered, and does not end the server", async () => {
  const thrown = new Error("thrown")
  const throwing = await given({
    change: (service) => ({
      ...service,
      run: (operation, admitted, call) => {
        if (operation.id === "orders.create") throw thrown
        return service.run(operation, admitted, call)
      }
    })
  })
  const { writing } = await opened(throwing)
  const url = "/v1.1/orders/order.json"
  const type = { "content-type": "application/x-www-form-urlencoded" }
  const answer = await throwing.app.inject({ method: "POST", url, headers: { ...writing, ...type }, payload: "a=1" })
  expect(answer.statusCode).toBe(500)
  expect(throwing.log.defects).toHaveLength(1)
  await throwing.close()
})
