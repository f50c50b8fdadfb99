import { describe, expect, it } from "vitest"
import { currencyDigits, isCurrency } from "../../src/contract/currencies.ts"

describe("currencies", () => {
  it.each([
    ["EUR", 2],
    ["USD", 2],
    ["GBP", 2],
    ["JPY", 0],
    ["KWD", 3],
    ["HUF", 2],
    ["MGA", 2],
    ["CLF", 4]
  ])("%s has %i digits", (code, digits) => {
    expect(currencyDigits(code)).toBe(digits)
    expect(isCurrency(code)).toBe(true)
  })

  it.each(["", "eur", "XXX", "ITL", "EUR USD", "constructor"])("%j is not a currency code", (code) => {
    expect(currencyDigits(code)).toBeUndefined()
    expect(isCurrency(code)).toBe(false)
  })
})
