/**
 * Divides the turns of the event loop between all searches in this process. The amount that one turn reads is limited
 * for all of them together. A search over the limit continues in a later turn, first come first served, and requests
 * are handled in between.
 */
import { Effect } from "effect"

/** Limits on reading. */
export interface Bounds {
  /** The most that one turn reads, in units of about a microsecond; see {@link spend}. */
  turn: number
  /**
   * How much a search reads before it checks whether the turn is used up: index entries, and rows with at most this
   * many characters.
   */
  entries: number
  rows: number
  characters: number
}

/** The limits of every search; tests make them small. */
export const bounds: Bounds = { turn: 4000, entries: 500, rows: 200, characters: 512 * 1024 }

let spent = 0
let armed = false
const waiting = new Set<() => void>()

/**
 * Counts index entries and rows against this turn; a row costs more the longer its text is, because its reader parses
 * it.
 */
export const spend = (entries: number, rows = 0, characters = 0): void => {
  spent += entries + 5 * rows + characters / 200
  arm()
}

/** Counts bytes against this turn, which are copied, and which their reader hashes or sends. */
export const spendBytes = (bytes: number): void => spend(0, 1, bytes / 5)

/**
 * Runs a search to its end. It yields where it may be interrupted, and is interrupted where the turn is used up; what
 * it holds then must stay valid while others write.
 */
export const inTurns = <A, E>(
  start: () => Generator<void, A>,
  failed: (error: unknown) => Effect.Effect<never, E>
): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    let walk: Generator<void, A> | undefined
    const go: Effect.Effect<A, E> = Effect.suspend(() => {
      try {
        while (spent < bounds.turn) {
          walk ??= start()
          const { done, value } = walk.next()
          if (done === true) return Effect.succeed(value)
        }
      } catch (error) {
        return failed(error)
      }
      return Effect.andThen(laterTurn, go)
    })
    return go
  })

const laterTurn: Effect.Effect<void> = Effect.callback((resume) => {
  const go = () => resume(Effect.void)
  waiting.add(go)
  arm()
  return Effect.sync(() => void waiting.delete(go))
})

const arm = (): void => {
  if (armed) return
  armed = true
  setImmediate(begin)
}

/** Begins a turn: waiting searches continue, one after the other, until it is used up. */
const begin = (): void => {
  armed = false
  spent = 0
  for (const go of waiting) {
    if (spent >= bounds.turn) break
    waiting.delete(go)
    go()
  }
  if (waiting.size > 0) arm()
}
