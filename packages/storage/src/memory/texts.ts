/**
 * The texts of documents, kept outside the garbage-collected heap: many to a page, read when they are asked for. A page
 * that is half left is left wholly, so that what is kept takes at most twice its size.
 */
import type { Key } from "@bottega/domain/contract"
import type { Row } from "../storage.ts"

/** A row whose text is in a page. */
export class Kept implements Row {
  readonly key: Key
  readonly version: number
  readonly length: number
  page: Page
  start: number
  /** Whether a table still has it; who has read it may read its text even so. */
  current = true

  constructor(key: Key, version: number, page: Page, start: number, length: number) {
    this.key = key
    this.version = version
    this.page = page
    this.start = start
    this.length = length
  }

  get text(): string {
    const { page, start } = this
    return page.bytes.toString(page.encoding, start, start + this.length)
  }
}

/** Bytes that are written once, one text after the other. */
interface Page {
  readonly bytes: Buffer
  readonly encoding: Encoding
  readonly rows: Array<Kept>
  /** How many bytes are written, and how many of them are of rows that a table still has. */
  used: number
  current: number
}

type Encoding = "latin1" | "utf8"

/** The pages of a store. */
export class Texts {
  #pages: Record<Encoding, Page> = { latin1: pageOf("latin1", 0), utf8: pageOf("utf8", 0) }

  /** A row of this text. */
  keep(key: Key, version: number, text: string): Kept {
    const encoding = wide.test(text) ? "utf8" : "latin1"
    const length = encoding === "utf8" ? Buffer.byteLength(text) : text.length
    const page = this.#room(encoding, length)
    page.bytes.write(text, page.used, encoding)
    const row = new Kept(key, version, page, page.used, length)
    taken(page, row)
    return row
  }

  /** Lets go of the text of a row that no table has any more. */
  leave(row: Kept): void {
    const { page } = row
    row.current = false
    page.current -= row.length
    if (page.current * 2 < page.used && page !== this.#pages[page.encoding]) this.#move(page)
  }

  #move(page: Page): void {
    for (const row of page.rows.splice(0)) {
      if (!row.current) continue
      const other = this.#room(page.encoding, row.length)
      page.bytes.copy(other.bytes, other.used, row.start, row.start + row.length)
      row.page = other
      row.start = other.used
      taken(other, row)
    }
  }

  /** The page that is written to; a text that a page is too small for has one of its own. */
  #room(encoding: Encoding, length: number): Page {
    const page = this.#pages[encoding]
    if (page.used + length <= page.bytes.length) return page
    if (length > pageSize) return pageOf(encoding, length)
    this.#pages[encoding] = pageOf(encoding, pageSize)
    return this.#pages[encoding]
  }
}

/** An equal text that keeps nothing else alive; what was cut out of a longer text keeps all of that. */
export const owned = (text: string): string => {
  if (wide.test(text) || text.length > scratch.length) return Buffer.from(text, "utf16le").toString("utf16le")
  return scratch.toString("latin1", 0, scratch.write(text, "latin1"))
}

const scratch = Buffer.allocUnsafeSlow(1024)

const pageSize = 262_144

/** A text that has characters of more than one byte; V8 knows of most texts that they have none. */
const wide = /[^\0-\xff]/

const pageOf = (encoding: Encoding, size: number): Page => ({
  bytes: Buffer.allocUnsafeSlow(size),
  encoding,
  rows: [],
  used: 0,
  current: 0
})

const taken = (page: Page, row: Kept): void => {
  page.rows.push(row)
  page.used += row.length
  page.current += row.length
}
