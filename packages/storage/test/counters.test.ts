/** Tests how a process reserves running numbers: in which order, how many at a time, and what follows from a failure. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, type Fiber } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { next, sequences } from "../src/counters.ts"
import { get, modify } from "../src/derived.ts"
import { make as memory } from "../src/memory.ts"
import { type Adapter, Storage, Unavailable } from "../src/storage.ts"
import { collections, shop } from "./things.ts"

const failure = new Unavailable({ reason: "unreachable", cause: "the test" })

/** A store in memory as two processes have it; the commits of the first wait until the test answers the oldest. */
const held = () => {
  const inner = memory([...collections, sequences])
  const waiting: Array<(isDone: boolean) => void> = []
  const commit: Adapter["commit"] = (writes, guards) =>
    writes.length === 0
      ? Effect.void
      : Effect.flatMap(
          Effect.callback<boolean>((resume) => void waiting.push((isDone) => resume(Effect.succeed(isDone)))),
          (isDone) => (isDone ? inner.commit(writes, guards) : Effect.fail(failure))
        )
  const store: Adapter = { ...inner, commit }
  const answer = (isDone: boolean) => waiting.shift()?.(isDone)
  /** Answers a commit that is about to come, and lets all that can go on do so. */
  const answerNext = async (isDone: boolean) => {
    while (waiting.length === 0) await turn()
    answer(isDone)
    await turn()
  }
  return { store, other: { ...inner } as Adapter, waiting, answer, answerNext }
}

const uid = (store: Adapter) => Effect.provideService(next(shop, "uid"), Storage, store)

/** How many numbers all processes have reserved. */
const reserved = (store: Adapter) =>
  Effect.map(Effect.provideService(get(shop, sequences, "uid"), Storage, store), (found) => (found?.doc.next ?? 1) - 1)

/** Lets all that can go on do so. It takes several turns: work that a slow machine held up lets others go first. */
const turn = async () => {
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setTimeout(resolve))
}

type Call = Fiber.Fiber<number, Unavailable>
const isWaiting = (call: Call) => call.pollUnsafe() === undefined
const givenTo = (calls: ReadonlyArray<Call>) =>
  calls.flatMap((call) => {
    const exit = call.pollUnsafe()
    return exit !== undefined && Exit.isSuccess(exit) ? [exit.value] : []
  })

const acts = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: "call" as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("interrupt" as const), at: fc.nat(99) }) },
    { weight: 4, arbitrary: fc.constant({ kind: "answer" as const, isDone: true }) },
    { weight: 1, arbitrary: fc.constant({ kind: "answer" as const, isDone: false }) },
    { weight: 1, arbitrary: fc.constant({ kind: "other" as const }) }
  ),
  { maxLength: 80 }
)

