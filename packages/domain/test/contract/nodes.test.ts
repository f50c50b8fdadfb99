/** However many names `nodes` is sent with, a list asks for those alone that it may show. */
import { Schema } from "effect"
import { assert, it } from "vitest"
import { parse } from "../../src/contract/form.ts"
import { nodes, Problems, reader } from "../../src/contract.ts"

it("reads known names, each once", () => {
  const { read } = reader(Schema.Struct({ nodes: nodes("title", "tags") }).ast)
  const problems = new Problems()
  const many = Array.from({ length: 5000 }, (_, n) => `n${n}`).join(",")
  const { root } = parse(`nodes=tags,${many},tags,title`)
  assert.deepStrictEqual(read([root], problems), { nodes: ["title", "tags"] })
  assert.deepStrictEqual(read([parse("nodes=none").root], problems), { nodes: [] })
  assert.strictEqual(problems.wrong, 0)
})
