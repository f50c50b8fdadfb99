/** Compares the sorted list with a sorted array. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { Sorted } from "../src/sorted.ts"

describe("Sorted", () => {
  it("has the same order as a sorted array while it grows and shrinks over several blocks", () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 600, maxLength: 2000, size: "max" })
    fc.assert(
      fc.property(numbers, fc.nat(3000), fc.nat(3000), fc.integer({ min: 1, max: 4 }), (all, one, other, keep) => {
        const list = new Sorted<number>((a, b) => a - b)
        const items = new Set<number>()
        for (const item of all)
          if (!items.has(item)) {
            items.add(item)
            list.add(item)
          }
        for (const item of all)
          if (item % keep !== 0) {
            items.delete(item)
            list.remove(item)
          }
        list.remove(-1)
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const place = (item: number) => (item < low ? -1 : item > high ? 1 : 0)
        const expected = [...items].filter((item) => place(item) === 0).sort((a, b) => a - b)
        assert.deepStrictEqual(walked(list, place, false), expected)
        assert.deepStrictEqual(walked(list, place, true), expected.toReversed())
        assert.deepStrictEqual(walked(list, place, false, 3), expected.slice(0, 3))
        assert.strictEqual(list.count(place, Number.POSITIVE_INFINITY), expected.length)
        assert.isAtLeast(list.count(place, 10), Math.min(10, expected.length))
      }),
      { numRuns: 40 }
    )
  })

  it("grows at its end in full blocks, and can be emptied", () => {
    const list = new Sorted<number>((a, b) => a - b)
    for (let item = 0; item < 5000; item++) list.add(item)
    assert.strictEqual(walked(list, () => 0, true)[0], 4999)
    for (let item = 0; item < 5000; item++) list.remove(item)
    assert.deepStrictEqual(
      walked(list, () => 0, false),
      []
    )
    assert.deepStrictEqual(
      walked(list, () => 0, true),
      []
    )
    list.add(1)
    assert.deepStrictEqual(
      walked(list, () => 0, false),
      [1]
    )
  })
})

const walked = (list: Sorted<number>, place: (item: number) => number, descending: boolean, max = 1e9) => {
  const found: Array<number> = []
  list.walk(place, descending, (item) => found.push(item) < max)
  return found
}
