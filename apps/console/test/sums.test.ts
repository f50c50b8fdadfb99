// What the first page sums and compares.
import { expect, it } from "vitest"
import { comparedDays, dayAfter, growthOf, sumOf, ticksOf, waitingOf } from "../src/today/sums.ts"

const line = (day: string, status: number, orders: number, turnover: number) => ({ day, status, orders, turnover })
const lines = [
  line("2026-02-24", 5, 2, 20.1),
  line("2026-02-27", 1, 1, 10.2),
  line("2026-02-27", 7, 9, 900),
  line("2026-03-01", 1, 1, 0.1),
  line("2026-03-01", 2, 1, 0.2),
  line("2026-03-02", 0, 3, 30)
]

it("compares each day with the one as many days before, without orders that were given up", () => {
  const days = comparedDays(lines, "2026-03-02", 3)
  expect(days.map(({ before, day }) => [day, before.day])).toEqual([
    ["2026-02-28", "2026-02-25"],
    ["2026-03-01", "2026-02-26"],
    ["2026-03-02", "2026-02-27"]
  ])
  expect(days.map(({ orders, turnover }) => [orders, turnover])).toEqual([
    [0, 0],
    [2, 0.3],
    [3, 30]
  ])
  expect(sumOf(days)).toEqual({ orders: 5, turnover: 30.3 })
  expect(sumOf(days.map(({ before }) => before))).toEqual({ orders: 1, turnover: 10.2 })
})

it("counts days over the end of a month and of a year", () => {
  expect([dayAfter("2026-02-28", 1), dayAfter("2027-01-01", -1)]).toEqual(["2026-03-01", "2026-12-31"])
})

it("says growth as a part of what was, and nothing of nothing", () => {
  expect([growthOf(15, 10), growthOf(5, 10), growthOf(5, 0)]).toEqual([0.5, -0.5, undefined])
})

it("counts what waits by status, with the oldest day", () => {
  expect(waitingOf(lines, [0, 1, 2, 8])).toEqual([
    { status: 0, orders: 3, oldest: "2026-03-02" },
    { status: 1, orders: 2, oldest: "2026-02-27" },
    { status: 2, orders: 1, oldest: "2026-03-01" }
  ])
})

it("divides an axis into a few round steps that hold its largest value", () => {
  expect([ticksOf(0), ticksOf(3), ticksOf(712.1)]).toEqual([
    [0, 1],
    [0, 1, 2, 3],
    [0, 200, 400, 600, 800]
  ])
  for (const max of [0.004, 1, 7, 99, 100, 101, 1e9]) {
    const ticks = ticksOf(max)
    expect([max, ticks.at(-1)! >= max, ticks.length <= 5]).toEqual([max, true, true])
  }
})
