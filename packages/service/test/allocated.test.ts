/**
 * How many bytes of heap the calls of a busy shop allocate: the collector takes a fifth of their time. The same program allocates
 * nearly the same on any machine; the bounds leave a twelfth for what differs.
 */
import { getHeapStatistics } from "node:v8"
import { format } from "@bottega/domain/form"
import { afterAll, beforeAll, expect, test } from "vitest"
import { embedded } from "../src/embedded.ts"

let store: Awaited<ReturnType<typeof embedded>>
beforeAll(async () => {
  store = await embedded()
  for (let n = 0; n < skus; n++)
    await send(
      "POST",
      "/products/product.json",
      formOf({ code: `MUG-${n}`, title: `Mug ${n}`, price: 10, quantity: 1_000_000 })
    )
})
afterAll(() => store.close())
const skus = 20

const formOf = (parameters: object): string => new URLSearchParams(format(parameters)).toString()

const send = async (method: "POST" | "PUT", path: string, body: string): Promise<void> => {
  const { exchange, key, transport } = store
  const { status, text } = await transport({
    ...{ method, path: `/v1.1${path}`, query: "", headers: { key, exchange }, body }
  })
  const answer = await text()
  if (status !== 200) throw new Error(answer)
}

/**
 * KiB that one call allocates on average, once it has run so often that V8 has compiled it: those of the first round that are less than
 * the bound, or else the least of all rounds. V8 compiles, and gives up what it compiled, when it likes, on a busy machine later.
 */
const allocatedBy = async (call: (n: number) => Promise<void>, bound: number): Promise<number> => {
  for (let n = 0; n < warmUp; n++) await call(n)
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds && least >= bound; round++) {
    const before = allocatedBytes()
    for (let n = 0; n < measured; n++) await call(n)
    least = Math.min(least, (allocatedBytes() - before) / measured / 1024)
  }
  return least
}
const [warmUp, rounds, measured] = [1000, 60, 100]

const allocatedBytes = (): number =>
  (getHeapStatistics() as unknown as { readonly total_allocated_bytes: number }).total_allocated_bytes

const address = (kind: string, n: number) => ({
  [`${kind}_fullname`]: "Anna Rossi",
  [`${kind}_email`]: `buyer${n % 40}@example.com`,
  [`${kind}_address`]: "Via Roma 1",
  [`${kind}_phone`]: "0212345",
  [`${kind}_city`]: "Milano",
  [`${kind}_postal_code`]: "20121",
  [`${kind}_state`]: "MI",
  [`${kind}_country`]: "IT"
})

/** Different calls in turn, whose bodies are made before anything is measured. */
const inTurn = (method: "POST" | "PUT", path: string, parametersOf: (n: number) => object) => {
  const bodies = Array.from({ length: 2 * skus }, (_, n) => formOf(parametersOf(n)))
  return (n: number) => send(method, path, bodies[n % bodies.length]!)
}

test("an order of five items allocates less than 225 KiB", async () => {
  const create = inTurn("POST", "/orders/order.json", (n) => {
    const items = Array.from({ length: 5 }, (_, line) => ({
      ...{ sku: `MUG-${(n * 5 + line) % skus}`, price: "19.90", quantity: 1, title: "Article" }
    }))
    const rest = { shipping_method: "courier", shipping_cost: "5.50", payment_method: "paypal" }
    return { ...address("delivery", n), ...address("billing", n), ...{ item_id: items, ...rest } }
  })
  expect(await allocatedBy(create, 225)).toBeLessThan(225)
})

test("a change of stock allocates less than 100 KiB", async () => {
  const increment = inTurn("PUT", "/inventory/patchInventory.json", (n) => ({
    ...{ sku: `MUG-${n % skus}`, quantity: 1, is_child: 0 }
  }))
  expect(await allocatedBy(increment, 100)).toBeLessThan(100)
})
