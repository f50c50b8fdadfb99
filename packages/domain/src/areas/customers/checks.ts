/** What doctor checks of customers. */
import { type Check, countCheck } from "../../contract/check.ts"
import { collections } from "./document.ts"

export const checks: ReadonlyArray<Check> = [
  countCheck("users", collections.customers, ({ userUID }) => Math.max(0, userUID))
]
