/** Calls as they are drawn, before the ids that they name are known. */
import type { Minutes } from "./coupons.ts"
import type { Operation } from "./model.ts"

/** A call as it is drawn. */
export interface Drawn {
  readonly operation: Operation
  /** With picks instead of ids, and {@link Minutes} instead of times. */
  readonly parameters: object
  /** Values that are always wrong, by the name that the refusal must report. */
  readonly flaws: Readonly<Record<string, object>>
  readonly key: string | undefined
  /** Which of two instances of the service gets the call, if either may. */
  readonly instance: 0 | 1
}
