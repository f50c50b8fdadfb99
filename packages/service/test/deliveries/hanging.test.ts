/** A receiver that does not answer some of its deliveries gets the others meanwhile. The clock is virtual: no call takes real time. */
import { expect, it } from "vitest"
import { after } from "./virtual.ts"

/** Orders with so many changes each, which wait to be sent again. */
const [orders, changes] = [92, 4]

/** Lets a process send again what waits, with calls of 50 ms of which one in so many hangs; to 9 s of the virtual clock. */
const afterNineSeconds = (hangsOneIn: number) =>
  after(9000, { orders, changes, open: changes }, (order) =>
    (order + 1) % hangsOneIn === 0 ? { ms: 10_000, isOk: false } : { ms: 50, isOk: true }
  )

it("a call that hangs keeps back its own lane alone", async () => {
  const { delivered, lanes, maxAtOnce } = await afterNineSeconds(23)
  const hung = [...lanes].filter(([order]) => (order + 1) % 23 === 0)
  expect(hung).toHaveLength(orders / 23)
  expect(hung.map(([, statuses]) => statuses)).toEqual(hung.map(() => [1]))
  expect(delivered).toBe((orders - hung.length) * changes)
  expect(lanes.size).toBe(orders)
  expect(maxAtOnce).toBe(16)
})

it("what ends together is committed together, and each lane keeps its sequence", async () => {
  const { commits, delivered, lanes } = await afterNineSeconds(Number.POSITIVE_INFINITY)
  expect(delivered).toBe(orders * changes)
  expect(new Set([...lanes.values()].map((statuses) => statuses.join()))).toEqual(new Set(["1,2,3,4"]))
  // A commit takes 5 ms, by which calls that began together drift into groups. Each call by itself would make 368 commits.
  expect(commits).toBeLessThan((orders * changes) / 2)
})
