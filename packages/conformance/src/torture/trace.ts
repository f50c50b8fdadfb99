/**
 * Shows from a server's system calls that an answered write was on the disk before it was answered. Killing a server
 * does not show that, because the page cache outlives a process.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Place, start } from "./process.ts"
import { openShop, orderOf, wireOf } from "./shop.ts"
import type { WireRequest } from "./wire.ts"

/**
 * A system call; `from` and `to` are positions in the trace, which show whether one call ended before another began.
 */
export interface Call {
  readonly name: string
  /** The file or socket that it concerns. */
  readonly target: string
  /** The first text argument, as the trace shows it. */
  readonly text: string
  readonly result: number
  readonly from: number
  readonly to: number
}

/** A change that was answered with success. */
export interface AnsweredWrite {
  readonly request: string
  /** Whether something was written to the log and then synchronised to the disk between request and answer. */
  readonly durable: boolean
}

/** Writes through a traced server: some one after the other, then some at once. */
export const traced = async (
  place: Place,
  { alone, together }: { readonly alone: number; readonly together: number }
) => {
  const file = join(place.folder, "trace")
  const server = await start(place, { through: tracing(file) })
  const shop = await openShop(server, { products: { MUG: 10 ** 6, CUP: 10 ** 6 } })
  const wire = wireOf(server, shop)
  for (let n = 0; n < alone; n++) await wire.send(writes[n % writes.length]!)
  await Promise.all(Array.from({ length: together }, (_, n) => wire.send(writes[n % writes.length]!)))
  wire.close()
  await server.stop()
  return answeredIn(callsOf(readFileSync(file, "utf8")), place.location)
}

const writes: ReadonlyArray<WireRequest> = [
  { method: "POST", path: "/v1.1/orders/order.json", form: orderOf({ MUG: 1, CUP: 2 }, { billing_email: "a@b.it" }) },
  { method: "PUT", path: "/v1.1/inventory/patchInventory.json", form: { sku: "MUG", quantity: 3 } },
  { method: "POST", path: "/v1.1/orders/order.json", form: orderOf({ CUP: 1 }) }
]

/** A command prefix that writes these system calls of the program and all its threads to a file. */
export const tracing = (file: string): ReadonlyArray<string> => [
  ...["strace", "-f", "--seccomp-bpf", "-y", "-s", "64", "-o", file],
  ...["-e", "trace=fdatasync,fsync,read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg,sendmmsg,pwrite64,pwritev"]
]

/** Why this machine cannot run a program under `strace`; undefined if it can. */
export const whyNoTrace = (): string | undefined => {
  const { error, status, stderr } = spawnSync("strace", ["-f", "--seccomp-bpf", "-o", "/dev/null", "true"])
  if (error !== undefined) return `strace cannot be started: ${error.message}`
  return status === 0 ? undefined : `strace cannot trace: ${String(stderr).trim().split("\n")[0]}`
}

/** The calls of a trace, in the order in which they began. */
export const callsOf = (trace: string): ReadonlyArray<Call> => {
  const calls: Array<Call> = []
  const begun = new Map<string, { readonly head: string; readonly from: number }>()
  for (const [at, line] of trace.split("\n").entries()) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? []
    const unfinished = / <unfinished \.\.\.>$/.exec(rest)
    const resumed = /^<\.\.\. \w+ resumed>/.exec(rest)
    if (unfinished !== null) {
      begun.set(thread, { head: rest.slice(0, unfinished.index), from: at })
      continue
    }
    const before = resumed === null ? undefined : begun.get(thread)
    const whole = before === undefined ? rest : before.head + rest.slice(resumed![0].length)
    const call = callOf(whole, before?.from ?? at, at)
    if (call !== undefined) calls.push(call)
  }
  return calls.sort((a, b) => a.from - b.from)
}

const callOf = (line: string, from: number, to: number): Call | undefined => {
  const [, name, target, rest, result] = /^(\w+)\(\d+<(.*?)>(.*)\) += (-?\d+)/.exec(line) ?? []
  if (name === undefined) return undefined
  return { name, target: target!, text: /"([^"]*)/.exec(rest!)?.[1] ?? "", result: Number(result), from, to }
}

/** Each change that was answered with 200, for a store in this file. */
export const answeredIn = (calls: ReadonlyArray<Call>, file: string): ReadonlyArray<AnsweredWrite> => {
  const log = calls.filter(({ target }) => target === `${file}-wal`)
  const written = log.filter(({ name, result }) => name.startsWith("pwrite") && result > 0)
  const synced = log.filter(({ name, result }) => (name === "fdatasync" || name === "fsync") && result === 0)
  const arrived = new Map<string, Call>()
  const answered: Array<AnsweredWrite> = []
  for (const call of calls) {
    if (/^(read|recv)/.test(call.name) && /^(POST|PUT|DELETE) /.test(call.text)) arrived.set(call.target, call)
    const request = arrived.get(call.target)
    if (request === undefined || !/^(write|send)/.test(call.name) || !call.text.startsWith("HTTP/1.1 ")) continue
    arrived.delete(call.target)
    if (!call.text.startsWith("HTTP/1.1 200")) continue
    const since = written.filter(({ from }) => from > request.to)
    const durable = synced.some((sync) => sync.to < call.from && since.some((write) => write.to < sync.from))
    answered.push({ request: request.text, durable })
  }
  return answered
}

/** One line for the README. */
export const traceLine = (answered: ReadonlyArray<AnsweredWrite>): string => {
  const durable = answered.filter((one) => one.durable).length
  return `durable: sqlite, ${durable} of ${answered.length} answered writes synchronised to the disk before their answer`
}
