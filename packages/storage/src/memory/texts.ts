/**
 * The texts of documents, stored outside the garbage-collected heap: many in one page, decoded when they are read. A
 * page that is half empty is copied and dropped, so the texts take at most twice their size.
 */
import type { Key } from "@bottega/domain/contract"
import type { Row } from "../storage.ts"

/** A row whose text is in a page. */
export class TextRow implements Row {
  readonly key: Key
  readonly version: number
  readonly length: number
  page: Page
  start: number
  /** Its index among the page's rows; the text of a row that has left them can still be read. */
  at: number

  constructor(key: Key, version: number, page: Page, length: number) {
    this.key = key
    this.version = version
    this.length = length
    this.page = page
    this.start = page.used
    this.at = page.rows.length
  }

  get text(): string {
    const { page, start } = this
    return page.bytes.toString(page.encoding, start, start + this.length)
  }
}

/** A buffer that is filled once, one text after the other. */
interface Page {
  readonly bytes: Buffer
  readonly encoding: Encoding
  /** The rows that a table still contains; others leave a gap, or they and what readers derived from them would live on. */
  readonly rows: Array<TextRow | undefined>
  /** How many bytes are written, and how many of them belong to rows that a table still contains. */
  used: number
  current: number
}

type Encoding = "latin1" | "utf8"

/** The pages of a store. */
export class Texts {
  #pages: Record<Encoding, Page> = { latin1: pageOf("latin1", 0), utf8: pageOf("utf8", 0) }

  /** A row of this text. */
  keep(key: Key, version: number, text: string): TextRow {
    const encoding = wide.test(text) ? "utf8" : "latin1"
    const length = encoding === "utf8" ? Buffer.byteLength(text) : text.length
    const page = this.#room(encoding, length)
    page.bytes.write(text, page.used, encoding)
    const row = new TextRow(key, version, page, length)
    taken(page, row)
    return row
  }

  /** Frees the text of a row that no table contains any more. */
  leave(row: TextRow): void {
    const { page } = row
    page.rows[row.at] = undefined
    page.current -= row.length
    if (page.current * 2 < page.used && page !== this.#pages[page.encoding]) this.#move(page)
  }

  #move(page: Page): void {
    for (const row of page.rows.splice(0)) {
      if (row === undefined) continue
      const other = this.#room(page.encoding, row.length)
      page.bytes.copy(other.bytes, other.used, row.start, row.start + row.length)
      row.page = other
      row.start = other.used
      row.at = other.rows.length
      taken(other, row)
    }
  }

  /** The page to write to; a text larger than a page gets a page of its own. */
  #room(encoding: Encoding, length: number): Page {
    const page = this.#pages[encoding]
    if (page.used + length <= page.bytes.length) return page
    if (length > pageBytes) return pageOf(encoding, length)
    this.#pages[encoding] = pageOf(encoding, pageBytes)
    return this.#pages[encoding]
  }
}

/**
 * Returns an equal text that keeps nothing else alive; a substring would keep the whole string that it was cut from.
 */
export const copyOf = (text: string): string => {
  if (wide.test(text) || text.length > scratch.length) return Buffer.from(text, "utf16le").toString("utf16le")
  return scratch.toString("latin1", 0, scratch.write(text, "latin1"))
}

const scratch = Buffer.allocUnsafeSlow(1024)

const pageBytes = 262_144

/** Matches a text with characters of more than one byte; V8 knows for most texts that they have none. */
const wide = /[^\0-\xff]/

const pageOf = (encoding: Encoding, size: number): Page => ({
  bytes: Buffer.allocUnsafeSlow(size),
  encoding,
  rows: [],
  used: 0,
  current: 0
})

const taken = (page: Page, row: TextRow): void => {
  page.rows.push(row)
  page.used += row.length
  page.current += row.length
}
