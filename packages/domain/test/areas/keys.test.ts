/** Key sets over time: which pairs a rotation keeps, and how documents of the older form are read. */
import { describe, expect, it } from "vitest"
import { collections, endOf, keySetFrom, pairBound, reasonUnusable, rotated } from "../../src/areas/keys.ts"

const id = "6b0120bf3d57436d85699744"
const given = { id, shop: id, instance: id, permission: "read" } as const
const issued = (key: string, created: number) => ({ key, digest: key, created })

describe("a rotation", () => {
  it("sets the end of the newest pair, and keeps the ends of older ones", () => {
    const second = rotated(keySetFrom(given, issued("a", 0)), issued("b", 10), 100)!
    const third = rotated(second, issued("c", 20), 500)!
    expect(third.pairs.map(({ key, until }) => [key, until])).toEqual([
      ["c", null],
      ["b", 500],
      ["a", 100]
    ])
    expect(reasonUnusable(third, "a", 99)).toBeUndefined()
    expect(reasonUnusable(third, "a", 100)).toBe("The key was rotated away.")
    expect(endOf({ ...third, expires: 300 }, third.pairs[1]!).expires).toBe(300)
  })

  it("drops the oldest pairs that have ended, but never a valid one", () => {
    let set = keySetFrom(given, issued("0", 0))
    for (let at = 1; at < pairBound.max; at++) set = rotated(set, issued(String(at), at), at === 1 ? 10_000 : at)!
    const next = rotated(set, issued("next", 500), 500)!
    const keys = next.pairs.map(({ key }) => key)
    expect(keys).toHaveLength(pairBound.max)
    expect([keys.includes("0"), keys.includes("1"), keys.includes("2")]).toEqual([true, false, true])
  })
})

it("a key set that was stored with the same times for all its pairs is read with times for each", () => {
  const pair = (key: string, until: number | null) => ({ key, digest: key, until })
  const before = { ...given, label: "", created: 7, expires: null, revoked: null, used: 3600 }
  const text = JSON.stringify({ ...before, pairs: [pair("b", null), pair("a", 50)] })
  const times = { created: 7, revoked: null, used: 3600 }
  expect(collections.keySets.decode(text)).toEqual({
    ...given,
    ...{ label: "", expires: null, revoked: null },
    pairs: [
      { ...pair("b", null), ...times },
      { ...pair("a", 50), ...times }
    ]
  })
})
