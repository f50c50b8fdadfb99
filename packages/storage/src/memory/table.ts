/** The documents of one collection of one shop, held as text, with their indexes. */
import type { Collection, Key, Value } from "@bottega/domain/contract"
import { textOf } from "../documents.ts"
import { isSame } from "../guards.ts"
import { choose, countLimit, type Index, indexesOf, type Plan } from "../plan.ts"
import type { Points } from "../points.ts"
import { type IndexFaultCallbacks, type Row, Stale, Taken, type Write } from "../storage.ts"
import { bounds, spend } from "../turns.ts"
import { atMost, compare, type NormalQuery, type NormalTest, satisfies } from "../values.ts"
import { OrderedIndex } from "./shelf.ts"
import { type At, listed, Slots, same } from "./slots.ts"
import { copyOf, type TextRow, type Texts } from "./texts.ts"

/** An applied write; {@link Table.undo} undoes it, after all later ones. */
export interface Applied {
  readonly table: Table
  /** The new row; undefined if the write removed one. */
  readonly row: TextRow | undefined
  /** The replaced row, whose text can be freed once the write is final, and its lookup values. */
  readonly before: TextRow | undefined
  readonly was: At
}

/** The lookup values of a document before and after a change. */
interface Moved {
  readonly was: At
  readonly at: At
}

/** A matching row and the value that it is sorted by. */
interface Match {
  readonly row: TextRow
  readonly value: Value
}

/** One collection of one shop. */
export class Table {
  readonly #collection: Collection
  readonly #texts: Texts
  readonly #slots: Slots
  readonly #slotByKey = new Map<Key, number>()
  readonly #shelves: ReadonlyMap<Index, OrderedIndex>
  /** The indexes that a lookup is a column of, for each lookup in the order of their declaration. */
  readonly #shelvesOf: ReadonlyArray<ReadonlyArray<OrderedIndex>>
  readonly #owners: ReadonlyMap<string, OrderedIndex>

