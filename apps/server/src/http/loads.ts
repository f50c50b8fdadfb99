/**
 * The loads of a server: what a sender can make it hold, and the total of each. docs/decisions/0150 says whose share
 * each one is. A request that waits for its body is not a call yet.
 */
import { readFileSync } from "node:fs"
import { Shares } from "./shares.ts"
import { WaitingShares } from "./waiting.ts"

/** All bounded loads. */
export interface Loads {
  /** Open connections, by the network of the peer. */
  readonly connections: Shares
  /** Requests that came before the answer to an earlier one on their connection was sent, by network. */
  readonly queued: Shares
  /** Requests that are not admitted yet, by the key set that their headers name, or by address. */
  readonly strangers: Shares
  /** Bodies that are being received, and their received bytes, by key set. */
  readonly bodies: Shares
  readonly received: Shares
  /** Bytes of uploaded files, which stay on the disk until their calls are answered, by key set. */
  readonly files: Shares
  /** Calls that run, by key set. */
  readonly calls: Shares
  /** Bytes of answers that are being made, by key set or address. */
  readonly making: WaitingShares
  /** Bytes of answers that their readers have not taken, by key set or address. */
  readonly unsent: Shares
}

const MiB = 1024 * 1024

/** The total of each load. */
export const maxLoads = {
  connections: 20_000,
  queued: 8000,
  strangers: 5000,
  bodies: 10_000,
  received: 256 * MiB,
  files: 2048 * MiB,
  calls: 5000,
  making: 64 * MiB,
  unsent: 256 * MiB
} as const satisfies Record<keyof Loads, number>

/** The loads of a new server. */
export const makeLoads = (totals: Readonly<Record<keyof Loads, number>> = maxLoads): Loads => ({
  connections: new Shares(Math.min(totals.connections, maxConnections(maxOpenFiles()))),
  queued: new Shares(totals.queued),
  strangers: new Shares(totals.strangers),
  bodies: new Shares(totals.bodies),
  received: new Shares(totals.received),
  files: new Shares(totals.files),
  calls: new Shares(totals.calls),
  making: new WaitingShares(totals.making),
  unsent: new Shares(totals.unsent)
})

/**
 * How many of the open files may be counted connections. The store, uploads and outbound calls need 200, the sockets
 * and spare connections of two listeners 160. If the limit is low, half of the files are reserved.
 */
export const maxConnections = (files: number): number => files - Math.min(360, Math.ceil(files / 2))

/** How many files this process may have open, if the system tells. */
const maxOpenFiles = (): number => {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8")
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
