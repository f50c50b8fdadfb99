import fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  addedTags,
  groupNamed,
  meansEveryone,
  type Retag,
  removedMatches,
  removedTags,
  replacedTags
} from "../../src/areas/customers.ts"

type Row = readonly [title: string, retag: Retag, before: ReadonlyArray<string>, after: ReadonlyArray<string> | "same"]

const table: ReadonlyArray<Row> = [
  ["replaces a set", replacedTags(["b", "C"]), ["a"], ["b", "C"]],
  ["replaces a set by a smaller one", replacedTags(["a"]), ["a", "b"], ["a"]],
  ["replaces a set by a larger one", replacedTags(["a", "b"]), ["a"], ["a", "b"]],
  ["replaces a set by itself", replacedTags(["a", "b"]), ["a", "b"], "same"],
  ["replaces a set by itself in another case and order", replacedTags(["B", "A", "a"]), ["a", "b"], "same"],
  ["replaces nothing by a set, in its first spelling", replacedTags(["VIP", "vip"]), [], ["VIP"]],
  ["adds what is missing at the end", addedTags(["c", "A", "C"]), ["a", "b"], ["a", "b", "c"]],
  ["adds what is there in another case", addedTags(["VIP"]), ["vip"], "same"],
  ["removes in any case", removedTags(["VIP", "none"]), ["vip", "a"], ["a"]],
  ["removes what is not there", removedTags(["b"]), ["a"], "same"],
  ["removes one tag", removedMatches("sale"), ["sale", "sales"], ["sales"]],
  ["removes by a prefix in any case", removedMatches("SALE*"), ["sale", "Sales", "a sale"], ["a sale"]],
  ["removes everything by the empty prefix", removedMatches("*"), ["a", "b"], []],
  ["removes by a prefix that no tag has", removedMatches("x*"), ["a", "*"], "same"],
  ["takes an asterisk inside for itself", removedMatches("a*b"), ["a*b", "aab", "ab"], ["aab", "ab"]],
  ["takes all but the last asterisk for themselves", removedMatches("a**"), ["a*", "a*c", "ab"], ["ab"]],
  ["takes a tag that ends with an asterisk by its prefix", removedMatches("a*"), ["a*"], []],
  ["takes every character of a pattern for itself", removedMatches("a.c*"), ["abc", "a.c", "a.cd"], ["abc"]],
  ["takes brackets for themselves", removedMatches("[a-z]+*"), ["abc", "[a-z]+d"], ["abc"]],
  ["finds a prefix whose last letter changes its case by what follows", removedMatches("ΟΔΟΣ*"), ["ΟΔΟΣΑ"], []]
]

describe("a change of tags", () => {
  for (const [title, retag, before, after] of table)
    it(title, () => {
      const next = retag(before)
      assert.deepStrictEqual(next, after === "same" ? before : after)
      // A caller counts a change by this alone.
      assert.strictEqual(next === before, after === "same")
    })
})

const tag = fc.oneof(
  fc.constantFrom("vip", "VIP", "Vip", "sale", "Sale 2026", "sale*", "a.b", "ß", "İ", "Σ", "σ", "*"),
  fc.string({ minLength: 1, maxLength: 4 })
)
const lower = (tags: ReadonlyArray<string>) => new Set(tags.map((one) => one.toLowerCase()))
const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((each) => other.has(each))
/** A stored set: no two tags are equal without regard to case. */
const tags = fc.array(tag, { maxLength: 8 }).map((some) => addedTags(some)([]))
const given = fc.array(tag, { minLength: 1, maxLength: 8 })
const retag = fc.oneof(
  given.map(replacedTags),
  given.map(addedTags),
  given.map(removedTags),
  tag.map(removedMatches),
  tag.map((prefix) => removedMatches(`${prefix}*`))
)

describe("the rules of tags", () => {
  it("give the same list exactly when the set stays the same", () =>
    fc.assert(
      fc.property(tags, retag, (before, change) => {
        const after = change(before)
        const same = isSame(lower(before), lower(after))
        assert.strictEqual(after === before, same)
      })
    ))

  it("change nothing when repeated, and keep a set a set", () =>
    fc.assert(
      fc.property(tags, retag, (before, change) => {
        const after = change(before)
        assert.strictEqual(change(after), after)
        assert.strictEqual(lower(after).size, after.length)
      })
    ))

  it("keep the spelling and order of what stays", () =>
    fc.assert(
      fc.property(tags, given, tag, (before, some, pattern) => {
        assert.deepStrictEqual(addedTags(some)(before).slice(0, before.length), [...before])
        for (const change of [removedTags(some), removedMatches(pattern)]) {
          const left = change(before)
          assert.deepStrictEqual(
            left,
            before.filter((one) => left.includes(one))
          )
        }
      })
    ))

  it("remove exactly the tags that begin with the text before the asterisk", () =>
    fc.assert(
      fc.property(tags, tag, (before, prefix) => {
        const left = removedMatches(`${prefix}*`)(before)
        for (const one of before) {
          if (one.startsWith(prefix)) assert.notInclude(left, one)
          if (one.slice(0, prefix.length).toLowerCase() !== prefix.toLowerCase()) assert.include(left, one)
        }
      })
    ))
})

describe("the parameters", () => {
  it("mean everyone by an asterisk alone", () => {
    assert.isTrue(meansEveryone(["*"]))
    assert.isFalse(meansEveryone(["a@example.com"]))
    assert.isFalse(meansEveryone(["*@example.com"]))
  })

  it("mean no group by an empty text or the word null", () => {
    for (const none of ["", "  ", "null"]) assert.isNull(groupNamed(none))
    assert.strictEqual(groupNamed(" 0a "), "0a")
    assert.strictEqual(groupNamed("NULL"), "NULL")
  })
})
