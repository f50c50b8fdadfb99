// A command that the gateway carries out, and the state that all commands share.
import type { Document } from "bson"
import type { Cursors } from "./cursors.ts"
import type { Database, Runner } from "./database.ts"
import type { Part, Transactions } from "./transactions.ts"
import type { Turns } from "./turns.ts"
import type { Message } from "./wire.ts"

/** The state that all clients' commands share. */
export interface Gate {
  readonly database: Database
  readonly transactions: Transactions
  readonly cursors: Cursors
  /** Runs a session's numbered commands one at a time, so that a repeated command finds the first one's result. */
  readonly turns: Turns
  /** The version of the extension behind the gateway. */
  readonly version: string
}

/** A command that is being carried out. */
export interface Call {
  readonly gate: Gate
  readonly message: Message
  readonly command: Document
  /** The name of the database it is for. */
  readonly database: string
  /** The value of the command's own key: mostly a collection's name. */
  readonly target: unknown
  readonly session: string | undefined
  readonly part: Part | undefined
  /** The pool, or the connection of the command's transaction. */
  readonly runner: Runner
}
