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
  moved(balance, round(decimal(credit), digits))

/**
 * Takes a credit above 0 off a balance; `digits` is of the shop's currency. A balance that was loaded when the currency had
 * more digits can be emptied.
 */
export const unloaded = (balance: number, credit: number, digits: number): Moved | CreditProblem => {
  const { scale, units } = round(decimal(credit), Math.max(digits, decimal(balance).scale))
  return moved(balance, { units: -units, scale })
}

const moved = (balance: number, delta: Decimal): Moved | CreditProblem => {
  if (delta.units === 0n) return "nothing"
  const after = add(decimal(balance), delta)
  if (compare(after, zero) < 0) return "short"
  return compare(after, decimal(balanceLimit)) < 0 ? { delta: numberOf(delta), balance: numberOf(after) } : "over"
}
