/** Which element shows which row of a live table. */
import fc from "fast-check"
import { expect, it } from "vitest"
import { slotsFor } from "../src/requests/slots.ts"

const idsOf = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 12 })

it("keeps the element of a row that stays, and gives no two rows the same", () => {
  fc.assert(
    fc.property(fc.array(idsOf, { maxLength: 8 }), (drawings) => {
      let before: ReadonlyMap<string, number> = new Map()
      for (const ids of drawings) {
        const slots = slotsFor(ids, before)
        expect([...slots.keys()]).toEqual(ids)
        expect(new Set(slots.values()).size).toBe(ids.length)
        for (const id of ids) if (before.has(id)) expect(slots.get(id)).toBe(before.get(id))
        before = slots
      }
    })
  )
})

it("needs no more elements than there are rows at once", () => {
  let slots = slotsFor(["a", "b", "c"], new Map())
  for (const ids of [
    ["d", "a", "b"],
    ["e", "f", "d"],
    ["g", "h", "i"]
  ]) {
    slots = slotsFor(ids, slots)
    expect([...slots.values()].toSorted()).toEqual([0, 1, 2])
  }
})
