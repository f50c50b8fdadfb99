/** The pages of a file as they lie on the disk, the log beside it included. */
import { closeSync, openSync, readSync, statSync } from "node:fs"
import type { Pages } from "./leaves.ts"
import { walOf } from "./wal.ts"

/** A file that is read by its pages. */
export interface Raw {
  readonly page: Pages
  /** How many pages there are. */
  readonly count: number
  /** The pages that hold nothing now, and may show what they held before; nothing where the list of them is damaged. */
  readonly free: () => ReadonlySet<number> | undefined
  /** Lets go of the file; not before the process's connections to it are closed, which would lose their locks. */
  readonly close: () => void
}

/** Opens a file by its pages; its first page must say how large they are. */
export const rawOf = (file: string): Raw => {
  const opened = openSync(file, "r")
  const size = pageSizeOf(readAt(opened, 0, 100))
  const log = walOf(file).pages
  const logged = log.size === 0 ? undefined : openSync(`${file}-wal`, "r")
  const page: Pages = (number) => {
    const at = log.get(number)
    const bytes = at === undefined ? readAt(opened, (number - 1) * size, size) : readAt(logged!, at, size)
    return number > 0 && bytes.length === size ? bytes : undefined
  }
  let count = Math.floor(statSync(file).size / size)
  for (const number of log.keys()) count = Math.max(count, number)
  return {
    count,
    page,
    free: () => freeOf(page),
    close: () => {
      closeSync(opened)
      if (logged !== undefined) closeSync(logged)
    }
  }
}

/** Follows the list of free pages, which the first page begins, and which says how long it is. */
const freeOf = (page: Pages): ReadonlySet<number> | undefined => {
  const first = page(1)!
  const count = first.readUInt32BE(36)
  const found = new Set<number>()
  for (let trunk = first.readUInt32BE(32); trunk !== 0; ) {
    const bytes = page(trunk)
    const held = bytes?.readUInt32BE(4) ?? Number.POSITIVE_INFINITY
    if (bytes === undefined || found.has(trunk) || 8 + 4 * held > bytes.length) return undefined
    found.add(trunk)
    for (let at = 0; at < held; at++) found.add(bytes.readUInt32BE(8 + 4 * at))
    trunk = bytes.readUInt32BE(0)
  }
  return found.size === count ? found : undefined
}

const readAt = (opened: number, at: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  return at < 0 ? bytes.subarray(0, 0) : bytes.subarray(0, readSync(opened, bytes, 0, length, at))
}

// 65,536 does not fit, and is written as 1.
const pageSizeOf = (header: Buffer): number => {
  const size = header.length < 100 ? 0 : header.readUInt16BE(16)
  return size === 1 ? 65_536 : Math.max(512, size)
}
