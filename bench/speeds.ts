/** Prints the throughput of our server and of what it is compared with. */
import type { Result } from "./beside-plain.ts"

/** The names of our server, and of the bare Fastify that writes one document in group commit. */
export const ours = "ours"
export const unitName = "one row"

/** The columns of a table of speeds, whose rows begin with the call and the connections. */
export const speedsHead = [
  "call",
  "connections",
  "program",
  "ours / it",
  "it / one row",
  "per second",
  "p50",
  "p99",
  "CPU"
]

/** The rate of each program, ours as a ratio of it, and it as a ratio of the bare Fastify that writes one row. */
export const speedsOf = (all: ReadonlyArray<Result>): ReadonlyArray<ReadonlyArray<string>> => {
  const own = all.find(({ name }) => name === ours)!
  const unit = all.find(({ name }) => name === unitName)
  return all.map(({ cpuMicros, name, p50, p99, perSecond }) => [
    name,
    (own.perSecond / perSecond).toFixed(2),
    unit === undefined ? "-" : (perSecond / unit.perSecond).toFixed(2),
    perSecond.toFixed(0),
    `${p50.toFixed(2)} ms`,
    `${p99.toFixed(2)} ms`,
    `${cpuMicros.toFixed(0)} µs`
  ])
}
