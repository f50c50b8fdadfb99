/** The clock of the services under test: the platform's clock, plus the time that tests have added. */
import { Clock, Effect } from "effect"
import type { MovableClock } from "./surface.ts"

/**
 * The clock as an Effect service, and the function that moves it. All stores of a process share one, because they share
 * the source of ids.
 */
export const movable = (): { readonly service: Clock.Clock; readonly clock: MovableClock } => {
  let ahead = 0
  const real = Effect.runSync(Clock.clockWith(Effect.succeed))
  const now = () => real.currentTimeMillisUnsafe() + ahead
  const nanos = () => real.currentTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n
  const service: Clock.Clock = {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration)
  }
  return { service, clock: { now, advance: (ms) => void (ahead += ms) } }
}
