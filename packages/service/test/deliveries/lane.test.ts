/** A lane makes its calls one after another without a fiber, and leaves each place once, however a call ends. No call is made. */
import type { AttemptResult, Webhook } from "@bottega/domain/areas/webhooks"
import type { StoredEvent } from "@bottega/domain/contract"
import { Effect } from "effect"
import { beforeEach, expect, it, vi } from "vitest"
import { type EndOfAttempt, Lane, type LaneTools, type LateEnd } from "../../src/areas/webhooks/lane.ts"
import { Lines } from "../../src/areas/webhooks/lines.ts"
import type { Payload } from "../../src/areas/webhooks/payload.ts"
import type { Fated, Target, Work } from "../../src/areas/webhooks/work.ts"

const webhook = { id: "webhook", name: "w", instance: null } as unknown as Webhook
const orderOf = (status: number): StoredEvent => ({ type: 100, orderID: "order", status, data: { status } })

const answered = (status: number): AttemptResult => ({
  url: "https://hooks.example/",
  attempt: { ts: 1, status, error: null, ms: 1, answer: "" },
  retryAfterMs: undefined
})

let begun: Array<{ readonly payload: Payload; readonly end: (result: EndOfAttempt) => void }>
let ended: Array<ReadonlyArray<Fated> | undefined>
let over = 0
let runs: Array<Effect.Effect<unknown, unknown, any>>
let late: Array<LateEnd>
let stopped = 0
let places = 0
beforeEach(() => {
  ;[begun, ended, runs, late] = [[], [], [], []]
  ;[over, stopped, places] = [0, 0, 0]
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const laneOf = (events: ReadonlyArray<StoredEvent>, more: Partial<LaneTools> = {}, plan: Target["plan"] = "send") => {
  const outgoing = { id: "event", at: 1, instance: null, requestId: "", events }
  const work: Work = { shop: "shop", outgoing, row: { key: "event", version: 1, text: "" } }
  const lines = new Lines(1000)
  const [enter, leave] = [lines.enter.bind(lines), lines.leave.bind(lines)]
  lines.enter = (shop, id, entered) =>
    enter(shop, id, (isHeld) => {
      if (isHeld) places++
      entered(isHeld)
    })
  lines.leave = (id) => {
    places--
    leave(id)
  }
  const tools: LaneTools = {
    ...{ firstMs: 1000, lines, late: new Set() },
    attempt: (_, __, payload, end) => {
      begun.push({ payload, end })
      return () => void stopped++
    },
    run: (effect) => void runs.push(effect),
    onLate: (end) => Effect.sync(() => void late.push(end)),
    ...more
  }
  const targets = events.map((event, n): Target => ({ n, event, webhook, plan, isFailing: false }))
  const ends = { end: (made: ReadonlyArray<Fated> | undefined) => void ended.push(made), over: () => void over++ }
  return new Lane(tools, work, targets, ends)
}
const fates = () => ended.map((made) => made?.map(({ fate }) => fate.is))

it("its calls are made in their sequence, and need no fiber", () => {
  laneOf([1, 2, 3].map(orderOf)).begin()
  for (const status of [1, 2, 3]) {
    expect(begun.map(({ payload }) => payload.status)).toEqual([1, 2, 3].slice(0, status))
    expect(places).toBe(1)
    begun.at(-1)!.end(answered(200))
  }
  expect(fates()).toEqual([["ended", "ended", "ended"]])
  expect([runs, places, over]).toEqual([[], 0, 1])
})

it("after one that failed the others wait", () => {
  laneOf([1, 2, 3].map(orderOf)).begin()
  begun[0]!.end(answered(500))
  expect(fates()).toEqual([["ended", "wait", "wait"]])
  expect([begun.length, places, over]).toEqual([1, 0, 1])
})

it("what is parked or waits is not called", () => {
  laneOf([1, 2].map(orderOf), {}, "park").begin()
  laneOf([1, 2].map(orderOf), {}, "wait").begin()
  expect([fates(), begun.length]).toEqual([
    [
      ["park", "park"],
      ["wait", "wait"]
    ],
    0
  ])
})

it("a late call ends its lane, and keeps its place until its own end is committed", () => {
  const lane = laneOf([1, 2].map(orderOf))
  lane.begin()
  vi.advanceTimersByTime(1000)
  expect([fates(), places, over]).toEqual([[["late", "wait"]], 1, 0])
  begun[0]!.end(answered(200))
  expect([places, over, runs.length]).toEqual([1, 0, 1])
  Effect.runSync(runs[0] as Effect.Effect<void>)
  expect(late).toMatchObject([{ id: "event-0-webhook", result: { attempt: { status: 200 } } }])
  expect([places, over, begun.length]).toEqual([0, 1, 1])
})

it("one that is stopped ends its call and its timers, leaves its place, and tells nothing", () => {
  const lane = laneOf([1, 2].map(orderOf))
  lane.begin()
  lane.stop()
  begun[0]!.end(answered(200))
  expect([stopped, places, ended, begun.length, vi.getTimerCount()]).toEqual([1, 0, [], 1, 0])
})

it("a call that may not be made leaves the whole work undone", () => {
  laneOf([1, 2].map(orderOf)).begin()
  begun[0]!.end(undefined)
  expect([ended, places, over]).toEqual([[undefined], 0, 1])
})

it("a call whose turn did not come is made later, and does not count as an attempt", () => {
  laneOf([1, 2].map(orderOf)).begin()
  begun[0]!.end("unsent")
  expect([fates(), places, over]).toEqual([[["later", "wait"]], 0, 1])
  laneOf([orderOf(1)]).begin()
  vi.advanceTimersByTime(1000)
  begun[1]!.end("unsent")
  Effect.runSync(runs[0] as Effect.Effect<void>)
  expect([fates().at(-1), late[0]!.result, places]).toEqual([["late"], undefined, 0])
})

it("a defect leaves no place and no work in progress", () => {
  const attempt = () => {
    throw new Error("a test")
  }
  laneOf([orderOf(1)], { attempt }).begin()
  expect([ended, places, over, runs.length, vi.getTimerCount()]).toEqual([[undefined], 0, 1, 1, 0])
})

it("an event that names a document is read first, and a failure of that leaves the work undone", () => {
  laneOf([{ type: 103, of: "product" }]).begin()
  expect([begun.length, places, runs.length]).toEqual([0, 1, 1])
  Effect.runSyncExit(Effect.interrupt.pipe(Effect.andThen(runs[0] as Effect.Effect<void>)))
  expect(ended).toEqual([])
  expect(Effect.runSyncExit(runs[0] as Effect.Effect<void>)._tag).toBe("Failure")
  expect([ended, places, over]).toEqual([[undefined], 0, 1])
})
