/** A pull is slower than the limits of its source, by the headers of answers and a clock of the test. */
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { Pace, type QuotaReached } from "../../src/maintenance/pull/pace.ts"

/** When each of some turns begins, in milliseconds, after an answer was noted. */
const turnsAfter = (
  answer: { readonly status?: number; readonly headers: Record<string, string> },
  { paths = ["/a"], rate = 1000 }: { readonly paths?: ReadonlyArray<string>; readonly rate?: number } = {}
) =>
  Effect.gen(function* () {
    const pace = new Pace(rate, () => {})
    yield* pace.noted("/a", answer.status ?? 200, answer.headers)
    const begun = paths.map(() => -1)
    const fiber = yield* Effect.forkChild(
      Effect.forEach(
        paths,
        (path, n) =>
          Effect.andThen(
            pace.turn(path),
            Effect.map(
              TestClock.testClockWith((clock) => Effect.sync(() => clock.currentTimeMillisUnsafe())),
              (ms) => void (begun[n] = ms)
            )
          ),
        { concurrency: "unbounded" }
      )
    )
    yield* TestClock.adjust("3 days")
    yield* Fiber.join(fiber)
    return begun
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

const limit = (left: number, quota: number, t?: number, name = "daily") => ({
  headers: {
    "x-service-limit": `${left}/${quota}`,
    ...(t === undefined ? {} : { ratelimit: `"${name}";r=${left};t=${t}` })
  }
})

it("makes at most so many calls a second", async () => {
  const begun = await turnsAfter({ headers: {} }, { rate: 4, paths: ["/a", "/b", "/a", "/b", "/a"] })
  expect(begun).toEqual([0, 250, 500, 750, 1000])
})

it("leaves a tenth of a quota to others, and goes on when it begins again", async () => {
  expect(await turnsAfter(limit(10_001, 100_000, 500))).toEqual([0])
  expect(await turnsAfter(limit(10_000, 100_000, 500))).toEqual([501_000])
  expect(await turnsAfter(limit(0, 100_000, 500), { paths: ["/b"] })).toEqual([501_000])
})

it("ends if a used up quota does not say when it begins again", async () => {
  await expect(turnsAfter(limit(9, 100_000))).rejects.toMatchObject({
    _tag: "QuotaReached",
    left: 9
  } satisfies Partial<QuotaReached>)
  await expect(turnsAfter({ status: 509, headers: {} })).rejects.toMatchObject({ _tag: "QuotaReached" })
  expect(await turnsAfter({ status: 509, headers: { "retry-after": "30" } })).toEqual([31_000])
})

it("waits for the limit of one operation, and calls others meanwhile", async () => {
  expect(await turnsAfter(limit(0, 5, 60, "updates"), { paths: ["/a", "/b"] })).toEqual([60_000, 0])
  expect(await turnsAfter({ status: 429, headers: { "retry-after": "7" } }, { paths: ["/a", "/b"] })).toEqual([7000, 0])
  expect(await turnsAfter({ status: 429, headers: {} })).toEqual([60_000])
})

it("waits no longer than a day, whatever a header says", async () => {
  expect(await turnsAfter({ status: 429, headers: { "retry-after": "999999999" } })).toEqual([86_400_000])
  expect(await turnsAfter({ status: 429, headers: { "retry-after": "-5" } })).toEqual([60_000])
  expect(await turnsAfter(limit(0, 5), { paths: ["/a"] })).toEqual([0])
})
