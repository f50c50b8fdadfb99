/** What an error of SQLite means to a caller of the port. */
import { Unavailable } from "../storage.ts"

/** The store's failure for an error of SQLite; anything else is a defect and thrown again. */
export const unavailable = (cause: unknown): Unavailable => {
  const code = codeOf(cause)
  const reason = full.has(code) ? "full" : reasons.get(code & 0xff)
  if (reason === undefined) throw cause
  return new Unavailable({ reason, cause })
}

/** Whether another connection holds the lock. */
export const isBusy = (cause: unknown): boolean => [5, 6].includes(codeOf(cause) & 0xff)

/** Whether a write broke a unique index. */
export const isConflict = (cause: unknown): boolean => (codeOf(cause) & 0xff) === 19

const codeOf = (cause: unknown): number => Number((cause as { readonly errcode?: number } | undefined)?.errcode ?? 0)

// No room for the database, its log, or the shared memory beside it.
const full = new Set([13, 10 | (19 << 8)])

const reasons = new Map<number, Unavailable["reason"]>([
  [5, "busy"],
  [6, "busy"],
  [7, "unreachable"],
  [8, "unreachable"],
  [10, "unreachable"],
  [11, "unreachable"],
  [13, "full"],
  [14, "unreachable"],
  [23, "unreachable"],
  [26, "unreachable"]
])
