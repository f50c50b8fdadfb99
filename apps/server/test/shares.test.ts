/** How much each owner may hold: never everything, and always something. */
import { ipOf, networkOf, scopeOf } from "@bottega/service"
import fc from "fast-check"
import { expect, test } from "vitest"
import { maxConnections } from "../src/http/loads.ts"
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

test("an owner that holds nothing has room as long as there is any, and nobody is refused what others do not hold", () => {
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
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["::ffff:7f00:1", "127.0.0.1"],
  ["0:0:0:0:0:FFFF:7f00:0001", "127.0.0.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::6", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["a::b:c:d:e:f", "a:0:0:b::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""]
])("%s counts with the network %s", (address, network) => expect(networkOf(address)).toBe(network))

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::FFFF:7f00:1", "127.0.0.1"],
  ["2001:0DB8::0:1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  [`fe80::1%${"x".repeat(3000)}`, undefined],
  ["127.1", undefined],
  ["0177.0.0.1", undefined],
  ["2130706433", undefined],
  ["shop.example", undefined],
  ["", undefined]
])("%s is the address %s", (text, address) => expect(ipOf(text)).toBe(address))

test("one address has one spelling, however it is written", () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(groups, fc.boolean(), (parts, isUpper) => {
      const long = parts.map((part) => part.toString(16).padStart(4, "0")).join(":")
      const short = parts.map((part) => part.toString(16)).join(":")
      const one = ipOf(isUpper ? long.toUpperCase() : long)!
      expect([ipOf(short), ipOf(one), ipOf(`${short}%zone`)]).toEqual([one, one, one])
      expect(one.length).toBeLessThanOrEqual(39)
      expect([networkOf(long), networkOf(one)]).toEqual([networkOf(short), networkOf(short)])
    })
  )
})

test.each([
  ["client", ["203.0.113.7", "8.8.8.8", "2001:db8::1"]],
  ["inside", ["127.0.0.1", "10.1.1.1", "100.64.0.1", "100.127.255.254", "169.254.1.1", "fd00::1", "fe80::1", "::1"]],
  ["nobody", ["0.0.0.0", "0.1.2.3", "::", "255.255.255.255", "224.0.0.1", "ff02::1"]]
])("the kind of an address of %s is known", (owner, addresses) => {
  for (const address of addresses) expect([address, scopeOf(address)]).toEqual([address, owner])
})

test("some files are reserved for other uses than connections", () => {
  expect([64, 100, 1024, Number.POSITIVE_INFINITY].map(maxConnections)).toEqual([32, 50, 664, Number.POSITIVE_INFINITY])
})
