/**
 * Tries a request until it is answered or is not worth trying again: jittered waits between tries, `Retry-After` before
 * anything else, and one idempotency key for all tries of a change.
 */
import { BottegaError, NetworkError, TimeoutError } from "./errors.ts"
import { type Gate, sleep } from "./pace.ts"

/** How a call is tried. */
export interface Trying {
  /** Milliseconds that one try may take. */
  readonly timeout: number
  /** Tries after the first. */
  readonly retries: number
  /** Milliseconds that a call may wait, in all, for a limit to let it through. */
  readonly patience: number
  readonly signal: AbortSignal | undefined
}

/** The answer of the first try that was answered with success; fails as the last one did. */
export const tried = async <A>(attempt: (signal: AbortSignal) => Promise<A>, gate: Gate, how: Trying): Promise<A> => {
  const { patience, retries, signal, timeout } = how
  let waited = 0
  for (let tries = 0; ; ) {
    try {
      return await gate.through(() => timed(attempt, timeout, signal), signal)
    } catch (cause) {
      signal?.throwIfAborted()
      const error = cause instanceof BottegaError ? cause : new NetworkError(cause)
      const wait = waitAfter(error, tries)
      if (error.status === 429) {
        gate.shut(wait)
        if ((waited += wait) > patience) throw error
      } else {
        if (!isWorthTrying(error) || tries++ >= retries || wait > patience) throw error
        await sleep(wait, signal)
      }
    }
  }
}

const statuses: ReadonlySet<number> = new Set([501, 505, 509])
const isWorthTrying = (error: BottegaError): boolean => {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true
  return error.status === 408 || error.is("request_in_flight") || (error.status >= 500 && !statuses.has(error.status))
}

/** Half a second, doubled with each try up to eight, of which up to half is chance, so that clients do not meet again. */
const waitAfter = ({ retryAfter }: BottegaError, tries: number): number =>
  retryAfter !== undefined ? retryAfter * 1000 : Math.min(8000, 500 * 2 ** tries) * (1 - Math.random() / 2)

/** Runs one try with a signal that ends it after a while; whoever carries it may not look at the signal. */
const timed = <A>(
  attempt: (signal: AbortSignal) => Promise<A>,
  ms: number,
  outer: AbortSignal | undefined
): Promise<A> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController()
    const end = (reason: unknown) => {
      reject(reason)
      controller.abort(reason)
    }
    const aborted = () => end(outer?.reason)
    const timer = setTimeout(() => end(new TimeoutError(ms)), ms)
    outer?.addEventListener("abort", aborted, { once: true })
    if (outer?.aborted) aborted()
    attempt(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        outer?.removeEventListener("abort", aborted)
      })
  })
