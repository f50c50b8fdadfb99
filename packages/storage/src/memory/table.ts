/** The documents of one collection of one shop, held as text, with their indexes. */
import type { Collection, Key, Value } from "@bottega/domain/collection"
import { choose, countLimit, indexesOf, type Plan } from "../plan.ts"
import { type Row, Stale, Taken, type Write } from "../storage.ts"
import { type Asked, compare, satisfies, several, type Wanted } from "../values.ts"
import { Shelf } from "./shelf.ts"

/** A document in its place: what it is found by stands beside its row. */
export interface Held {
  row: Row
  /** The values of each lookup, in the order the collection declares them. */
  at: ReadonlyArray<ReadonlyArray<Value>>
}

/** One collection of one shop. */
export class Table {
  readonly #collection: Collection
  readonly #names: ReadonlyArray<string>
  readonly #rows = new Map<Key, Held>()
  readonly #shelves: ReadonlyArray<Shelf>

  constructor(collection: Collection) {
    this.#collection = collection
    this.#names = Object.keys(collection.lookups)
    this.#shelves = indexesOf(collection).map((index) => new Shelf(index, this.#names))
  }

  /** The rows that answer a query. */
  find(query: Asked): ReadonlyArray<Row> {
    const plan = choose(this.#collection, query, (candidate) => this.#count(candidate, query))
    const found = this.#walk(plan, query)
    return found.map(({ row }) => row)
  }

  /** Applies one write and gives the way to undo it, or says why it cannot be applied. */
  apply({ collection, doc, expect, key, shop }: Write): (() => void) | Stale | Taken {
    const held = this.#rows.get(key)
    if ((held?.row.version ?? 0) !== expect) return new Stale({ shop, collection: collection.name, key })
    if (doc === undefined) return held === undefined ? () => {} : this.#remove(held)
    const at = this.#names.map((name) => several(collection.lookups[name]!.of(doc)))
    const lookup = this.#taken(held, at)
    if (lookup !== undefined) return new Taken({ shop, collection: collection.name, lookup, key })
    const row: Row = { key, version: expect + 1, text: collection.encode(doc) }
    return held === undefined ? this.#insert({ row, at }) : this.#change(held, row, at)
  }

  #insert(held: Held): () => void {
    this.#rows.set(held.row.key, held)
    for (const shelf of this.#shelves) shelf.add(held)
    return () => this.#remove(held)
  }

  #remove(held: Held): () => void {
    this.#rows.delete(held.row.key)
    for (const shelf of this.#shelves) shelf.remove(held)
    return () => this.#insert(held)
  }

  #change(held: Held, row: Row, at: Held["at"]): () => void {
    const before = { ...held }
    const moved = this.#shelves.filter((shelf) => shelf.moves(held.at, at))
    for (const shelf of moved) shelf.remove(held)
    held.row = row
    held.at = at
    for (const shelf of moved) shelf.add(held)
    return () => this.#change(held, before.row, before.at)
  }

  #taken(held: Held | undefined, at: Held["at"]): string | undefined {
    const shelf = this.#shelves.find(({ index, owner }) => {
      if (!index.unique) return false
      const values = at[this.#names.indexOf(index.columns[0]!)]!
      return values.some((value) => ![undefined, held].includes(owner(value)))
    })
    return shelf?.index.columns[0]
  }

  #shelf(plan: Plan): Shelf {
    return this.#shelves.find(({ index }) => index === plan.index)!
  }

  #count(plan: Plan, query: Asked): number {
    let count = 0
    for (const walk of plan.walks) this.#shelf(plan).walk(plan, walk, query, () => ++count < countLimit)
    return count
  }

  #walk(plan: Plan, query: Asked): ReadonlyArray<Held> {
    const wanted = query.skip + query.limit
    const found = new Set<Held>()
    for (const walk of plan.walks) {
      let met = 0
      this.#shelf(plan).walk(plan, walk, query, (held) => {
        if (!this.#passes(held, plan.rest, query)) return true
        found.add(held)
        return !plan.fits || ++met < wanted
      })
    }
    const all = [...found]
    if (!plan.fits || plan.walks.length > 1) all.sort((one, other) => this.#order(one, other, query))
    return all.slice(query.skip, wanted)
  }

  #passes(held: Held, rest: ReadonlyArray<Wanted>, query: Asked): boolean {
    if (query.sorted !== "key" && this.#values(held, query.sorted).length === 0) return false
    if (query.after !== undefined) {
      const order = compare(this.#value(held, query.by), query.by === "key" ? query.after.key : query.after.value)
      const past = (order === 0 ? compare(held.row.key, query.after.key) : order) * (query.descending ? -1 : 1)
      if (past <= 0) return false
    }
    return rest.every((test) => this.#values(held, test.on).some((value) => satisfies(value, test)))
  }

  #order(one: Held, other: Held, { by, descending }: Asked): number {
    const order = compare(this.#value(one, by), this.#value(other, by)) || compare(one.row.key, other.row.key)
    return descending ? -order : order
  }

  #values(held: Held, name: string): ReadonlyArray<Value> {
    return name === "key" ? [held.row.key] : held.at[this.#names.indexOf(name)]!
  }

  #value(held: Held, name: string): Value {
    return this.#values(held, name)[0]!
  }
}
