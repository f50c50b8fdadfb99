import fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  type Count,
  countAt,
  countCall,
  forgottenAfterMs,
  limitStatus,
  type Policy,
  policies,
  rateOf,
  retryAfter
} from "../../src/contract/throttle.ts"

/** Makes calls at the given instants (milliseconds) and returns those that were admitted. */
const admitted = (policy: Policy, calls: ReadonlyArray<number>): ReadonlyArray<number> => {
  let count: Count | undefined
  return calls.filter((now) => {
    const current = countAt(policy, count, now)
    const next = countCall(policy, current)
    count = next ?? current
    return next !== undefined
  })
}
const instants = fc
  .array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 200 })
  .map((times) => times.sort((a, b) => a - b))

describe("a window", () => {
  it("admits five calls within a minute, and five more after it has ended", () => {
    assert.deepStrictEqual(
      admitted(policies.updates, [0, 1, 2, 3, 4, 5, 59_999, 60_000, 60_001]),
      [0, 1, 2, 3, 4, 60_000, 60_001]
    )
  })
  it("begins with its first call", () => {
    assert.deepStrictEqual(
      admitted({ ...policies.updates, limit: 1 }, [50_000, 60_000, 109_999, 110_000]),
      [50_000, 110_000]
    )
  })
  it("never admits more calls than its limit", () => {
    fc.assert(
      fc.property(instants, (calls) => {
        const passed = admitted(policies.updates, calls)
        let since = Number.NEGATIVE_INFINITY
        let used = 0
        for (const now of passed) {
          if (now >= since + 60_000) [since, used] = [now, 0]
          assert.isAtMost(++used, 5)
        }
      })
    )
  })
})

describe("a leaky bucket", () => {
  it("holds forty calls and leaks two per second", () => {
    const burst = Array.from({ length: 45 }, () => 0)
    assert.strictEqual(admitted(policies.account, burst).length, 40)
    assert.strictEqual(admitted(policies.account, [...burst, 1000, 1000, 1000]).length, 42)
  })
  it("never admits more calls in any span than it holds and leaks", () => {
    fc.assert(
      fc.property(instants, (calls) => {
        const passed = admitted(policies.account, calls)
        if (passed.length === 0) return
        const span = (passed.at(-1)! - passed[0]!) / 1000
        assert.isAtMost(passed.length, 40 + span * 2 + 1)
      })
    )
  })
})

it("a refusal names the shortest wait, in whole seconds, after which a window admits a call", () => {
  const full: Count = { since: 10_000, used: 5 }
  const wait = retryAfter(policies.updates, full, 12_500)
  assert.strictEqual(wait, 58)
  assert.isDefined(countCall(policies.updates, countAt(policies.updates, full, 12_500 + wait * 1000)))
  assert.isUndefined(countCall(policies.updates, countAt(policies.updates, full, 12_500 + (wait - 1) * 1000)))
})

it("the same of a bucket, which has to leak first", () => {
  const slow: Policy = { kind: "bucket", limit: 2, leak: 0.1, per: "key set", status: 429 }
  const full: Count = { since: 10_000, used: 2 }
  assert.deepStrictEqual(
    [full, { ...full, used: 1.5 }].map((count) => retryAfter(slow, count, 10_000)),
    [10, 5]
  )
  assert.isDefined(countCall(slow, countAt(slow, full, 20_000)))
  assert.isUndefined(countCall(slow, countAt(slow, full, 19_000)))
})

it("a count is forgotten once its window is over, or its bucket is empty even if it was full", () => {
  assert.deepStrictEqual([policies.updates, policies.account].map(forgottenAfterMs), [60_000, 20_000])
})

it("shows how many calls are left and when the window ends", () => {
  assert.deepStrictEqual(limitStatus(policies.daily, { since: 0, used: 1 }, 500), {
    limit: 100_000,
    left: 99_999,
    reset: 86_400
  })
  assert.deepStrictEqual(limitStatus(policies.account, { since: 0, used: 10.5 }, 0), { limit: 40, left: 29, reset: 6 })
})

it.each([
  [policies.daily, "100000 calls in 24 hours"],
  [{ ...policies.daily, limit: 1, window: 3600 }, "1 call in 1 hour"],
  [{ ...policies.daily, window: 5400 }, "100000 calls in 5400 seconds"],
  [{ ...policies.daily, window: 0.5 }, "100000 calls in 0.5 seconds"],
  [policies.updates, "5 calls in 60 seconds"],
  [policies.account, "40 calls, of which 2 drain each second"]
])("a policy prints its true rate: %o", (policy, text) => assert.strictEqual(rateOf(policy), text))
