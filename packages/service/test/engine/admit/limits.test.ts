/** Limits across restarts, changed settings, several processes, and a clock that is set back. */
import { type Policies, type PolicyName, policies } from "@bottega/domain/throttle"
import { type Adapter, Storage, sequences } from "@bottega/storage"
import { make as memory } from "@bottega/storage/memory"
import { Effect } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { allCollections } from "../../../src/collections.ts"
import { limiter } from "../../../src/engine/admit/limits.ts"

const shop = "0123456789abcdef01234567"
const begin = 1_800_000_000_000

const store = () => memory([...allCollections, sequences])
const daily = (limit: number, window = 86_400): Policies => ({
  ...policies,
  daily: { ...policies.daily, limit, window }
})

/** A process that counts calls of one key set; times are in milliseconds since the beginning. */
const processOn = (storage: Adapter, set: Policies) => {
  const { close, count } = limiter(set, set.daily, storage)
  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.runPromise(Effect.provideService(effect, Storage, storage))
  return {
    close: () => run(close),
    call: async (wall = 0, steady = wall, policy?: PolicyName) => {
      const call = { shop, keySet: "set", endpoint: "orders.changes", policy, now: begin + wall, steady }
      const { over, standings } = await run(count(call))
      return { over, ...standings.at(-1)! }
    }
  }
}
type Process = ReturnType<typeof processOn>

const admitted = async ({ call }: Process, calls: number, ...at: ReadonlyArray<number>): Promise<number> => {
  let passed = 0
  for (let n = 0; n < calls; n++) if ((await call(...at)).over === undefined) passed++
  return passed
}

describe("a daily quota", () => {
  it("applies at once when it is lowered, also to calls already counted", async () => {
    const storage = store()
    const first = processOn(storage, daily(100_000))
    assert.strictEqual((await first.call()).left, 99_999)
    // It ended without a shutdown, so the rest of its block is lost.
    const crashed = processOn(storage, daily(5))
    assert.strictEqual(await admitted(crashed, 200), 0)
    assert.deepInclude(await crashed.call(), { left: 0, limit: 5 })

    const orderly = store()
    const before = processOn(orderly, daily(100_000))
    await before.call()
    await before.close()
    const after = processOn(orderly, daily(5))
    assert.strictEqual((await after.call()).left, 3)
    assert.strictEqual(await admitted(after, 200), 3)
    assert.deepInclude(await after.call(), { left: 0, limit: 5 })
  })

  it("uses a changed window length from the next start on", async () => {
    const storage = store()
    const minute = processOn(storage, daily(3, 60))
    assert.strictEqual(await admitted(minute, 5), 3)
    await minute.close()
    const longer = processOn(storage, daily(3, 3600))
    assert.strictEqual(await admitted(longer, 5, 3_599_000), 0)
    const shorter = processOn(storage, daily(3, 10))
    assert.isAtMost((await shorter.call(9000)).over!.retryAfter!, 10)
    assert.strictEqual(await admitted(shorter, 5, 10_000), 3)
  })

  it("loses nothing in an orderly shutdown, and the rest of a block in a crash", async () => {
    const storage = store()
    for (let start = 0; start < 100; start++) {
      const running = processOn(storage, daily(10_000))
      assert.strictEqual((await running.call()).left, 10_000 - start - 1)
      await running.close()
    }
    const running = processOn(storage, daily(10_000))
    await running.call()
    assert.isAtLeast((await processOn(storage, daily(10_000)).call()).left, 10_000 - 102 - 100)
  })

  it("returns nothing to a window that began later", async () => {
    const storage = store()
    const [one, other] = [processOn(storage, daily(10_000, 60)), processOn(storage, daily(10_000, 60))]
    await one.call(0)
    assert.strictEqual((await other.call(60_000)).left, 9999)
    await one.close()
    assert.isBelow((await processOn(storage, daily(10_000, 60)).call(60_000)).left, 9999)
  })

  for (const [kind, adapter] of [
    ["can tell that it changed", (storage: Adapter) => storage],
    ["cannot tell that it changed", ({ revision: _, ...others }: Adapter): Adapter => others]
  ] as const) {
    it(`is shared to the call, and shown to a block, where the store ${kind}`, async () => {
      const limit = 4000
      const turns = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 300 })), { minLength: 20, maxLength: 60 })
      const shared = fc.asyncProperty(turns, async (turns) => {
        const storage = store()
        const processes = [0, 1, 2].map(() => processOn(adapter(storage), daily(limit)))
        let [passed, now] = [0, 0]
        for (const [who, calls] of turns)
          for (let n = 0; n < calls; n++) {
            const { left, over } = await processes[who]!.call(now++)
            if (over === undefined) passed++
            // The unspent blocks of all processes together are at most one percent.
            assert.isAtMost(Math.abs(left - (limit - passed)), limit / 100)
          }
        assert.isAtMost(passed, limit)
        for (const one of processes) await one.close()
        const after = processOn(storage, daily(limit))
        assert.strictEqual(await admitted(after, limit - passed + 5, now), limit - passed)
      })
      await fc.assert(shared, { numRuns: 15 })
    })
  }
})

