/** Measures a server and the programs that it is compared with, alternately, on the same load. */
import { type Load, type Measured, send } from "./load.ts"
import { median } from "./report.ts"
import type { Program } from "./server.ts"
import { type Totals, totalsOf, usageOf } from "./usage.ts"

/** A program, the data file that it alone writes, if it has one, and the load in its own form. */
export interface Entrant {
  readonly name: string
  readonly program: Program
  readonly file?: string | undefined
  readonly load: Load
}

/** The measurements of a program: medians of the speeds, and the costs per request, which do not depend on them. */
export interface Result extends Pick<Measured, "perSecond" | "p50" | "p99"> {
  readonly name: string
  /** Microseconds of CPU time of its process. */
  readonly cpuMicros: number
  /** Bytes of pages that its process changed in files, those of its log and of its file. */
  readonly bytes: number
  readonly file?: { readonly perCommit: number; readonly decidedAgain: number } | undefined
}

const isBrief = process.env["BENCH_BRIEF"] !== undefined
/** The orders of the shops, far fewer in a trial run. */
export const sized = (orders: number): number => (isBrief ? 2000 : orders)
/**
 * The seconds of one measurement. A busy server takes a second to accept 128 connections, one in each turn, and what waits
 * for that must stay less than one request in a hundred.
 */
export const seconds = isBrief ? 1 : 4
const rounds = isBrief ? 1 : 3

/** The connections at which everything is measured. */
export const widths = [32, 128] as const

interface Turn {
  readonly measured: Measured
  readonly cpuMs: number
  readonly bytes: number
  readonly file: { readonly before: Totals; readonly after: Totals } | undefined
}

/** Measures all of them over that many connections. */
export const alternately = async (all: ReadonlyArray<Entrant>, connections: number): Promise<ReadonlyArray<Result>> => {
  const turns = new Map(all.map((one): [Entrant, Array<Turn>] => [one, []]))
  for (const { load, program } of all) await send(program.url, load, 1, connections)
  for (let round = 0; round < rounds; round++) for (const one of all) turns.get(one)!.push(await turn(one, connections))
  return all.map((one) => resultOf(one.name, turns.get(one)!))
}

const turn = async ({ file, load, program }: Entrant, connections: number): Promise<Turn> => {
  const totals = () => (file === undefined ? undefined : totalsOf(file))
  const [before, used] = [totals(), usageOf(program)]
  const measured = await send(program.url, load, seconds, connections)
  const [after, now] = [totals(), usageOf(program)]
  return {
    measured,
    cpuMs: now.cpuMs - used.cpuMs,
    bytes: now.bytes - used.bytes,
    file: before && after && { before, after }
  }
}

const resultOf = (name: string, turns: ReadonlyArray<Turn>): Result => {
  const of = (pick: (measured: Measured) => number) => median(turns.map(({ measured }) => pick(measured)))
  const sum = (pick: (turn: Turn) => number) => turns.reduce((all, one) => all + pick(one), 0)
  const grown = (what: keyof Totals) => sum(({ file }) => file!.after[what] - file!.before[what])
  const isFile = turns[0]!.file !== undefined
  // On a file every request adds one movement, whether or not its answer was still read.
  const count = isFile ? grown("movements") : sum(({ measured }) => measured.count)
  return {
    name,
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    cpuMicros: (sum(({ cpuMs }) => cpuMs) * 1000) / count,
    bytes: sum(({ bytes }) => bytes) / count,
    file: isFile
      ? { perCommit: count / grown("commits"), decidedAgain: (grown("drawn") - grown("orders")) / count }
      : undefined
  }
}
