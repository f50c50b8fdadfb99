// Translates errors of PostgreSQL and the extension into MongoDB's codes and labels.
import type { Document } from "bson"
import pg from "pg"
import { written } from "./wire.ts"

const codeNames: Record<number, string> = {
  1: "InternalError",
  2: "BadValue",
  8: "UnknownError",
  26: "NamespaceNotFound",
  43: "CursorNotFound",
  48: "NamespaceExists",
  50: "MaxTimeMSExpired",
  59: "CommandNotFound",
  73: "InvalidNamespace",
  85: "IndexOptionsConflict",
  86: "IndexKeySpecsConflict",
  112: "WriteConflict",
  115: "CommandNotSupported",
  225: "TransactionTooOld",
  251: "NoSuchTransaction",
  11000: "DuplicateKey",
  14031: "OutOfDiskSpace"
}

/** A failed command: MongoDB's code, and the labels that tell a driver whether to retry. */
export class CommandError extends Error {
  readonly code: number
  readonly labels: ReadonlyArray<string>

  constructor(code: number, message: string, labels: ReadonlyArray<string> = []) {
    super(message)
    this.code = code
    this.labels = labels
  }

  /** The error as the bytes of an answer. */
  get bytes(): Buffer {
    const labels = this.labels.length > 0 ? { errorLabels: this.labels } : {}
    const codeName = codeNames[this.code] ?? `Location${this.code}`
    return written({ ok: 0, errmsg: this.message, code: this.code, codeName, ...labels })
  }
}

/** The label of an error after which a driver may retry the whole transaction. */
export const transient = ["TransientTransactionError"]

/** The connection to the database broke; the command may or may not have been applied. */
export class Lost extends Error {}

/** Whether an error of PostgreSQL's client means that the database is gone, shutting down or starting. */
export const isBroken = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(08|57P0[123])/.test(error.code ?? "")

/** Whether a statement failed because of a conflict with another writer, so that it can be retried. */
export const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && conflicts.has(error.code ?? "")

/** Serialization failure, deadlock, lock not available. */
const conflicts = new Set(["40001", "40P01", "55P03"])

/** Turns an error into a `CommandError`; a conflict in a transaction gets the label for a retry. */
export const refusal = (error: unknown, inTransaction: boolean): CommandError => {
  if (error instanceof CommandError) return error
  if (!(error instanceof pg.DatabaseError)) return new CommandError(1, String(error))
  const code = codeOf(error.code ?? "")
  return new CommandError(code, error.message, inTransaction && code === 112 ? transient : [])
}

/** MongoDB's code for an SQLSTATE. */
export const codeOf = (state: string): number => {
  if (conflicts.has(state)) return 112
  if (/^M[0-9A-Z]{4}$/.test(state)) return codes[Number.parseInt(state.slice(1), 36)] ?? 8
  return codesByState[state] ?? 1
}

/** Unique violation, exclusion violation, undefined table, statement timeout, feature not supported, disk full. */
const codesByState: Record<string, number> = {
  "23505": 11000,
  "23P01": 11000,
  "42P01": 26,
  "57014": 50,
  "0A000": 115,
  "53100": 14031,
  "22P02": 2,
  "22023": 2
}

// MongoDB's codes of the extension's errors, which it numbers from M0000 in base 36. The rest of its list has no such code.
const codes = [
  1, 2, 5, 9, 14, 15, 20, 23, 26, 27, 28, 31, 34, 40, 43, 48, 52, 53, 54, 56, 57, 61, 66, 67, 68, 72, 73, 85, 86, 111,
  115, 118, 146, 159, 165, 166, 167, 181, 197, 224, 232, 241, 263, 276, 291, 361, 10065, 10334, 11000
]

/** Unpacks an SQLSTATE from the extension's integer: six bits per character, the first character lowest, counted from `0`. */
export const unpacked = (packed: number): string =>
  String.fromCharCode(...[0, 6, 12, 18, 24].map((bits) => ((packed >> bits) & 63) + 48))

/** Translates the errors in a write's answer; throws if a conflict failed the whole write. */
export const translated = (answer: Document, namespace: string, inTransaction: boolean): Document => {
  for (const error of answer["writeErrors"] ?? []) {
    error.code = codeOf(unpacked(error.code))
    if (error.code === 112) throw new CommandError(112, error.errmsg, inTransaction ? transient : [])
    const index = /Index '(.*)'$/.exec(error.errmsg)?.[1]
    if (error.code === 11000 && index !== undefined) error.errmsg = duplicate(namespace, index)
  }
  return answer
}

/** MongoDB's message for a duplicate key, without the key. */
const duplicate = (namespace: string, index: string): string =>
  `E11000 duplicate key error collection: ${namespace} index: ${index} dup key`
