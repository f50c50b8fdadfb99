/**
 * Retries a request while a retry may help: with jittered waits between tries unless `Retry-After` sets one, and one
 * idempotency key for all tries of a change.
 */
import { type BottegaError, failureOf, NetworkError, TimeoutError } from "./errors.ts"
import { type Gate, maxTimerMs, sleep } from "./pace.ts"

/** How a call is retried. */
export interface RetryOptions {
  /** Milliseconds that one try may take. */
  readonly timeoutMs: number
  /** Tries after the first. */
  readonly retries: number
  /** Milliseconds that a call may wait, in total, for limits to admit it. */
  readonly maxWaitMs: number
  readonly signal: AbortSignal | undefined
}

/** Returns the first successful answer, or fails as the last try did. */
export const withRetries = async <A>(
  attempt: (signal: AbortSignal) => Promise<A>,
  gate: Gate,
  options: RetryOptions
): Promise<A> => {
  const { maxWaitMs, retries, signal, timeoutMs } = options
  let waitedMs = 0
  let limited = 0
  for (let tries = 0; ; ) {
    try {
      return await gate.run(() => timed(attempt, timeoutMs, "no answer", signal), maxWaitMs, signal)
    } catch (cause) {
      signal?.throwIfAborted()
      if (cause === gate.refusal) throw cause
      const error = failureOf(cause)
      const waitMs = waitMsAfter(error, tries + limited)
      if (error.status === 429) {
        limited++
        gate.closeFor(waitMs, error)
        if (!((waitedMs += waitMs) <= maxWaitMs)) throw error
      } else {
        if (!isWorthTrying(error) || !(tries++ < retries) || waitMs > maxWaitMs) throw error
        await sleep(waitMs, signal)
      }
    }
  }
}

const permanent: ReadonlySet<number> = new Set([501, 505, 509])
const isWorthTrying = (error: BottegaError): boolean => {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true
  return error.status === 408 || error.is("request_in_flight") || (error.status >= 500 && !permanent.has(error.status))
}

/**
 * Milliseconds to wait: half a second, doubled with each try up to eight seconds, minus jitter of up to half. An answer that says
 * 0 seconds says nothing: a server that refuses everything would be asked without end.
 */
const waitMsAfter = ({ retryAfter = 0 }: BottegaError, tries: number): number =>
  retryAfter > 0 ? retryAfter * 1000 : Math.min(8000, 500 * 2 ** tries) * (1 - Math.random() / 2)

/** Yields the parts of a body, and rejects once none has come for this time; `ending` then aborts its request. */
export async function* withoutSilence<Part>(
  parts: AsyncIterable<Part>,
  ms: number,
  ending: AbortController,
  outer: AbortSignal | undefined
): AsyncGenerator<Part> {
  const iterator = parts[Symbol.asyncIterator]()
  const next = () => timed(() => iterator.next(), ms, "nothing more", outer)
  let isWaiting = true
  try {
    for (let part = await next(); part.done !== true; part = await next()) {
      isWaiting = false
      yield part.value
      isWaiting = true
    }
  } finally {
    // A transport that ignores its signal may wait for a part without end.
    if (isWaiting) ending.abort()
    else await iterator.return?.()
  }
}

/** Rejects when the timeout or the outer signal ends a try, even if `attempt` ignores its signal. */
const timed = <A>(
  attempt: (signal: AbortSignal) => Promise<A>,
  ms: number,
  what: string,
  outer: AbortSignal | undefined
): Promise<A> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController()
    const end = (reason: unknown) => {
      reject(reason)
      controller.abort(reason)
    }
    const aborted = () => end(outer?.reason)
    const timer = setTimeout(() => end(new TimeoutError(ms, what)), Math.min(ms, maxTimerMs))
    outer?.addEventListener("abort", aborted, { once: true })
    if (outer?.aborted) aborted()
    attempt(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        outer?.removeEventListener("abort", aborted)
      })
  })
