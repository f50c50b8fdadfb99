/** The pages of a file as they are on the disk, including those in its log. */
import { closeSync, openSync, readSync, statSync } from "node:fs"
import type { Pages } from "./leaves.ts"
import { walOf } from "./wal.ts"

/** A file that is read page by page. */
export interface Raw {
  readonly page: Pages
  /** The number of pages. */
  readonly count: number
  /** The unused pages, which may still contain old data; undefined if the list of them is damaged. */
  readonly free: () => ReadonlySet<number> | undefined
  /**
   * Closes the file; the process's connections to it must be closed first, because closing the file drops their locks.
   */
  readonly close: () => void
}

/** Opens a file by its pages; its first page must state their size. */
export const rawOf = (file: string): Raw => {
  const log = walOf(file).pages
  const opened = openSync(file, "r")
  const size = pageSizeOf(readAt(opened, 0, 100))
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

/** Follows the list of free pages, whose start and length are on the first page. */
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

// 65,536 does not fit in two bytes and is written as 1.
const pageSizeOf = (header: Buffer): number => {
  const size = header.length < 100 ? 0 : header.readUInt16BE(16)
  return size === 1 ? 65_536 : Math.max(512, size)
}
