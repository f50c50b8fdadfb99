/**
 * Combines many commits into one transaction. The first commit of a turn opens it, every commit is applied at once and
 * sees those before it, and all are answered when their single COMMIT has returned; if that fails, all of them fail.
 */
import { Effect } from "effect"
import { type Stale, type Taken, Unavailable } from "../storage.ts"
import { turns as processTurns } from "../turns.ts"
import type { Connection } from "./connection.ts"
import { attempt, type FileReplaced, isBusy, isFailure, unavailable } from "./errors.ts"
import { advance } from "./generation.ts"

type Failure = Stale | Taken | Unavailable

/** A commit in progress: how to apply it, and the callback for its outcome. */
export interface Member {
  /** Applies all of it, or applies nothing and returns the refusal. */
  readonly run: () => Stale | Taken | undefined
  readonly applied: (() => void) | undefined
  readonly answer: (outcome: Effect.Effect<void, Failure>) => void
}

/** Checks that the file is still the store: before a transaction, at its beginning, and after a commit. */
export interface Place {
  readonly file: () => FileReplaced | undefined
  readonly form: (connection: Connection) => FileReplaced | undefined
  readonly committed: () => FileReplaced | undefined
}

/** Called at the turning points of each transaction. */
export interface Observer {
  /** It is open, so that no other process can commit until its end. */
  readonly began: () => void
  /** Its applied writes did not become durable. */
  readonly failed: () => void
  /** Readers may see its writes; no member is answered yet. */
  readonly ended: () => void
}

/** The transactions of a connection. */
export class Group {
  readonly #writer: Connection
  readonly #observer: Observer
  readonly #place: Place
  #members: Array<{ readonly answer: Member["answer"]; readonly outcome: Outcome }> = []
  /** Members that wait for another process to release the file. */
  #waiting: Array<Member> = []
  /** What runs between this transaction and the next. */
  #between: Array<() => void> = []
  /** Whether the open transaction has changed anything. */
  #changed = false
  #closed = false
  /** How long the last two COMMITs took: they wait for the disk, and one of them may have moved the log into the file. */
  #commitsMs: readonly [number, number] = [0, 0]
  readonly #clockMs: () => number

  constructor(
    writer: Connection,
    observer: Observer,
    place: Place = anywhere,
    clockMs: () => number = () => performance.now()
  ) {
    this.#writer = writer
    this.#observer = observer
    this.#place = place
    this.#clockMs = clockMs
  }

