/**
 * The loads of a server: what a sender can make it hold, and how much of that there may be in total. Whose share each is
 * is written in docs/decisions/0150. A request that waits for its body is not a call yet.
 */
import { readFileSync } from "node:fs"
import { isIPv6 } from "node:net"
import { Shares } from "./shares.ts"

/** Every load that is bounded. */
export interface Loads {
  /** Open connections, by the network of their other end. */
  readonly connections: Shares
  /** Requests that came before the answer to an earlier one on their connection was sent, by network. */
  readonly queued: Shares
  /** Requests that have shown no key set yet, by address. */
  readonly strangers: Shares
  /** Bodies that are being received, and what has been received of them in bytes, by key set. */
  readonly bodies: Shares
  readonly received: Shares
  /** Bytes of files that came with calls and lie on the disk until these are answered, by key set. */
  readonly files: Shares
  /** Calls that run, by key set. */
  readonly calls: Shares
  /** Bytes of answers that their readers have not taken, by key set or address. */
  readonly unsent: Shares
}

const MiB = 1024 * 1024

/** How much of each load there may be in total. */
export const maxLoads = {
  connections: 20_000,
  queued: 8000,
  strangers: 5000,
  bodies: 10_000,
  received: 256 * MiB,
  files: 2048 * MiB,
  calls: 5000,
  unsent: 256 * MiB
} as const satisfies Record<keyof Loads, number>

/** The loads of a server that begins. */
export const makeLoads = (totals: Readonly<Record<keyof Loads, number>> = maxLoads): Loads => ({
  connections: new Shares(Math.min(totals.connections, maxConnections(maxOpenFiles()))),
  queued: new Shares(totals.queued),
  strangers: new Shares(totals.strangers),
  bodies: new Shares(totals.bodies),
  received: new Shares(totals.received),
  files: new Shares(totals.files),
  calls: new Shares(totals.calls),
  unsent: new Shares(totals.unsent)
})

/** How many files may be connections: the store, uploads and calls to others need 200, or half where there are few. */
export const maxConnections = (files: number): number => files - Math.min(200, Math.ceil(files / 2))

/** How many files this process may have open, where the system says so. */
const maxOpenFiles = (): number => {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8")
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** The network that an address counts with: itself, or the first 64 bits of an IPv6 address, which are one customer's. */
export const networkOf = (address = ""): string => {
  if (!address.includes(":") || address.startsWith("::ffff:") || !isIPv6(address)) return address
  const [head = [], tail = []] = address
    .split("%", 1)[0]!
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0")
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(":")}::/64`
}
