/** Applies writes inside the open transaction, and undoes those of a commit that cannot be applied completely. */
import type { Key, Value } from "@bottega/domain/contract"
import { docOf, textOf } from "../documents.ts"
import { type Row, Stale, Taken, type Write } from "../storage.ts"
import { indexValues } from "../values.ts"
import type { Connection, Values } from "./connection.ts"
import { type Waiting, watermark, writeDeferred } from "./deferred.ts"
import { apart, type Entry, entryOf, rowOf } from "./entries.ts"
import { isConflict, isFailure } from "./errors.ts"
import { Known } from "./known.ts"
import type { Shops } from "./shops.ts"
import { column, type Layout, quoted } from "./tables.ts"
import { textsOf } from "./texts.ts"

/** A write and how its collection is stored in the file. */
export interface Placed {
  readonly write: Write
  readonly layout: Layout
}

/** The shop and key of a document. */
interface Place {
  readonly shop: number
  readonly key: Key
}

/** A connection that writes. */
export class Writer {
  readonly #connection: Connection
  readonly #shops: Shops
  readonly #known: Known
  /** What becomes known when the current commit is applied. */
  #learnt: Array<() => void> = []
  /** The statements that undo the steps so far, in the order of the steps. */
  #undo: Array<readonly [sql: string, values: Values]> = []
  /** What the current commit inserted above the watermarks. */
  readonly #above = new Map<Layout, Waiting>()

  constructor(connection: Connection, shops: Shops, known = new Known()) {
    this.#connection = connection
    this.#shops = shops
    this.#known = known
  }

  /**
   * Applies all writes; or applies nothing, and returns the refusal or throws. Undoing by hand costs only refused
   * commits, whereas a savepoint would cost every commit a copy of each page. After a failure of the store the
   * transaction is void.
   */
  apply(writes: ReadonlyArray<Placed>): Stale | Taken | undefined {
    this.#undo = []
    this.#learnt = []
    this.#above.clear()
    try {
      for (const placed of writes) {
        const refusal = this.#write(placed)
        if (refusal === undefined) continue
        this.#takeBack()
        return refusal
      }
      this.#settle()
      for (const learn of this.#learnt) learn()
      return undefined
    } catch (error) {
      this.#known.clear()
      if (this.#connection.open && !isFailure(error)) this.#takeBack()
      throw error
    }
  }

  #settle(): void {
    for (const [layout, last] of this.#above)
      this.#known.moveMark(layout, writeDeferred(this.#connection, layout, last, this.#markOf(layout)))
  }

  #insert(layout: Layout, shop: number, { key, text, version }: Row, doc: unknown): boolean {
    const texts = textsOf(layout)
    const entry = entryOf(layout, doc)
    const all = [null, shop, key, version, ...entry.columns, text]
    const { changes, lastInsertRowid } = this.#connection.run(texts.insert, all)
    if (changes === 0) return false
    this.#undo.push([texts.remove, [shop, key, version, text]])
    const id = Number(lastInsertRowid)
    const mark = this.#markOf(layout)
    let waiting = 0
    for (const at of layout.sides.keys())
      if (isEntered(layout, at, id, mark)) this.#enter(layout, at, { shop, key }, entry, entry.sides[at]!, id)
      else waiting += entry.sides[at]!.length
    if (id > mark) this.#above.set(layout, { id, entries: waiting + (this.#above.get(layout)?.entries ?? 0) })
    return true
  }

  #write({ layout, write }: Placed): Stale | Taken | undefined {
    const { key, shop: name } = write
    const shop = this.#shops.number(name)
    const made = this.#undo.length
    try {
      if (this.#done(layout, shop, write)) return undefined
    } catch (error) {
      if (!isConflict(error)) throw error
      // A document that exists already may also have a unique value of the one to be inserted.
      const there = write.expect === 0 && this.#undo.length === made && this.#found(layout, { shop, key }) !== undefined
      const lookup = there ? undefined : this.#collision(layout, shop, write)
      if (lookup !== undefined) return new Taken({ shop: name, collection: layout.name, lookup, key })
      if (!there) throw error
    }
    return new Stale({ shop: name, collection: layout.name, key })
  }

  /** Applies a write; returns false if the version that it names does not exist. */
  #done(layout: Layout, shop: number, write: Write): boolean {
    const { doc, expect, key } = write
    if (doc !== undefined && expect === 0)
      return this.#insert(layout, shop, { key, version: 1, text: textOf(write, false) }, doc)
    const known = write.before?.version === expect ? write.before : undefined
    if (doc !== undefined && known !== undefined) return this.#change(layout, shop, known, write)
    // Without entries in other tables, nothing needs the id of a document that goes.
    if (known !== undefined && layout.sides.length === 0)
      return this.#remove(layout, shop, { id: null, row: known }, write)
    const found = this.#found(layout, { shop, key })
    if (found === undefined) return doc === undefined && expect === 0
    const { text, version } = found.row
    if (version !== expect || (known !== undefined && known.text !== text)) return false
    return doc === undefined ? this.#remove(layout, shop, found, write) : this.#change(layout, shop, found.row, write)
  }

