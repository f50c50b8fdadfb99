/** When a real-time endpoint is asked, and what its answers take off. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Breaker, breakerStateOf, discountOf, mayProbe, openMs } from "../../src/areas/realtime.ts"

const breaker = (given: Partial<Breaker> = {}): Breaker => ({
  ...{ failures: 5, opened: 1_000_000, probed: null, lastStatus: null, lastMs: 2000 },
  ...given
})

describe("a breaker", () => {
  it("is closed if there is none, open for 30 s, and half open after that", () => {
    expect(breakerStateOf(null, 0)).toBe("closed")
    for (const [afterMs, state] of [
      [0, "open"],
      [openMs - 1, "open"],
      [openMs, "half_open"]
    ] as const)
      expect(breakerStateOf(breaker(), 1_000_000 + afterMs)).toBe(state)
  })

  it("is not open for long if the clock of the process that opened it is ahead", () => {
    expect(breakerStateOf(breaker({ opened: 5_000_000 }), 1_000_000)).toBe("half_open")
  })

  it("lets one call try, and another one if the first has not ended after 30 s", () => {
    const nowMs = 1_000_000 + openMs
    expect(mayProbe(breaker(), nowMs - 1)).toBe(false)
    expect(mayProbe(breaker(), nowMs)).toBe(true)
    expect(mayProbe(breaker({ probed: nowMs }), nowMs + openMs - 1)).toBe(false)
    expect(mayProbe(breaker({ probed: nowMs }), nowMs + openMs)).toBe(true)
  })
})

it("a discount is from 0 to the items' sum, in whole units of the currency", () => {
  const cents = fc.integer({ min: 0, max: 99_999_999 })
  fc.assert(
    fc.property(
      cents,
      fc.constantFrom(0 as const, 1 as const),
      fc.double({ min: 0, max: 1e11, noNaN: true }),
      (n, type, v) => {
        const sum = n / 100
        const value = type === 1 ? v % 100 : v
        const off = discountOf({ valid: true, type, value }, { sum, digits: 2 })
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThanOrEqual(sum)
        expect(Number.isInteger(Math.round(off * 1e6) / 1e4)).toBe(true)
      }
    )
  )
  expect(discountOf({ valid: true, type: 1, value: 12.5 }, { sum: 9.99, digits: 2 })).toBe(1.25)
  expect(discountOf({ valid: true, type: 0, value: 7 }, { sum: 5, digits: 2 })).toBe(5)
})
