import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { maxLevels, type PlaceInTree, placeFindings } from "../../src/contract/tree.ts"

const noun = "category"

describe("a place in the tree", () => {
  /** A forest as the parents of categories by their uids, which are their indices and 1. */
  const parentsMoved = (moves: ReadonlyArray<readonly [uid: number, parent: number | null]>, size: number) => {
    const parents: Array<number | null> = Array.from({ length: size }, () => null)
    const path = (uid: number | null): ReadonlyArray<number> =>
      uid === null ? [] : [uid, ...path(parents[uid - 1] ?? null)]
    const levels = (uid: number): number =>
      1 + Math.max(0, ...parents.flatMap((parent, at) => (parent === uid ? [levels(at + 1)] : [])))
    for (const [uid, parent] of moves) {
      const above = path(parent)
      if (parent === null || placeFindings({ noun, key: uid, path: above, levels: levels(uid) }).length === 0)
        parents[uid - 1] = parent
    }
    return { parents, path }
  }

  it("keeps a forest of at most ten levels after any moves", () => {
    const size = 14
    const uid = fc.integer({ min: 1, max: size })
    const moves = fc.array(fc.tuple(uid, fc.option(uid, { freq: 8 })), { maxLength: 80 })
    fc.assert(
      fc.property(moves, (history) => {
        // The path of a circle would have no end.
        const { path } = parentsMoved(history, size)
        for (let one = 1; one <= size; one++) assert.isAtMost(path(one).length, maxLevels)
      })
    )
  })

  it("names the parameter and one reason", () => {
    const messages = (place: Pick<PlaceInTree, "path" | "levels">) =>
      placeFindings({ noun, key: 1, ...place }).map(({ message }) => message)
    assert.deepStrictEqual(messages({ path: [], levels: 1 }), ["names no category of the shop"])
    assert.deepStrictEqual(messages({ path: [2, 1], levels: 1 }), ["must not be the category itself or one below it"])
    const nine = Array.from({ length: 9 }, (_, n) => n + 2)
    assert.deepStrictEqual(messages({ path: nine, levels: 1 }), [])
    assert.deepStrictEqual(messages({ path: nine, levels: 2 }), ["would make the tree deeper than 10 levels"])
  })
})
