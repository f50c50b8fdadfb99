/** What follows from attempts to deliver, for a receiver as a whole. */
import { expect, it } from "vitest"
import {
  isDelivered,
  isFull,
  isReasonFor,
  maxFailingMs,
  maxFailures,
  maxOpen,
  type Receiver,
  reasonToDisable,
  receiverAfter,
  retryAfterMsOf,
  soundReceiver
} from "../../src/areas/webhooks.ts"

const url = "https://hooks.example/"
const attempt = (status: number | null) => ({ url, attempt: { ts: 1, status, error: null, ms: 1, answer: null } })

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

it("an answer of 2xx delivers, and nothing else", () => {
  const statuses = [null, 100, 199, 200, 204, 299, 300, 404, 500]
  expect(statuses.filter((status) => isDelivered({ status }))).toEqual([200, 204, 299])
})

it("a receiver is broken after so many failures in a row, or at once by an answer that asks for time", () => {
  const failed = (failures: number, status: number | null) =>
    receiverAfter({ ...soundReceiver("w", "shop"), failures }, attempt(status), 0, 0.5).isBroken
  expect([maxFailures - 2, maxFailures - 1].map((failures) => failed(failures, 500))).toEqual([false, true])
  expect([429, 502, 504, 503, 500, 404, null].filter((status) => failed(0, status))).toEqual([429, 502, 504])
})

it("a receiver that asks to wait longer than its pause is left alone for that time, and others do not shorten it", () => {
  const broken: Receiver = { ...soundReceiver("w", "shop"), failures: 30, isBroken: true, due: 5000 }
  const waits = (retryAfterMs: number) => receiverAfter(broken, { ...attempt(503), retryAfterMs }, 1000, 0.5).due
  expect([waits(0), waits(4000), waits(60_000)]).toEqual([5000, 5000, 61_000])
})

it("a webhook is disabled by 410, or by five days of nothing but failures since it was last let go on", () => {
  const why = (failingSince: number | null, status: number, nowMs: number) =>
    reasonToDisable({ failingSince }, attempt(status), nowMs)?.is
  expect(maxFailingMs).toBe(5 * 24 * 3600 * 1000)
  expect([why(7, 500, 6 + maxFailingMs), why(7, 500, 7 + maxFailingMs)]).toEqual([undefined, "failing"])
  expect([why(null, 500, 2 * maxFailingMs), why(7, 410, 8)]).toEqual([undefined, "gone"])
  const counts = (is: "gone" | "failing", nowMs: number) => isReasonFor({ resumed: 60, url }, { is, url }, nowMs)
  const end = 60_000 + maxFailingMs
  expect([counts("failing", end - 1), counts("failing", end), counts("gone", 60_000)]).toEqual([false, true, true])
  expect(isReasonFor({ resumed: null, url }, { is: "failing", url }, 0)).toBe(true)
})

it("a webhook is not disabled by what its former address answered", () => {
  const said = reasonToDisable({ failingSince: null }, attempt(410), 0)!
  const counts = (now: string) => isReasonFor({ resumed: null, url: now }, said, 0)
  expect([counts(url), counts("https://other.example/")]).toEqual([true, false])
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
