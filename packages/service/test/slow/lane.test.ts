/**
 * The order in which the lane of slow work serves jobs, with jobs that are only counted and a clock that only the test
 * moves.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Kind } from "../../src/slow/kind.ts"
import { Lane, type LaneOptions } from "../../src/slow/lane.ts"
import type { NotDone } from "../../src/slow/not-done.ts"
import type { Reply, StartWorker } from "../../src/slow/worker.ts"

/** A job that takes so long, and ends like this; it is declared with `costMs`, or with what it takes. */
interface Input {
  readonly name: string
  readonly ms: number
  readonly costMs?: number
  readonly reply?: Reply
}

const kind: Kind<Input, string> = {
  name: "fake",
  program: new URL("file:///nowhere.js"),
  runsIn: "thread",
  costMs: ({ costMs, ms }) => costMs ?? ms,
  deadlineMs: 10_000,
  maxMiB: 1,
  overMemory: "takes too much memory"
}

interface Running {
  readonly input: Input
  readonly endsAt: number
  readonly settle: (reply: Reply) => void
}

/** A lane whose workers only note what they begin. */
const given = (options: LaneOptions = {}, ready?: Promise<void>, usedMs?: () => Promise<number | undefined>) => {
  let now = 0
  let [started, ended] = [0, 0]
  const running: Array<Running> = []
  const begun: Array<string> = []
  const reasons: Array<string> = []
  const start: StartWorker = (_, onGone) => {
    started++
    let current: Running | undefined
    return {
      ready,
      usedMs,
      run: ({ input }) =>
        new Promise((resolve) => {
          const job = input as Input
          begun.push(job.name)
          const settle = (reply: Reply) => {
            running.splice(running.indexOf(current!), 1)
            current = undefined
            if ("crashed" in reply) onGone()
            resolve(reply)
          }
          running.push((current = { input: job, endsAt: now + job.ms, settle }))
        }),
      end: () => {
        ended++
        onGone()
        current?.settle({ crashed: "it was ended" })
      }
    }
  }
  const lane = new Lane({
    maxRunning: 2,
    idleMs: 1e9,
    start,
    onFailure: (reason) => reasons.push(reason),
    ...options
  })
  const done: Array<string> = []
  const send = (owner: string, input: Input) => {
    const [shop = "", keySet = "k"] = owner.split("/")
    return Effect.forkChild(
      Effect.tap(lane.run(kind, { shop, keySet }, input), (name) => Effect.sync(() => void done.push(name)))
    )
  }
  /** Lets promises and fibers go on, without any time. */
  const settled = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  const pass = (ms: number) =>
    Effect.andThen(TestClock.adjust(ms), settled).pipe(Effect.tap(() => Effect.sync(() => void (now += ms))))
  /** Ends the job that ends first, when it does. */
  const step = Effect.gen(function* () {
    yield* settled
    const [next] = running.toSorted((one, other) => one.endsAt - other.endsAt)
    if (next === undefined) return false
    yield* pass(next.endsAt - now)
    next.settle(next.input.reply ?? { done: next.input.name, rssBytes: 0 })
    yield* settled
    return true
  })
  const all = Effect.gen(function* () {
    while (yield* step);
  })
  return { lane, send, step, all, pass, settled, begun, done, reasons, counts: () => ({ started, ended }) }
}

const many = <A, E, R>(count: number, make: (at: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, at) => at),
    make
  )

const reasonOf = (exit: Exit.Exit<string, NotDone>): string | undefined =>
  Exit.isFailure(exit)
    ? Exit.findErrorOption(exit).pipe((found) => (found._tag === "Some" ? found.value.reason : "interrupted"))
    : undefined

