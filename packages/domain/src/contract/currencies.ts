/** Currencies of ISO 4217: which codes there are, and to how many digits an amount in one is rounded. */
import { currenciesByDigits } from "../data/currencies.ts"

const digitsByCurrency: ReadonlyMap<string, number> = new Map(
  Object.entries(currenciesByDigits).flatMap(([digits, codes]) =>
    codes.split(" ").map((code) => [code, Number(digits)] as const)
  )
)

/** The digits after the decimal point of a currency (EUR 2, JPY 0, KWD 3); undefined for what is not an upper-case code. */
export const currencyDigits = (code: string): number | undefined => digitsByCurrency.get(code)

/** Whether the text is a currency code of ISO 4217, in upper case. */
export const isCurrency = (code: string): boolean => digitsByCurrency.has(code)