describe("running numbers", () => {
  it("are given in the order of the calls, none twice, whatever fails or is interrupted", async () => {
    const property = fc.asyncProperty(acts, async (all) => {
      const { answer, other, store, waiting } = held()
      const calls: Array<Call> = []
      const others: Array<number> = []
      for (const one of all) {
        if (one.kind === "call") calls.push(Effect.runFork(uid(store)))
        const before = calls.filter(isWaiting)
        if (one.kind === "interrupt") before[one.at % Math.max(before.length, 1)]?.interruptUnsafe()
        if (one.kind === "other") others.push(await Effect.runPromise(uid(other)))
        const isFailed = one.kind === "answer" && !one.isDone && waiting.length > 0
        if (one.kind === "answer") answer(one.isDone)
        await turn()
        // A failed reservation fails every caller that waited for it.
        if (isFailed) for (const call of before) assert.deepStrictEqual(call.pollUnsafe(), Exit.fail(failure))
        // After a conflict with the other process, a reservation may pause.
        while (calls.some(isWaiting) && waiting.length === 0) await turn()
        assert.isAtMost(waiting.length, 1)
      }
      while (calls.some(isWaiting)) {
        answer(true)
        await turn()
      }
      const given = givenTo(calls)
      assert.deepStrictEqual(
        given,
        given.toSorted((one, two) => one - two)
      )
      assert.strictEqual(new Set([...given, ...others]).size, given.length + others.length)
    })
    await fc.assert(property, { numRuns: 200 })
  })

  it("are given from the rest of a block while the next one is reserved, and to waiting callers all at once", async () => {
    const { answerNext, store, waiting } = held()
    const calls = Array.from({ length: 9 }, () => Effect.runFork(uid(store)))
    await answerNext(true)
    assert.deepStrictEqual(givenTo(calls), [1])
    await answerNext(true)
    assert.deepStrictEqual(givenTo(calls), [1, 2, 3, 4, 5, 6, 7, 8, 9])
    await answerNext(true)
    assert.strictEqual(waiting.length, 0)
    for (const [at, number] of [10, 11, 12, 13, 14, 15, 16, 17].entries()) {
      assert.strictEqual(waiting.length, 0, `before ${number}`)
      assert.strictEqual(Effect.runSync(uid(store)), number, `${at}`)
    }
    assert.strictEqual(waiting.length, 1)
    for (const number of [18, 19, 20]) assert.strictEqual(Effect.runSync(uid(store)), number)
    assert.strictEqual(waiting.length, 1)
  })

  it("are given while reservations ahead fail, and the caller after the last one gets the failure", async () => {
    const { answerNext, store, waiting } = held()
    const calls = [0, 1, 2, 3, 4].map(() => Effect.runFork(uid(store)))
    for (const _ of [1, 2, 3]) {
      await answerNext(true)
    }
    const given = givenTo(calls)
    assert.deepStrictEqual(given, [1, 2, 3, 4, 5])
    while (waiting.length === 0) given.push(Effect.runSync(uid(store)))
    while (waiting.length > 0) {
      await answerNext(false)
      const call = Effect.runFork(uid(store))
      await turn()
      if (isWaiting(call)) {
        await answerNext(false)
        assert.deepStrictEqual(call.pollUnsafe(), Exit.fail(failure))
        break
      }
      given.push(...givenTo([call]))
    }
    assert.strictEqual(given.length, await Effect.runPromise(reserved(store)))
    const call = Effect.runFork(uid(store))
    await answerNext(true)
    assert.deepStrictEqual(givenTo([call]), [given.length + 1])
  })

  it("are reserved to the end when the caller that began it is interrupted", async () => {
    const { answerNext, store, waiting } = held()
    const [first, second] = [Effect.runFork(uid(store)), Effect.runFork(uid(store))]
    first.interruptUnsafe()
    await turn()
    assert.deepStrictEqual([isWaiting(first), waiting.length], [false, 1])
    await answerNext(true)
    assert.deepStrictEqual(givenTo([second]), [1])
  })

  it("are given to a decision that holds the lock of the counter itself", async () => {
    const store = memory([...collections, sequences])
    const decision = modify(shop, sequences, "uid", (counter) => Effect.as(next(shop, "uid"), counter))
    await Effect.runPromise(Effect.provideService(decision, Storage, store))
    assert.strictEqual(await Effect.runPromise(uid(store)), 2)
  })

  it.effect("are reserved in blocks that grow while they are used up within a second, and else shrink", () =>
    Effect.gen(function* () {
      const store = memory([...collections, sequences])
      const times = (count: number, pauseMs: number) =>
        Effect.forEach(
          Array.from({ length: count }),
          Effect.fnUntraced(function* () {
            yield* TestClock.adjust(pauseMs)
            const given = yield* uid(store)
            return (yield* reserved(store)) - given
          })
        )
      // A command makes one document, and its process ends.
      assert.deepStrictEqual(yield* times(1, 0), [0])
      assert.isAtMost(Math.max(...(yield* times(50, 5000))), 5)
      const quick = yield* times(12_000, 0)
      assert.isAbove(quick.at(-1)!, 1000)
      assert.isAtMost(Math.max(...quick), 1.5 * 4096)
      const slow = yield* times(10_000, 5000)
      assert.isAtMost(slow.at(-1)!, 5)
    })
  )
})
