/** The clock of the services under test: the platform's, moved on by as much as tests asked for. */
import { Clock, Effect } from "effect"
import type { MovableClock } from "./surface.ts"

/** The clock as a service of Effect, and the hand that moves it. One for all stores of a process, as its ids are. */
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
