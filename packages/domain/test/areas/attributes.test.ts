import { Result } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type Attribute, attributeBounds, attributeValue, withChoice } from "../../src/areas/attributes.ts"
import { typedValues } from "../../src/areas/products.ts"

const id = (n: number): string => n.toString(16).padStart(24, "0")
const attributeOf = (type: Attribute["type"], data: ReadonlyArray<string> = [], n = 1): Attribute => ({
  ...{ id: id(n), label: "Label", read_only: 0 },
  type,
  data
})
const kept = (attribute: Attribute, sent: string) =>
  Result.match(attributeValue(attribute, sent), { onSuccess: (value) => value, onFailure: () => undefined })

const texts = fc.string({ unit: "grapheme" })
const numbers = fc.constantFrom<Attribute["type"]>("number", "real")

describe("a value of an attribute", () => {
  it("is the text that was sent, up to the limit of its length", () => {
    fc.assert(fc.property(texts, (text) => assert.strictEqual(kept(attributeOf("text"), text), text)))
    const longest = "x".repeat(attributeBounds.valueCharacters)
    assert.strictEqual(kept(attributeOf("text"), longest), longest)
    assert.isUndefined(kept(attributeOf("text"), `${longest}x`))
  })

  it("is a number in one spelling, which keeps its value and stays as it is when it is sent again", () => {
    const number = fc.tuple(fc.integer({ min: -(10 ** 11), max: 10 ** 11 }), fc.integer({ min: 0, max: 9 }))
    fc.assert(
      fc.property(number, numbers, fc.boolean(), ([whole, scale], type, exponent) => {
        const value = whole / 10 ** scale
        const text = kept(attributeOf(type), exponent ? value.toExponential() : ` ${value} `)
        assert.strictEqual(Number(text), value + 0)
        assert.match(text!, /^-?\d+(\.\d+)?$/)
        assert.strictEqual(kept(attributeOf(type), text!), text)
      })
    )
  })

  it("is not a number: a text of another form, or too large", () => {
    for (const sent of ["1,5", "10 cm", "0x10", "1e12", "", "NaN", "--1"])
      fc.assert(fc.property(numbers, (type) => assert.isUndefined(kept(attributeOf(type), sent))))
  })

  it("is one of those to choose from, by every character", () => {
    fc.assert(
      fc.property(fc.uniqueArray(texts, { maxLength: 20 }), texts, (data, sent) => {
        assert.strictEqual(kept(attributeOf("select", data), sent), data.includes(sent) ? sent : undefined)
      })
    )
  })
})

describe("values to choose from", () => {
  it("are each added once, and stay in their order", () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 20 }), (values) => {
        const full = values.reduce(withChoice, attributeOf("select"))
        assert.deepStrictEqual(full.data, [...new Set(values)])
        for (const value of values) assert.strictEqual(withChoice(full, value), full)
      })
    )
  })
})

describe("the attributes of a product", () => {
  it("are kept as their types say, and all that do not fit are found by their ids", () => {
    const attributes = [attributeOf("number", [], 1), attributeOf("select", ["S"], 2), attributeOf("text", [], 3)]
    const given = { [id(1)]: "1.50", [id(2)]: "S", [id(3)]: " a ", [id(4)]: "" }
    assert.deepStrictEqual(typedValues(attributes, given), { values: { ...given, [id(1)]: "1.5" }, findings: [] })
    const { findings } = typedValues(attributes, { [id(1)]: "many", [id(2)]: "XL", [id(3)]: "a" })
    assert.deepStrictEqual(
      findings.map(({ at }) => at),
      [
        ["attributes", id(1)],
        ["attributes", id(2)]
      ]
    )
  })
})
