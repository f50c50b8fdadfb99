/** Lists whose items are at hand are the same text, whether they are sent whole or item by item. */
import { Effect } from "effect"
import { expect, it } from "vitest"
import { Encoded } from "../../../src/engine/answer/answer.ts"
import { bodyOf, listed, type Streamed } from "../../../src/engine/answer/streamed.ts"

const textOf = async (items: ReadonlyArray<unknown>) => {
  const given = listed(items)
  if (given instanceof Encoded) return given.text
  let text = ""
  for await (const piece of await Effect.runPromise(bodyOf(given))) text += piece
  return text
}

it("is the JSON of its items, of any length", async () => {
  const lists = [
    [],
    [1],
    ["a", null, { b: [] }],
    Array.from({ length: 40 }, (_, at) => ({ at, text: "x".repeat(70_000) })),
    Array.from({ length: 10_000 }, (_, at) => ({ at, text: "x".repeat(20) }))
  ]
  for (const items of lists) expect(await textOf(items)).toBe(JSON.stringify(items))
})

it("is one text, which is cached, as long as an entry of the cache may be", () => {
  const isWhole = (count: number) => listed(Array.from({ length: count }, () => "x".repeat(1000))) instanceof Encoded
  expect([0, 200, 1000].map(isWhole)).toEqual([true, true, false])
})

it("makes no texts before its reader takes them", async () => {
  let made = 0
  const toJSON = () => {
    made++
    return "x".repeat(10_000)
  }
  const given = listed(Array.from({ length: 1000 }, () => ({ toJSON })))
  expect(made).toBeLessThan(40)
  let pieces = 0
  for await (const _ of await Effect.runPromise(bodyOf(given as Streamed<unknown>))) {
    pieces++
    expect(made).toBeLessThan(50 + 10 * pieces)
  }
  expect(made).toBe(1000)
})