  /** Adds a commit; its outcome is reported later. */
  submit(member: Member): void {
    const busy = this.#waiting.length > 0
    const failed = this.#closed ? closed : busy ? undefined : this.#begin()
    if (failed !== undefined) member.answer(failed)
    else if (!busy && this.#writer.open) this.#step(member)
    else if (this.#waiting.push(member) === 1) this.#knock(0)
  }

  /** Removes a commit that is not applied yet. */
  withdraw(member: Member): void {
    this.#waiting = this.#waiting.filter((other) => other !== member)
  }

  /** Calls back when everything applied so far is durable. */
  settle(answer: Member["answer"]): void {
    if (this.#closed) answer(closed)
    else if (this.#writer.open) this.#members.push({ answer, outcome: Effect.void })
    else answer(Effect.void)
  }

  /** Runs changes in a separate transaction, as soon as none is open, and rolls them back. */
  rehearse(act: () => void): Effect.Effect<void, Unavailable> {
    const tried = attempt(() => {
      if (this.#closed) return
      this.#writer.run("begin immediate")
      try {
        act()
      } finally {
        if (this.#writer.open) this.#writer.run("rollback")
        this.#observer.failed()
      }
    })
    return Effect.callback((resume) => this.between(() => resume(Effect.runSyncExit(tried))))
  }

  /** Calls back while no transaction is open: at once, or when the open one has ended, before its members are answered. */
  between(act: () => void): void {
    if (this.#writer.open) this.#between.push(act)
    else act()
  }

  /** Commits what is open, and refuses waiting and later members. */
  close(): void {
    this.#finish()
    this.#closed = true
    this.#abandon(closed)
  }

  /** Opens a transaction if there is none; if another process has the lock, none is open afterwards. */
  #begin(): Outcome | undefined {
    if (this.#writer.open) return undefined
    try {
      const replaced = this.#place.file()
      if (replaced !== undefined) return failure(replaced)
      this.#writer.run("begin immediate")
      this.#observer.began()
      const changed = this.#place.form(this.#writer)
      if (changed !== undefined) {
        this.#writer.run("rollback")
        return failure(changed)
      }
      this.#changed = false
      const lingerMs = Math.max(minLingerMs, lingersFor * Math.min(...this.#commitsMs))
      const untilMs = this.#clockMs() + Math.min(lingerMs, maxLingerMs)
      setImmediate(() => this.#linger(untilMs, 0, 0))
      return undefined
    } catch (error) {
      return isBusy(error) ? undefined : failure(error)
    }
  }

  #step(member: Member): void {
    try {
      const refusal = member.run()
      const outcome = refusal === undefined ? Effect.void : Effect.fail(refusal)
      // A stale writer can read again at once; a value taken by a write that is not durable yet must wait until that
      // write is.
      if (refusal?._tag === "Stale") member.answer(outcome)
      else this.#members.push({ answer: member.answer, outcome })
      if (refusal === undefined) {
        this.#changed = true
        member.applied?.()
      }
      if (this.#members.length >= maxMembers) this.#finish()
    } catch (error) {
      const outcome = failure(error)
      member.answer(outcome)
      // A defect concerns only its own member; after a failure of the store, the other members' writes are not reliable
      // either.
      if (isFailure(error) || !this.#writer.open) this.#fail(outcome)
    }
  }

  /** Commits when a turn has added no further member, or when the group has waited for long enough. */
  #linger(untilMs: number, turns: number, met: number): void {
    const { length } = this.#members
    // While callers wait for their turns, more commits are about to come.
    const goesOn = turns < maxTurns || processTurns.waiting > 0
    if (length > met && goesOn && this.#clockMs() < untilMs)
      setImmediate(() => this.#linger(untilMs, turns + 1, length))
    else this.#finish()
  }

  #finish(): void {
    if (!this.#writer.open) return
    try {
      if (this.#changed) this.#writer.run(advance)
      const beganMs = this.#clockMs()
      this.#writer.run("commit")
      this.#commitsMs = [this.#commitsMs[1], this.#clockMs() - beganMs]
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
      this.#observer.failed()
      this.#answer(outcome)
    }
  }

  #answer(instead?: Outcome): void {
    this.#observer.ended()
    const members = this.#members
    this.#members = []
    // These callbacks may add a commit to the next transaction, which is not a member of this one.
    for (const act of this.#between.splice(0)) act()
    for (const { answer, outcome } of members) answer(instead ?? outcome)
  }

  #knock(tries: number): void {
    setTimeout(() => this.#again(tries), 1 + (tries % 4))
  }

  #again(tries: number): void {
    if (this.#waiting.length === 0) return
    const failed = tries > maxTries ? busy : this.#begin()
    if (failed !== undefined) this.#abandon(failed)
    else if (this.#writer.open) for (const member of this.#waiting.splice(0)) this.submit(member)
    else this.#knock(tries + 1)
  }

  #abandon(outcome: Outcome): void {
    for (const { answer } of this.#waiting.splice(0)) answer(outcome)
  }
}

const anywhere: Place = { file: () => undefined, form: () => undefined, committed: () => undefined }

type Outcome = Effect.Effect<void, Failure>

/** The maximum number of members of one transaction. */
const maxMembers = 1000
/**
 * Turns for which a transaction stays open after its first: callers whose answers came together send their next
 * requests together.
 */
const maxTurns = 3
/**
 * The time after which it stays open no further, because the turns of a busy server are many, or long: four times as long as a
 * COMMIT takes, so that a slow disk has a fifth of the time, and within these bounds.
 */
const lingersFor = 4
const [minLingerMs, maxLingerMs] = [24, 200]
/** Tries for the lock, 1 to 4 ms apart, which is about ten seconds, before a commit gives up. */
const maxTries = 4000

const closed = Effect.fail(new Unavailable({ reason: "unreachable", cause: "the store is closed" }))
const busy = Effect.fail(new Unavailable({ reason: "busy", cause: "another process holds the file" }))

// After an I/O error while committing, the log may or may not have reached the disk, and a file that was moved may come
// back.
const failure = (error: unknown, uncertain = false): Outcome => {
  if (!isFailure(error)) return Effect.die(error)
  const known = unavailable(error)
  const isOpen = known.reason === "unreachable" || known.reason === "replaced"
  return Effect.fail(uncertain && isOpen ? new Unavailable({ reason: "unknown", cause: error }) : known)
}
