/** How many commits wait for the disk together, with a clock and a disk of the test's own. */
import { expect, test } from "vitest"
import type { Connection } from "../src/sqlite/connection.ts"
import { Group } from "../src/sqlite/group.ts"
import { bounds, Calling, turns } from "../src/turns.ts"

const turnMs = 2

/**
 * The members of each transaction of 300 callers, one of whom decides in each turn; `diskMs` gives how long each COMMIT takes.
 */
const transactions = async (diskMs: (transaction: number) => number): Promise<ReadonlyArray<number>> => {
  const made: Array<number> = []
  let [nowMs, members, isOpen] = [0, 0, false]
  const run = (sql: string) => {
    if (sql.startsWith("begin")) isOpen = true
    if (sql !== "commit") return
    nowMs += diskMs(made.length)
    made.push(members)
    members = 0
    isOpen = false
  }
  const connection = {
    run,
    get open() {
      return isOpen
    }
  }
  const observer = { began: () => {}, failed: () => {}, ended: () => {} }
  const place = { file: () => undefined, form: () => undefined, committed: () => undefined }
  const group = new Group(connection as unknown as Connection, observer, place, () => nowMs)
  const calling = new Calling({ shop: "a", keySet: "k" })
  const commit = () =>
    new Promise<void>((resolve) => {
      const member = { run: () => void members++, applied: undefined, answer: () => resolve() }
      turns.wait(calling, () => {
        turns.spend(bounds.turn)
        nowMs += turnMs
        group.submit(member as never)
      })
    })
  await Promise.all(Array.from({ length: 300 }, commit))
  return made
}

test.each([
  [0, 24],
  [5, 24],
  [10, 40],
  [30, 120],
  [500, 200]
])("while a COMMIT takes %i ms and callers wait, a transaction stays open for %i ms", async (diskMs, lingerMs) => {
  // The first one of a transaction opens it.
  expect(Math.max(...(await transactions(() => diskMs)))).toBe(lingerMs / turnMs + 1)
})

test("one COMMIT that takes long changes nothing", async () => {
  expect(Math.max(...(await transactions((transaction) => (transaction === 5 ? 300 : 1))))).toBe(24 / turnMs + 1)
})
