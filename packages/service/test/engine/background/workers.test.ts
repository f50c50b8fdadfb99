/** Background work on every adapter: two processes share it, it survives a crash or failure, and a shutdown ends it. */
import { all, get, installation, leases, modify, Storage } from "@bottega/storage"
import { adapters } from "@bottega/storage/adapters"
import { Cause, Clock, Duration, Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import type { SuperviseOptions } from "../../../src/engine/background/supervised.ts"
import type { Worker } from "../../../src/engine/background/worker.ts"
import { supervise, type Workers } from "../../../src/engine/background/workers.ts"
import { announceMove, Notices } from "../../../src/engine/commit/notices.ts"
import { insert, remove } from "../../../src/engine/decide/change.ts"
import { records } from "../../../src/engine/records.ts"
import { type Opened, open, sweep } from "../../maintenance/given.ts"

afterAll(sweep)

const hour = 3_600_000
const quick: Pick<SuperviseOptions, "retryMs" | "lease"> = { retryMs: 5, lease: { beat: 20, misses: 50 } }

/** Starts workers in a store, and collects the supervisor's reports. */
const start = async (store: Opened, workers: ReadonlyArray<Worker>, options: Partial<SuperviseOptions> = {}) => {
  const said: Array<string> = []
  const running = await store.run(
    supervise(workers, {
      ...quick,
      onFailure: (cause, worker) => said.push(`${worker} failed: ${String(Cause.squash(cause))}`),
      onRecovery: (worker) => said.push(`${worker} recovered`),
      ...options
    })
  )
  const report = () => Effect.runSync(running.report)
  const drain = (deadlineMs = 60_000) => store.run(running.drain(deadlineMs))
  return { said, report, drain, idle: running.idle }
}

/** Two handles on one store, as two processes have them; the same handle twice if the store belongs to one process. */
const both = (name: string): readonly [Opened, Opened] => {
  const first = open(name)
  const { sharable } = adapters.find((one) => one.name === name)!
  return [first, sharable ? open(name, first.file) : first]
}
const closeAll = (stores: Iterable<Opened>) => Promise.all([...new Set(stores)].map(({ close }) => close()))

const until = (test: () => unknown) => expect.poll(test, { interval: 5 })

/** Each step takes one of the numbers that remain in the store. */
const taking = (onTaken: (number: string) => void): Worker => ({
  name: "taking",
  paceMs: hour,
  run: (step) =>
    Effect.gen(function* () {
      const one = Effect.gen(function* () {
        const [first] = yield* all(installation, records.tokens, { sort: { by: "key" }, latest: true })
        if (first === undefined) return undefined
        yield* Storage.use(({ commit }) => commit([{ shop: installation, ...remove(records.tokens, first) }]))
        return first.doc.name
      })
      for (let taken = yield* step(one); taken !== undefined; taken = yield* step(one)) onTaken(taken)
    })
})
const numbers = ["1", "2", "3", "4", "5", "6"]
const fill = (store: Opened) =>
  store.run(
    Storage.use(({ commit }) =>
      commit(numbers.map((name) => ({ shop: installation, ...insert(records.tokens, { name, token: "" }) })))
    )
  )

describe.each(adapters.map(({ name }) => name))("background work in %s", (name) => {
  it("is done by one of two processes at a time, at one pace for both", async () => {
    const stores = both(name)
    let [within, peak, runs] = [0, 0, 0]
    const worker: Worker = {
      name: "shared",
      paceMs: hour,
      run: (step) =>
        Effect.gen(function* () {
          peak = Math.max(peak, ++within)
          for (let n = 0; n < 5; n++) yield* step(Effect.void)
          within--
          runs++
        })
    }
    const processes = await Promise.all(stores.map((store) => start(store, [worker])))
    await until(() => processes.every(({ report }) => report()[0]!.lastSuccess !== undefined)).toBe(true)
    expect({ peak, runs }).toEqual({ peak: 1, runs: 1 })
    expect(processes.map(({ report }) => report()[0]!.runs).sort()).toEqual([0, 1])
    expect(await Promise.all(processes.map(({ drain }) => drain()))).toEqual([[], []])
    expect(await stores[0].run(all(installation, leases))).toEqual([])
    await closeAll(stores)
  })

  it("continues in another process after a process died between two steps", async () => {
    const stores = both(name)
    await fill(stores[0])
    const taken: Array<string> = []
    // From its third commit on, the first process is silent: it neither writes nor renews its lease.
    let commits = 0
    const silent = Effect.map(Storage, (storage) => ({
      ...storage,
      commit: ((writes, guards) => {
        if (writes.some(({ collection }) => collection.name === "tokens")) commits++
        return commits > 2 ? Effect.never : storage.commit(writes, guards)
      }) as typeof storage.commit
    }))
    const dying = Effect.flatMap(silent, (storage) =>
      Effect.provideService(
        supervise([taking((number) => taken.push(`first ${number}`))], { ...quick, onFailure: () => {} }),
        Storage,
        storage
      )
    )
    await stores[0].run(dying)
    await until(() => commits).toBe(3)
    const second = await start(stores[1], [taking((number) => taken.push(`second ${number}`))])
    await until(() => second.report()[0]!.lastSuccess).toBeDefined()
    expect(taken).toEqual(["first 1", "first 2", "second 3", "second 4", "second 5", "second 6"])
    expect(second.said).toEqual([])
    await second.drain()
    await closeAll(stores)
  })

  it("that fails is retried, is reported once, and stops no other", async () => {
    const store = open(name)
    let [broken, steady] = [true, 0]
    const failing: Worker = {
      name: "failing",
      paceMs: 1,
      run: (step) => step(Effect.suspend(() => (broken ? Effect.die("no room") : Effect.void)))
    }
    const other: Worker = { name: "steady", paceMs: 1, run: (step) => step(Effect.sync(() => void steady++)) }
    const { drain, report, said } = await start(store, [failing, other])
    await until(() => report()[0]!.failures).toBeGreaterThan(3)
    expect(report()[0]!.failing).toBe(report()[0]!.failures)
    const before = steady
    await until(() => steady).toBeGreaterThan(before + 3)
    broken = false
    await until(() => report()[0]!.failing).toBe(0)
    broken = true
    await until(() => report()[0]!.failing).toBeGreaterThan(1)
    expect(said).toEqual(["failing failed: no room", "failing recovered", "failing failed: no room"])
    expect(await drain()).toEqual([])
    // Every process of the store can say how it last failed and succeeded; the message stays in the log.
    const recorded = await store.run(get(installation, records.workers, "failing"))
    expect(recorded?.doc).toEqual({
      ...{ name: "failing", at: expect.any(Number), failed: { at: expect.any(Number), reason: "unknown" } }
    })
    expect((await store.run(get(installation, records.workers, "steady")))?.doc.failed).toBeNull()
    expect(report()[1]!.failures).toBe(0)
    await store.close()
  })

  it("ends after its current step when the process shuts down, and begins no further one", async () => {
    const store = open(name)
    await fill(store)
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const taken: Array<string> = []
    const inner = taking((number) => taken.push(number))
    const worker: Worker = {
      ...inner,
      run: (step, success) =>
        inner.run(
          (one) =>
            step(
              Effect.tap(one, () =>
                Effect.promise(() => {
                  begun.resolve()
                  return held.promise
                })
              )
            ),
          success
        )
    }
    const { drain, report } = await start(store, [worker])
    await begun.promise
    const drained = drain()
    held.resolve()
    expect(await drained).toEqual([])
    expect(taken).toEqual(["1"])
    expect(report()[0]).toMatchObject({ lastSuccess: undefined, holdsLease: false, failures: 0 })
    expect(await store.run(all(installation, leases))).toEqual([])
    const later = await start(store, [taking((number) => taken.push(number))])
    await until(() => taken).toEqual(numbers)
    await later.drain()
    await store.close()
  })
})

it("a commit of this process begins a run at once, whatever the pace, unless the last run failed", async () => {
  const store = open("memory")
  const notices = new Notices()
  let [runs, isBroken] = [0, false]
  const worker: Worker = {
    name: "woken",
    paceMs: hour,
    notices: () => notices,
    run: () =>
      Effect.suspend(() => {
        runs++
        return isBroken ? Effect.fail("broken") : Effect.void
      })
  }
  const { drain, said } = await start(store, [worker], { retryMs: 20 })
  await until(() => runs).toBe(1)
  for (const expected of [2, 3]) {
    notices.raise()
    await until(() => runs).toBe(expected)
  }
  isBroken = true
  notices.raise()
  await until(() => said).toEqual(["woken failed: broken"])
  isBroken = false
  await drain()
  await store.close()
})

it.each(["a commit", "a move of the clock"])("a run that %s woke is made again after it failed", async (woken) => {
  const store = open("memory")
  const notices = new Notices()
  let [runs, failures] = [0, 0]
  const worker: Worker = {
    ...{ name: "woken", paceMs: hour, notices: () => notices },
    run: () => Effect.suspend(() => (++runs === 2 ? Effect.fail(`broken ${++failures}`) : Effect.void))
  }
  const { drain, idle: ended } = await start(store, [worker], { retryMs: 20 })
  await until(() => runs).toBe(1)
  if (woken === "a commit") notices.raise()
  else {
    await store.run(Storage.use((storage) => Effect.sync(() => announceMove(storage))))
    // What the move made due is done by the second attempt, and not by the one that failed.
    expect(await store.run(ended)).toEqual([])
    expect(runs).toBe(3)
  }
  await until(() => [runs, failures]).toEqual([3, 1])
  await drain()
  await store.close()
})

it("a run that a move of the clock woke is made again after it lost its lease", async () => {
  const store = open("memory")
  let runs = 0
  const lose = Effect.andThen(
    modify(installation, leases, idle.name, () => Effect.succeed({ name: idle.name, owner: "another process" })),
    Effect.never
  )
  const worker: Worker = { ...idle, run: () => Effect.suspend(() => (++runs === 2 ? lose : Effect.void)) }
  const { drain, idle: ended } = await start(store, [worker], { retryMs: 20 })
  await until(() => runs).toBe(1)
  await store.run(Storage.use((storage) => Effect.sync(() => announceMove(storage))))
  expect(await store.run(ended)).toEqual([])
  expect(runs).toBe(3)
  await drain()
  await store.close()
})

/** Work that never ends by itself. */
const hanging = (how: Effect.Effect<never>) => {
  const begun = Promise.withResolvers<void>()
  const hang = Effect.andThen(
    Effect.sync(() => begun.resolve()),
    how
  )
  const worker: Worker = { name: "hanging", paceMs: hour, run: (step) => step(hang) }
  return { worker, begun: begun.promise }
}
const idle: Worker = { name: "idle", paceMs: hour, run: () => Effect.void }

it.each([
  ["work that can be interrupted", Effect.never, 0],
  ["work that cannot", Effect.uninterruptible(Effect.never), 1]
])("a shutdown waits until its deadline for %s, and names it", async (_, how, leftLeases) => {
  const store = open("memory")
  const { begun, worker } = hanging(how)
  const { drain } = await start(store, [worker, idle])
  await begun
  expect(await drain(50)).toEqual(["hanging"])
  expect(await store.run(all(installation, leases))).toHaveLength(leftLeases)
})

it("a shutdown does not wait for a lease that another process holds", async () => {
  const store = open("memory")
  const { begun, worker } = hanging(Effect.never)
  const first = await start(store, [worker])
  await begun
  const asked = Promise.withResolvers<void>()
  const watching = Effect.map(Storage, (storage) => ({
    ...storage,
    find: ((shop, collection, query) => {
      if (collection.name === "leases") asked.resolve()
      return storage.find(shop, collection, query)
    }) as typeof storage.find
  }))
  const second: Workers = await store.run(
    Effect.flatMap(watching, (storage) =>
      Effect.provideService(supervise([worker], { ...quick, onFailure: () => {} }), Storage, storage)
    )
  )
  await asked.promise
  expect(await store.run(second.drain(60_000))).toEqual([])
  expect(await first.drain(1)).toEqual(["hanging"])
})

it("a run that finishes no step for too long fails and releases its lease", async () => {
  const store = open("memory")
  const { worker } = hanging(Effect.never)
  const { drain, report, said } = await start(store, [worker], { stallMs: 20, retryMs: 20 })
  await until(() => report()[0]!.failures).toBeGreaterThan(1)
  expect(said).toEqual(["hanging failed: Stalled: The worker hanging finished no step for 20 ms."])
  await drain(1)
  expect(await store.run(all(installation, leases))).toEqual([])
})

it("a worker is late when no process has finished a run for three times its pace", async () => {
  const store = open("memory")
  const real = Effect.runSync(Clock.clockWith(Effect.succeed))
  let now = 1_800_000_000_000
  const clock: Clock.Clock = Object.assign(Object.create(real), {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now)
  })
  const workers = await store.run(
    Effect.provideService(supervise([idle], { ...quick, onFailure: () => {} }), Clock.Clock, clock)
  )
  const report = () => Effect.runSync(Effect.provideService(workers.report, Clock.Clock, clock))[0]!
  await until(() => report().lastSuccess).toBe(now)
  const [finished, next] = [now, now + hour]
  now += 3 * hour
  expect(report().lateSince).toBeUndefined()
  now += 1
  expect(report()).toMatchObject({ lastSuccess: finished, lateSince: next })
  await store.run(workers.drain(1000))
})

