/**
 * Integers that are assigned once. Processes reserve them in blocks, so numbers may be skipped but never repeat. The next
 * block is reserved when half of one is used, so that callers seldom wait for one.
 */
import { type Collection, collection } from "@bottega/domain/contract"
import { Clock, type Context, Effect, Exit, Schema } from "effect"
import { modify } from "./derived.ts"
import { type Adapter, Storage, type Taken, type Unavailable } from "./storage.ts"

interface Sequence {
  readonly name: string
  /** The next integer to reserve. */
  readonly next: number
}

/** The counters; every store is opened with this collection. */
export const sequences: Collection<Sequence> = collection(
  "sequences",
  Schema.Struct({ name: Schema.String, next: Schema.Number }),
  { key: ({ name }) => name }
)

/**
 * An integer, from 1, that no other call for this shop and name ever gets, in any process. Callers of one process get
 * theirs in the order of their calls. One that waits fails if the block that it waits for cannot be reserved.
 */
export const next = (shop: string, name: string): Effect.Effect<number, Unavailable, Storage> =>
  Storage.use((storage) => counterOf(storage, shop, name).next)

const counters = new WeakMap<Adapter, Map<string, Counter>>()

const counterOf = (storage: Adapter, shop: string, name: string): Counter => {
  const known = counters.get(storage) ?? new Map<string, Counter>()
  counters.set(storage, known)
  const id = JSON.stringify([shop, name])
  const counter = known.get(id) ?? new Counter(reserving(shop, name))
  known.set(id, counter)
  return counter
}

/** The numbers of a counter that this process has reserved, and the callers that wait for more. */
class Counter {
  readonly #reserve: Reserve
  /** At most two blocks: the next one is reserved when half of the last one is left. */
  readonly #blocks: Array<Block> = []
  /** In the order of their calls; empty while a number is left. */
  readonly #waiting = new Set<Resume>()
  #isReserving = false
  /** How many numbers the last block had, and when it was requested. */
  #size = 0
  #reservedAt = 0n

  constructor(reserve: Reserve) {
    this.#reserve = reserve
  }

  readonly next = Effect.withFiber<number, Unavailable, Storage>(({ context }) =>
    Effect.callback((resume) => {
      const number = this.#taken()
      if (number === undefined) this.#waiting.add(resume)
      else resume(Effect.succeed(number))
      this.#refill(context)
      return Effect.sync(() => void this.#waiting.delete(resume))
    })
  )

  #taken(): number | undefined {
    const [block] = this.#blocks
    if (block === undefined) return undefined
    const number = block.next++
    if (block.next === block.end) this.#blocks.shift()
    return number
  }

  get #isLow(): boolean {
    if (this.#waiting.size > 0) return true
    const left = this.#blocks.reduce((sum, { end, next }) => sum + end - next, 0)
    // Nothing is reserved ahead of the first caller: a command makes one document, and its process ends.
    return this.#size > 1 && left <= this.#size / 2
  }

  /**
   * Reserves a block in a fiber that outlives the caller, if one is needed and none is being reserved. In the context of
   * a caller that decides, it takes no locks, because that caller may hold them.
   */
  #refill(context: Context.Context<never>): void {
    if (this.#isReserving || !this.#isLow) return
    this.#isReserving = true
    Effect.runForkWith(context as Context.Context<Storage>)(this.#reserved).addObserver((exit) => {
      this.#isReserving = false
      // Without a waiting caller, a failure is left to the next one, which tries again.
      if (Exit.isFailure(exit)) return this.#answer(() => Effect.failCause(exit.cause))
      this.#answer(() => {
        const number = this.#taken()
        return number === undefined ? undefined : Effect.succeed(number)
      })
      this.#refill(context)
    })
  }

  /** Answers waiting callers until there is no further answer. */
  #answer(answer: () => Effect.Effect<number, Unavailable> | undefined): void {
    for (const resume of this.#waiting) {
      const given = answer()
      if (given === undefined) return
      this.#waiting.delete(resume)
      // In a microtask, because a long queue would otherwise be one deep stack.
      queueMicrotask(() => resume(given))
    }
  }

  readonly #reserved = Effect.flatMap(Clock.monotonicTimeNanos, (now) => {
    const before = this.#size
    const wanted = before === 0 ? 1 : Math.max(now - this.#reservedAt < longNanos ? before * 2 : before >> 1, 2)
    const size = Math.min(Math.max(wanted, this.#waiting.size), maxBlock)
    return Effect.map(this.#reserve(size), (end) => {
      this.#blocks.push({ next: end - size, end })
      this.#size = size
      this.#reservedAt = now
    })
  })
}

/** The maximum number of integers in a block. */
const maxBlock = 4096
/**
 * A block that lasts less than this is followed by one of twice its size, any other by one of half its size. So a restart
 * skips few numbers in a quiet shop, and those of a few seconds in a busy one.
 */
const longNanos = 1_000_000_000n

interface Block {
  next: number
  readonly end: number
}

type Resume = (number: Effect.Effect<number, Unavailable>) => void

/** Reserves this many numbers; returns the one after the last. */
type Reserve = (size: number) => Effect.Effect<number, Unavailable, Storage>

const reserving =
  (shop: string, name: string): Reserve =>
  (size) =>
    modify(shop, sequences, name, (before) => Effect.succeed({ name, next: (before?.next ?? 1) + size })).pipe(
      Effect.map(({ next: end }) => end),
      // `sequences` has no unique lookup.
      Effect.catchTag("Taken", (impossible: Taken) => Effect.die(impossible))
    )
