/**
 * A file as this process holds it open beside SQLite's own connections, once however many stores of the process are on it.
 * On Linux and macOS, closing any descriptor of a file drops the locks that the process has on it, SQLite's too: so the
 * descriptor is closed after the last connection, and nobody opens the file by hand meanwhile.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import { inspect } from "./inspect.ts"

/** What tells one file from another, for as long as it is held open. */
export interface Identity {
  readonly dev: bigint
  readonly ino: bigint
}

/** A file that is held open. */
export interface Hold {
  readonly identity: Identity
  /** Bytes of the file itself, whatever the log beside it says; fewer where the file ends. */
  readonly read: (at: number, length: number) => Buffer
  /** Lets go of the file; its connections are closed by then. */
  readonly release: () => void
}

/** Holds a file, made with mode 0600 if it is missing; fails with `Refused` where it must not be written to. */
export const hold = (file: string): Hold => {
  const known = holds.get(file) ?? open(file)
  holds.set(file, known)
  known.count++
  return {
    identity: known.identity,
    read: (at, length) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(known.descriptor, bytes, 0, length, at))
    },
    release: () => {
      if (--known.count > 0) return
      if (holds.get(file) === known) holds.delete(file)
      closeSync(known.descriptor)
    }
  }
}

/** Whether this process has a file open. */
export const isHeld = (file: string): boolean => holds.has(file)

interface Held {
  readonly identity: Identity
  readonly descriptor: number
  count: number
}

const holds = new Map<string, Held>()

const open = (file: string): Held => {
  inspect(file)
  const descriptor = openSync(file, "a+", 0o600)
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  return { identity: { dev, ino }, descriptor, count: 0 }
}
