/**
 * Runs transactions, and ends those that a broken connection left open. A server keeps a transaction with all its locks
 * for a minute after its client's connection broke, and each commit of the same documents conflicts with it meanwhile.
 * The driver sends no abort if the answer to the first command was lost, and only two otherwise, so the session is killed.
 * What arrives only after that would begin the transaction then, so a later transaction of the session follows: the server
 * refuses commands of the ones before.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { ClientSession, Db, TransactionOptions } from "mongodb"
import type { Unavailable } from "../storage.ts"
import { times, transaction } from "./client.ts"
import { isLasting, isSocket, Trouble, troubleCommitting } from "./errors.ts"
import type { Heartbeats } from "./pulse.ts"

/** The transactions of a store. */
export class Transactions {
  readonly #database: Db
  readonly #pulse: Heartbeats
  readonly #refusal: () => Unavailable | undefined
  /** The sessions to be killed, and since when. */
  readonly #open = new Map<ClientSession, number>()
  #killing: Promise<void> | undefined

  constructor(database: Db, pulse: Heartbeats, refusal: () => Unavailable | undefined) {
    this.#database = database
    this.#pulse = pulse
    this.#refusal = refusal
  }

  /**
   * Commits what `write` writes, unless it returns why it could not. An unknown outcome is requested again until the
   * deadline. A transaction that may still be open on the server then is ended there, which changes nothing if it was
   * committed; after the deadline this goes on by itself.
   */
  async run<Refused>(
    options: TransactionOptions,
    until: number,
    write: (session: ClientSession) => Promise<Refused | Trouble | undefined>
  ): Promise<Refused | Trouble | undefined> {
    const { shocks } = this.#pulse
    const session = this.#database.client.startSession()
    let refused: Refused | Trouble | undefined
    /** Whether the outcome of the commit is known; undefined before it is sent. */
    let isSettled: boolean | undefined
    try {
      session.startTransaction(options)
      refused = (await write(session)) ?? this.#late()
      if (refused !== undefined) return refused
      isSettled = false
      const failed = await committed(session, until)
      // It is committed, or the server says that it is gone.
      isSettled = failed?.again ?? true
      return failed
    } finally {
      // The driver marks the session only if it knows the error, and if it has not dropped the connection before.
      const broken = refused instanceof Trouble && isSocket(refused.cause)
      const isLost = broken || session.serverSession.isDirty || this.#pulse.shocks > shocks
      if (isSettled === undefined ? isLost : !isSettled) {
        this.#kill(session)
        await this.ended(Math.max(times.wait / 2, until - performance.now()))
        // Aborts what is still open over a connection that works; an answer is not needed.
      } else void session.endSession()
    }
  }

  /** Resolves when the transactions that are left open have ended, after at most half of a wait for a server. */
  async ended(waitMs = times.wait / 2): Promise<void> {
    if (this.#killing !== undefined) await Promise.race([this.#killing, sleep(waitMs, undefined, { ref: false })])
  }

  /** Why the commit must not be sent: the process stalled, and meanwhile another one may have upgraded the database. */
  #late(): Trouble | undefined {
    const refused = this.#refusal()
    return refused && new Trouble(refused, false, false)
  }

  #kill(session: ClientSession): void {
    this.#open.set(session, performance.now())
    this.#killing ??= this.#killAll().finally(() => {
      this.#killing = undefined
    })
  }

  async #killAll(): Promise<void> {
    while (this.#open.size > 0) {
      const sessions = [...this.#open]
      const done = await this.#areKilled(sessions.map(([session]) => session))
      for (const [session, since] of sessions) {
        if (!done && performance.now() - since < times.lifetime) continue
        // Only now: a session that was killed later might be in use by another commit.
        this.#open.delete(session)
        void session.endSession()
      }
      if (!done) await sleep(pauseMs, undefined, { ref: false })
    }
  }

  /** Whether the server has killed sessions and takes nothing more of their transactions, or never will. */
  async #areKilled(sessions: ReadonlyArray<ClientSession>): Promise<boolean> {
    try {
      await this.#database.client.db("admin").command({ killSessions: sessions.map(({ id }) => id) })
      await Promise.all(sessions.map((session) => this.#outdate(session)))
      return true
    } catch (error) {
      return isLasting(error)
    }
  }

  /** Begins a transaction of a session, and ends it. */
  async #outdate(session: ClientSession): Promise<void> {
    if (session.inTransaction()) await session.abortTransaction()
    session.startTransaction(transaction)
    await this.#database.collection("bottega_guards").findOne({}, { session, projection: { _id: 1 } })
    await session.abortTransaction()
  }
}

/** Commits a transaction; an unknown outcome is requested again until the deadline. */
const committed = async (session: ClientSession, until: number): Promise<Trouble | undefined> => {
  for (let uncertain = false; ; ) {
    try {
      await session.commitTransaction()
      return undefined
    } catch (error) {
      const trouble = troubleCommitting(error, session, uncertain)
      if (trouble.again || performance.now() > until) return trouble
      uncertain = trouble.uncertain
      await sleep(20)
    }
  }
}

/** Milliseconds between tries to kill sessions. */
const pauseMs = 100
