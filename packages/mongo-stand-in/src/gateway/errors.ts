// What PostgreSQL and the extension refuse, in MongoDB's numbers and labels.
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

/** A refused command: MongoDB's code, and the labels that tell a driver what it may do. */
export class CommandError extends Error {
  readonly code: number
  readonly labels: ReadonlyArray<string>

  constructor(code: number, message: string, labels: ReadonlyArray<string> = []) {
    super(message)
    this.code = code
    this.labels = labels
  }

  /** The answer that tells it. */
  get bytes(): Buffer {
    const labels = this.labels.length > 0 ? { errorLabels: this.labels } : {}
    const codeName = codeNames[this.code] ?? `Location${this.code}`
    return written({ ok: 0, errmsg: this.message, code: this.code, codeName, ...labels })
  }
}

/** The label of an error after which the whole transaction may be tried again. */
export const transient = ["TransientTransactionError"]

/** The connection to the database broke: whether the command was carried out cannot be told. */
export class Lost extends Error {}

/** Whether what PostgreSQL's client failed with means that the database is gone, shutting down or starting. */
export const isBroken = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(08|57P0[123])/.test(error.code ?? "")

/** Whether a failed statement lost against another writer, and may be tried again as it is. */
export const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && conflicts.has(error.code ?? "")

/** Serialization failure, deadlock, lock not available. */
const conflicts = new Set(["40001", "40P01", "55P03"])

/** The refusal that a failed statement is; in a transaction, a conflict may be tried again. */
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

// The extension numbers its own errors from M0000 on, in base 36. The rest of its list are places in MongoDB's source.
const codes = [
  1, 2, 5, 9, 14, 15, 20, 23, 26, 27, 28, 31, 34, 40, 43, 48, 52, 53, 54, 56, 57, 61, 66, 67, 68, 72, 73, 85, 86, 111,
  115, 118, 146, 159, 165, 166, 167, 181, 197, 224, 232, 241, 263, 276, 291, 361, 10065, 10334, 11000
]

/** An SQLSTATE that the extension packed into an integer: six bits a character, the first lowest, counted from `0`. */
export const unpacked = (packed: number): string =>
  String.fromCharCode(...[0, 6, 12, 18, 24].map((bits) => ((packed >> bits) & 63) + 48))

/** The errors of a write's answer in MongoDB's codes and words; throws the conflict that lost the whole write. */
export const translated = (answer: Document, namespace: string, inTransaction: boolean): Document => {
  for (const error of answer["writeErrors"] ?? []) {
    error.code = codeOf(unpacked(error.code))
    if (error.code === 112) throw new CommandError(112, error.errmsg, inTransaction ? transient : [])
    const index = /Index '(.*)'$/.exec(error.errmsg)?.[1]
    if (error.code === 11000 && index !== undefined) error.errmsg = duplicate(namespace, index)
  }
  return answer
}

/** MongoDB's words for a taken key, less the key. */
export const duplicate = (namespace: string, index: string): string =>
  `E11000 duplicate key error collection: ${namespace} index: ${index} dup key`

/** The name that PostgreSQL has for the index whose key a failed statement found taken. */
export const takenConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && codeOf(error.code ?? "") === 11000 ? error.constraint : undefined