describe("a lane of slow work", () => {
  it.effect("goes round shops, and within a shop round key sets, however much one has waiting", () =>
    Effect.gen(function* () {
      const { all, begun, send, settled } = given({ maxRunning: 1 })
      yield* many(20, (at) => send("a/1", { name: `a1.${at}`, ms: 100 }))
      yield* settled
      yield* send("a/2", { name: "a2", ms: 100 })
      yield* send("b", { name: "b", ms: 100 })
      yield* all
      // One was in progress, and a newcomer goes before what else waits.
      assert.deepStrictEqual(begun.slice(0, 3).toSorted(), ["a1.0", "a2", "b"])
      assert.lengthOf(begun, 22)
    })
  )

  it.effect("counts what jobs cost, not how many they are", () =>
    Effect.gen(function* () {
      const { begun, send, step } = given({ maxRunning: 1, maxWaitingMs: 1e9 })
      yield* many(40, (at) => send("cheap", { name: `c${at}`, ms: 5 }))
      yield* many(40, (at) => send("dear", { name: `d${at}`, ms: 50 }))
      yield* many(44, () => step)
      const dear = begun.filter((name) => name.startsWith("d")).length
      assert.isAtMost(dear, 6)
      assert.isAtLeast(dear, 2)
    })
  )

  it.effect("corrects a job that was declared too cheap by what it took", () =>
    Effect.gen(function* () {
      const { begun, send, step } = given({ maxRunning: 1, maxWaiting: 1000 })
      yield* many(100, (at) => send("liar", { name: `l${at}`, ms: 1000, costMs: 1 }))
      yield* many(100, (at) => send("honest", { name: `h${at}`, ms: 10 }))
      yield* many(60, () => step)
      assert.isAtMost(begun.filter((name) => name.startsWith("l")).length, 4)
    })
  )

  it.effect("refuses what is too much for one key set, and nobody else", () =>
    Effect.gen(function* () {
      const { all, done, lane, send, settled } = given({ maxRunning: 2, maxWaitingMs: 30_000 })
      const heavy = yield* many(32, (at) => send("a/1", { name: `heavy ${at}`, ms: 5300 }))
      yield* settled
      const others = ["a/2", "b", "c"]
      yield* Effect.forEach(others, (owner) => send(owner, { name: owner, ms: 5 }))
      yield* all
      const exits = yield* Effect.forEach(heavy, Fiber.await)
      const refused = exits.filter((exit) => reasonOf(exit) === "full")
      // One runs and five wait, of 26.5 s.
      assert.lengthOf(refused, 26)
      const [first] = refused
      assert.deepInclude(Exit.findErrorOption(first!), { _tag: "Some" })
      assert.isTrue(Exit.isFailure(first!) && reasonOf(first!) === "full")
      for (const owner of others) assert.include(done, owner)
      assert.deepInclude(lane.report[0]!, { kind: "fake", refused: 26, waiting: 0, running: 0 })
    })
  )

  it.effect("keeps a worker for short jobs while long ones run, and lets no short ones take all", () =>
    Effect.gen(function* () {
      const { begun, done, send, settled, step } = given({ maxRunning: 2 })
      yield* many(4, (at) => send(`shop ${at}`, { name: `long ${at}`, ms: 5000 }))
      yield* send("a", { name: "short", ms: 10 })
      yield* settled
      assert.deepStrictEqual(begun, ["long 0", "short"])
      yield* step
      assert.deepStrictEqual(done, ["short"])
      // Without end, one after another: a long one that waits still gets the worker that becomes free.
      const busy = given({ maxRunning: 2 })
      yield* many(50, (at) => busy.send(`s${at}`, { name: "short", ms: 10 }))
      yield* busy.settled
      yield* busy.send("l", { name: "long", ms: 5000 })
      yield* busy.step
      assert.include(busy.begun.slice(0, 3), "long")
    })
  )

  it.effect("does a job again whose worker dies in the middle, once", () =>
    Effect.gen(function* () {
      const { begun, counts, lane, send, step } = given()
      const reply = { crashed: "killed" }
      const dying = yield* send("a", { name: "dying", ms: 10, reply })
      yield* step
      yield* step
      assert.strictEqual(reasonOf(yield* Fiber.await(dying)), "crashed")
      assert.deepStrictEqual(begun, ["dying", "dying"])
      yield* send("a", { name: "next", ms: 10 })
      yield* step
      assert.strictEqual(counts().started, 3)
      assert.deepInclude(lane.report[0]!, { replaced: 2, workers: 1 })
    })
  )

  it.effect("ends a job at its deadline, which begins when the job does", () =>
    Effect.gen(function* () {
      const { counts, pass, send, settled, step } = given({ maxRunning: 1, maxWaitingMs: 1e9 })
      const [slow, behind] = yield* many(2, (at) => send("a", { name: `${at}`, ms: at === 0 ? 1e6 : 9999 }))
      yield* settled
      yield* pass(10_000)
      assert.strictEqual(reasonOf(yield* Fiber.await(slow!)), "late")
      assert.isAtLeast(counts().ended, 1)
      yield* step
      assert.deepStrictEqual(yield* Fiber.await(behind!), Exit.succeed("1"))
    })
  )

  it.effect("does not count the time that a worker takes to start, which has a limit of its own", () =>
    Effect.gen(function* () {
      const { promise, resolve } = Promise.withResolvers<void>()
      const { all, begun, pass, send, settled } = given({ maxRunning: 2 }, promise)
      const job = yield* send("a", { name: "job", ms: 9999 })
      yield* pass(20_000)
      assert.deepStrictEqual(begun, [])
      resolve()
      yield* settled
      yield* settled
      yield* all
      assert.deepStrictEqual(yield* Fiber.await(job), Exit.succeed("job"))
      const { counts, pass: passMore, send: sendMore } = given({}, new Promise(() => {}))
      const never = yield* sendMore("a", { name: "never", ms: 1 })
      yield* passMore(0)
      yield* passMore(30_000)
      assert.strictEqual(reasonOf(yield* Fiber.await(never)), "failed")
      assert.strictEqual(counts().ended, 1)
    })
  )

  it.effect("counts the time of a processor that a job had, and ends it in any case after ten times its deadline", () =>
    Effect.gen(function* () {
      let usedMs = 500
      const { counts, pass, send, settled } = given({ maxRunning: 2 }, undefined, async () => usedMs)
      const job = yield* send("a", { name: "starved", ms: 1e9 })
      yield* settled
      usedMs += 4000
      yield* pass(10_000)
      usedMs += 4000
      yield* pass(6000)
      assert.strictEqual(counts().ended, 0)
      usedMs += 2000
      yield* pass(2000)
      assert.strictEqual(reasonOf(yield* Fiber.await(job)), "late")
      assert.strictEqual(counts().ended, 1)
      const never = yield* send("a", { name: "without a processor", ms: 1e9 })
      yield* settled
      for (let tens = 0; tens < 9; tens++) yield* pass(10_000)
      assert.strictEqual(counts().ended, 1)
      yield* pass(10_000)
      assert.strictEqual(reasonOf(yield* Fiber.await(never)), "late")
    })
  )

  it.effect("answers a job that needs too much memory, and names a worker that could not try", () =>
    Effect.gen(function* () {
      const { all, reasons, send } = given()
      const much = yield* send("a", { name: "much", ms: 10, reply: { overMemory: true } })
      const missing = yield* send("b", { name: "missing", ms: 10, reply: { failed: "no library" } })
      yield* all
      assert.deepStrictEqual(yield* Fiber.await(much), Exit.succeed("takes too much memory"))
      assert.strictEqual(reasonOf(yield* Fiber.await(missing)), "failed")
      assert.deepStrictEqual(reasons, ["fake: no library"])
    })
  )

  it.effect("lets callers leave, before their job and in the middle of it", () =>
    Effect.gen(function* () {
      const { all, begun, counts, done, lane, send, settled } = given({ maxRunning: 1 })
      const running = yield* send("a", { name: "running", ms: 100 })
      yield* settled
      const waiting = yield* send("a", { name: "waiting", ms: 100 })
      yield* send("a", { name: "next", ms: 100 })
      yield* settled
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(running)
      assert.strictEqual(counts().ended, 1)
      yield* all
      assert.deepStrictEqual([begun, done], [["running", "next"], ["next"]])
      assert.deepInclude(lane.report[0]!, { waiting: 0, running: 0 })
    })
  )

  it.effect("does nothing more once it is closed", () =>
    Effect.gen(function* () {
      const { begun, lane, send, settled } = given({ maxRunning: 1 })
      const jobs = yield* many(3, (at) => send("a", { name: `${at}`, ms: 100 }))
      yield* settled
      lane.close()
      const late = yield* send("b", { name: "late", ms: 100 })
      for (const job of [...jobs, late]) assert.strictEqual(reasonOf(yield* Fiber.await(job)), "closing")
      assert.deepStrictEqual(begun, ["0"])
    })
  )
})
