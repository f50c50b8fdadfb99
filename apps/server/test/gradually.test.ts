/** Thousands of actions at once are done a few at a time, in order. */
import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { gradually } from "../src/http/gradually.ts"

test("no more than so many acts are done in a turn, in their order, and none is forgotten", async () => {
  const done: Array<number> = []
  const soon = gradually(3)
  for (let act = 0; act < 7; act++) soon(() => done.push(act))
  expect(done).toEqual([])
  const counts: Array<number> = []
  for (let turn = 0; turn < 3; turn++) {
    await setImmediate()
    counts.push(done.length)
  }
  expect(counts).toEqual([3, 6, 7])
  soon(() => done.push(7))
  await setImmediate()
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
