/** Bounds on what is in progress: how much runs, who comes next, and that nothing leaks. */
import { Deferred, Effect, Fiber } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { inTurn, Places } from "../../src/outbound/places.ts"

/** Runs something once there is a place; an interruption gives the place back, or ends the wait. */
const within = <A, E>(places: Places, key: string, owner: string, run: Effect.Effect<A, E>) =>
  Effect.suspend(() => {
    let leave = () => {}
    const turn = Effect.callback<void>((resume) => {
      leave = inTurn([{ places, key, owner }], () => resume(Effect.void))
    })
    return Effect.ensuring(
      Effect.andThen(turn, run),
      Effect.sync(() => leave())
    )
  })

it("runs at most so many for each key, whatever ends or is interrupted when", async () => {
  const job = fc.record({ key: fc.constantFrom("a", "b"), owner: fc.constantFrom("x", "y"), turns: fc.nat(4) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(job, fc.option(fc.nat(6))), { maxLength: 40 }), async (jobs) => {
      const places = new Places(3)
      const running = new Map<string, number>()
      const count = (key: string, by: number) =>
        Effect.sync(() => {
          running.set(key, (running.get(key) ?? 0) + by)
          expect(running.get(key)).toBeLessThanOrEqual(3)
        })
      const turns = (n: number) => Effect.forEach(Array.from({ length: n }), () => Effect.yieldNow, { discard: true })
      const one = ({ key, owner, turns: length }: (typeof jobs)[number][0]) =>
        within(places, key, owner, Effect.ensuring(Effect.andThen(count(key, 1), turns(length)), count(key, -1)))
      const all = Effect.forEach(
        jobs,
        ([given, endAfter]) =>
          endAfter === null
            ? one(given)
            : Effect.flatMap(Effect.forkChild(one(given)), (fiber) =>
                Effect.andThen(turns(endAfter), Fiber.interrupt(fiber))
              ),
        { concurrency: "unbounded", discard: true }
      )
      await Effect.runPromise(all)
      expect([...running.values()].every((n) => n === 0)).toBe(true)
      // A place that leaked would let this wait for ever.
      const again = Effect.forEach(["a", "a", "a", "b", "b", "b"], (key) => within(places, key, "z", Effect.yieldNow), {
        concurrency: "unbounded"
      })
      await Effect.runPromise(again)
    })
  )
})

it("owners take turns, however much one of them asks for", async () => {
  const places = new Places(1)
  const order: Array<string> = []
  const run = Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const first = yield* Effect.forkChild(within(places, "key", "first", Deferred.await(gate)))
    yield* Effect.yieldNow
    const asked = ["x", "x", "x", "y", "z", "y"].map((owner, at) =>
      within(
        places,
        "key",
        owner,
        Effect.sync(() => void order.push(`${owner}${at}`))
      )
    )
    const waiting = yield* Effect.forkChild(Effect.all(asked, { concurrency: "unbounded" }))
    yield* Effect.yieldNow
    yield* Effect.yieldNow
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.join(first)
    yield* Fiber.join(waiting)
  })
  await Effect.runPromise(run)
  expect(order).toEqual(["x0", "y3", "z4", "x1", "y5", "x2"])
})
