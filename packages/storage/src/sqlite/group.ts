/**
 * Many commits, one transaction. The first commit of a turn opens it, every commit is applied at once and sees those
 * before it, and all are answered when their one COMMIT has returned; if that fails, all of them fail.
 */
import { Effect } from "effect"
import { type Stale, type Taken, Unavailable } from "../storage.ts"
import type { Connection } from "./connection.ts"
import { isBusy, isFailure, type Replaced, unavailable } from "./errors.ts"
import { advance } from "./generation.ts"

type Failure = Stale | Taken | Unavailable

/** A commit on its way: how it is applied, and whom to tell. */
export interface Member {
  /** Applies all of it, or nothing of it and gives the refusal. */
  readonly run: () => Stale | Taken | undefined
  readonly applied: (() => void) | undefined
  readonly answer: (outcome: Effect.Effect<void, Failure>) => void
}

/** Looks whether the file is still the store: before a transaction, and after what was committed. */
export interface Place {
  readonly file: () => Replaced | undefined
  readonly committed: () => Replaced | undefined
}

/** The transactions of a connection. */
export class Group {
  readonly #writer: Connection
  readonly #failed: () => void
  readonly #place: Place
  #members: Array<{ readonly answer: Member["answer"]; readonly outcome: Outcome }> = []
  /** Members that wait for another process to let go of the file. */
  #waiting: Array<Member> = []
  /** Whether the open transaction has changed anything. */
  #changed = false
  #closed = false

  /** `failed` is called when what was applied did not become durable. */
  constructor(writer: Connection, failed: () => void, place: Place = anywhere) {
    this.#writer = writer
    this.#failed = failed
    this.#place = place
  }

  /** Takes a commit in; its answer comes later. */
  submit(member: Member): void {
    const busy = this.#waiting.length > 0
    const failed = this.#closed ? closed : busy ? undefined : this.#begin()
    if (failed !== undefined) member.answer(failed)
    else if (!busy && this.#writer.open) this.#step(member)
    else if (this.#waiting.push(member) === 1) this.#knock(0)
  }

  /** Takes back a commit that is not applied yet. */
  withdraw(member: Member): void {
    this.#waiting = this.#waiting.filter((other) => other !== member)
  }

  /** Answers when everything applied so far is durable. */
  settle(answer: Member["answer"]): void {
    if (this.#closed) answer(closed)
    else if (this.#writer.open) this.#members.push({ answer, outcome: Effect.void })
    else answer(Effect.void)
  }

  /** Finishes what is open, and refuses what waits and what comes. */
  close(): void {
    this.#finish()
    this.#closed = true
    this.#abandon(closed)
  }

  /** Opens a transaction if there is none; afterwards none is open when another process holds the file. */
  #begin(): Outcome | undefined {
    if (this.#writer.open) return undefined
    try {
      const replaced = this.#place.file()
      if (replaced !== undefined) return failure(replaced)
      this.#writer.run("begin immediate")
      this.#changed = false
      setImmediate(() => this.#linger(0, 0))
      return undefined
    } catch (error) {
      return isBusy(error) ? undefined : failure(error)
    }
  }

  #step(member: Member): void {
    try {
      const refusal = member.run()
      const outcome = refusal === undefined ? Effect.void : Effect.fail(refusal)
      // A stale writer reads again; a value taken by a write that is not durable yet is no answer yet.
      if (refusal?._tag === "Stale") member.answer(outcome)
      else this.#members.push({ answer: member.answer, outcome })
      if (refusal === undefined) {
        this.#changed = true
        member.applied?.()
      }
      if (this.#members.length >= most) this.#finish()
    } catch (error) {
      const outcome = failure(error)
      member.answer(outcome)
      // A defect is its own member's; when the store fails, what the others applied cannot be relied on either.
      if (isFailure(error) || !this.#writer.open) this.#fail(outcome)
    }
  }

  /** Finishes once a turn brought no further commit, or the group has waited long enough for more. */
  #linger(turns: number, met: number): void {
    const { length } = this.#members
    if (length > met && turns < mostTurns) setImmediate(() => this.#linger(turns + 1, length))
    else this.#finish()
  }

  #finish(): void {
    if (!this.#writer.open) return
    try {
      if (this.#changed) this.#writer.run(advance)
      this.#writer.run("commit")
      const replaced = this.#changed ? this.#place.committed() : undefined
      if (replaced !== undefined) throw replaced
      this.#answer()
    } catch (error) {
      this.#fail(failure(error, true))
    }
  }

  #fail(outcome: Outcome): void {
    try {
      if (this.#writer.open) this.#writer.run("rollback")
    } finally {
      this.#failed()
      this.#answer(outcome)
    }
  }

  #answer(instead?: Outcome): void {
    const members = this.#members
    this.#members = []
    for (const { answer, outcome } of members) answer(instead ?? outcome)
  }

  #knock(tries: number): void {
    setTimeout(() => this.#again(tries), 1 + (tries % 4))
  }

  #again(tries: number): void {
    if (this.#waiting.length === 0) return
    const failed = tries > patience ? busy : this.#begin()
    if (failed !== undefined) this.#abandon(failed)
    else if (this.#writer.open) for (const member of this.#waiting.splice(0)) this.submit(member)
    else this.#knock(tries + 1)
  }

  #abandon(outcome: Outcome): void {
    for (const { answer } of this.#waiting.splice(0)) answer(outcome)
  }
}

const anywhere: Place = { file: () => undefined, committed: () => undefined }

type Outcome = Effect.Effect<void, Failure>

/** Members of one transaction at most. */
const most = 1000
/** Turns that a transaction stays open beyond its first: those who were answered together ask again together. */
const mostTurns = 3
/** Tries for the lock, 1 to 4 ms apart and so about ten seconds, before a commit gives up. */
const patience = 4000

const closed = Effect.fail(new Unavailable({ reason: "unreachable", cause: "the store is closed" }))
const busy = Effect.fail(new Unavailable({ reason: "busy", cause: "another process holds the file" }))

// An I/O error while committing leaves open whether the log reached the disk, and a file that was moved whether it comes back.
const failure = (error: unknown, uncertain = false): Outcome => {
  if (!isFailure(error)) return Effect.die(error)
  const known = unavailable(error)
  const isOpen = known.reason === "unreachable" || known.reason === "replaced"
  return Effect.fail(uncertain && isOpen ? new Unavailable({ reason: "unknown", cause: error }) : known)
}
