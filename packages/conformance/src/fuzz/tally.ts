/** Counts the statuses and costs of each operation in a run. */
import type { Answer } from "./connection.ts"

/** The counts of one operation or one rough case. */
export interface Count {
  readonly name: string
  readonly statuses: Map<string, number>
  total: number
  /** Bytes of an answer, as a moving average. */
  bytes: number
}

/** The counts of a run. */
export class Tally {
  readonly counts = new Map<string, Count>()
  requests = 0
  /** Requests that got past their parameters: they were not refused for missing or malformed ones. */
  decoded = 0
  /** Requests of operations. */
  asked = 0

  /** Counts the outcome of a request; `operation` says whether it called an operation. */
  add(name: string, answer: Answer | undefined, operation: boolean): void {
    const count = this.of(name)
    const status = answer === undefined ? "none" : String(answer.status)
    count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1)
    count.total++
    if (answer !== undefined) count.bytes += (answer.text.length - count.bytes) * 0.1
    this.requests++
    if (!operation) return
    this.asked++
    if (answer !== undefined && passes(answer)) this.decoded++
  }

  of(name: string): Count {
    const known = this.counts.get(name)
    if (known !== undefined) return known
    const made: Count = { name, statuses: new Map(), total: 0, bytes: 0 }
    this.counts.set(name, made)
    return made
  }

  /** How often it was answered with a status. */
  times(name: string, status: number): number {
    return this.counts.get(name)?.statuses.get(String(status)) ?? 0
  }
}

/** Refusals that only a request with valid parameters can get. */
const passes = ({ status, text }: Answer): boolean =>
  status === 200 ||
  ([403, 404, 409, 422].includes(status) && !/"type":"(unknown_path|read_only_key|not_permitted)"/.test(text))

/** The table of statuses by operation, one line each. */
export const tableOf = ({ counts }: Tally): ReadonlyArray<string> => {
  const statuses = [...new Set([...counts.values()].flatMap((count) => [...count.statuses.keys()]))].sort()
  const width = Math.max(9, ...[...counts.keys()].map((name) => name.length))
  const line = (name: string, cells: ReadonlyArray<string>) =>
    `${name.padEnd(width)}${cells.map((cell) => cell.padStart(8)).join("")}`
  return [
    line("operation", statuses),
    ...[...counts.values()]
      .sort((one, other) => one.name.localeCompare(other.name))
      .map((count) =>
        line(
          count.name,
          statuses.map((status) => String(count.statuses.get(status) ?? ""))
        )
      )
  ]
}
