/** `bottega mcp`, by a scripted client that speaks the protocol as an assistant does. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { session } from "./shell.ts"

const { apart, bottega, end, json, run } = session()
beforeAll(async () => {
  await json("shops", "create", "Anna")
  await bottega("products", "create", "--code", "LAMP", "--title", "Lamp", "--price", "30", "--quantity", "2")
})
afterAll(end)

interface Message {
  readonly id?: number
  readonly result?: {
    readonly tools?: ReadonlyArray<{ readonly name: string; readonly annotations: { readonly readOnlyHint: boolean } }>
    readonly isError?: boolean
    readonly content: ReadonlyArray<{ readonly text: string }>
    readonly structuredContent: {
      readonly operations: ReadonlyArray<{ readonly operation: string }>
      readonly answer: unknown
      readonly cut?: string
      readonly entries: ReadonlyArray<object>
      readonly after: string
      readonly text: string
    }
  }
  readonly error?: { readonly message: string }
}

/** The answers to requests, in their order. Everything on stdout is a message of the protocol. */
const askedBy = async (
  start: typeof run,
  requests: ReadonlyArray<readonly [method: string, params: object]>,
  ...flags: ReadonlyArray<string>
) => {
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "script", version: "1" } }
  const messages = [
    { id: 0, method: "initialize", params: hello },
    { method: "notifications/initialized" },
    ...requests.map(([method, params], at) => ({ id: at + 1, method, params }))
  ]
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("")
  const { code, out } = await start(["mcp", ...flags], { input })
  expect(code).toBe(0)
  const answers = new Map(
    out
      .trim()
      .split("\n")
      .map((line): readonly [number | undefined, Message] => {
        const message: Message = JSON.parse(line)
        return [message.id, message]
      })
  )
  return requests.map((_, at) => answers.get(at + 1)!)
}

const asked = (requests: Parameters<typeof askedBy>[1], ...flags: ReadonlyArray<string>) =>
  askedBy(run, requests, ...flags)

const call = (operation: string, parameters: object = {}) =>
  ["tools/call", { name: "call", arguments: { operation, parameters } }] as const

const order = (quantity: number) => ({
  shipping_flag: "not_required",
  shipping_method: "courier",
  shipping_cost: 0,
  payment_method: "paypal",
  item_id: [{ sku: "LAMP", title: "Lamp", quantity, price: 30 }]
})

it("answers a line that is not JSON with an error, and goes on", async () => {
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "script", version: "1" } }
  const [begin, list] = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: hello },
    { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} }
  ].map((message) => JSON.stringify(message))
  const { code, out } = await run(["mcp"], { input: `garbage\n${begin}\n\n{"a":\n${list}\n` })
  expect(code).toBe(0)
  const answers: ReadonlyArray<{ readonly id: number | null; readonly error?: object }> = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, null, null])
  expect(answers.filter(({ id }) => id === null).map(({ error }) => error)).toEqual(
    Array(2).fill({ code: -32_700, message: "Parse error" })
  )
})

