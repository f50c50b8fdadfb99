/** How the balance of a gift card changes, in exact decimals. All functions are pure. */
import { add, compare, type Decimal, decimal, numberOf, round, zero } from "../../contract/money.ts"

/** A balance is below this: with the four digits that a currency has at most, a number holds it exactly. */
export const balanceLimit = 10 ** 11

/** A change of a balance. */
export interface Moved {
  /** The signed amount by which the balance changed. */
  readonly delta: number
  readonly balance: number
}

/** Why a balance cannot change: the credit rounds to 0, is more than the balance, or makes it too large. */
export type CreditProblem = "nothing" | "short" | "over"

/** Loads a credit above 0 onto a balance; `digits` is of the shop's currency. */
export const loaded = (balance: number, credit: number, digits: number): Moved | CreditProblem =>
  moved(balance, rounded(balance, credit, digits))

/** Takes a credit above 0 off a balance; `digits` is of the shop's currency. */
export const unloaded = (balance: number, credit: number, digits: number): Moved | CreditProblem => {
  const { scale, units } = rounded(balance, credit, digits)
  return moved(balance, { units: -units, scale })
}

/** The credit in the digits of the currency, or of a balance that was loaded when the shop's currency had more digits. */
const rounded = (balance: number, credit: number, digits: number): Decimal =>
  round(decimal(credit), Math.max(digits, decimal(balance).scale))

const moved = (balance: number, delta: Decimal): Moved | CreditProblem => {
  if (delta.units === 0n) return "nothing"
  const after = add(decimal(balance), delta)
  if (compare(after, zero) < 0) return "short"
  return compare(after, decimal(balanceLimit)) < 0 ? { delta: numberOf(delta), balance: numberOf(after) } : "over"
}
