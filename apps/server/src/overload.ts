/**
 * Tells when the server must refuse work to stay alive: when every turn of its event loop has taken over a second for
 * several seconds. A burst of some hundreds, a long garbage collection or a slow disk is none of that. How much may be
 * under way is bounded beside it, in `loads.ts`.
 */

/** A guard; `refuses` says whether a request that has just come must be refused. */
export interface Guard {
  readonly refuses: () => boolean
  readonly stop: () => void
}

/** How long a turn may take, in milliseconds, and how many turns on end may take longer. */
export const bounds = { turn: 1000, turns: 3 }

/** Begins to watch the event loop, twice a second. */
export const makeGuard = ({ turn, turns } = bounds): Guard => {
  const every = 500
  let due = performance.now() + every
  let late = 0
  const watch = setInterval(() => {
    const now = performance.now()
    late = now - due > turn ? late + 1 : 0
    due = now + every
  }, every).unref()
  return { refuses: () => late >= turns, stop: () => clearInterval(watch) }
}
