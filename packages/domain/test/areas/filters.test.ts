import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { filterAfter, filterBounds, filterFindings, filterFrom, filterShown } from "../../src/areas/filters.ts"
import { collections } from "../../src/areas.ts"

const id = "5f0c3a2b0e1f4a0000000001"
const colour = filterFrom(id, "colour", {
  ...{ values: ["red", "blue"], descriptions: { red: "Like a rose" } },
  ...{ images: { blue: "https://example.com/sea.webp" }, categories: [4, 5] }
})
/** Values that any object has as names are among them. */
const name = fc.constantFrom("red", "blue", "green", "toString", "__proto__", "constructor")
const names: fc.Arbitrary<ReadonlyArray<string>> = fc.uniqueArray(name, { minLength: 1 })
const texts = fc.dictionary(fc.constantFrom("red", "blue", "toString", "constructor"), fc.string())

describe("a filter", () => {
  it("shows one image and one description for each value, in their order", () => {
    const property = fc.property(names, texts, names, texts, (values, descriptions, next, others) => {
      const before = filterFrom(id, "colour", { values, descriptions })
      const shown = filterShown(filterAfter(before, { values: next, descriptions: others }))
      assert.deepStrictEqual(shown.values, next)
      assert.deepStrictEqual(
        shown.images,
        next.map(() => "")
      )
      const own = (of: Readonly<Record<string, string>>, value: string) =>
        Object.hasOwn(of, value) ? of[value] : undefined
      const kept = (value: string) => (values.includes(value) ? own(descriptions, value) : undefined)
      assert.deepStrictEqual(
        shown.descriptions,
        next.map((value) => own(others, value) ?? kept(value) ?? "")
      )
    })
    fc.assert(property)
  })

  it("stays the same object unless something changes", () => {
    assert.strictEqual(filterAfter(colour, { values: ["red", "blue"], categories: [4, 5, 4] }), colour)
    assert.notStrictEqual(filterAfter(colour, { values: ["blue", "red"] }), colour)
  })

  it("is for all categories by an empty list, for none by 0 alone, and never for all by losing its last one", () => {
    const shown = (categories: ReadonlyArray<number>) =>
      filterShown(filterAfter(colour, { values: ["red"], categories })).categories
    assert.deepStrictEqual([shown([]), shown([0]), shown([0, 7, 7])], [[], ["0"], ["7"]])
    const { whenRemoved } = collections.filters.references[0]!
    const without = whenRemoved as Extract<typeof whenRemoved, (...args: never) => unknown>
    assert.deepStrictEqual(filterShown(without(colour, 4)).categories, ["5"])
    assert.deepStrictEqual(filterShown(without(without(colour, 4), 5)).categories, ["0"])
    const all = filterAfter(colour, { values: ["red"], categories: [] })
    assert.deepStrictEqual(filterShown(without(all, 4)).categories, [])
  })
})

describe("the findings of a filter", () => {
  it("are texts of values that it does not have", () => {
    const given = { descriptions: { red: "x", toString: "y" }, images: { constructor: "z" } }
    assert.deepStrictEqual(
      filterFindings(given, ["red"]).map(({ at }) => at),
      [
        ["descriptions", "toString"],
        ["images", "constructor"]
      ]
    )
    // A value that could not be read is reported already.
    assert.deepStrictEqual(filterFindings(given, [undefined]), [])
  })

  it("are more values and categories than it may have, each counted once", () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
    const at = (count: number, categories: number) =>
      filterFindings({ categories: numbers(categories) }, [...numbers(count), 0].map(String), "filter_values").map(
        (finding) => finding.at[0]
      )
    const { categories, values } = filterBounds
    assert.deepStrictEqual(at(values.max, categories.max), [])
    assert.deepStrictEqual(at(values.max + 1, categories.max + 1), ["filter_values", "categories"])
  })
})
