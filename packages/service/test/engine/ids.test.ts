/** What a call makes from a seed, and when the clock stands still, does not depend on what is made beside it. */
import { Clock, Effect } from "effect"
import { expect, it } from "vitest"
import { eventKey, instant, secret, seedIds, serviceIdAt, timeKey } from "../../src/engine/ids.ts"

it("draws ids apart from the keys of events, which are made again after some conflicts", () => {
  const still: Clock.Clock = Object.assign(Object.create(Effect.runSync(Clock.clockWith(Effect.succeed))), {
    currentTimeNanosUnsafe: () => 10n ** 18n
  })
  const run = <A>(made: Effect.Effect<A>) => Effect.runSync(Effect.provideService(made, Clock.Clock, still))
  const drawn = (keys: number) => {
    seedIds(7)
    const before = run(instant).id
    for (let n = 0; n < keys; n++) run(Effect.andThen(timeKey, eventKey("a shop")))
    return [serviceIdAt(0), run(secret), run(instant).id - before]
  }
  expect(drawn(5)).toEqual(drawn(0))
})