  constructor(collection: Collection, texts: Texts) {
    this.#collection = collection
    this.#texts = texts
    this.#slots = new Slots(collection)
    const shelves = indexesOf(collection).map((index) => new OrderedIndex(index, this.#slots))
    this.#shelves = new Map(shelves.map((shelf) => [shelf.index, shelf]))
    this.#shelvesOf = Object.keys(collection.lookups).map((name) =>
      shelves.filter(({ index }) => index.columns.includes(name))
    )
    const unique = shelves.filter(({ index }) => index.unique)
    this.#owners = new Map(unique.map((shelf) => [shelf.index.columns[0]!, shelf]))
  }

  /** Returns the rows that match a query. */
  *find(query: NormalQuery): Generator<void, ReadonlyArray<Row>> {
    const plan = choose(this.#collection, query, (candidate) => this.#count(candidate, query))
    if (!plan.fits || plan.walks.length > 1) return yield* this.#merged(plan, query)
    const found = yield* this.#along(plan, plan.walks[0]!, query, query)
    return found.map(({ row }) => row)
  }

  /** The rows that have these keys, or these values of a unique lookup, sorted by key. */
  points({ characters, on, values }: Points): ReadonlyArray<Row> {
    const owners = on === "key" ? undefined : this.#owners.get(on)!
    const rowOf = (value: Value): Row | undefined => {
      const slot = owners === undefined ? this.#slotByKey.get(value) : owners.owner(value)
      return slot === undefined ? undefined : this.#slots.rows[slot]
    }
    // Most queries are by one value.
    if (values.length === 1) {
      const only = rowOf(values[0]!)
      spend(1, only === undefined ? 0 : 1)
      return only === undefined ? [] : [only]
    }
    const found = values.map(rowOf).filter((row) => row !== undefined)
    spend(values.length, found.length)
    // Several values may belong to one document.
    const sorted = [...new Set(found)].sort((one, other) => compare(one.key, other.key))
    return characters === undefined ? sorted : atMost(sorted, characters)
  }

  /** Compares the values of lookups in the indexes with the documents. */
  *indexFaults({ onDocuments, onFault }: IndexFaultCallbacks): Generator<void, void> {
    for (const key of [...this.#slotByKey.keys()]) {
      const slot = this.#slotByKey.get(key)
      if (slot === undefined) continue
      const row = this.#slots.rows[slot]!
      for (const lookup of this.#slots.wrong(slot)) onFault({ key, lookup, is: "missing" })
      spend(0, 1, row.length)
      onDocuments?.(1)
      yield
    }
  }

  /** Applies one write, or returns why it cannot be applied. */
  apply(write: Write): Applied | Stale | Taken {
    const { collection, doc, expect, key, shop } = write
    const slot = this.#slotByKey.get(key)
    const before = slot === undefined ? undefined : this.#slots.rows[slot]
    const read = write.before?.version === expect ? write.before : undefined
    if ((before?.version ?? 0) !== expect || (read !== undefined && !isSame(read, before!)))
      return new Stale({ shop, collection: collection.name, key })
    const was = slot === undefined ? [] : this.#slots.at(slot)
    if (doc === undefined) {
      if (slot !== undefined) this.#remove(slot)
      return { table: this, row: undefined, before, was }
    }
    const at = this.#slots.found(doc, slot === undefined ? undefined : { at: was, doc: read && write.beforeDoc })
    const taken = this.#taken(slot, { was, at })
    if (taken !== undefined) return new Taken({ shop, collection: collection.name, lookup: taken, key })
    const own = before?.key ?? (typeof key === "string" ? copyOf(key) : key)
    const row = this.#texts.keep(own, expect + 1, textOf(write, before !== undefined))
    if (slot === undefined) this.#insert(row, at)
    else this.#change(slot, row, { was, at })
    return { table: this, row, before, was }
  }

  /** Undoes the last applied write that is not undone yet. */
  undo({ before, row, was }: Applied): void {
    if (row === undefined) {
      if (before !== undefined) this.#insert(before, was)
      return
    }
    const slot = this.#slotByKey.get(row.key)!
    if (before === undefined) this.#remove(slot)
    else this.#change(slot, before, { was: this.#slots.at(slot), at: was })
    this.#texts.leave(row)
  }

  #insert(row: TextRow, at: At): void {
    const slot = this.#slots.take(row, at)
    this.#slotByKey.set(row.key, slot)
    for (const shelf of this.#shelves.values()) shelf.add(slot)
  }

  #remove(slot: number): void {
    for (const shelf of this.#shelves.values()) shelf.remove(slot)
    this.#slotByKey.delete(this.#slots.rows[slot]!.key)
    this.#slots.free(slot)
  }

  #change(slot: number, row: TextRow, { at, was }: Moved): void {
    const moved = this.#moved(was, at)
    for (const shelf of moved) shelf.remove(slot)
    this.#slots.put(slot, row, at)
    for (const shelf of moved) shelf.add(slot)
  }

  /** The indexes in which a document moves when its lookup values change. */
  #moved(before: At, after: At): ReadonlyArray<OrderedIndex> {
    const moved: Array<OrderedIndex> = []
    for (let at = 0; at < after.length; at++) {
      if (same(before[at], after[at])) continue
      for (const shelf of this.#shelvesOf[at]!) if (!moved.includes(shelf)) moved.push(shelf)
    }
    return moved
  }

  // What a document had already is its own.
  #taken(slot: number | undefined, { at, was }: Moved): string | undefined {
    return this.#collection.unique.find((name) => {
      const found = this.#slots.among(at, name)
      if (same(found, this.#slots.among(was, name))) return false
      return listed(found).some((value) => {
        const owner = this.#owners.get(name)!.owner(value)
        return owner !== undefined && owner !== slot
      })
    })
  }

  #count(plan: Plan, query: NormalQuery): number {
    const shelf = this.#shelves.get(plan.index)!
    return plan.walks.reduce((sum, walk) => sum + shelf.count(plan, walk, query, countLimit), 0)
  }

  /** The rows of several walks, or of one walk that is not in order. */
  *#merged(plan: Plan, query: NormalQuery): Generator<void, ReadonlyArray<Row>> {
    const { descending, fits } = { ...query, ...plan }
    const needed = query.skip + query.limit
    const part = {
      skip: 0,
      limit: fits ? needed : Number.POSITIVE_INFINITY,
      characters: fits && query.skip === 0 ? query.characters : Number.POSITIVE_INFINITY
    }
    // A document of many values may be found by several walks.
    const found = new Map<Key, Match>()
    for (const walk of plan.walks)
      for (const one of yield* this.#along(plan, walk, query, part)) found.set(one.row.key, one)
    const sorted = [...found.values()].sort((one, other) => {
      const away = compare(one.value, other.value) || compare(one.row.key, other.row.key)
      return descending ? -away : away
    })
    return atMost(
      sorted.slice(query.skip, needed).map(({ row }) => row),
      query.characters
    )
  }

  /**
   * The matching documents of one walk. A walk in the requested order can be interrupted and continues after the place
   * that it has reached.
   */
  *#along(
    plan: Plan,
    values: ReadonlyArray<Value>,
    query: NormalQuery,
    { characters, limit, skip }: Pick<NormalQuery, "characters" | "limit" | "skip">
  ): Generator<void, ReadonlyArray<Match>> {
    const shelf = this.#shelves.get(plan.index)!
    const plain = plan.fits && plan.rest.length === 0 && plan.next !== undefined
    const found: Array<Match> = []
    let [left, size] = [skip, 0]
    for (let from = query; ; ) {
      let [met, rows, read] = [0, 0, 0]
      let reached: number | undefined
      shelf.walk(plan, values, from, (slot) => {
        met++
        if ((plain || this.#passes(slot, plan.rest, query)) && left-- <= 0) {
          const row = this.#slots.rows[slot]!
          found.push({ row, value: this.#value(slot, query.by) })
          rows++
          read += row.length
          if (found.length >= limit || size + read >= characters) return false
        }
        // A walk to one document has no next place to continue from.
        if (!plan.fits || plan.next === undefined) return true
        if (met < bounds.entries && rows < bounds.rows && read < bounds.characters) return true
        reached = slot
        return false
      })
      spend(met, rows, read)
      if (reached === undefined) return found
      size += read
      from = { ...query, after: { value: this.#value(reached, query.by), key: this.#key(reached) } }
      yield
    }
  }

  #passes(slot: number, rest: ReadonlyArray<NormalTest>, query: NormalQuery): boolean {
    if (query.sorted !== "key" && this.#values(slot, query.sorted).length === 0) return false
    if (query.after !== undefined) {
      const away = compare(this.#value(slot, query.by), query.by === "key" ? query.after.key : query.after.value)
      const past = (away === 0 ? compare(this.#key(slot), query.after.key) : away) * (query.descending ? -1 : 1)
      if (past <= 0) return false
    }
    return rest.every((test) => this.#values(slot, test.on).some((value) => satisfies(value, test)))
  }

  #values(slot: number, name: string): ReadonlyArray<Value> {
    return listed(name === "key" ? this.#key(slot) : this.#slots.column(name)[slot])
  }

  #value(slot: number, name: string): Value {
    return this.#values(slot, name)[0]!
  }

  #key(slot: number): Key {
    return this.#slots.rows[slot]!.key
  }
}
