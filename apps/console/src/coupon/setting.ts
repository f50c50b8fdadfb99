/** Sets the conditions of a coupon, one rule after the other. */
import { call, operationsById } from "../call/client.ts"
import { errorIn } from "../call/error.ts"
import { notice } from "../call/session.ts"
import { whyOf } from "../call/why.ts"
import { type Conditions, changedRules } from "./rules.ts"

const updateRules = operationsById.get("coupons.updateRules")!

/** Sets the rules that differ. Gives what was wrong, by the rule; nothing if all were set. */
export const setConditions = async (
  uid: string,
  before: Conditions,
  after: Conditions
): Promise<Readonly<Record<string, string>>> => {
  const problems: Record<string, string> = {}
  for (const [name, rule_value] of changedRules(before, after))
    try {
      await call(updateRules, { uid, name, rule_value })
    } catch (cause) {
      notice(cause)
      const error = errorIn(cause)
      problems[name] = error?.details[0]?.message ?? whyOf(cause)
    }
  return problems
}
