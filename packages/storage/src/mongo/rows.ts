/** Returns the same row object for an unchanged document, so that what readers cached on it is kept. */
import type { Row } from "../storage.ts"
import type { MongoDocument } from "./documents.ts"

/** The fields that are read of a document. */
export type Read = Pick<MongoDocument, "_id" | "version" | "doc">

/** The rows last read, limited in number and in bytes; the oldest are dropped first. */
export class Rows {
  #bytes = 0
  readonly #rows = new Map<string, Row>()

  /** The row of a document that was just read. */
  of(collection: string, { _id: { k, s }, doc, version }: Read): Row {
    const name = `${collection}\n${s}\n${typeof k}\n${k}`
    const known = this.#rows.get(name)
    // A document that was removed and created again starts at version 1.
    if (known !== undefined && known.version === version && known.text === doc) return known
    const row: Row = { key: k, version, text: doc }
    if (known !== undefined) this.#forget(name, known)
    if (sizeOf(row) <= max.bytes / 8) this.#keep(name, row)
    return row
  }

  #keep(name: string, row: Row): void {
    this.#rows.set(name, row)
    this.#bytes += sizeOf(row)
    for (const [oldest, old] of this.#rows) {
      if (this.#bytes <= max.bytes && this.#rows.size <= max.rows) return
      this.#forget(oldest, old)
    }
  }

  #forget(name: string, row: Row): void {
    this.#rows.delete(name)
    this.#bytes -= sizeOf(row)
  }
}

const max = { rows: 20_000, bytes: 32 * 1024 * 1024 }

const sizeOf = ({ text }: Row): number => 300 + text.length
