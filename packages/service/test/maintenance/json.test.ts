/** A stranger's JSON: its depth and its values are counted as a parser sees them. */
import { expect, it } from "vitest"
import { parsed } from "../../src/maintenance/pull/json.ts"

const read = (text: string, maxValues = 100) => parsed(Buffer.from(text), maxValues)

it("is read up to the number of values that it may have, and refused beyond it", () => {
  for (const [text, values] of [
    ["[1,2,3]", 4],
    ['{"a":1,"b":[2]}', 4],
    ['["a,b",{"[,{":"]"}]', 4],
    ['["\\",\\"[{"]', 2]
  ] as const) {
    expect(read(text, values)).toEqual(JSON.parse(text))
    expect(() => read(text, values - 1)).toThrow(`has more than ${values - 1} values`)
  }
  for (const text of ["[[],[]]", "[{},{}]"]) expect(() => read(text, 4)).toThrow("has more than 4 values")
})

it("is refused if it is nested too deeply or is not JSON", () => {
  expect(read(`${"[".repeat(20)}${"]".repeat(20)}`)).toEqual(expect.any(Array))
  expect(() => read("[".repeat(21))).toThrow("is nested more than 20 levels deep")
  for (const text of ["", "[", "]", "{,}", '"']) expect(() => read(text)).toThrow("is not JSON")
})
