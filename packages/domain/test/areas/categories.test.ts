import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type Category, categoryAfter, categoryFrom, maxLevels, placeFindings } from "../../src/areas/categories.ts"

const top = categoryFrom(1, { name: "Kitchen", status: 1 })

describe("a category", () => {
  it("has empty texts, and is at the top, where nothing else is sent", () => {
    const seo = { title: "", description: "", keywords: "" }
    assert.deepStrictEqual(top, { uid: 1, name: "Kitchen", parentUID: null, description: "", status: 1, seo })
  })

  it("stays the same object unless something changes", () => {
    assert.strictEqual(categoryAfter(top, { name: "Kitchen", parent: null, description: "" }), top)
    assert.deepStrictEqual(categoryAfter(top, { parent: 7 }), { ...top, parentUID: 7 })
  })

  it("changes in what is sent, and in nothing else", () => {
    const text = fc.option(fc.string({ maxLength: 3 }), { nil: undefined })
    const sent = fc.record({
      name: text,
      description: text,
      seo_title: text,
      seo_description: text,
      seo_keywords: text
    })
    const property = fc.property(sent, (given) => {
      const before: Category = { ...top, description: "d", seo: { title: "t", description: "s", keywords: "k" } }
      const { description, name, seo } = categoryAfter(before, given as Parameters<typeof categoryAfter>[1])
      assert.deepStrictEqual([name, description, seo], [
        ...[given.name ?? "Kitchen", given.description ?? "d"],
        {
          ...{ title: given.seo_title ?? "t", description: given.seo_description ?? "s" },
          keywords: given.seo_keywords ?? "k"
        }
      ] as never)
    })
    fc.assert(property)
  })
})

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
      if (parent === null || placeFindings({ uid, path: above, levels: levels(uid) }).length === 0)
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
    const messages = (place: Parameters<typeof placeFindings>[0]) => placeFindings(place).map(({ message }) => message)
    assert.deepStrictEqual(messages({ uid: 1, path: [], levels: 1 }), ["names no category of the shop"])
    assert.deepStrictEqual(messages({ uid: 1, path: [2, 1], levels: 1 }), [
      "must not be the category itself or one below it"
    ])
    const nine = Array.from({ length: 9 }, (_, n) => n + 2)
    assert.deepStrictEqual(messages({ uid: 1, path: nine, levels: 1 }), [])
    assert.deepStrictEqual(messages({ uid: 1, path: nine, levels: 2 }), ["would make the tree deeper than 10 levels"])
  })
})
