import { Schema } from "effect"
import { expect, it } from "vitest"
import { addDefaults } from "../../src/contract/completion.ts"
import { withDefault } from "../../src/contract/defaults.ts"
import { shapeOf } from "../../src/contract/fields.ts"

const Inner = Schema.Struct({ a: Schema.String, b: withDefault(Schema.Number, 7) })
const complete = (schema: Schema.Top, doc: unknown) => addDefaults(shapeOf(schema.ast))(doc)

it.each([
  ["a struct", Inner, { a: "x" }, { a: "x", b: 7 }],
  ["what is there already", Inner, { a: "x", b: 0 }, { a: "x", b: 0 }],
  ["a struct within", Schema.Struct({ in: Inner }), { in: { a: "x" } }, { in: { a: "x", b: 7 } }],
  ["a struct that need not be there", Schema.Struct({ in: Schema.optionalKey(Inner) }), {}, {}],
  [
    "a list",
    Schema.Struct({ in: Schema.Array(Inner) }),
    { in: [{ a: "x" }, { b: 1 }] },
    { in: [{ a: "x", b: 7 }, { b: 1 }] }
  ],
  ["a record", Schema.Struct({ in: Schema.Record(Schema.String, Inner) }), { in: { x: {} } }, { in: { x: { b: 7 } } }],
  ["null or a struct, null", Schema.Struct({ in: Schema.NullOr(Inner) }), { in: null }, { in: null }],
  ["null or a struct, a struct", Schema.Struct({ in: Schema.NullOr(Inner) }), { in: {} }, { in: { b: 7 } }],
  ["a list or a struct, a list", Schema.Union([Schema.Array(Schema.Never), Inner]), [], []],
  [
    "a default with defaults within",
    Schema.Struct({ in: withDefault(Inner, { a: "y", b: 1 }) }),
    { in: {} },
    { in: { b: 7 } }
  ]
])("defaults are added to %s", (_, schema, doc, completed) => {
  expect(complete(schema as Schema.Top, doc)).toEqual(completed)
})

it("a union with defaults in two of its members is refused when it is declared", () => {
  const Other = Schema.Struct({ c: withDefault(Schema.Number, 1) })
  expect(() => addDefaults(shapeOf(Schema.Union([Inner, Other]).ast))).toThrow(TypeError)
})
