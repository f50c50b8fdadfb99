/**
 * The rows that this process last read or wrote through the connection that writes. They are what is stored, applied writes
 * included, until another process commits or a transaction is rolled back; a decision then reads no row twice.
 */
import type { Key, Value } from "@bottega/domain/contract"
import { docOf } from "../documents.ts"
import type { Row } from "../storage.ts"
import { indexValues } from "../values.ts"
import type { Layout } from "./tables.ts"

/** Rows and watermarks, limited in rows and in characters of text. */
export class Known {
  readonly #rows = new Map<Layout, Map<string, Row>>()
  /** The keys of the documents that had a value of a unique lookup when they were read; they may have lost it since. */
  readonly #keys = new Map<string, Key>()
  readonly #marks = new Map<Layout, number>()
  #count = 0
  #size = 0
  readonly #othersNow: () => number
  #others = 0

  /** `others` gives the number of commits of other processes that were seen. */
  constructor(others: () => number = () => 0) {
    this.#othersNow = others
  }

  /** Forgets everything if others have committed since. */
  renew(others = this.#othersNow()): void {
    if (others !== this.#others) this.clear()
    this.#others = others
  }

  /** Forgets everything. */
  clear(): void {
    this.#rows.clear()
    this.#keys.clear()
    this.#marks.clear()
    this.#count = this.#size = 0
  }

  /** The document with this key, or this value of a unique lookup; undefined if it is not known, whether or not it exists. */
  find(layout: Layout, shop: number, on: string, value: Value): Row | undefined {
    this.renew()
    const rows = this.#rows.get(layout)
    if (rows === undefined) return undefined
    if (on === "key") return rows.get(placeOf(shop, value))
    const key = this.#keys.get(nameOf(layout, shop, on, value))
    const row = key === undefined ? undefined : rows.get(placeOf(shop, key))
    return row !== undefined && hasValue(layout, row, on, value) ? row : undefined
  }

  /** Keeps a row that was read, and the value that it was found by; returns the row object that is known already. */
  read(layout: Layout, shop: number, row: Row, on: string, value: Value): Row {
    const known = this.#rows.get(layout)?.get(placeOf(shop, row.key))
    if (on !== "key") this.#keys.set(nameOf(layout, shop, on, value), row.key)
    if (known !== undefined && known.version === row.version && known.text === row.text) return known
    this.keep(layout, shop, row)
    return row
  }

  /** Keeps a row that replaces another. New documents are not kept: most are not read again, and would only grow old. */
  keep(layout: Layout, shop: number, row: Row): void {
    if (this.#count >= max.rows || this.#size >= max.size) this.clear()
    this.remove(layout, shop, row.key)
    const rows = this.#rows.get(layout) ?? new Map<string, Row>()
    this.#rows.set(layout, rows.set(placeOf(shop, row.key), row))
    this.#count++
    this.#size += row.text.length
  }

  /** Forgets a row that was removed. */
  remove(layout: Layout, shop: number, key: Key): void {
    const rows = this.#rows.get(layout)
    const row = rows?.get(placeOf(shop, key))
    if (row === undefined) return
    rows!.delete(placeOf(shop, key))
    this.#count--
    this.#size -= row.text.length
  }

  /** The watermark of a collection, which is read if it is not known. */
  mark(layout: Layout, read: () => number): number {
    const known = this.#marks.get(layout)
    if (known !== undefined) return known
    const mark = read()
    this.#marks.set(layout, mark)
    return mark
  }

  /** Keeps a watermark that was moved. */
  moveMark(layout: Layout, mark: number): void {
    this.#marks.set(layout, mark)
  }
}

/** A number and a text are different keys. */
const placeOf = (shop: number, key: Value): string => (typeof key === "number" ? `${shop} ${key}` : `${shop}=${key}`)

const nameOf = ({ name }: Layout, shop: number, on: string, value: Value): string =>
  `${name}\n${on}\n${placeOf(shop, value)}`

const hasValue = ({ collection }: Layout, row: Row, on: string, value: Value): boolean => {
  const known = values.get(row) ?? new Map<string, ReadonlySet<Value>>()
  values.set(row, known)
  let all = known.get(on)
  if (all === undefined) known.set(on, (all = new Set(indexValues(collection.lookups[on]!.of(docOf(collection, row))))))
  return all.has(value)
}

/** The values of lookups of known rows: a call may ask for each of a thousand values of one document. */
const values = new WeakMap<Row, Map<string, ReadonlySet<Value>>>()

const max = { rows: 10_000, size: 8 * 1024 * 1024 }
