/** What is derived from a schema waits for its first use: a start declares everything and uses little of it. */
import { Schema, type SchemaAST } from "effect"
import { expect, it } from "vitest"
import { collection } from "../../src/contract/collection.ts"
import { withDefault } from "../../src/contract/defaults.ts"
import { reader } from "../../src/contract/reader.ts"

const Doc = Schema.Struct({
  id: Schema.String,
  name: withDefault(Schema.String, "none")
})

it("a collection reads its schema when a document is decoded, or its bounds are asked for", () => {
  let reads = 0
  const read = () => {
    reads += 1
    return Doc.ast
  }
  const schema: typeof Doc = Object.create(Doc, { ast: { get: read } })
  const things = collection("things", schema, { key: ({ id }) => id })
  expect(reads).toBe(0)
  expect(things.decode('{"id":"a"}')).toEqual({ id: "a", name: "none" })
  expect(reads).toBe(1)
  things.decode('{"id":"b"}')
  expect(reads).toBe(1)
  expect(things.bounds).toEqual([])
  expect(things.bounds).toBe(things.bounds)
})

it("a reader reads its parameters at the first call", () => {
  const ast = new Proxy(Schema.Struct({ id: Schema.String }).ast, {
    get: (target, name) => {
      names.push(name)
      return Reflect.get(target, name)
    }
  }) as SchemaAST.AST
  const names: Array<PropertyKey> = []
  const { spell } = reader(ast)
  expect(names).toEqual([])
  spell([], ["id"])
  expect(names.length).toBeGreaterThan(0)
})
