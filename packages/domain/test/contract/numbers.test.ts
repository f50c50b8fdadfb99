import fc from "fast-check"
import { expect, it } from "vitest"
import { compare, decimal, round } from "../../src/contract/money.ts"
import { plainText, readDecimal, readInt } from "../../src/contract/numbers.ts"

it.each([
  ["-7", -7],
  ["007", 7],
  ["-0", 0],
  [" 5 ", 5],
  ["999999999999999", 999_999_999_999_999]
])("%j is an int", (text, value) => expect(readInt(text)).toBe(value))

it.each([
  ["1234567890123456", "must be a whole number with at most 15 digits"],
  ["1.0", "must be a whole number, without a point and without an exponent"],
  ["1e3", "must be a whole number, without a point and without an exponent"],
  ["0x10", "must be a whole number, in digits"],
  ["+1", "must be a whole number, in digits"],
  ["", "must be a whole number, in digits"]
])("%j is not an int, and why", (text, why) => expect(readInt(text)).toBe(why))

it.each([
  ["1.10", 1.1],
  ["-0.0", 0],
  ["3.3000000000000003", 3.3],
  ["1e-7", 1e-7],
  ["1.5E+3", 1500],
  ["0.00001e16", 100_000_000_000],
  ["0e999", 0],
  ["1e-999", 0],
  ["999999999999.999", 999_999_999_999.999],
  // Rounded by the text at the fifteenth digit: as a binary number, each of these rounds differently.
  ["1.000000000000005", 1.00000000000001],
  ["1.000000000000004999999999999999999999999", 1],
  ["-2.000000000000005", -2.00000000000001],
  ["0.1234567890123455", 0.123456789012346],
  ["9.9999999999999995", 10]
])("%j is %d", (text, value) => expect(readDecimal(text)).toBe(value))

it.each([
  ["1000000000000", "must be less than 10^12, with at most 12 digits before the point"],
  ["1e12", "must be less than 10^12, with at most 12 digits before the point"],
  ["-1e12", "must be less than 10^12, with at most 12 digits before the point"],
  ["999999999999.9999", "must be less than 10^12, with at most 12 digits before the point"],
  ["1e999", "must be less than 10^12, with at most 12 digits before the point"],
  [`0.${"1".repeat(41)}`, "must have at most 40 digits after the point"],
  ["1e0001", "must have an exponent with at most 3 digits"],
  ["1,5", "must be a number with a point, and not a comma, before its decimals"],
  [".5", "must be a number with a digit before and after the point"],
  ["5.", "must be a number with a digit before and after the point"],
  ["NaN", "must be a number, such as 12.5"],
  ["0x10", "must be a number, such as 12.5"]
])("%j is not a decimal, and why", (text, why) => expect(readDecimal(text)).toBe(why))

it("keeps every decimal of up to fifteen digits exactly", () => {
  const text = fc
    .tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }).map(String), fc.integer({ min: 0, max: 15 }))
    .map(([digits, places]) => {
      const padded = digits.padStart(places + 1, "0")
      return places === 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}`
    })
    .filter((decimal) => /^\d{1,12}(\.|$)/.test(decimal))
  fc.assert(
    fc.property(text, (sent) => {
      const value = readDecimal(sent) as number
      const units = BigInt(sent.replace(".", ""))
      const scale = sent.includes(".") ? sent.length - sent.indexOf(".") - 1 : 0
      expect(compare(decimal(value), { units, scale })).toBe(0)
    })
  )
})

it("rounds like money", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\.\d{15,40}$/), (sent) => {
      const exact = { units: BigInt(sent.replace(".", "")), scale: sent.length - 2 }
      expect(compare(decimal(readDecimal(sent) as number), round(exact, 14))).toBe(0)
    })
  )
})

it("prints a number as its digits, without an exponent", () => {
  expect([1e-7, 1.25e-7, -3e-8, 0, 12.5, 1e21, 1.5e22, -1e-290].map(plainText)).toEqual([
    ...["0.0000001", "0.000000125", "-0.00000003", "0", "12.5", `1${"0".repeat(21)}`, `15${"0".repeat(21)}`],
    `-0.${"0".repeat(289)}1`
  ])
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = plainText(value)
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      expect(Number(text) === value).toBe(true)
    })
  )
})
