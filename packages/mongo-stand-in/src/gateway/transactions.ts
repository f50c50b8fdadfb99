// The transactions of MongoDB's sessions. Each has its own PostgreSQL connection until it commits or aborts, its session is
// killed or ends, or its lifetime is over. As in MongoDB, it stays open when its client's connection breaks.
import { setTimeout as sleep } from "node:timers/promises"
import type { Database, Held, Runner } from "./database.ts"
import { CommandError, Lost, transient } from "./errors.ts"

/** The transaction that a command belongs to, and the connection that sent it. */
export interface Part {
  readonly client: object
  readonly session: string
  readonly number: bigint
  readonly starts: boolean
}

interface Transaction {
  readonly number: bigint
  state: "open" | "committed" | "aborted" | "unknown"
  held?: Held
  client: object
  /** Whether one of its commands is running. */
  busy: boolean
  /** PostgreSQL's transaction id, read before the commit; null if it wrote nothing. */
  id?: string | null
  timer?: NodeJS.Timeout
}

/** How long a transaction may stay open, as in MongoDB. */
const defaultLifetimeSeconds = 60

/**
 * How long one stays open without its connection, unless its lifetime was set. MongoDB keeps it for its whole lifetime, but
 * PostgreSQL makes no index beside an open transaction, so each test that kills a process would stop all others for a minute.
 */
const orphanedMs = 1000

/** How long a write waits for another transaction's lock. MongoDB refuses at once, and a commit of the other refuses it anyway. */
const lockTimeoutMs = 20

/** Begins a transaction, in one exchange with the database. */
const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = '${lockTimeoutMs}ms'`

/** How many sessions' last transactions are kept; the oldest is dropped first. */
const maxSessions = 10_000

/** The last transaction of each session. */
export class Transactions {
  /** After how many seconds a transaction that begins now is rolled back: MongoDB's `transactionLifetimeLimitSeconds`. */
  lifetimeSeconds = defaultLifetimeSeconds
  readonly #database: Database
  readonly #bySession = new Map<string, Transaction>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Runs a command in its transaction, which it may start; a failure ends the transaction. */
  async run<A>(part: Part, command: (runner: Runner) => Promise<A>): Promise<A> {
    const transaction = part.starts ? await this.#begin(part) : this.#going(part)
    transaction.client = part.client
    return this.#busy(transaction, () => command(transaction.held!))
  }

  /** Ends the transaction of a command whose answer has a write error. */
  async fail(part: Part): Promise<void> {
    const transaction = this.#bySession.get(part.session)
    if (transaction?.number === part.number) await this.#end(transaction)
  }

  /** Commits a transaction. After a broken connection, a second call finds out whether the first one committed. */
  async commit(part: Part): Promise<void> {
    const transaction = this.#bySession.get(part.session)
    if (transaction?.number !== part.number) throw none(part)
    if (transaction.state === "unknown") await this.#settle(transaction)
    if (transaction.state === "open") await this.#commit(transaction)
    if (transaction.state !== "committed") throw none(part)
  }

  /** Rolls a transaction back. */
  async abort(part: Part): Promise<void> {
    await this.#end(this.#going(part))
  }

  /** Rolls back the open transaction of a session, if it has one. */
  async kill(session: string): Promise<void> {
    const transaction = this.#bySession.get(session)
    if (transaction !== undefined) await this.#end(transaction)
  }

  /** Notes that a connection broke; its open transactions are rolled back later. */
  orphan(client: object): void {
    if (this.lifetimeSeconds !== defaultLifetimeSeconds) return
    for (const transaction of this.#bySession.values())
      if (transaction.client === client && transaction.state === "open") this.#endIn(transaction, orphanedMs)
  }

  /** Rolls back all open transactions. */
  clear(): void {
    for (const transaction of this.#bySession.values()) void this.#end(transaction)
  }

  async #begin(part: Part): Promise<Transaction> {
    const last = this.#bySession.get(part.session)
    if (last !== undefined && last.number >= part.number) {
      throw new CommandError(225, `Transaction ${part.number} of this session is not newer than ${last.number}.`)
    }
    if (last !== undefined) await this.#end(last)
    const transaction: Transaction = { number: part.number, state: "open", busy: false, client: part.client }
    this.#endIn(transaction, this.lifetimeSeconds * 1000)
    this.#bySession.delete(part.session)
    this.#bySession.set(part.session, transaction)
    this.#forget()
    await this.#busy(transaction, async () => {
      transaction.held = await this.#database.hold()
      await transaction.held.query(begin, [])
    })
    return this.#going(part)
  }

  /** Runs work in a transaction. If the work fails, or the transaction was ended meanwhile, rolls it back afterwards. */
  async #busy<A>(transaction: Transaction, work: () => Promise<A>): Promise<A> {
    transaction.busy = true
    try {
      return await work()
    } catch (error) {
      transaction.state = "aborted"
      throw error
    } finally {
      transaction.busy = false
      if (transaction.state !== "open") await undo(transaction)
    }
  }

  /** The open transaction of a command; throws if it has ended. */
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

  /** Asks the database whether a commit without an answer was applied. */
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

  #endIn(transaction: Transaction, ms: number): void {
    clearTimeout(transaction.timer)
    transaction.timer = setTimeout(() => this.#end(transaction), ms).unref()
  }

  async #end(transaction: Transaction): Promise<void> {
    if (transaction.state !== "open") return
    transaction.state = "aborted"
    if (!transaction.busy) await undo(transaction)
  }

  #forget(): void {
    for (const [session, transaction] of this.#bySession) {
      if (this.#bySession.size <= maxSessions) return
      if (transaction.state !== "open") this.#bySession.delete(session)
    }
  }
}

/** Rolls back and returns the connection, or closes it if that fails. */
const undo = async (transaction: Transaction): Promise<void> => {
  const { held, timer } = transaction
  delete transaction.held
  clearTimeout(timer)
  await held
    ?.query("ROLLBACK", [])
    .then(
      () => held.release(false),
      () => held.release(true)
    )
    // Timers end transactions, too: what fails here must not end the process.
    .catch(() => undefined)
}

const none = (part: Part): CommandError =>
  new CommandError(251, `Transaction ${part.number} was aborted or never begun.`, transient)