  #change(layout: Layout, shop: number, row: Row, write: Write): boolean {
    const { doc, key } = write
    const text = textOf(write, true)
    const docBefore = docBeforeOf(layout, write, row)
    const before = entryOf(layout, docBefore)
    const after = entryOf(layout, doc, { doc: docBefore, entry: before })
    // Only columns that differ are set, because each one costs its indexes.
    const moved = layout.columns.flatMap((_, at) => (before.columns[at] === after.columns[at] ? [] : [at]))
    const of = ({ columns }: Entry) => moved.map((at) => columns[at]!)
    const { version } = row
    const sql = textsOf(layout).update(moved)
    const there = [shop, key, version, row.text]
    if (this.#connection.run(sql, [version + 1, ...of(after), text, ...there]).changes === 0) return false
    this.#undo.push([sql, [version, ...of(before), row.text, shop, key, version + 1, text]])
    this.#learnt.push(() => this.#known.keep(layout, shop, { key, version: version + 1, text }))
    for (const at of layout.sides.keys()) this.#shift(layout, at, { shop, key }, before, after)
    return true
  }

  /** Removes a document, which has an id if it has entries in other tables. */
  #remove(
    layout: Layout,
    shop: number,
    { id, row }: Pick<Found, "row"> & { readonly id: number | null },
    write: Write
  ): boolean {
    const { key, text, version } = row
    const texts = textsOf(layout)
    const entry = entryOf(layout, docBeforeOf(layout, write, row))
    if (this.#connection.run(texts.remove, [shop, key, version, text]).changes === 0) return false
    this.#undo.push([texts.insert, [id, shop, key, version, ...entry.columns, text]])
    this.#learnt.push(() => this.#known.remove(layout, shop, key))
    const mark = this.#markOf(layout)
    for (const at of layout.sides.keys())
      if (isEntered(layout, at, id!, mark)) this.#leave(layout, at, { shop, key }, entry, entry.sides[at]!, id!)
    return true
  }

  /** The watermark of a collection, above which no document has entries of deferred lookups. */
  #markOf(layout: Layout): number {
    if (layout.collection.deferred.length === 0) return Number.POSITIVE_INFINITY
    return this.#known.mark(layout, () => watermark(this.#connection, layout))
  }

  #shift(layout: Layout, at: number, place: Place, before: Entry, after: Entry): void {
    const out = apart(layout, at, before, after)
    const into = apart(layout, at, after, before)
    if (out.length === 0 && into.length === 0) return
    const [id] = this.#connection.get(textsOf(layout).id, place.shop, place.key)! as [number]
    if (!isEntered(layout, at, id, this.#markOf(layout))) return
    this.#leave(layout, at, place, before, out, id)
    this.#enter(layout, at, place, after, into, id)
  }

  #enter(layout: Layout, at: number, place: Place, entry: Entry, values: ReadonlyArray<Value>, id: number): void {
    const { insert, remove } = textsOf(layout).sides[at]!
    for (const value of values) {
      const row = rowOf(layout.sides[at]!, place.shop, place.key, entry, value)
      this.#connection.run(insert, [...row, id])
      this.#undo.push([remove, row])
    }
  }

  #leave(layout: Layout, at: number, place: Place, entry: Entry, values: ReadonlyArray<Value>, id: number): void {
    const { insert, remove } = textsOf(layout).sides[at]!
    for (const value of values) {
      const row = rowOf(layout.sides[at]!, place.shop, place.key, entry, value)
      if (this.#connection.run(remove, row).changes === 0) throw new Error(`${remove}: ${place.key} is not there`)
      this.#undo.push([insert, [...row, id]])
    }
  }

  #found(layout: Layout, { key, shop }: Place): Found | undefined {
    const found = this.#connection.get(textsOf(layout).find, shop, key)
    return found && { id: found[0], row: { key, version: found[1], text: found[2] } }
  }

  #collision(layout: Layout, shop: number, { doc, key }: Write): string | undefined {
    return layout.collection.unique.find((lookup) => {
      const side = layout.sides.find(({ index }) => index.unique && index.many === lookup)
      const [table, value] = side === undefined ? [layout.name, column(lookup)] : [side.name, "value"]
      const sql = `select 1 from ${quoted(table)} where shop = ? and ${value} = ? and key <> ?`
      const held = indexValues(layout.collection.lookups[lookup]!.of(doc))
      return held.some((one) => this.#connection.get(sql, shop, one, key))
    })
  }

  #takeBack(): void {
    try {
      for (const [sql, values] of this.#undo.reverse()) this.#connection.run(sql, values)
    } catch (error) {
      // Half a commit must not become durable with the others.
      if (this.#connection.open) this.#connection.run("rollback")
      throw error
    }
  }
}

/** The document of the row that a write changes or removes. */
const docBeforeOf = ({ collection }: Layout, { before, beforeDoc }: Write, row: Row): unknown =>
  beforeDoc !== undefined && before?.text === row.text ? beforeDoc : docOf(collection, row)

/** Whether a document of this id has its entries of an index. */
const isEntered = ({ sides }: Layout, at: number, id: number, mark: number): boolean =>
  id <= mark || sides[at]!.deferred === undefined

interface Found {
  readonly id: number
  readonly row: Row
}
