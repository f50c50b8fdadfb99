/**
 * Counts the statements of everyday calls on a data file. A time would depend on the machine; a statement that is added to
 * a call fails here.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { given, opened } from "./given.ts"
import { statementsOf } from "./statements.ts"

const folder = mkdtempSync(join(tmpdir(), "bottega-"))
let server: Awaited<ReturnType<typeof given>>
let pairs: Awaited<ReturnType<typeof opened>>
let ids: ReadonlyArray<string>

const ask = async (method: "GET" | "POST", url: string, payload?: string) => {
  const type = payload === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }
  const headers = { ...(method === "GET" ? pairs.reading : pairs.writing), ...type }
  const answer = await server.app.inject({ method, url: `/v1.1${url}`, headers, ...(payload && { payload }) })
  assert.strictEqual(answer.statusCode, 200, answer.body)
  return answer.json()
}

const skus = 50
const address = (kind: string, buyer: number) =>
  `${kind}_fullname=Anna+Rossi&${kind}_email=buyer${buyer}%40example.com&${kind}_address=Via+Roma+1&${kind}_phone=0212345&${kind}_city=Milano&${kind}_postal_code=20121&${kind}_state=MI&${kind}_country=IT`

/** Creates an order of 5 items. */
const create = async (n: number): Promise<string> => {
  const lines = [0, 1, 2, 3, 4].map(
    (line) =>
      `item_id[${line}][sku]=SKU-${(5 * n + line) % skus}&item_id[${line}][price]=19.90&item_id[${line}][quantity]=1&item_id[${line}][title]=Article`
  )
  const more = "shipping_method=courier&shipping_cost=5.50&payment_method=paypal"
  const cart = [address("delivery", n % 10), address("billing", n % 10), ...lines, more].join("&")
  return (await ask("POST", "/orders/order.json", cart)).order_id
}

const detail = (id: string | undefined) => ask("GET", `/orders/order.json?orderID=${id}`)
const list = () => ask("GET", "/orders/list.json?limit=10")

beforeAll(async () => {
  // A pair is recorded as used once an hour, which would be more statements when one begins meanwhile.
  vi.useFakeTimers({ toFake: ["Date"] })
  server = await given({ file: join(folder, "store.db") })
  pairs = await opened(server)
  for (let n = 0; n < skus; n++)
    await ask("POST", "/products/product.json", `code=SKU-${n}&title=Article&price=19.90&quantity=1000`)
  const made: Array<string> = []
  for (let n = 0; n < 30; n++) made.push(await create(n))
  ids = made
  // The first call records that its pair was used, which changes the key set. From the second on the caller is known.
  await list()
  await detail(made[29])
})

afterAll(async () => {
  vi.useRealTimers()
  await server.close()
  rmSync(folder, { recursive: true })
})

const row = 'select id, version, doc, key from "orders" where shop = ? and key = ?'
const version = "pragma data_version"

describe("a read of a known caller", () => {
  it("is one statement, and none if it is repeated", async () => {
    assert.deepStrictEqual(await statementsOf(() => detail(ids[0])), [row])
    assert.deepStrictEqual(await statementsOf(() => detail(ids[0])), [])
    assert.deepStrictEqual(await statementsOf(list), [])
    assert.strictEqual((await statementsOf(() => ask("GET", "/orders/list.json?limit=9"))).length, 1)
  })

  it("costs no more after the commit of an order: its key set, its shop and its limits are not read again", async () => {
    await create(30)
    assert.deepStrictEqual(await statementsOf(() => detail(ids[1])), [row])
    await ask("GET", "/brands/list.json")
    await create(31)
    // Nobody has written a brand, so the answer of before stands.
    assert.deepStrictEqual(await statementsOf(() => ask("GET", "/brands/list.json")), [])
  })
})

describe("the creation of an order of 5 items", () => {
  const group = ["begin immediate", "update bottega_generation", "commit", version]
  const rows = [
    'insert into "orders"',
    ...['insert into "orders.(word', 'insert into "orders.(word', 'insert into "orders.(active'],
    ...Array.from({ length: 5 }, () => 'update "inventory"'),
    ...['insert into "ledger"', 'insert into "outbox"']
  ]

  it("reads nothing that this process has read or written before: it is the rows and entries that it writes", async () => {
    for (const n of [1, 2]) {
      await create(n)
      const texts = await statementsOf(() => create(n + 10))
      assert.deepStrictEqual(
        [...group, ...rows].sort(),
        texts.map((text) => [...group, ...rows].find((one) => text.startsWith(one)) ?? text).sort()
      )
    }
  })
})
