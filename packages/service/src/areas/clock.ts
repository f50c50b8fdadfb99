/** Handles the operator's calls on the clock; `clock/process-clock.ts` is what the processes follow. */
import { type areas, collections } from "@bottega/domain/areas"
import { type ClockOffset, clockEndMs, realClock } from "@bottega/domain/areas/clock"
import { sessionSeconds } from "@bottega/domain/areas/people"
import { stored } from "@bottega/storage"
import { Clock, Effect } from "effect"
import { installation, upsert } from "../engine/decide/change.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator, refuseIf } from "../engine/decide/session.ts"
import { ShiftedClock } from "./clock/process-clock.ts"

const { clocks, signedIn } = collections

export const handlers: Handlers<typeof areas.clock> = {
  read: Effect.fnUntraced(function* () {
    const { realMs } = yield* time
    return shown(realMs, (yield* found)?.doc ?? realClock)
  }),

  move: Effect.fnUntraced(function* ({ at, forward_seconds = 0 }) {
    const request = yield* Operator
    const { realMs } = yield* time
    const before = (yield* found)?.doc ?? realClock
    const present = realMs + before.offsetMs
    const next = at === undefined ? present + forward_seconds * 1000 : Date.parse(at)
    const name = at === undefined ? "forward_seconds" : "at"
    yield* refuseIf(request, [
      ...(next < present ? [{ at: [name], message: `is before the clock, ${new Date(present).toISOString()}` }] : []),
      ...(next < clockEndMs ? [] : [{ at: [name], message: "moves the clock beyond the year 2099" }])
    ])
    return yield* changed({ ...before, offsetMs: before.offsetMs + (next - present) })
  }),

  reset: Effect.fnUntraced(function* () {
    const { realMs } = yield* time
    const before = (yield* found)?.doc ?? realClock
    return yield* changed({ ...before, offsetMs: 0, idsAfter: Math.max(before.idsAfter, realMs + before.offsetMs) })
  })
}

const found = Effect.gen(function* () {
  const { within } = yield* Operator
  const [row] = yield* within(installation)(clocks, { limit: 1 })
  return row && stored(clocks, row)
})

/** Real time in milliseconds, and the clock of this process. */
const time = Clock.clockWith((clock) =>
  clock instanceof ShiftedClock
    ? Effect.succeed({ realMs: clock.real.currentTimeMillisUnsafe(), process: clock.process })
    : Effect.die(new Error("The clock of this process cannot be moved."))
)

const changed = Effect.fnUntraced(function* (next: ClockOffset) {
  const { process, realMs } = yield* time
  const answer = shown(realMs, next)
  return {
    answer,
    writes: [upsert(clocks, yield* found, next, installation), ...(yield* ownSession(realMs, next))],
    settled: process.follow,
    // The clock was moved, whether or not the store can be asked what is still to be done.
    after: Effect.map(
      Effect.orElseSucceed(process.idle, () => []),
      (running) => (running.length === 0 ? answer : { ...answer, running })
    )
  }
})

/**
 * The session that moves the clock must not end by that: nobody could return to real time with it. It stays valid by the clock as it
 * was and as it will be, because processes follow one after the other.
 */
const ownSession = Effect.fnUntraced(function* (realMs: number, { offsetMs }: ClockOffset) {
  const { session, within } = yield* Operator
  if (session === undefined) return []
  const where = [{ on: "key", eq: session.stored.digest }] as const
  const [row] = yield* within(session.shop)(signedIn, { where, limit: 1 })
  if (row === undefined) return []
  const before = stored(signedIn, row)
  const nowS = Math.floor((realMs + offsetMs) / 1000)
  const since = Math.min(before.doc.since, nowS)
  const until = Math.max(before.doc.until, nowS + sessionSeconds.unused)
  return [upsert(signedIn, before, { ...before.doc, since, until }, session.shop)]
})

const shown = (realMs: number, { offsetMs }: ClockOffset) => ({
  now: new Date(realMs + offsetMs).toISOString(),
  offset_seconds: offsetMs / 1000
})
