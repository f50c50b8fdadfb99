/**
 * Maps errors of the driver to failures of the port. An error that does not say whether a write was applied leaves that
 * uncertain, and must never be reported as "nothing was applied".
 */
import {
  type ClientSession,
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerError,
  MongoSystemError,
  MongoTopologyClosedError
} from "mongodb"
import { Unavailable } from "../storage.ts"

/** A write that failed without a refusal. */
export class Trouble {
  readonly reason: Unavailable["reason"]
  readonly cause: unknown
  /** Whether it may have been applied nevertheless. */
  readonly uncertain: boolean
  /** Whether to retry it at once. */
  readonly again: boolean

  constructor(cause: unknown, uncertain: boolean, again: boolean) {
    this.reason = reasonOf(cause)
    this.cause = cause
    this.uncertain = uncertain
    this.again = again
  }
}

/** The store's failure for an error of the driver; a defect is rethrown. */
export const unavailable = (cause: unknown): Unavailable =>
  cause instanceof Unavailable ? cause : new Unavailable({ reason: reasonOf(cause), cause })

/** Whether a unique index refused the write. */
export const isDuplicate = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === 11000

/** Whether another transaction is writing the same document. */
export const isConflict = (error: unknown): boolean => error instanceof MongoServerError && error.code === 112

/** Whether the server stopped an operation because it took longer than it was allowed to. */
export const isOverdue = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === 50 && !isUnacknowledged(error)

/**
 * The meaning of a failed single write, which the driver has already retried if it could; `shaken` if the pool dropped
 * connections since it began.
 */
export const troubleAlone = (error: unknown, session: ClientSession, shaken: boolean): Trouble =>
  new Trouble(error, mayBeApplied(error, session, shaken), isWorthAnotherTry(error))

/** Whether an operation fails as long as its client lives, or the client is closed. */
export const isLasting = (error: unknown): boolean =>
  error instanceof MongoServerError ? !isPassing(error) : closed.some((kind) => error instanceof kind)

/** Whether an operation that failed may succeed at once, where it does no harm to do it twice. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof MongoNetworkError || isSocket(error) || isPassing(error)

/** The meaning of a transaction's failure before its commit, when nothing of it can have been applied. */
export const troubleWithin = (error: unknown): Trouble =>
  new Trouble(
    error,
    false,
    isTransient(error) ||
      isConflict(error) ||
      isSocket(error) ||
      isPassing(error) ||
      isLabelled(error, "PoolRequestedRetry")
  )

/**
 * The meaning of a failed commit of a transaction. Only the server's statement that the transaction is gone shows that
 * it was not applied, and not even that if an earlier try may have been.
 */
export const troubleCommitting = (error: unknown, session: ClientSession, before: boolean): Trouble => {
  const gone = isTransient(error)
  return new Trouble(error, before || !gone || session.serverSession.isDirty, gone)
}

const isTransient = (error: unknown): boolean => isLabelled(error, "TransientTransactionError")

const isLabelled = (error: unknown, label: string): boolean => error instanceof MongoError && error.hasErrorLabel(label)

/**
 * The driver retries a write and reports only the last failure: "no server found" may follow a broken connection, a
 * dropped pool, or a majority that did not acknowledge. If the server was never reached, none of these has left a
 * trace.
 */
const mayBeApplied = (error: unknown, session: ClientSession, shaken: boolean): boolean => {
  if (session.serverSession.isDirty) return true
  if (error instanceof MongoServerError) return isUnacknowledged(error) || !refusals.has(Number(error.code))
  if (isUnsent(error)) return shaken || session.operationTime !== undefined
  return true
}

/** Errors that occur before a command is sent. */
const isUnsent = (error: unknown): boolean =>
  error instanceof MongoError && (unsent.some((kind) => error instanceof kind) || poolErrors.has(error.name))

const unsent = [
  MongoSystemError,
  MongoServerClosedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
  MongoNotConnectedError,
  MongoExpiredSessionError
]

const closed = [MongoClientClosedError, MongoNotConnectedError, MongoTopologyClosedError]

/** The driver does not export these classes. */
const poolErrors = new Map<string, Unavailable["reason"]>([
  ["MongoWaitQueueTimeoutError", "busy"],
  ["MongoPoolClosedError", "unreachable"],
  ["MongoPoolClearedError", "unreachable"]
])

/**
 * The socket's own error. The driver wraps it, except where a command waits for earlier output: a bulk write copies its
 * fields, and a commit fails because it has no labels.
 */
export const isSocket = (error: unknown): boolean =>
  error instanceof Error && ("syscall" in error || /hasErrorLabel is not a function/.test(error.message))

const full = 14031
const conflict = 112

/** Not the primary: a server says so before it looks at a command. */
const notPrimary = [10107, 10058, 13435]

/** Codes of errors after which a write was certainly not applied. */
const refusals = new Set([full, conflict, ...notPrimary])

/** CursorNotFound, QueryPlanKilled, CursorKilled: the rest of what was being read is gone. */
const unread = [43, 175, 237]

/** FailedToSatisfyReadPreference of a router whose shard has no primary, ReadConcernMajorityNotAvailableYet of a new primary. */
const electing = [133, 134]

/** Codes of a server that steps down, shuts down or restarts, or that interrupted an operation. */
const passing = new Set([
  ...[...notPrimary, ...unread, ...electing],
  ...[6, 7, 24, 50, 89, 91, 189, 202, 262, 9001, 11600, 11601, 11602, 13436]
])

const isPassing = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  !isUnacknowledged(error) &&
  (passing.has(Number(error.code)) || error.hasErrorLabel("RetryableWriteError"))

const reasonOf = (error: unknown): Unavailable["reason"] => {
  if (error instanceof Unavailable) return error.reason
  if (isSocket(error)) return "unreachable"
  const known = error instanceof MongoError ? reasonKnown(error) : undefined
  if (known === undefined) throw error
  return known
}

const reasonKnown = (error: MongoError): Unavailable["reason"] | undefined => {
  // A bulk write wraps every error, and of a full pool only the message is left.
  if (error instanceof MongoBulkWriteError && error.code === undefined)
    return error.message.startsWith("Timed out while checking out") ? "busy" : "unreachable"
  if (error instanceof MongoServerError) {
    if (error.code === full) return "full"
    if (error.code === conflict || error.hasErrorLabel("SystemOverloadedError")) return "busy"
    return isPassing(error) || isTransient(error) || isUnacknowledged(error) ? "unreachable" : undefined
  }
  if (error instanceof MongoNetworkError || isUnsent(error)) return poolErrors.get(error.name) ?? "unreachable"
  return undefined
}

/** A write that the primary has but that no majority acknowledged in time. */
const isUnacknowledged = (error: MongoServerError): boolean =>
  error.name === "MongoWriteConcernError" || error.hasErrorLabel("UnknownTransactionCommitResult")
