/**
 * The texts of documents, stored outside the garbage-collected heap: many in one page, decoded when they are read. A
 * page that is half empty is copied and dropped, so the texts take at most twice their size.
 */
import type { Key } from "@bottega/domain/contract"
import type { Row } from "../storage.ts"
import { type Encoding, Page, PlainPages } from "./pages.ts"

/** A row whose text is in a page. */
export class TextRow implements Row {
  readonly key: Key
  readonly version: number
  readonly length: number
  page: Page<TextRow>
  start: number
  /** Its index among the page's rows; the text of a row that has left them can still be read. */
  at: number

  constructor(key: Key, version: number, page: Page<TextRow>, length: number) {
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

/** The pages of a store. */
export class Texts {
  readonly #plain: PlainPages
  readonly #pages: Record<Encoding, Page<TextRow>>

  constructor(maxPlainBytes = 16 * 1024 * 1024) {
    this.#plain = new PlainPages(maxPlainBytes)
    this.#pages = {
      latin1: new Page<TextRow>("latin1", 0, this.#plain),
      utf8: new Page<TextRow>("utf8", 0, this.#plain)
    }
  }

  /** A row of this text. */
  keep(key: Key, version: number, text: string): TextRow {
    const encoding = wide.test(text) ? "utf8" : "latin1"
    const length = encoding === "utf8" ? Buffer.byteLength(text) : text.length
    const page = this.#room(encoding, length)
    page.bytes.write(text, page.used, encoding)
    const row = new TextRow(key, version, page, length)
    this.#taken(page, row)
    return row
  }

  /** Frees the text of a row that no table contains any more. */
  leave(row: TextRow): void {
    const { page } = row
    page.rows[row.at] = undefined
    page.current -= row.length
    if (page.current * 2 < page.used && page !== this.#pages[page.encoding]) this.#move(page)
  }

  #move(page: Page<TextRow>): void {
    const { bytes } = page
    this.#plain.remove(page)
    for (const row of page.rows.splice(0)) {
      if (row === undefined) continue
      const other = this.#room(page.encoding, row.length)
      bytes.copy(other.bytes, other.used, row.start, row.start + row.length)
      row.page = other
      row.start = other.used
      row.at = other.rows.length
      this.#taken(other, row)
    }
  }

  /** The page to write to; a text larger than a page gets a page of its own. */
  #room(encoding: Encoding, length: number): Page<TextRow> {
    const page = this.#pages[encoding]
    if (page.used + length <= page.size) return page
    if (length > pageBytes) return new Page<TextRow>(encoding, length, this.#plain)
    if (page.size > 0) this.#plain.add(page)
    this.#pages[encoding] = new Page<TextRow>(encoding, pageBytes, this.#plain)
    return this.#pages[encoding]
  }

  #taken(page: Page<TextRow>, row: TextRow): void {
    page.rows.push(row)
    page.used += row.length
    page.current += row.length
    if (page.size > pageBytes) this.#plain.add(page)
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

/** One of 16 KB packs to a fifth, one of 256 KB to an eighth, and unpacking takes a microsecond for each KB. */
const pageBytes = 32_768

/** Matches a text with characters of more than one byte; V8 knows for most texts that they have none. */
const wide = /[^\0-\xff]/
