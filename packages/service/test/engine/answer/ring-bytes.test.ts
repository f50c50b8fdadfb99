/** The ring of the last requests keeps texts that exist already: it copies none of their characters. */
import { getHeapStatistics } from "node:v8"
import { expect, it } from "vitest"
import { type AnsweredRequest, RequestRing, ringBounds } from "../../../src/engine/answer/ring.ts"

const requestOf = (n: number, body: string, answer: string): AnsweredRequest => ({
  ...{ requestId: `id-${n}`, method: "POST", path: "/v1.1/orders/order.json", status: 200, ms: 1 },
  ...{ shop: "shop", keySet: "keys", key: "key", ip: "127.0.0.1" },
  exchanged: { url: "/v1.1/orders/order.json", headers: { key: "key", "content-type": "text/plain" }, body, answer }
})

const allocatedBytes = (): number =>
  (getHeapStatistics() as unknown as { readonly total_allocated_bytes: number }).total_allocated_bytes

/** The bytes of heap that keeping one request allocates, once V8 has compiled it: the least of some rounds. */
const allocatedByKeeping = (characters: number): number => {
  const ring = new RequestRing(() => 0, true)
  const text = Buffer.alloc(characters, "x").toString()
  const requests = Array.from({ length: 2 * ringBounds.requests }, (_, n) => requestOf(n, text, text))
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 10; round++) {
    const before = allocatedBytes()
    for (const one of requests) ring.add(one)
    least = Math.min(least, (allocatedBytes() - before) / requests.length)
  }
  return least
}

it("keeping a request copies no text, however long it is", () => {
  const [short, long] = [allocatedByKeeping(10), allocatedByKeeping(60_000)]
  // The entry itself.
  expect(short).toBeLessThan(300)
  expect(long).toBeLessThan(300)
})
