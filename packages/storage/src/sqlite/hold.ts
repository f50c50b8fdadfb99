/**
 * A file that this process keeps open beside SQLite's own connections, once for all stores of the process on that file.
 * On Linux and macOS, closing any descriptor of a file drops the locks that the process has on it, including SQLite's.
 * So the descriptor is closed after the last connection, and nothing else opens the file directly meanwhile.
 */
import { closeSync, fstatSync, openSync, readSync, realpathSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { type Format, ownFormat } from "../format.ts"
import { inspect } from "./inspect.ts"

/** Distinguishes a file from any other, as long as it is kept open. */
export interface Identity {
  readonly dev: bigint
  readonly ino: bigint
}

/** A file that is kept open. */
export interface HeldFile {
  /** Where it is; links lead there. Its log is beside it. */
  readonly file: string
  readonly identity: Identity
  /** Bytes of the file itself, ignoring its log; fewer at the end of the file. */
  readonly read: (at: number, length: number) => Buffer
  /**
   * Reads the beginning of the index of its log, which its connections share in memory; returns the number of bytes, 0 if
   * there is no such file. A connection must be open.
   */
  readonly shared: (into: Buffer) => number
  /** Closes the file; its connections must be closed by then. */
  readonly release: () => void
}

/**
 * Opens a file, which is created with mode 0600 if it is missing; fails with `FileRefused` if it must not be written to.
 */
export const holdFile = (location: string, own: Format = ownFormat): HeldFile => {
  const file = placeOf(location)
  const known = holds.get(file) ?? open(file, own)
  holds.set(file, known)
  known.count++
  return {
    file,
    identity: known.identity,
    read: (at, length) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(known.descriptor, bytes, 0, length, at))
    },
    shared: (into) => {
      known.shared ??= openShared(`${file}-shm`)
      return known.shared < 0 ? 0 : readSync(known.shared, into, 0, into.length, 0)
    },
    release: () => {
      if (--known.count > 0) return
      if (holds.get(file) === known) holds.delete(file)
      closeSync(known.descriptor)
      if (known.shared !== undefined && known.shared >= 0) closeSync(known.shared)
    }
  }
}

/** Whether this process keeps a file open. */
export const isHeld = (location: string): boolean => holds.has(placeOf(location))

/** The path of a file without links: its log is there, and two names of one file must be known as one. */
export const placeOf = (location: string): string => {
  try {
    return realpathSync(location)
  } catch {
    // It is not made yet, or opening it says what is wrong.
    const folder = dirname(location)
    return folder === location ? location : join(placeOf(folder), basename(location))
  }
}

interface Held {
  readonly identity: Identity
  readonly descriptor: number
  /** The descriptor of the log's index, once it is needed; -1 if there is no such file. */
  shared?: number
  count: number
}

const holds = new Map<string, Held>()

const open = (file: string, own: Format): Held => {
  inspect(file, own)
  const descriptor = openSync(file, "a+", 0o600)
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  return { identity: { dev, ino }, descriptor, count: 0 }
}

/** A file system without shared memory has no such file. */
const openShared = (file: string): number => {
  try {
    return openSync(file, "r")
  } catch {
    return -1
  }
}
