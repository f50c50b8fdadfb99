/**
 * Shares the turns of the event loop between all that reads in this process. What one turn reads is bounded, however many read:
 * what is over the bound goes on in a later turn, first come first served, and requests are taken in between.
 */
import { Effect } from "effect"

/** Bounds of what is read. */
export interface Bounds {
  /** What one turn reads at most, in units of about a microsecond; see {@link spend}. */
  turn: number
  /** What a walk does before it looks whether the turn is used up: index entries, and rows with at most so many characters. */
  entries: number
  rows: number
  characters: number
}

/** The bounds of every walk; the tests make them small. */
export const bounds: Bounds = { turn: 4000, entries: 500, rows: 200, characters: 512 * 1024 }

let spent = 0
let armed = false
const waiting = new Set<() => void>()

/** Counts index entries and rows against this turn; a row costs more the longer its text is, for its reader parses that. */
export const spend = (entries: number, rows = 0, characters = 0): void => {
  spent += entries + 5 * rows + characters / 200
  arm()
}

/**
 * Runs a walk to its end. It yields where it can be interrupted, which it is where the turn is used up; what it holds then must
 * stay true while others write.
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

/** Begins a turn: those who wait go on, one after the other, until it is used up. */
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
