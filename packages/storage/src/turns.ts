/**
 * Divides the turns of the event loop between all callers of this process. The work of one turn is limited for all of them
 * together. Further work waits in a queue that is fair to shops and, within a shop, to key sets; among the calls of a key
 * set, the one that began first goes first. See docs/decisions/0444.
 */
import { Context, Effect } from "effect"
import { FairQueue, type Owner, type Waiting } from "./fair.ts"

/** Limits on work. */
export interface Bounds {
  /** The maximum work of one turn, in units of about a microsecond; see {@link spend}. */
  turn: number
  /** The maximum duration of a turn, whatever was counted in it. */
  turnMs: number
  /**
   * How much a search reads before it checks whether the turn is used up: index entries, and rows with at most this
   * many characters.
   */
  entries: number
  rows: number
  characters: number
}

/** The limits of this process; tests make them small. */
export const bounds: Bounds = { turn: 2000, turnMs: 2, entries: 500, rows: 200, characters: 512 * 1024 }

/** The cost of a statement that finds nothing, in the units of {@link spend}; a call may look for thousands of values. */
export const statementCost = 10

/** The units that a caller may use ahead of those who used more recently. */
const lead = 16_000

/** One call, as far as its turns are concerned. */
export class Calling {
  /** The owner that its work counts against; it may become known in the course of the call. */
  owner: Owner
  /** Among the calls of one key set, the one that began first goes first. */
  readonly order = ++begun
  /** Units that its owner has used for it and that are not counted yet. */
  unpaid = 0

  constructor(owner: Owner) {
    this.owner = owner
  }
}

let begun = 0

/** The call that an effect runs for. */
export const CurrentCall = Context.Reference<Calling>("@bottega/storage/CurrentCall", { defaultValue: () => unknown })

/** Work outside of calls: maintenance, and the start of a server. */
const unknown = new Calling({ shop: "", keySet: "" })

type Go = () => void
type Later = { readonly calling: Calling; readonly go: Go }

/** The turns of an event loop. */
export class Turns {
  readonly #bounds: Pick<Bounds, "turn" | "turnMs">
  readonly #clockMs: () => number
  readonly #later: (begin: Go) => void
  readonly #queue = new FairQueue<Later>(lead)
  #spent = 0
  #armed = false
  #serving = false
  #beganMs = 0
  /** The units of steps that were done within the current one. */
  #within = 0

  /** Elapsed time counts as work too, so that work without units cannot make a turn long. */
  constructor(
    bounds: Pick<Bounds, "turn" | "turnMs">,
    clockMs: () => number = () => performance.now(),
    later: (begin: Go) => void = setImmediate
  ) {
    this.#bounds = bounds
    this.#clockMs = clockMs
    this.#later = later
  }

  /** The number of waiting steps. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Whether work may be done in this turn: the turn is not used up, and nobody waits or this is the waiting step. */
  get isOpen(): boolean {
    return (this.#serving || this.#queue.size === 0) && !this.#isOver
  }

  /** Counts work against this turn; the call that it is done for pays when {@link pay} or {@link enter} counts it. */
  spend(units: number): void {
    this.#arm()
    this.#spent += units
  }

  /** The units that were spent in this turn. */
  get spent(): number {
    return this.#spent
  }

  /** Counts work that was done for a call. */
  spendFor(calling: Calling, units: number): void {
    this.spend(units)
    calling.unpaid += units
  }

  /** Counts work that was done for an owner without a call that could wait. */
  charge(owner: Owner, units: number): void {
    this.spend(units)
    this.#queue.spend(owner, units)
  }

  /** Counts a call's work against its owner. */
  pay(calling: Calling): void {
    if (calling.unpaid > 0) this.#queue.spend(calling.owner, calling.unpaid)
    calling.unpaid = 0
  }

  /**
   * Does a step of a call at once if there is room for it, otherwise in a later turn; returns the function that
   * withdraws it.
   */
  enter(calling: Calling, go: Go): Go | undefined {
    if (!this.isOpen) return this.wait(calling, go)
    this.#arm()
    this.#measured({ calling, go })
    return undefined
  }

  /** Does a step of a call in a later turn; returns the function that withdraws it. */
  wait(calling: Calling, go: Go): Go {
    this.pay(calling)
    const waiting = this.#queue.add(calling.owner, { calling, go }, calling.order)
    this.#arm()
    return () => void this.#queue.withdraw(waiting)
  }

  get #isOver(): boolean {
    if (this.#spent >= this.#bounds.turn) return true
    return this.#armed && this.#clockMs() - this.#beganMs >= this.#bounds.turnMs
  }

  #arm(): void {
    if (this.#armed) return
    this.#armed = true
    this.#beganMs = this.#clockMs()
    this.#later(this.#begin)
  }

  /** Begins a turn: waiting steps run one after the other until it is used up. */
  readonly #begin = (): void => {
    this.#spent = 0
    this.#beganMs = this.#clockMs()
    this.#serving = true
    let next: Waiting<Later> | undefined
    try {
      while (!this.#isOver && (next = this.#queue.take()) !== undefined) this.#measured(next.item)
    } finally {
      this.#serving = false
      this.#armed = this.#queue.size > 0 || this.#spent > 0
      if (this.#armed) this.#later(this.#begin)
    }
  }

  /** Does a step and counts the time that it took, where that is more than the units that it counted itself. */
  #measured({ calling, go }: Later): void {
    const [spent, beganMs, unpaid, outer] = [this.#spent, this.#clockMs(), calling.unpaid, this.#within]
    this.#within = 0
    try {
      go()
    } finally {
      const units = Math.max(this.#spent - spent, (this.#clockMs() - beganMs) * 1000)
      this.#spent = spent + units
      calling.unpaid = unpaid + Math.max(0, units - this.#within)
      this.#within = outer + units
      this.pay(calling)
    }
  }
}

/** The turns of this process. */
export const turns = new Turns(bounds)

/**
 * Counts index entries and rows against this turn; a row costs more the longer its text is, because its reader parses
 * it.
 */
export const spend = (entries: number, rows = 0, characters = 0): void =>
  turns.spend(entries + 5 * rows + characters / 200)

/** Counts bytes against this turn, because they are copied, and hashed or sent by their reader. */
export const spendBytes = (bytes: number): void => spend(0, 1, bytes / 5)

/**
 * Runs a search to its end. It yields where it may be interrupted, and is interrupted when the turn is used up; its
 * state must stay valid while others write.
 */
export const inTurns = <A, E>(
  start: () => Generator<void, A>,
  failed: (error: unknown) => Effect.Effect<never, E>
): Effect.Effect<A, E> =>
  Effect.withFiber((fiber) => {
    const calling = fiber.getRef(CurrentCall)
    let walk: Generator<void, A> | undefined
    const go: Effect.Effect<A, E> = Effect.suspend(() => {
      const before = turns.spent
      try {
        while (turns.isOpen) {
          walk ??= start()
          const { done, value } = walk.next()
          if (done === true) return Effect.succeed(value)
        }
      } catch (error) {
        return failed(error)
      } finally {
        calling.unpaid += turns.spent - before
      }
      return Effect.andThen(laterTurn(calling), go)
    })
    return go
  })

/** Waits for a turn of a call. */
const laterTurn = (calling: Calling): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const withdraw = turns.wait(calling, () => resume(Effect.void))
    return Effect.sync(withdraw)
  })
