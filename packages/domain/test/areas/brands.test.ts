import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { movedTo, nameKey, without } from "../../src/areas/brands.ts"

const orders = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 50 })

describe("the position of a brand", () => {
  it("is where it was moved to, at most the last one, and the others keep their order", () => {
    fc.assert(
      fc.property(orders, fc.nat(), fc.integer({ min: 1, max: 60 }), (uids, index, position) => {
        const uid = uids[index % uids.length]!
        const moved = movedTo(uids, uid, position)
        assert.strictEqual(moved.from, uids.indexOf(uid) + 1)
        assert.strictEqual(moved.to, Math.min(position, uids.length))
        assert.strictEqual(moved.uids[moved.to - 1], uid)
        assert.deepStrictEqual(without(moved.uids, uid), without(uids, uid))
        assert.deepStrictEqual([...moved.uids].sort(), [...uids].sort())
      })
    )
  })

  it("is after the last one for a brand that had none", () => {
    assert.deepStrictEqual(movedTo([1, 2], 3, 2), { uids: [1, 3, 2], from: 3, to: 2 })
    assert.deepStrictEqual(movedTo([], 3, 9), { uids: [3], from: 1, to: 1 })
  })
})

describe("a name", () => {
  it("is the same in any case, between blanks, and however its accents are encoded", () => {
    for (const name of ["Élan", " ÉLAN ", "E\u0301lan"]) assert.strictEqual(nameKey(name), "élan")
    for (const name of ["Elan", "É lan", "Élan."]) assert.notStrictEqual(nameKey(name), "élan")
  })
})
