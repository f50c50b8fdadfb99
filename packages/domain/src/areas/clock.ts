/** The clock of an installation for development, which can be moved forward, so that a test does not wait for what takes time. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { control, type Finding, type PartialInput } from "../contract/endpoint.ts"
import { NotFound } from "../contract/refusals.ts"
import { Instant, intFrom, Text } from "../contract/values.ts"

/** The instant before which the clock stays, in unix milliseconds: ids have room for seconds up to the year 2106. */
export const clockEndMs = Date.UTC(2100, 0, 1)

/**
 * How far the clock is ahead of real time, in milliseconds; below 0 for an installation that began in the past. Ids are later
 * than `idsAfter`, an instant in unix milliseconds, because some were made before the clock returned to real time.
 */
const ClockOffset = Schema.Struct({ id: Schema.Literal("clock"), offsetMs: Schema.Number, idsAfter: Schema.Number })
export type ClockOffset = typeof ClockOffset.Type

/** The clock that was never moved. */
export const realClock: ClockOffset = { id: "clock", offsetMs: 0, idsAfter: 0 }

export const collections = {
  clocks: collection("clocks", ClockOffset, {
    personal: "none",
    owner: "installation",
    local: true,
    key: ({ id }) => id
  })
}

const shown = {
  now: Instant.annotate({ description: "What the clock shows." }),
  offset_seconds: Schema.Finite.annotate({ description: "How far it is ahead of real time." })
}
const ShownClock = Schema.Struct(shown).annotate({ identifier: "Clock" })
const MovedClock = Schema.Struct({
  ...shown,
  running: Schema.optionalKey(
    Schema.Array(Text).annotate({
      description: "The background work that has not ended after ten seconds; absent if all has."
    })
  )
}).annotate({ identifier: "MovedClock" })

const oneOf = ({ at, forward_seconds }: PartialInput<{ at?: string; forward_seconds?: number }>) => {
  const findings: Array<Finding> = []
  if (at === undefined && forward_seconds === undefined)
    findings.push({
      at: ["at"],
      without: [["forward_seconds"]],
      message: "is required, unless forward_seconds is sent"
    })
  if (at !== undefined && forward_seconds !== undefined)
    findings.push({ at: ["at"], message: "must not be sent with forward_seconds" })
  return findings
}

const endpoints = {
  read: control.get("/clock.json", {
    summary: "Show the clock.",
    audience: "operator",
    output: ShownClock,
    refusals: [NotFound],
    workbench: true
  }),
  move: control.put("/clock.json", {
    summary: "Move the clock forward.",
    audience: "operator",
    description:
      "Limits, expiries, retries and retention follow it; the session that moves it stays valid. The answer comes when background work has done what has become due, at the latest after ten seconds; then it names what still runs. Other processes follow within a second.",
    input: {
      at: Schema.optionalKey(
        Instant.annotate({
          description: "What the clock shows then, in ISO 8601 with its offset; not before its present."
        })
      ),
      forward_seconds: Schema.optionalKey(intFrom(0).annotate({ description: "How far the clock moves, in seconds." }))
    },
    output: MovedClock,
    refusals: [NotFound],
    rules: oneOf,
    workbench: true,
    example: { forward_seconds: 3600 }
  }),
  reset: control.del("/clock.json", {
    summary: "Return the clock to real time.",
    audience: "operator",
    description:
      "New ids stay ahead of those that were made meanwhile. What was scheduled meanwhile waits until real time reaches it.",
    output: MovedClock,
    refusals: [NotFound],
    workbench: true
  })
}

export const clock = area({ endpoints, collections, checks: [], events: {} })
