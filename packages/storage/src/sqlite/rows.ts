/**
 * Caches rows that were read recently, so that an unchanged document is the same object again and keeps what was
 * derived from it.
 */
import type { Key } from "@bottega/domain/contract"
import type { Row } from "../storage.ts"
import type { Layout } from "./tables.ts"

type CachedRow = Map<Layout, Map<number, Row>>

/** The last rows read, by collection and id: limited in rows and in characters of text. */
export class Rows {
  #young: CachedRow = new Map()
  /** The previous generation, which is dropped when the current one is full. */
  #old: CachedRow = new Map()
  #rows = 0
  #size = 0

  /** The row with this content; the same object if it was read before and is still cached. */
  row(layout: Layout, id: number, key: Key, version: number, text: string): Row {
    const young = this.#young.get(layout)?.get(id)
    if (young !== undefined && same(young, key, version, text)) return young
    const old = this.#old.get(layout)?.get(id)
    const row = old !== undefined && same(old, key, version, text) ? old : { key, version, text }
    this.#keep(layout, id, row)
    return row
  }

  #keep(layout: Layout, id: number, row: Row): void {
    if (this.#rows >= max.rows || this.#size >= max.size) {
      this.#old = this.#young
      this.#young = new Map()
      this.#rows = this.#size = 0
    }
    const rows = this.#young.get(layout)
    if (rows === undefined) this.#young.set(layout, new Map([[id, row]]))
    else rows.set(id, row)
    this.#rows++
    this.#size += row.text.length
  }
}

// An id may be reused for another document, and a version for another text.
const same = (row: Row, key: Key, version: number, text: string): boolean =>
  row.version === version && row.key === key && row.text === text

const max = { rows: 5000, size: 8 * 1024 * 1024 }
