/** Maps errors of SQLite to failures of the port. */
import { Effect } from "effect"
import { Unavailable } from "../storage.ts"

/** Why a file is not opened, worded as the end of a sentence. */
export class FileRefused extends Error {}

/** Why a copy of a file is not written, worded as the end of a sentence. */
export class CopyFailed extends Error {}

/** Why a file is not upgraded while another process has it open, worded as the end of a sentence. */
export class FileHeld extends Error {}

/** Why an opened file is no longer the store, as a sentence. */
export class FileReplaced extends Error {}

/** Whether an error is a failure of the store; any other is a defect. */
export const isFailure = (cause: unknown): boolean => reasonOf(cause) !== undefined

/** The store's failure for an error of SQLite; a defect is rethrown. */
export const unavailable = (cause: unknown): Unavailable => {
  const reason = reasonOf(cause)
  if (reason === undefined) throw cause
  return new Unavailable({ reason, cause })
}

/** Runs a function on the file; a failure of the store fails the effect, and a defect stays a defect. */
export const attempt = <A>(act: () => A): Effect.Effect<A, Unavailable> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(act())
    } catch (error) {
      return Effect.fail(unavailable(error))
    }
  })

/** Whether stored data could not be read. */
export const isDamage = (cause: unknown): boolean => reasonOf(cause) === "damaged"

/** Whether a file could not be opened, which says nothing about what it holds. */
export const isUnopened = (cause: unknown): boolean =>
  (cause as NodeJS.ErrnoException | undefined)?.syscall !== undefined || (codeOf(cause) & 0xff) === 14

/** Whether another connection has the lock. */
export const isBusy = (cause: unknown): boolean => [5, 6].includes(codeOf(cause) & 0xff)

/** Whether a write violated a unique index. */
export const isConflict = (cause: unknown): boolean => (codeOf(cause) & 0xff) === 19

const reasonOf = (cause: unknown): Unavailable["reason"] | undefined => {
  if (cause instanceof FileRefused || cause instanceof CopyFailed) return "unreachable"
  if (cause instanceof FileHeld) return "busy"
  if (cause instanceof FileReplaced) return "replaced"
  const { code: name, syscall } = (cause ?? {}) as NodeJS.ErrnoException
  // Node creates the file before SQLite opens it.
  if (syscall !== undefined) return name === "ENOSPC" || name === "EDQUOT" ? "full" : "unreachable"
  const code = codeOf(cause)
  return full.has(code) ? "full" : reasons.get(code & 0xff)
}

const codeOf = (cause: unknown): number => Number((cause as { readonly errcode?: number } | undefined)?.errcode ?? 0)

// No room for the database, its log, or the shared memory beside it.
const full = new Set([13, 10 | (19 << 8)])

const reasons = new Map<number, Unavailable["reason"]>([
  [5, "busy"],
  [6, "busy"],
  [7, "unreachable"],
  [8, "unreachable"],
  [10, "unreachable"],
  [11, "damaged"],
  [13, "full"],
  [14, "unreachable"],
  [23, "unreachable"],
  [26, "damaged"]
])
