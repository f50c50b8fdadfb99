/** Money is exact: amounts that binary floating point gets wrong, and properties of all amounts. */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { add, compare, decimal, min, numberOf, percentOf, round, subtract, times } from "../../src/contract/money.ts"

const Cents = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99_999_999 }))
const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 999 }))
const Places = Schema.Literals([0, 2, 3])

const amount = (cents: number) => Number(`${cents}e-2`)

describe("money", () => {
  it.each([
    [1.005, 1, 2, 1.01],
    [8.325, 1, 2, 8.33],
    [0.1, 3, 2, 0.3],
    [1.005, 100, 2, 100.5],
    [2.5, 1, 0, 3],
    [0.0005, 1, 3, 0.001],
    [0.0000001, 10_000_000, 2, 1],
    [999999999999.99, 1, 2, 999999999999.99]
  ])("%d × %d at %d digits is %d", (price, count, digits, expected) => {
    expect(numberOf(round(times(decimal(price), decimal(count)), digits))).toBe(expected)
  })

  it("rounds a half away from zero, positive or negative", () => {
    expect(numberOf(round(decimal(-1.005), 2))).toBe(-1.01)
    expect(numberOf(round(decimal(-1.004), 2))).toBe(-1)
  })

  it("computes a percentage exactly", () => {
    expect(numberOf(round(percentOf(decimal(33.35), decimal(10)), 2))).toBe(3.34)
    expect(numberOf(percentOf(decimal(19.99), decimal(12.5)))).toBe(2.49875)
  })

  it.prop("converts a number to a decimal and back without a change", [Cents], ([cents]) => {
    expect(numberOf(decimal(amount(cents)))).toBe(amount(cents))
  })

  /** The decimal of a text, without any optimisation. */
  const said = (text: string) => {
    const [digits = "", exponent = "0"] = text.split("e")
    const scale = (digits.split(".")[1] ?? "").length - Number(exponent)
    const units = BigInt(digits.replace(".", ""))
    return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale }
  }
  it.prop("is the decimal of the number's shortest text", [Schema.Finite, Cents, Count], ([any, cents, count]) => {
    for (const number of [any, -any, any / 1e290, amount(cents), -amount(cents), cents / 1000, cents / 7, count / 8192])
      expect(decimal(number)).toEqual(said(String(number)))
  })

  it.prop("is the number of its digits", [Schema.Int, Schema.Int], ([units, places]) => {
    const scale = Math.abs(places) % 30
    expect(numberOf({ units: BigInt(units), scale })).toBe(Number(`${units}e-${scale}`))
  })

  it.prop("sums any parts to the whole", [Schema.Array(Cents)], ([parts]) => {
    const sum = add(...parts.map((cents) => decimal(amount(cents))))
    expect(numberOf(sum)).toBe(amount(parts.reduce((a, b) => a + b, 0)))
    expect(parts.reduce((left, cents) => subtract(left, decimal(amount(cents))), sum).units).toBe(0n)
  })

  it.prop("never rounds by more than half a unit", [Cents, Count, Places], ([cents, count, digits]) => {
    const exact = times({ units: BigInt(cents), scale: 5 }, decimal(count))
    const { scale, units } = subtract(round(exact, digits), exact)
    const error = units < 0n ? -units : units
    expect(error * 2n <= 10n ** BigInt(scale - digits)).toBe(true)
  })

  it.prop("compares as amounts do", [Cents, Cents], ([one, other]) => {
    const [a, b] = [decimal(amount(one)), decimal(amount(other))]
    expect(Math.sign(compare(a, b))).toBe(Math.sign(one - other))
    expect(compare(a, add(a, decimal(0.001), decimal(-0.001)))).toBe(0)
    expect(min(a, b)).toBe(one <= other ? a : b)
  })
})
