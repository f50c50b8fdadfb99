/** The ring of requests stays within its bounds, whatever is added to it. */
import { expect, it } from "vitest"
import { keptText, RequestRing, type RequestRing as Ring, ringBounds } from "../../../src/engine/answer/ring.ts"

const request = (n: number, body?: string) => ({
  ...{ requestId: `r${n}`, method: "POST", path: "/v1.1/orders/order.json", status: 200, ms: 1 },
  ...{ shop: n % 2 === 0 ? "even" : "odd", keySet: "k", ip: "127.0.0.1" },
  exchanged: body === undefined ? undefined : { url: "/", headers: {}, body, answer: undefined }
})

const idsIn = (ring: Ring) => [...ring.all()].map(({ request: { requestId } }) => requestId)

it("keeps the last 2,000 of a million", () => {
  const ring = new RequestRing(() => 0, false)
  for (let n = 1; n <= 1_000_000; n++) ring.add(request(n))
  const ids = idsIn(ring)
  expect([ids.length, ids[0], ids.at(-1), ring.characters]).toEqual([2000, "r1000000", "r998001", 0])
})

it("keeps at most 32 MiB of texts, the newest", () => {
  const ring = new RequestRing(() => 0, true)
  const body = "x".repeat(ringBounds.ofOneText)
  for (let n = 1; n <= 3000; n++) {
    ring.add(request(n, body))
    expect(ring.characters).toBeLessThanOrEqual(ringBounds.characters)
  }
  const ids = idsIn(ring)
  expect([ids.length, ids[0]]).toEqual([511, "r3000"])
  for (let n = 1; n <= 2000; n++) ring.add(request(n))
  expect([idsIn(ring).length, ring.characters]).toEqual([2000, 0])
})

it("keeps no text over 64 Ki characters", () => {
  expect(keptText("x".repeat(65_536))).toHaveLength(65_536)
  expect(keptText("x".repeat(65_537))).toBeUndefined()
})

it("forgets the texts of one shop, up to an instant", () => {
  let now = 0
  const ring = new RequestRing(() => now, true)
  for (now = 1; now <= 6; now++) ring.add(request(now, `body ${now}`))
  ring.forget("even", 4)
  expect([...ring.all()].map(({ request: { exchanged } }) => exchanged?.body)).toEqual([
    "body 6",
    "body 5",
    undefined,
    "body 3",
    undefined,
    "body 1"
  ])
})
