import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type Category, categoryAfter, categoryFrom } from "../../src/areas/categories.ts"

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
