/**
 * Measures orders and stock against plain programs that take the same requests, take the same decision and write the same
 * rows, at 32 and 128 connections. What does not vary between runs is printed first.
 */
import { copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { alternately, type Entrant, type Result, sized, widths } from "./beside-plain.ts"
import { ask, type Case, writing } from "./calls.ts"
import { type Load, send } from "./load.ts"
import type { Plain } from "./plain/main.ts"
import { table } from "./report.ts"
import {
  joinServer,
  newFolder,
  type Program,
  peakMemory,
  type Server,
  startProgram,
  startServer,
  startUnit
} from "./server.ts"
import { ours, speedsHead, speedsOf, unitName } from "./speeds.ts"
import { logged, rowsOf, totalsOf } from "./usage.ts"

const orders = sized(100_000)

/** Orders and stock in the file and in memory. */
export const writes = async (): Promise<void> => {
  await inFile()
  await inMemory()
}

const plainNames = {
  now: "plain program",
  late: "plain, ledger's index later",
  silent: "plain, without events"
} as const
/** As many movements as the service itself indexes at a time. */
const lateMovements = 500
const variants: Readonly<Record<keyof typeof plainNames, Pick<Plain, "events" | "movements">>> = {
  now: { events: true, movements: 1 },
  late: { events: true, movements: lateMovements },
  silent: { events: false, movements: 1 }
}

const inFile = async (): Promise<void> => {
  const first = await startServer("sqlite", orders)
  const cases = await writing(first, orders)
  // Every customer exists before the file is copied, so neither program has to make one.
  await send(first.url, cases[0]!.load, 1)
  await first.stop()
  const file = first.place.at(-1)!
  const copy = join(newFolder(), "plain.db")
  copyFileSync(file, copy)
  const server = await joinServer(first)
  const plain = async (variant: keyof typeof variants): Promise<Entrant> => ({
    name: plainNames[variant],
    program: await startProgram("plain/main.ts", [
      JSON.stringify({ file: copy, shop: first.shop, ...variants[variant] })
    ]),
    file: copy,
    load: cases[0]!.load
  })
  const entrants: ReadonlyArray<Entrant> = [
    { name: ours, program: server, file, load: cases[0]!.load },
    ...(await Promise.all((["now", "late", "silent"] as const).map(plain)))
  ]
  await compareRows(entrants[0]!, entrants[1]!, cases)
  const counts: Array<ReadonlyArray<string>> = []
  const speeds: Array<ReadonlyArray<string>> = []
  for (const one of cases)
    for (const width of widths) {
      const measured = await compared(one, entrants, width)
      const logs = await logsOf(one, entrants, width)
      const about = [one.name, String(width)] as const
      counts.push(...measured.filter(({ file }) => file !== undefined).map((row) => [...about, ...counted(row, logs)]))
      speeds.push(...speedsOf(measured).map((row) => [...about, ...row]))
    }
  for (const { program } of entrants) await program.stop()
  const of = `sqlite, ${orders.toLocaleString("en")} orders`
  table(`${of}: what each request costs`, countedHead, counts)
  table(`${of}: throughput`, speedsHead, speeds)
}

const countedHead = [
  ...["call", "connections", "program", "log", "log and file"],
  ...["requests per commit", "decided again", "CPU"]
]

const counted = (
  { bytes, cpuMicros, file, name }: Result,
  logs: ReadonlyMap<string, number>
): ReadonlyArray<string> => [
  name,
  `${(logs.get(name)! / 1000).toFixed(1)} KB`,
  `${(bytes / 1000).toFixed(1)} KB`,
  file!.perCommit.toFixed(1),
  name === ours ? `${(file!.decidedAgain * 100).toFixed(1)} %` : "",
  `${cpuMicros.toFixed(0)} µs`
]

/** The programs on a call, and the bare Fastify that writes one document of about the order's size. */
const compared = async (
  { load, size }: Case,
  entrants: ReadonlyArray<Entrant>,
  connections: number
): Promise<ReadonlyArray<Result>> => {
  const unit = await startUnit(size, size)
  const bare: Load = { ...load, requests: [{ path: "/write", body: load.requests[0]!.body! }] }
  const all = [{ name: unitName, program: unit, load: bare }, ...entrants.map((one) => ({ ...one, load }))]
  const results = await alternately(all, connections)
  await unit.stop()
  return results
}

/** Bytes of the log per request: each program runs alone, because the open snapshot lets the log grow. */
const logsOf = async ({ load }: Case, entrants: ReadonlyArray<Entrant>, connections: number) => {
  const found = new Map<string, number>()
  for (const { file, name, program } of entrants) {
    const before = totalsOf(file!).movements
    const bytes = await logged(file!, () => send(program.url, load, 1, connections))
    found.set(name, bytes / (totalsOf(file!).movements - before))
  }
  return found
}

/** Tables that the plain program leaves alone: running numbers, drawn ahead, and the counts of callers. */
const aside = new Set(["sequences", "counts"])

/** Warns if one request of each kind makes other rows in the plain program's file than in ours, or other texts. */
const compareRows = async (one: Entrant, other: Entrant, cases: ReadonlyArray<Case>): Promise<void> => {
  const before = [one, other].map(({ file }) => rowsOf(file!))
  for (const { program } of [one, other])
    for (const { load } of cases) {
      const { body, path } = load.requests[0]!
      await ask({ url: program.url, headers: load.headers }, path, { method: load.method, body: body! })
    }
  const [mine, theirs] = [one, other].map(
    ({ file }, at) =>
      new Map(
        [...rowsOf(file!)].map(([name, { characters, rows }]) => [
          name,
          { rows: rows - before[at]!.get(name)!.rows, characters }
        ])
      )
  ) as ReadonlyArray<Grown> as readonly [Grown, Grown]
  const rows = [...mine].filter(([name, { rows }]) => !aside.has(name) && (rows > 0 || theirs.get(name)!.rows > 0))
  for (const [name, { characters, rows: own }] of rows) {
    const plain = theirs.get(name)!
    const isLike = Math.abs(characters - plain.characters) <= 0.05 * characters
    if (own === plain.rows && isLike) continue
    console.log(
      `Not the same: ${name}, ours ${own} rows and ${characters} characters, plain ${plain.rows} and ${plain.characters}`
    )
  }
  const kinds = rows.map(([name, { rows }]) => `${name} ${rows}`).join(", ")
  console.log(`New rows of a create and an increment: ${kinds}\n`)
}
type Grown = ReadonlyMap<string, { readonly rows: number; readonly characters: number }>

const inMemory = async (): Promise<void> => {
  const empty = await startServer("memory", 0)
  const base = empty.memory()
  await empty.stop()
  const server = await startServer("memory", orders)
  const idle = server.memory()
  peakMemory(server.pid)
  const cases = await writing(server, orders)
  const alone = await decisionAlone(server)
  const entrants: ReadonlyArray<Entrant> = [
    { name: ours, program: server, load: cases[0]!.load },
    { name: "the decision alone", program: alone, load: cases[0]!.load }
  ]
  const speeds: Array<ReadonlyArray<string>> = []
  for (const one of cases)
    for (const width of widths) {
      const measured = await compared(one, entrants, width)
      speeds.push(...speedsOf(measured).map((row) => [one.name, String(width), ...row]))
    }
  const peak = peakMemory(server.pid)
  const per = ((idle - base) * 100_000) / orders
  for (const { program } of entrants) await program.stop()
  const of = `memory, ${orders.toLocaleString("en")} orders`
  const cells = [idle, per, peak].map((megabytes) => `${megabytes.toFixed(0)} MB`)
  table(
    `${of}: resident memory`,
    ["idle", "more than an empty shop, per 100,000 orders", "peak under these writes"],
    [cells]
  )
  table(`${of}: throughput`, speedsHead, speeds)
}

const decisionAlone = async (server: Server): Promise<Program> => {
  const stock = join(newFolder(), "stock.json")
  writeFileSync(stock, await (await ask(server, "/v1.1/inventory/list.json")).text())
  return startProgram("plain/main.ts", [JSON.stringify({ stock, shop: server.shop, ...variants.now })])
}
