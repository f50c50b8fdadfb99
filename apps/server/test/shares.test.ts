/** Who may hold how much: never all of it, and always something. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { maxConnections, networkOf } from "../src/http/loads.ts"
import { Shares } from "../src/http/shares.ts"

const takeAll = (shares: Shares, owner: string): number => {
  let held = 0
  while (shares.take(owner)) held++
  return held
}

test("one owner gets half, and each further greedy one half of what is left", () => {
  const shares = new Shares(1000)
  expect(["a", "b", "c"].map((owner) => takeAll(shares, owner))).toEqual([500, 250, 125])
  expect(shares.refused).toBe(3)
})

test("what is given back can be taken again", () => {
  const shares = new Shares(10)
  expect(takeAll(shares, "a")).toBe(5)
  shares.give("a", 5)
  expect([shares.taken, takeAll(shares, "b")]).toEqual([0, 5])
})

test("an amount is taken whole or not at all", () => {
  const shares = new Shares(10)
  expect([shares.take("a", 4), shares.take("a", 3), shares.take("b", 7), shares.take("b", 6)]).toEqual([
    ...[true, false, false, true]
  ])
  expect(shares.taken).toBe(10)
})

test("whoever holds nothing has room as long as there is any, and nobody is refused what others do not hold", () => {
  const step = fc.record({ owner: fc.constantFrom("a", "b", "c", "d"), give: fc.boolean() })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 200 }), (total, steps) => {
      const shares = new Shares(total)
      const held = new Map<string, number>()
      for (const { give, owner } of steps) {
        const before = held.get(owner) ?? 0
        if (give && before > 0) {
          shares.give(owner)
          held.set(owner, before - 1)
        } else if (!give && shares.take(owner)) held.set(owner, before + 1)
        const taken = [...held.values()].reduce((sum, one) => sum + one, 0)
        expect(shares.taken).toBe(taken)
        expect(taken).toBeLessThanOrEqual(total)
        expect(shares.allows("newcomer")).toBe(taken < total)
      }
    })
  )
})

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::ffff:10.0.0.1", "::ffff:10.0.0.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::6", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["a::b:c:d:e:f", "a:0:0:b::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""]
])("%s counts with the network %s", (address, network) => expect(networkOf(address)).toBe(network))

test("some files are kept for what is no connection", () => {
  expect([64, 100, 1024, Number.POSITIVE_INFINITY].map(maxConnections)).toEqual([32, 50, 824, Number.POSITIVE_INFINITY])
})
