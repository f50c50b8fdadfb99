/** The documents of one collection of one shop, held as text, with their indexes. */
import type { Collection, Key, Value } from "@bottega/domain/collection"
import { choose, countLimit, type Index, indexesOf, type Plan } from "../plan.ts"
import { type Row, Stale, Taken, type Write } from "../storage.ts"
import { type Asked, compare, satisfies, several, type Wanted } from "../values.ts"
import { type At, Held, Shelf } from "./shelf.ts"

/** One collection of one shop. */
export class Table {
  readonly #collection: Collection
  readonly #names: ReadonlyArray<string>
  readonly #rows = new Map<Key, Held>()
  readonly #shelves: ReadonlyMap<Index, Shelf>
  readonly #owners = new Map<string, Shelf>()

  constructor(collection: Collection) {
    this.#collection = collection
    this.#names = Object.keys(collection.lookups)
    this.#shelves = new Map(indexesOf(collection).map((index) => [index, new Shelf(index, this.#names)]))
  }

  /** The rows that answer a query. */
  find(query: Asked): ReadonlyArray<Row> {
    const plan = choose(this.#collection, query, (candidate) => this.#count(candidate, query))
    return this.#walk(plan, query).map(({ row }) => row)
  }

  /** The row that holds a key, or a value of a unique lookup. */
  point(on: string, value: Value): ReadonlyArray<Row> {
    const held = on === "key" ? this.#rows.get(value) : this.#unique(on).owner(value)
    return held === undefined ? [] : [held.row]
  }

  /** Applies one write and gives the way to undo it, or says why it cannot be applied. */
  apply({ collection, doc, expect, key, shop }: Write): (() => void) | Stale | Taken {
    const held = this.#rows.get(key)
    if ((held?.row.version ?? 0) !== expect) return new Stale({ shop, collection: collection.name, key })
    if (doc === undefined) return held === undefined ? () => {} : this.#remove(held)
    const at = this.#names.map((name) => {
      const lookup = collection.lookups[name]!
      const values = several(lookup.of(doc))
      return lookup.many ? values : values[0]
    })
    const taken = this.#taken(held, at)
    if (taken !== undefined) return new Taken({ shop, collection: collection.name, lookup: taken, key })
    const row: Row = { key, version: expect + 1, text: collection.encode(doc) }
    return held === undefined ? this.#insert(new Held(row, at)) : this.#change(held, row, at)
  }

  #insert(held: Held): () => void {
    this.#rows.set(held.row.key, held)
    for (const shelf of this.#shelves.values()) shelf.add(held)
    return () => this.#remove(held)
  }

  #remove(held: Held): () => void {
    this.#rows.delete(held.row.key)
    for (const shelf of this.#shelves.values()) shelf.remove(held)
    return () => this.#insert(held)
  }

  #change(held: Held, row: Row, at: At): () => void {
    const before = { row: held.row, at: held.at }
    const moved = [...this.#shelves.values()].filter((shelf) => shelf.moves(held.at, at))
    for (const shelf of moved) shelf.remove(held)
    held.row = row
    held.at = at
    for (const shelf of moved) shelf.add(held)
    return () => this.#change(held, before.row, before.at)
  }

  #taken(held: Held | undefined, at: At): string | undefined {
    return this.#collection.unique.find((name) => {
      const shelf = this.#unique(name)
      return several(at[this.#names.indexOf(name)]).some((value) => {
        const owner = shelf.owner(value)
        return owner !== undefined && owner !== held
      })
    })
  }

  #unique(name: string): Shelf {
    const found = this.#owners.get(name)
    if (found !== undefined) return found
    const shelf = [...this.#shelves.values()].find(({ index }) => index.unique && index.columns[0] === name)!
    this.#owners.set(name, shelf)
    return shelf
  }

  #count(plan: Plan, query: Asked): number {
    const shelf = this.#shelves.get(plan.index)!
    return plan.walks.reduce((sum, walk) => sum + shelf.count(plan, walk, query, countLimit), 0)
  }

  #walk(plan: Plan, query: Asked): ReadonlyArray<Held> {
    const wanted = query.skip + query.limit
    const shelf = this.#shelves.get(plan.index)!
    const plain = plan.fits && plan.rest.length === 0 && plan.next !== undefined
    const found: Array<Held> = []
    for (const walk of plan.walks) {
      const end = plan.fits ? found.length + wanted : Number.POSITIVE_INFINITY
      shelf.walk(plan, walk, query, (held) => {
        if (plain || this.#passes(held, plan.rest, query)) found.push(held)
        return found.length < end
      })
    }
    if (plan.fits && plan.walks.length === 1) return query.skip === 0 ? found : found.slice(query.skip)
    // A document of many values may be met on several walks.
    const once = plan.index.many === undefined ? found : [...new Set(found)]
    return once.sort((one, other) => this.#order(one, other, query)).slice(query.skip, wanted)
  }

  #passes(held: Held, rest: ReadonlyArray<Wanted>, query: Asked): boolean {
    if (query.sorted !== "key" && this.#values(held, query.sorted).length === 0) return false
    if (query.after !== undefined) {
      const away = compare(this.#value(held, query.by), query.by === "key" ? query.after.key : query.after.value)
      const past = (away === 0 ? compare(held.row.key, query.after.key) : away) * (query.descending ? -1 : 1)
      if (past <= 0) return false
    }
    return rest.every((test) => this.#values(held, test.on).some((value) => satisfies(value, test)))
  }

  #order(one: Held, other: Held, { by, descending }: Asked): number {
    const away = compare(this.#value(one, by), this.#value(other, by)) || compare(one.row.key, other.row.key)
    return descending ? -away : away
  }

  #values(held: Held, name: string): ReadonlyArray<Value> {
    const found = name === "key" ? held.row.key : held.at[this.#names.indexOf(name)]
    return found === undefined ? [] : typeof found === "object" ? found : [found]
  }

  #value(held: Held, name: string): Value {
    return this.#values(held, name)[0]!
  }
}
