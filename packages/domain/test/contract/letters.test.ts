/** Marks are taken away in a time that grows with the text, not with the square of its runs of marks. */
import * as fc from "fast-check"
import { afterEach, expect, it, vi } from "vitest"
import { countryByName } from "../../src/areas/countries/rules.ts"
import { withoutMarks } from "../../src/contract/letters.ts"
import { searched } from "../../src/contract/search-words.ts"

afterEach(() => void vi.restoreAllMocks())

it("what is left is what a decomposition has beside its marks", () => {
  const marked = fc.array(fc.constantFrom("a", "é", "한", "ﾞ", "ﬁ", "Å", "\u0315", "\u0300", "\u09cb", "ẛ̣"))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        marked.map((all) => all.join(""))
      ),
      (text) => {
        expect(withoutMarks(text)).toBe(text.normalize("NFKD").replaceAll(/\p{M}+/gu, ""))
      }
    )
  )
})

it("no long run of marks is given to the platform", () => {
  const marks = `a${"\u0315\u0300".repeat(10_000)}`
  const normalize = vi.spyOn(String.prototype, "normalize")
  countryByName(marks)
  searched(() => ({ words: [marks], values: [marks], skus: [marks] })).of({})
  const runs = normalize.mock.contexts.flatMap((text) => String(text).match(/\p{M}+/gu) ?? [])
  expect(normalize.mock.contexts.length).toBeGreaterThan(0)
  expect(runs).toEqual([])
})
