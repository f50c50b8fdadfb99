/** A clock for background work inside another program: its timers do not keep that program alive. */
import { Clock, Duration, Effect } from "effect"

export const unreferenced: Clock.Clock = Object.assign(Object.create(Effect.runSync(Clock.clockWith(Effect.succeed))), {
  sleep: (duration: Duration.Duration) =>
    Effect.callback<void>((resume) => {
      const timer = setTimeout(() => resume(Effect.void), Duration.toMillis(duration)).unref()
      return Effect.sync(() => clearTimeout(timer))
    })
})
