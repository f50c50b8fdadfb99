import { expect, test } from "vitest"
import { parseJson } from "../../src/contract/json.ts"

const problemsOf = (text: string) => {
  const { details, fault } = parseJson(text).problems
  return fault === undefined ? details : [fault]
}
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`

test.each([
  ['{"a":1,"a":2}', "a"],
  ['{"a":1,"\\u0061":1}', "a"],
  ['{"a":{"b":[{},{"c":1 , "c":1}]}}', "a[b][1][c]"],
  ['{"a\\"":1,"b":{"x":"}"},"a\\"":1}', 'a"']
])("a name given twice is refused: %s", (text, path) => {
  expect(problemsOf(text)).toEqual([{ path, message: "is given twice" }])
})

test.each(['{"a":{"b":1},"b":{"a":1}}', '{"a":"a","b":"a"}', '{"l":[{"a":1},{"a":1}]}'])(
  "the same name in different places is accepted: %s",
  (text) => expect(problemsOf(text)).toEqual([])
)

test("seven levels are read as a name with six brackets; eight levels and half a million are refused", () => {
  expect(problemsOf(deep(7))).toEqual([])
  expect(problemsOf(deep(8))[0]?.message).toContain("deeper")
  expect(problemsOf(deep(500_000))[0]?.message).toContain("deeper")
  expect(problemsOf(`{"a":${"[".repeat(500_000)}`)[0]?.message).toContain("deeper")
})

test.each(["", " \n"])("nothing is an empty tree", (text) => {
  expect(parseJson(text)).toMatchObject({ root: { children: undefined }, problems: { details: [], fault: undefined } })
})

test.each(["{", '{"a"', '"', '{"a":"\\', "nul", "1", "[]", '{"a":1}x'])(
  "a text that is not a JSON object is refused: %s",
  (text) => {
    expect(problemsOf(text)).toHaveLength(1)
  }
)

test.each(["__proto__", "constructor", "prototype"])("%s is refused as a name", (name) => {
  expect(problemsOf(`{"a":{"${name}":{"b":1}}}`)).toEqual([
    { path: `a[${name}]`, message: "is a name that is not allowed" }
  ])
})
