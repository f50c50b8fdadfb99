/** The clock of the services under test: it stands until a test moves it, so no test depends on how long anything takes. */
import { Clock, Effect } from "effect"
import type { MovableClock } from "./surface.ts"

/** A clock that stands at an instant, in unix milliseconds, and moves only when it is moved. */
export const standing = (at: number): TestTime => {
  let now = at
  return timeOf(
    () => now,
    () => BigInt(now) * 1_000_000n,
    (ms) => void (now += ms)
  )
}

/** A clock as a service, and what moves it. */
interface TestTime {
  readonly service: Clock.Clock
  readonly clock: MovableClock
}

const real = Effect.runSync(Clock.clockWith(Effect.succeed))

const timeOf = (now: () => number, nanos: () => bigint, advance: MovableClock["advance"]): TestTime => {
  const service: Clock.Clock = {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => real.sleep(duration)
  }
  return { service, clock: { now, advance } }
}
