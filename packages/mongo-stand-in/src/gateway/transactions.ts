// The transactions of MongoDB's sessions, each on a PostgreSQL connection of its own, from the command that starts it to
// its commit or abort, or until its client is gone or it has been idle too long.
import { setTimeout as sleep } from "node:timers/promises"
import type { Database, Held, Runner } from "./database.ts"
import { CommandError, Lost, transient } from "./errors.ts"

/** Which transaction a command belongs to, and whose connection it came by. */
export interface Part {
  readonly session: string
  readonly number: bigint
  readonly starts: boolean
  /** Stands for the client's connection; nothing of it is used. */
  readonly client: object
}

interface Transaction {
  readonly number: bigint
  state: "open" | "committed" | "aborted" | "unknown"
  held?: Held
  /** Whether a command of it is on its way. */
  busy: boolean
  client: object
  /** PostgreSQL's number of it, known once it is to be committed; null when it wrote nothing. */
  id?: string | null
  timer?: NodeJS.Timeout
}

/** MongoDB ends a transaction after a minute; this one when it was idle for a minute. */
const idle = 60_000

/**
 * How long a write waits for another transaction's, in milliseconds. MongoDB refuses at once; and who waited has lost if that
 * other is committed.
 */
const hesitation = 20

/** How many sessions' last transactions are remembered; the oldest goes first. */
const remembered = 10_000

export class Transactions {
  readonly #database: Database
  readonly #bySession = new Map<string, Transaction>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Runs a command of a transaction, begun first if it is the one that starts it; a failure ends the transaction. */
  async run<A>(part: Part, command: (runner: Runner) => Promise<A>): Promise<A> {
    const transaction = part.starts ? await this.#begin(part) : this.#going(part)
    transaction.client = part.client
    clearTimeout(transaction.timer)
    return this.#busy(transaction, () => command(transaction.held!))
  }

  /** Ends the transaction of a command that was answered with a write error. */
  async fail(part: Part): Promise<void> {
    const transaction = this.#bySession.get(part.session)
    if (transaction?.number === part.number) await this.#end(transaction)
  }

  /** Makes a transaction durable. Asked again after a connection broke, it finds out how that commit ended. */
  async commit(part: Part): Promise<void> {
    const transaction = this.#bySession.get(part.session)
    if (transaction?.number !== part.number) throw none(part)
    if (transaction.state === "unknown") await this.#settle(transaction)
    if (transaction.state === "open") await this.#commit(transaction)
    if (transaction.state !== "committed") throw none(part)
  }

  /** Undoes a transaction. */
  async abort(part: Part): Promise<void> {
    await this.#end(this.#going(part))
  }

  /** Ends what a client's connection left open; of all connections when none is named. */
  leave(client?: object): void {
    for (const transaction of this.#bySession.values()) {
      if (client === undefined || transaction.client === client) void this.#end(transaction)
    }
  }

  async #begin(part: Part): Promise<Transaction> {
    const last = this.#bySession.get(part.session)
    if (last !== undefined && last.number >= part.number) {
      throw new CommandError(225, `Transaction ${part.number} of this session is not newer than ${last.number}.`)
    }
    if (last !== undefined) await this.#end(last)
    const transaction: Transaction = { number: part.number, state: "open", busy: false, client: part.client }
    this.#bySession.delete(part.session)
    this.#bySession.set(part.session, transaction)
    this.#forget()
    await this.#busy(transaction, async () => {
      transaction.held = await this.#database.hold()
      await transaction.held.query("BEGIN ISOLATION LEVEL REPEATABLE READ", [])
      await transaction.held.query(`SET LOCAL lock_timeout = '${hesitation}ms'`, [])
    })
    return this.#going(part)
  }

  /** Works on a transaction. What ends it meanwhile, or a failure, undoes it when the work is over. */
  async #busy<A>(transaction: Transaction, work: () => Promise<A>): Promise<A> {
    transaction.busy = true
    try {
      return await work()
    } catch (error) {
      transaction.state = "aborted"
      throw error
    } finally {
      transaction.busy = false
      if (transaction.state === "open") transaction.timer = setTimeout(() => this.#end(transaction), idle).unref()
      else await undo(transaction)
    }
  }

  /** The open transaction of a command; one that was ended meanwhile is none. */
  #going(part: Part): Transaction {
    const transaction = this.#bySession.get(part.session)
    if (transaction?.number !== part.number || transaction.state !== "open") throw none(part)
    return transaction
  }

  async #commit(transaction: Transaction): Promise<void> {
    const held = transaction.held!
    clearTimeout(transaction.timer)
    transaction.busy = true
    try {
      const [row] = await held.query("SELECT pg_current_xact_id_if_assigned()::text", [])
      if (transaction.state !== "open") return
      transaction.id = row![0] as string | null
      transaction.state = "unknown"
      await held.query("COMMIT", [])
      transaction.state = "committed"
    } catch (error) {
      if (transaction.state === "open" || !(error instanceof Lost)) transaction.state = "aborted"
      throw error
    } finally {
      transaction.busy = false
      delete transaction.held
      held.release(transaction.state !== "committed")
    }
  }

  /** Asks the database, back again, how a commit ended whose answer never came. */
  async #settle(transaction: Transaction): Promise<void> {
    while (transaction.id !== null) {
      const [row] = await this.#database.query("SELECT pg_xact_status($1::xid8)", [transaction.id])
      if (row![0] !== "in progress") {
        transaction.state = row![0] === "committed" ? "committed" : "aborted"
        return
      }
      await sleep(20)
    }
    transaction.state = "committed"
  }

  async #end(transaction: Transaction): Promise<void> {
    if (transaction.state !== "open") return
    transaction.state = "aborted"
    if (!transaction.busy) await undo(transaction)
  }

  #forget(): void {
    for (const [session, transaction] of this.#bySession) {
      if (this.#bySession.size <= remembered) return
      if (transaction.state !== "open") this.#bySession.delete(session)
    }
  }
}

/** Gives a transaction's connection back when all is undone, or closes it. */
const undo = async (transaction: Transaction): Promise<void> => {
  const { held, timer } = transaction
  delete transaction.held
  clearTimeout(timer)
  await held?.query("ROLLBACK", []).then(
    () => held.release(false),
    () => held.release(true)
  )
}

const none = (part: Part): CommandError =>
  new CommandError(251, `Transaction ${part.number} has been aborted, or was never begun.`, transient)
