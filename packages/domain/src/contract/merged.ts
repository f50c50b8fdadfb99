/** Merges several refusals into one, so that a caller learns everything that is wrong at once. */
import { Invalid, invalid, type Refusal, type RefusalClass } from "./refusals.ts"

/**
 * Merges refusals: into `Invalid` if a parameter is wrong, otherwise into the one that comes first in the catalogue.
 * The result has the details of all.
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

/** The details of a refusal; a refusal without any becomes a detail itself. */
const detailsOf = ({ details, message }: Refusal) => details ?? [{ path: "", message: message.replace(/\.$/, "") }]
