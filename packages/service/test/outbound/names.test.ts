/** What is remembered of names: one question for many calls, for a moment, and for a bounded number of names. */
import { Clock, Effect } from "effect"
import { beforeEach, expect, it } from "vitest"
import { PrivateUrls, resolving } from "../../src/outbound/address.ts"
import { Names } from "../../src/outbound/names.ts"

let now = 0
let asked: Array<string> = []
let fails = false
let names: Names
const nowMs = () => now
beforeEach(() => {
  now = 0
  asked = []
  fails = false
  names = new Names(async (name) => {
    asked.push(name)
    if (fails) throw new Error("no answer")
    return [{ address: `10.0.0.${asked.length}` }]
  })
})
const addressOf = async (name: string) => (await names.of(name, nowMs))[0]!.address

it("a name is asked for once in two seconds, also by calls that begin together", async () => {
  expect(await Promise.all(Array.from({ length: 20 }, () => addressOf("a")))).toEqual(Array(20).fill("10.0.0.1"))
  now = 1999
  expect(await addressOf("a")).toBe("10.0.0.1")
  now = 2000
  expect(await addressOf("a")).toBe("10.0.0.2")
  expect(asked).toEqual(["a", "a"])
})

it("a failure is not remembered", async () => {
  fails = true
  await expect(addressOf("a")).rejects.toThrow("no answer")
  fails = false
  expect(await addressOf("a")).toBe("10.0.0.2")
})

it("of more than 1,000 names the first ones are forgotten", async () => {
  for (let n = 0; n <= 1000; n++) await addressOf(`name ${n}`)
  await addressOf("name 1")
  expect(asked).toHaveLength(1001)
  await addressOf("name 0")
  expect(asked).toHaveLength(1002)
})

it("calls of a process share what is remembered, by their own clock", async () => {
  const real = Effect.runSync(Clock.clockWith(Effect.succeed))
  const at = (ms: number): Clock.Clock =>
    Object.assign(Object.create(real), { monotonicTimeNanosUnsafe: () => BigInt(ms) * 1_000_000n })
  const how = (ms: number) =>
    resolving
      .pipe(Effect.provideService(PrivateUrls, true), Effect.provideService(Clock.Clock, at(ms)), Effect.runSync)
      .resolve("localhost")
  const first = how(1000)
  expect(how(1000)).toBe(first)
  await first
  expect(how(2999)).toBe(first)
  expect(how(3000)).not.toBe(first)
})
