/** What follows from attempts to deliver, for a receiver as a whole. */
import { expect, it } from "vitest"
import {
  isFull,
  maxOpen,
  type Receiver,
  receiverAfter,
  retryAfterMsOf,
  soundReceiver
} from "../../src/areas/webhooks.ts"

const attempt = (status: number | null) => ({ attempt: { ts: 1, status, error: null, ms: 1, answer: null } })

/** The pauses before the next attempts of a receiver, in seconds, after one failure after the other. */
const pausesOf = (receiver: Receiver, count: number): ReadonlyArray<number> => {
  let [now, ms] = [receiver, 0]
  return Array.from({ length: count }, () => {
    now = receiverAfter(now, attempt(null), ms, 0.5)
    const pause = (now.due! - ms) / 1000
    ms = now.due!
    return pause
  })
}

it("a receiver is full with the most open deliveries, whatever its answers, and is not broken by that", () => {
  const [nearly, full] = [maxOpen - 1, maxOpen].map((open): Receiver => ({ ...soundReceiver("w", "shop"), open }))
  expect([nearly!, full!].map(isFull)).toEqual([false, true])
  for (const status of [200, 500, null])
    expect(receiverAfter(full!, attempt(status), 0, 0.5)).toMatchObject({ isBroken: false, due: null })
})

it("a receiver that fails is paused by the schedule, and longer each time", () => {
  const failing = { ...soundReceiver("w", "shop"), failures: 19, failingSince: 0 }
  expect(pausesOf(failing, 4)).toEqual([5, 300, 1800, 7200])
})

it("calls that fail together pause a receiver once, whatever their number", () => {
  const failing: Receiver = { ...soundReceiver("w", "shop"), failures: 19, failingSince: 0 }
  const together = Array.from({ length: 32 }, () => attempt(null))
  const after = together.reduce((one, failed) => receiverAfter(one, failed, 0, 0.5), failing)
  expect(after).toMatchObject({ isBroken: true, probes: 0, due: 5000, failures: 51 })
  expect(receiverAfter(after, attempt(null), 5000, 0.5)).toMatchObject({ probes: 1, due: 305_000 })
})

it("a receiver can ask to wait for a day at most, in seconds or by a date", () => {
  const nowMs = Date.UTC(2026, 10, 23)
  const [day, asked] = [86_400_000, (value?: string) => retryAfterMsOf(value, nowMs)]
  expect(["0", " 600 ", "86401", "99999999", "9".repeat(400)].map(asked)).toEqual([0, 600_000, day, day, day])
  expect(asked("Mon, 23 Nov 2026 00:10:00 GMT")).toBe(600_000)
  expect(asked("Fri, 31 Dec 9999 23:59:59 GMT")).toBe(day)
  expect(asked("Sun, 22 Nov 2026 00:10:00 GMT")).toBe(0)
  expect([undefined, "", "soon", "1e9 years"].map(asked)).toEqual([undefined, undefined, undefined, undefined])
})
