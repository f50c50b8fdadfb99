/**
 * Reads SQLite's log of commits (`-wal`) beside a file: which of its frames SQLite would apply, and the generations in
 * them.
 */
import { closeSync, openSync, readSync } from "node:fs"
import { type Generation, generationOn } from "./generation.ts"

/** The contents of a log. */
export interface Wal {
  /** Whether it has no commits. */
  readonly isEmpty: boolean
  /** The generation of each commit, oldest first; commits of another program have none. */
  readonly generations: ReadonlyArray<Generation>
  /** The schema versions in the log's copies of the first page. */
  readonly schemas: ReadonlySet<number>
  /** The offset of the last copy of each page, by the page's number. */
  readonly pages: ReadonlyMap<number, number>
  /** The number of the page that the log has the generation on. */
  readonly generationPage: number | undefined
}

/** The log of a file; an empty one if there is none, or none that SQLite would read. Fails if it cannot be opened. */
export const walOf = (file: string): Wal => {
  let opened: number
  try {
    opened = openSync(`${file}-wal`, "r")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return nothing
    throw error
  }
  try {
    return read(opened)
  } finally {
    closeSync(opened)
  }
}

const nothing: Wal = { isEmpty: true, generations: [], schemas: new Set(), pages: new Map(), generationPage: undefined }

/** Bytes of the log's header and of each frame's header. */
const [headerSize, frameHeaderSize] = [32, 24]

const read = (opened: number): Wal => {
  const header = Buffer.alloc(headerSize)
  if (readSync(opened, header, 0, headerSize, 0) < headerSize) return nothing
  const magic = header.readUInt32BE(0)
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return nothing
  const sum = new Checksum(magic === 0x377f0682)
  sum.add(header, 0, 24)
  if (!sum.is(header, 24)) return nothing
  const salts = header.subarray(16, 24)
  const frame = Buffer.alloc(frameHeaderSize + header.readUInt32BE(8))
  const generations: Array<Generation> = []
  const schemas = new Set<number>()
  const pages = new Map<number, number>()
  let begun: Array<{ readonly number: number; readonly at: number; readonly found: Generation | number | undefined }> =
    []
  let isEmpty = true
  let generationPage: number | undefined
  for (let at = headerSize; readSync(opened, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    sum.add(frame, 0, 8)
    sum.add(frame, frameHeaderSize, frame.length)
    if (!frame.subarray(8, 16).equals(salts) || !sum.is(frame, 16)) break
    const number = frame.readUInt32BE(0)
    const page = frame.subarray(frameHeaderSize)
    const found = number === 1 ? page.readUInt32BE(schemaAt) : generationOn(page)
    begun.push({ number, at: at + frameHeaderSize, found })
    // Only the last frame of a commit states the size of the file.
    if (frame.readUInt32BE(4) === 0) continue
    isEmpty = false
    for (const one of begun) {
      pages.set(one.number, one.at)
      if (typeof one.found === "number") schemas.add(one.found)
      else if (one.found !== undefined) {
        generations.push(one.found)
        generationPage = one.number
      }
    }
    begun = []
  }
  return { isEmpty, generations, schemas, pages, generationPage }
}

/** The offset of SQLite's schema version on the first page. */
export const schemaAt = 40

/** The running checksum of a log, over pairs of words of 32 bits. */
class Checksum {
  readonly #little: boolean
  #one = 0
  #two = 0

  constructor(little: boolean) {
    this.#little = little
  }

  add(bytes: Buffer, from: number, to: number): void {
    const word = (at: number) => (this.#little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
    for (let at = from; at < to; at += 8) {
      this.#one = (this.#one + word(at) + this.#two) >>> 0
      this.#two = (this.#two + word(at + 4) + this.#one) >>> 0
    }
  }

  is(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#one && bytes.readUInt32BE(at + 4) === this.#two
  }
}
