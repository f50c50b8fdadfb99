/** Makes one refusal of several, so that whatever is wrong with a call is said at once. */
import { Invalid, invalid, type Refusal, type RefusalClass } from "./refusals.ts"

/**
 * One refusal for all that was found: `Invalid` where a parameter is wrong, otherwise the one that comes first in the
 * catalogue. Its details are those of all.
 */
export const merged = (first: Refusal, ...others: ReadonlyArray<Refusal>): Refusal => {
  if (others.length === 0) return first
  const all = [first, ...others]
  const details = all.flatMap(detailsOf)
  const wrong = all.reduce((sum, one) => sum + (one.wrong ?? detailsOf(one).length), 0)
  if (all.some((one) => one instanceof Invalid)) return invalid({ details, wrong })
  const leading = all.reduce((a, b) => (b.kind.code < a.kind.code ? b : a))
  return new (leading.constructor as unknown as RefusalClass)({ message: leading.message, details, wrong })
}

/** What a refusal says of parameters; one that names none is a detail as a whole. */
const detailsOf = ({ details, message }: Refusal) => details ?? [{ path: "", message: message.replace(/\.$/, "") }]
