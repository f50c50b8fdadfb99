/**
 * What an error of the driver means to a caller of the port. An error that says nothing about whether a write was
 * applied leaves it uncertain, and that is never told as "nothing was applied".
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

/** A write that failed, though nothing speaks against it. */
export class Trouble {
  readonly reason: Unavailable["reason"]
  readonly cause: unknown
  /** Whether it may have been applied all the same. */
  readonly uncertain: boolean
  /** Whether to try it again at once. */
  readonly again: boolean

  constructor(cause: unknown, uncertain: boolean, again: boolean) {
    this.reason = reasonOf(cause)
    this.cause = cause
    this.uncertain = uncertain
    this.again = again
  }
}

/** The store's failure for an error of the driver; a defect is thrown again. */
export const unavailable = (cause: unknown): Unavailable => new Unavailable({ reason: reasonOf(cause), cause })

/** Whether a unique index refused. */
export const isDuplicate = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === 11000

/** Whether another transaction is writing the same. */
export const isConflict = (error: unknown): boolean => error instanceof MongoServerError && error.code === 112

/**
 * What the failure of a write alone means, which the driver has already tried twice where it could. `shaken` when
 * connections were given up since it began.
 */
export const troubleAlone = (error: unknown, session: ClientSession, shaken: boolean): Trouble =>
  new Trouble(
    error,
    mayBeApplied(error, session, shaken),
    error instanceof MongoNetworkError || isSocket(error) || isPassing(error)
  )

/** What the failure of a transaction means before its commit, when nothing of it can have been applied. */
export const troubleWithin = (error: unknown): Trouble =>
  new Trouble(
    error,
    false,
    isTransient(error) || isSocket(error) || isPassing(error) || isLabelled(error, "PoolRequestedRetry")
  )

/**
 * What the failure of a transaction's commit means. Only a server's own word that the transaction is gone says that it
 * was not applied, and not even that after a try which may have been.
 */
export const troubleCommitting = (error: unknown, session: ClientSession, before: boolean): Trouble => {
  const gone = isTransient(error)
  return new Trouble(error, before || !gone || session.serverSession.isDirty, gone)
}

const isTransient = (error: unknown): boolean => isLabelled(error, "TransientTransactionError")

const isLabelled = (error: unknown, label: string): boolean => error instanceof MongoError && error.hasErrorLabel(label)

/**
 * The driver tries a write again and then tells the last failure only: a server that could not be found may follow on
 * a connection that broke, on one that was given up with all others, or on a majority that did not acknowledge. A server
 * that was never reached leaves no trace of any of these.
 */
const mayBeApplied = (error: unknown, session: ClientSession, shaken: boolean): boolean => {
  if (session.serverSession.isDirty) return true
  if (error instanceof MongoServerError) return isUnacknowledged(error) || !refusals.has(Number(error.code))
  if (isUnsent(error)) return shaken || session.operationTime !== undefined
  return true
}

/** Errors of before a command is sent. */
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

/** The driver keeps these classes to itself. */
const poolErrors = new Map<string, Unavailable["reason"]>([
  ["MongoWaitQueueTimeoutError", "busy"],
  ["MongoPoolClosedError", "unreachable"],
  ["MongoPoolClearedError", "unreachable"]
])

/**
 * The socket's own error: the driver wraps it everywhere but where a command waits for what was written before it. A bulk
 * write takes its fields over, and a commit stumbles over the labels that it has not.
 */
const isSocket = (error: unknown): boolean =>
  error instanceof Error && ("syscall" in error || /hasErrorLabel is not a function/.test(error.message))

const full = 14031
const conflict = 112

/** Not the primary, as a server says before it looks at a command. */
const notPrimary = [10107, 10058, 13435]

/** Codes of what was certainly not applied. */
const refusals = new Set([full, conflict, ...notPrimary])

/** A server that steps down, shuts down or comes back, or that cut an operation short. */
const passing = new Set([...notPrimary, 6, 7, 24, 50, 89, 91, 189, 202, 262, 9001, 11600, 11601, 11602, 13436])

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
  // A bulk write wraps whatever it meets, and only the message is left of a full pool.
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

/** A write that the primary has, and that no majority acknowledged in time. */
const isUnacknowledged = (error: MongoServerError): boolean =>
  error.name === "MongoWriteConcernError" || error.hasErrorLabel("UnknownTransactionCommitResult")