describe("a window, when the clock is set back", () => {
  const updates = (running: Process, wall: number, steady: number) => running.call(wall, steady, "updates")
  const spent = async (running: Process, wall: number, steady: number) => {
    for (let n = 0; n < 5; n++) await updates(running, wall, steady)
    return (await updates(running, wall, steady)).over
  }

  for (const back of [1000, 30_000, 3_600_000, 400 * 86_400_000])
    it(`lasts no longer than its length, ${back / 1000} s back`, async () => {
      const running = processOn(store(), policies)
      assert.isDefined(await spent(running, 0, 0))
      // Half a minute later the clock is set back; the window still ends a minute after its beginning.
      assert.isAtMost((await updates(running, 30_000 - back, 30_000)).over?.retryAfter ?? 0, 60)
      assert.isUndefined((await updates(running, 60_000 - back, 60_000)).over)
      // The same holds for the daily window.
      const day = processOn(store(), daily(1))
      await day.call(0, 0)
      assert.isDefined((await day.call(3_600_000, 3_600_000)).over)
      assert.isUndefined((await day.call(86_400_000 - back, 86_400_000)).over)
    })

  for (const back of [10_000, 3_600_000, 86_400_000, 400 * 86_400_000])
    it(`goes on for a process that did not see it begin, and ends in its time, ${back / 1000} s back`, async () => {
      const storage = store()
      await spent(processOn(storage, policies), 0, 0)
      const later = processOn(storage, policies)
      const { over } = await updates(later, -back, 0)
      assert.isAtMost(over!.retryAfter!, 60)
      assert.isDefined((await updates(later, 59_000 - back, 59_000)).over)
      assert.isUndefined((await updates(later, 60_000 - back, 60_000)).over)
    })

  it("admits no more than the quota to servers whose clocks differ, or are set", async () => {
    const limit = 400
    const call = fc.tuple(fc.nat(1), fc.constantFrom(-86_400_000, -3_600_000, -6000, 0, 6000, 3_600_000), fc.nat(60))
    const property = fc.asyncProperty(fc.array(call, { minLength: 5, maxLength: 30 }), async (turns) => {
      const storage = store()
      const processes = [processOn(storage, daily(limit)), processOn(storage, daily(limit))]
      let passed = await admitted(processes[0]!, 1, 0, 0)
      for (const [at, [who, wall, calls]] of turns.entries())
        passed += await admitted(processes[who]!, calls, wall + at * 1000, at * 1000)
      assert.isAtMost(passed, limit)
    })
    await fc.assert(property, { numRuns: 15 })
  })

  it("leaves a bucket as full as it was, and lets it leak in its usual time", async () => {
    const storage = store()
    const [ahead, behind] = [processOn(storage, policies), processOn(storage, policies)]
    const account = (of: Process, wall: number, steady: number) => of.call(wall, steady, "account")
    for (let n = 0; n < 40; n++) assert.isUndefined((await account(ahead, 3_600_000, 0)).over)
    for (let n = 0; n < 5; n++) {
      assert.isDefined((await account(behind, 0, 0)).over)
      assert.isDefined((await account(ahead, 3_600_000, 0)).over)
    }
    assert.isUndefined((await account(behind, 1000, 1000)).over)
    assert.isUndefined((await account(behind, 1000, 1000)).over)
    assert.isDefined((await account(behind, 1000, 1000)).over)
    assert.isUndefined((await account(behind, 20_000, 20_000)).over)
  })

  it("goes on for a server whose clock is a little behind", async () => {
    const storage = store()
    await spent(processOn(storage, policies), 0, 0)
    assert.isDefined((await updates(processOn(storage, policies), -2000, 0)).over)
  })
})
