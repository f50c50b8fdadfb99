/** Rows that were read before: the same document read again is the same row, so what hangs on it is not made again. */
import type { Row } from "../storage.ts"
import type { Kept } from "./documents.ts"

/** What is read of a document. */
export type Read = Pick<Kept, "_id" | "version" | "doc">

/** The rows last read, bounded in number and in bytes; the oldest make room. */
export class Rows {
  #bytes = 0
  readonly #rows = new Map<string, Row>()

  /** The row of a document as it was just read. */
  of(collection: string, { _id: { k, s }, doc, version }: Read): Row {
    const name = `${collection}\n${s}\n${typeof k}\n${k}`
    const known = this.#rows.get(name)
    // A document that was removed and made again begins anew with version 1.
    if (known !== undefined && known.version === version && known.text === doc) return known
    const row: Row = { key: k, version, text: doc }
    if (known !== undefined) this.#forget(name, known)
    if (sizeOf(row) <= most.bytes / 8) this.#keep(name, row)
    return row
  }

  #keep(name: string, row: Row): void {
    this.#rows.set(name, row)
    this.#bytes += sizeOf(row)
    for (const [oldest, old] of this.#rows) {
      if (this.#bytes <= most.bytes && this.#rows.size <= most.rows) return
      this.#forget(oldest, old)
    }
  }

  #forget(name: string, row: Row): void {
    this.#rows.delete(name)
    this.#bytes -= sizeOf(row)
  }
}

const most = { rows: 20_000, bytes: 32 * 1024 * 1024 }

const sizeOf = ({ text }: Row): number => 300 + text.length
