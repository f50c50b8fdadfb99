/**
 * Decides when the server must refuse work to stay responsive: when every turn of its event loop has taken over a second for
 * several seconds. A burst of some hundred requests, a long garbage collection or a slow disk is not a reason. `loads.ts`
 * bounds how much may be in progress.
 */

/** A guard; `refuses` says whether a new request must be refused. */
export interface Guard {
  readonly refuses: () => boolean
  readonly stop: () => void
}

/** How long a turn may take, and how many consecutive turns may take longer. */
export const bounds = { maxTurnMs: 1000, turns: 3 }

/** Starts watching the event loop, twice a second. */
export const makeGuard = ({ maxTurnMs, turns } = bounds): Guard => {
  const everyMs = 500
  let due = performance.now() + everyMs
  let late = 0
  const watch = setInterval(() => {
    const now = performance.now()
    late = now - due > maxTurnMs ? late + 1 : 0
    due = now + everyMs
  }, everyMs).unref()
  return { refuses: () => late >= turns, stop: () => clearInterval(watch) }
}
