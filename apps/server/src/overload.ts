/**
 * Tells when the server must refuse work to stay alive: when every turn of its event loop has taken over a second for
 * several seconds, or when thousands of requests wait. A burst of some hundreds, a long garbage collection or a slow disk is
 * none of that.
 */

/** A guard; `refuses` says whether a request that has just come must be refused. */
export interface Guard {
  readonly refuses: (inFlight: number) => boolean
  readonly stop: () => void
}

/** How long a turn may take, in milliseconds, how many turns on end may take longer, and how many requests may wait. */
export const bounds = { turn: 1000, turns: 3, inFlight: 5000 }

/** Begins to watch the event loop, twice a second. */
export const makeGuard = ({ inFlight: most, turn, turns } = bounds): Guard => {
  const every = 500
  let due = performance.now() + every
  let late = 0
  const watch = setInterval(() => {
    const now = performance.now()
    late = now - due > turn ? late + 1 : 0
    due = now + every
  }, every).unref()
  return { refuses: (inFlight) => late >= turns || inFlight > most, stop: () => clearInterval(watch) }
}