it("a run is recorded for other processes, and a record from the future is ignored", async () => {
  const store = open("memory")
  const at = 9_000_000_000_000
  await store.run(
    modify(installation, records.workers, "idle", () => Effect.succeed({ name: "idle", at, failed: null }))
  )
  const { drain, report } = await start(store, [idle])
  await until(() => report()[0]!.runs).toBe(1)
  expect((await store.run(get(installation, records.workers, "idle")))!.doc.at).toBeLessThan(at)
  await drain()
})

it("two workers with one name are refused", async () => {
  await expect(start(open("memory"), [idle, idle])).rejects.toThrow("Two workers have the same name.")
})

it("a worker that is asked first runs only when there is work, and writes nothing otherwise", async () => {
  const store = open("memory")
  let [asked, runs, hasWork] = [0, 0, false]
  const worker: Worker = {
    name: "asked",
    paceMs: 1,
    pending: Effect.sync(() => {
      asked++
      return hasWork
    }),
    run: () =>
      Effect.sync(() => {
        runs++
        hasWork = false
      })
  }
  const { drain, report } = await start(store, [worker])
  await until(() => asked).toBeGreaterThan(5)
  expect([runs, report()[0]!.lateSince]).toEqual([0, undefined])
  expect(await store.run(all(installation, records.workers))).toEqual([])
  hasWork = true
  await until(() => runs).toBe(1)
  await until(() => report()[0]!.lastSuccess).toBeDefined()
  await drain()
})

it("what has become due is waited for, but not for ever, and what still runs is named", async () => {
  const store = open("memory")
  const stuck: Worker = { name: "stuck", paceMs: hour, run: () => Effect.never }
  const { drain, idle: ended, report } = await start(store, [stuck, idle])
  await until(() => report().map(({ holdsLease, runs }) => [holdsLease, runs])).toEqual([
    [true, 0],
    [false, 1]
  ])
  await store.run(Storage.use((storage) => Effect.sync(() => announceMove(storage))))
  const waits: Array<number> = []
  const fast = Object.assign(Object.create(await store.run(Clock.clockWith(Effect.succeed))), {
    sleep: (given: Duration.Duration) =>
      Effect.suspend(() => {
        waits.push(Duration.toMillis(given))
        return Effect.promise(() => new Promise((resolve) => setTimeout(resolve, Duration.toMillis(given) / 50)))
      })
  }) as Clock.Clock
  expect(await store.run(Effect.provideService(ended, Clock.Clock, fast))).toEqual(["stuck"])
  expect(Math.max(...waits)).toBe(10_000)
  await drain(0)
})
