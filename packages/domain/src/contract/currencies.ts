/** The currencies of ISO 4217: their codes, and the number of digits that amounts are rounded to. */
import { currenciesByDigits } from "../data/currencies.ts"

const digitsByCurrency: ReadonlyMap<string, number> = new Map(
  Object.entries(currenciesByDigits).flatMap(([digits, codes]) =>
    codes.split(" ").map((code) => [code, Number(digits)] as const)
  )
)

/** The digits after a currency's decimal point (EUR 2, JPY 0, KWD 3); `undefined` if `code` is not an upper-case code. */
export const currencyDigits = (code: string): number | undefined => digitsByCurrency.get(code)

/** Whether the text is a currency code of ISO 4217, in upper case. */
export const isCurrency = (code: string): boolean => digitsByCurrency.has(code)
