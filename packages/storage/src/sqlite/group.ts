/**
 * Many commits, one transaction. The first commit of a turn opens it, every commit is applied at once and sees those
 * before it, and all are answered when the turn's one COMMIT has returned; if that fails, all of them fail.
 */
import { Effect } from "effect"
import { type Stale, type Taken, Unavailable } from "../storage.ts"
import type { Connection } from "./connection.ts"
import { isBusy, unavailable } from "./errors.ts"

type Failure = Stale | Taken | Unavailable

/** A commit on its way: how it is applied, and whom to tell. */
export interface Member {
  /** Applies all of it, or nothing of it and gives the refusal. */
  readonly run: () => Stale | Taken | undefined
  readonly applied: (() => void) | undefined
  readonly answer: (outcome: Effect.Effect<void, Failure>) => void
}

/** The transactions of a connection. */
export class Group {
  readonly #writer: Connection
  #members: Array<{ readonly answer: Member["answer"]; readonly outcome: Effect.Effect<void, Failure> }> = []
  /** Members that wait for another process to let go of the file. */
  #waiting: Array<Member> = []
  #tries = 0
  #closed = false

  constructor(writer: Connection) {
    this.#writer = writer
  }

  /** Takes a commit in; its answer comes later. */
  submit(member: Member): void {
    if (this.#closed) member.answer(Effect.fail(new Unavailable({ reason: "unreachable", cause: "closed" })))
    else if (this.#waiting.length > 0) this.#waiting.push(member)
    else if (this.#begin(member)) this.#step(member)
  }

  /** Answers when everything applied so far is durable. */
  settle(answer: Member["answer"]): void {
    if (this.#writer.open) this.#members.push({ answer, outcome: Effect.void })
    else answer(Effect.void)
  }

  /** Finishes what is open, and refuses what waits and what comes. */
  close(): void {
    this.#finish()
    this.#closed = true
    this.#abandon(new Unavailable({ reason: "unreachable", cause: "closed" }))
  }

  #begin(member: Member): boolean {
    if (this.#writer.open) return true
    try {
      this.#writer.run("begin immediate")
      setImmediate(() => this.#finish())
      return true
    } catch (error) {
      if (isBusy(error)) this.#wait(member)
      else member.answer(failure(error))
      return false
    }
  }

  #step(member: Member): void {
    try {
      const refusal = member.run()
      if (refusal?._tag === "Stale") return member.answer(Effect.fail(refusal))
      // A value taken by a write that is not durable yet is no answer yet.
      this.#members.push({ answer: member.answer, outcome: refusal === undefined ? Effect.void : Effect.fail(refusal) })
      if (refusal === undefined) member.applied?.()
      if (this.#members.length >= most) this.#finish()
    } catch (error) {
      this.#members.push({ answer: member.answer, outcome: Effect.void })
      this.#fail(failure(error))
    }
  }

  #finish(): void {
    if (!this.#writer.open) return
    try {
      this.#writer.run("commit")
    } catch (error) {
      return this.#fail(failure(error, "unknown"))
    }
    const members = this.#members
    this.#members = []
    for (const { answer, outcome } of members) answer(outcome)
  }

  #fail(outcome: Effect.Effect<never, Unavailable>): void {
    const members = this.#members
    this.#members = []
    try {
      if (this.#writer.open) this.#writer.run("rollback")
    } finally {
      for (const { answer } of members) answer(outcome)
    }
  }

  #wait(member: Member): void {
    this.#waiting.push(member)
    if (this.#waiting.length === 1) this.#tries = 0
    setTimeout(() => this.#again(), 1 + (this.#tries++ % 4))
  }

  #again(): void {
    const [head, ...others] = this.#waiting
    if (head === undefined) return
    this.#waiting = []
    if (this.#tries > patience) {
      this.#waiting = [head, ...others]
      return this.#abandon(new Unavailable({ reason: "busy", cause: "another process holds the file" }))
    }
    const tries = this.#tries
    const open = this.#begin(head)
    this.#tries = this.#waiting.length > 0 ? tries + 1 : 0
    if (open) for (const member of [head, ...others]) this.submit(member)
    else this.#waiting.push(...others)
  }

  #abandon(cause: Unavailable): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { answer } of waiting) answer(Effect.fail(cause))
  }
}

/** Members of one transaction at most. */
const most = 1000
/** Tries for the lock, 1 to 4 ms apart and so about ten seconds, before a commit gives up. */
const patience = 4000

// An I/O error while committing leaves open whether the log reached the disk.
const failure = (
  error: unknown,
  unreachable: "unreachable" | "unknown" = "unreachable"
): Effect.Effect<never, Unavailable> => {
  try {
    const known = unavailable(error)
    if (known.reason !== "unreachable") return Effect.fail(known)
    return Effect.fail(new Unavailable({ reason: unreachable, cause: error }))
  } catch {
    return Effect.die(error)
  }
}