it("does not keep a line that is longer than any message, and goes on", async () => {
  const ping = (id: number, pad: string) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method: "nope", params: { pad } })}\n`
  const { code, out } = await apart(["mcp"], { input: ping(1, "x".repeat(64 * 1024 * 1024)) + ping(2, "") })
  expect(code).toBe(0)
  const lines = out.trim().split("\n")
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: null, error: { message: "Parse error" } },
    { id: 2, error: { message: "Method not found: nope" } }
  ])
})

describe("an assistant", () => {
  it("finds out why an order is refused, and what would be accepted", async () => {
    const [tools, found, described, refused, stock] = await askedBy(
      apart,
      [
        ["tools/list", {}],
        ["tools/call", { name: "search", arguments: { query: "create an order", limit: 3 } }],
        ["tools/call", { name: "describe", arguments: { operation: "orders.create" } }],
        call("orders.create", order(3)),
        call("inventory.list")
      ],
      "--write"
    )
    expect(tools?.result?.tools?.map(({ name }) => name)).toEqual(["search", "describe", "call", "follow"])
    expect(found?.result?.structuredContent.operations.map(({ operation }) => operation)).toContain("orders.create")
    expect(described?.result?.structuredContent.text).toContain("`item_id[n][sku]`")
    expect(refused?.result?.isError).toBe(true)
    expect(refused?.result?.content[0]?.text).toMatch(/^409 .*\n.*item_id\[0\]/s)
    expect(stock?.result?.structuredContent.answer).toMatchObject([{ sku: "LAMP", quantity: 2 }])
    const [made] = await asked([call("orders.create", order(2))], "--write")
    expect(made?.result?.structuredContent.answer).toMatchObject({ order_id: expect.any(String) })
  })

  it("changes nothing unless it may", async () => {
    const before = await json("products", "list")
    const changes = [call("products.remove", { uid: 1 }), call("shops.create", { name: "B" }), call("keys.create", {})]
    for (const answer of await asked(changes)) {
      expect(answer.result?.isError).toBe(true)
      expect(answer.result?.content[0]?.text).toContain("only reads")
    }
    expect(await json("products", "list")).toEqual(before)
    expect(await json("shops", "list")).toHaveLength(1)
  })

  it("learns what is wrong with a call", async () => {
    const [unknown, wrong, malformed] = await asked([
      call("orders.lst"),
      call("orders.list", { limit: 0, status: "x" }),
      ["tools/call", { name: "call", arguments: { operation: 7 } }]
    ])
    expect(unknown?.result?.content[0]?.text).toMatch(/There is no operation orders\.lst\. Did you mean .*orders\./)
    expect(wrong?.result?.content[0]?.text).toMatch(/^400 invalid: .*\nlimit: .*\nstatus: /s)
    expect(malformed?.error ?? malformed?.result?.isError).toBeTruthy()
  })

  it("waits for what happens, no longer and for no more than it asked, and goes on from the same place", async () => {
    const follow = (given: object) => ["tools/call", { name: "follow", arguments: given }] as const
    const [none] = await asked([follow({ seconds: 0 })])
    expect(none?.result?.structuredContent).toEqual({ entries: [], after: expect.any(String) })
    const { after } = none!.result!.structuredContent
    const customer = (n: number) => call("customers.create", { email: `anna${n}@example.com`, fullname: "Anna Neri" })
    await asked([customer(1), customer(2)], "--write")
    const [first, called, wrong] = await asked([
      follow({ after, limit: 1, seconds: 60 }),
      call("follow.entries"),
      follow({ after: "nowhere" })
    ])
    expect(first?.result?.structuredContent.entries).toMatchObject([{ topic: "events", name: "customer.created" }])
    expect(called?.result?.content[0]?.text).toContain("use the tool follow")
    expect(wrong?.result?.content[0]?.text).toMatch(/^400 invalid: .*\nafter: /s)
    const [rest] = await asked([follow({ after: first?.result?.structuredContent.after, limit: 1, seconds: 60 })])
    expect(rest?.result?.structuredContent.entries).toMatchObject([{ name: "customer.created" }])
    expect(rest?.result?.structuredContent.entries).not.toEqual(first?.result?.structuredContent.entries)
    const [deliveries, many] = await asked([follow({ topics: ["deliveries"], seconds: 0 }), follow({ limit: 1000 })])
    expect(deliveries?.result?.structuredContent.entries).toEqual([])
    expect(many?.error ?? many?.result?.isError).toBeTruthy()
  })

  it("gets the beginning of a long answer", async () => {
    const description = "x".repeat(60_000)
    for (const code of ["A", "B"])
      await bottega("products", "create", "--code", code, "--title", code, "--price", "1", "--description", description)
    const [long] = await asked([call("products.list", { nodes: ["description"] })])
    expect(long?.result?.structuredContent.answer).toHaveLength(2)
    expect(long?.result?.structuredContent.cut).toBe("There are more than these 2 rows; ask for fewer rows or fields.")
  })
})
