/** A clock of servers that goes fast, so that waiting takes a part of its time, and that may be wrong. */

/** What time it is in a server. */
export interface FastClock {
  /** How many seconds of a server pass in one. */
  readonly speed: number
  /** When the clocks of all servers were right, in milliseconds. */
  readonly sinceMs: number
  /** How far this one is ahead of the others, in milliseconds. */
  readonly aheadMs: number
}

/** The time of a server, in milliseconds. */
export const fastNowMs = ({ aheadMs, sinceMs, speed }: FastClock): number =>
  Math.floor(sinceMs + (Date.now() - sinceMs) * speed) + aheadMs

/** The settings of Node with which a server has a clock. */
export const nodeOptionsOf = (clock: FastClock): string =>
  `--import=data:text/javascript,${encodeURIComponent(programOf(clock))}`

/** A program that gives the process that runs it a clock: its time, its measured durations and its timers. */
const programOf = ({ aheadMs, sinceMs, speed }: FastClock): string => `
const now = Date.now, { performance: measured, process: { hrtime } } = globalThis
const at = () => Math.floor(${sinceMs} + (now() - ${sinceMs}) * ${speed}) + ${aheadMs}
globalThis.Date = class extends Date {
  constructor(...given) { given.length === 0 ? super(at()) : super(...given) }
  static now() { return at() }
}
const { now: elapsed } = measured, { bigint } = hrtime
Object.defineProperty(measured, "now", { value: () => elapsed.call(measured) * ${speed} })
hrtime.bigint = () => bigint() * ${speed}n
for (const name of ["setTimeout", "setInterval"]) {
  const timer = globalThis[name]
  const fast = (run, ms, ...given) => timer(run, (ms ?? 0) / ${speed}, ...given)
  globalThis[name] = Object.defineProperties(fast, Object.getOwnPropertyDescriptors(timer))
}`
