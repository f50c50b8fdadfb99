/**
 * Measures orders and stock against plain programs that accept the same requests, make the same decision and write the
 * same rows, at 32 and 128 connections. Figures that do not vary between runs are printed first.
 */
import { closeSync, copyFileSync, fsyncSync, openSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { alternately, type Entrant, type Result, seconds, sized, widths } from "./beside-plain.ts"
import { ask, type Case, makeBuyers, writing } from "./calls.ts"
import { type Load, send } from "./load.ts"
import { messagesHead, rowWithMessages } from "./messages.ts"
import type { Plain } from "./plain/main.ts"
import { table } from "./report.ts"
import { compareRows } from "./same-rows.ts"
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
import { logged, totalsOf } from "./usage.ts"

const orders = sized(100_000)

/** Orders and stock in the file and in memory. */
export const writes = async (): Promise<void> => {
  await inFile()
  await inMemory()
}

const plainNames = {
  now: "plain program",
  late: "plain, deferred entries",
  silent: "plain, without events"
} as const
/** As many as the service itself defers. */
const lateDocuments = 500
const variants: Readonly<Record<keyof typeof plainNames, Pick<Plain, "events" | "documents">>> = {
  now: { events: true, documents: 1 },
  late: { events: true, documents: lateDocuments },
  silent: { events: false, documents: 1 }
}

const inFile = async (): Promise<void> => {
  const first = await startServer("sqlite", orders)
  const cases = await writing(first, orders)
  const [creates] = cases
  // Every customer exists before the file is copied, so neither program has to make one.
  await makeBuyers(first, creates!)
  await first.stop()
  const { entrants, own } = await entrantsOf(first, creates!)
  await compareRows(entrants[0]!, entrants[1]!, cases)
  const counts: Array<ReadonlyArray<string>> = []
  const speeds: Array<ReadonlyArray<string>> = []
  for (const one of cases)
    for (const width of widths) {
      // What an event costs is the difference of two creates.
      const some = one === creates ? entrants : entrants.filter(({ name }) => name !== plainNames.silent)
      const measured = await compared(one, some, width)
      const logs = await logsOf(one, some, width)
      const about = [one.name, String(width)] as const
      counts.push(...measured.filter(({ file }) => file !== undefined).map((row) => [...about, ...counted(row, logs)]))
      speeds.push(...speedsOf(measured).map((row) => [...about, ...row]))
    }
  const messages = await rowWithMessages(own, creates!.load, seconds)
  for (const { program } of entrants) await program.stop()
  const of = `sqlite, ${orders.toLocaleString("en")} orders`
  table(`${of}: creates with messages`, messagesHead, [messages])
  table(`${of}: what each request costs`, countedHead, counts)
  table(`${of}: throughput`, speedsHead, speeds)
}

/** Our server on the file of the one that ended, and the plain programs on a copy of it. */
const entrantsOf = async (ended: Server, { load }: Case) => {
  const file = ended.place.at(-1)!
  const copy = join(newFolder(), "plain.db")
  copyFileSync(file, copy)
  flush(copy)
  const own = await joinServer(ended)
  const entrants: Array<Entrant> = [{ name: ours, program: own, file, load }]
  for (const variant of ["now", "late", "silent"] as const) {
    const args = JSON.stringify({ file: copy, shop: ended.shop, ...variants[variant] })
    entrants.push({ name: plainNames[variant], program: await startProgram("plain/main.ts", [args]), file: copy, load })
  }
  return { own, entrants }
}

/** Its pages would otherwise be written during the first measurement. */
const flush = (file: string): void => {
  const open = openSync(file, "r+")
  fsyncSync(open)
  closeSync(open)
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
    const bytes = await logged(file!, () => send(program.url, load, seconds, connections))
    found.set(name, bytes / (totalsOf(file!).movements - before))
  }
  return found
}

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
  const messages = await rowWithMessages(server, cases[0]!.load, seconds)
  const per = ((idle - base) * 100_000) / orders
  for (const { program } of entrants) await program.stop()
  const of = `memory, ${orders.toLocaleString("en")} orders`
  const cells = [idle, per, peak].map((megabytes) => `${megabytes.toFixed(0)} MB`)
  table(
    `${of}: resident memory`,
    ["idle", "more than an empty shop, per 100,000 orders", "peak under these writes"],
    [cells]
  )
  table(`${of}: creates with messages`, messagesHead, [messages])
  table(`${of}: throughput`, speedsHead, speeds)
}

const decisionAlone = async (server: Server): Promise<Program> => {
  const stock = join(newFolder(), "stock.json")
  writeFileSync(stock, await (await ask(server, "/v1.1/inventory/list.json")).text())
  return startProgram("plain/main.ts", [JSON.stringify({ stock, shop: server.shop, ...variants.now })])
}
