/** One ordered index over the documents of a table. */
import type { Value } from "@bottega/domain/collection"
import type { Index, Plan } from "../plan.ts"
import { Sorted } from "../sorted.ts"
import type { Row } from "../storage.ts"
import { type Asked, compare, side } from "../values.ts"

/** What each lookup gives, in the order the collection declares them; a list for a lookup of many values. */
export type At = ReadonlyArray<Value | undefined | ReadonlyArray<Value>>

/** A document in an index: with one value of each lookup that the index is of. */
interface Entry {
  readonly held: Held
  readonly at: At
}

/** A document in its place: what it is found by stands beside its row. It is its own entry where it has but one. */
export class Held implements Entry {
  row: Row
  at: At

  constructor(row: Row, at: At) {
    this.row = row
    this.at = at
  }

  get held(): Held {
    return this
  }
}

/** An index in order of its columns and then the key. */
export class Shelf {
  readonly index: Index
  /** For each column its position among the lookups. */
  readonly #columns: ReadonlyArray<number>
  readonly #many: number
  readonly #entries: Sorted<Entry>

  constructor(index: Index, names: ReadonlyArray<string>) {
    this.index = index
    this.#columns = index.columns.map((name) => names.indexOf(name))
    this.#many = index.many === undefined ? -1 : names.indexOf(index.many)
    this.#entries = new Sorted((one, other) => this.#compare(one, other))
  }

  /** Puts a document where its values say. */
  add(held: Held): void {
    if (this.#many < 0) this.#entries.add(held)
    else for (const entry of this.#under(held)) this.#entries.add(entry)
  }

  /** Takes a document out of where its values say. */
  remove(held: Held): void {
    if (this.#many < 0) this.#entries.remove(held)
    else for (const entry of this.#under(held)) this.#entries.remove(entry)
  }

  /** Whether a document with other values stands elsewhere. */
  moves(before: At, after: At): boolean {
    return this.#columns.some((column) => differs(before[column], after[column]))
  }

  /** The document that holds a value of a unique lookup. */
  owner(value: Value): Held | undefined {
    let found: Held | undefined
    const column = this.#columns[0]!
    const place = (entry: Entry) => order(entry.at[column], value)
    this.#entries.walk(place, false, (entry) => {
      found = entry.held
      return false
    })
    return found
  }

  /** Shows the documents of one walk of a plan, in order, until `visit` answers false. */
  walk(plan: Plan, values: ReadonlyArray<Value>, query: Asked, visit: (held: Held) => boolean): void {
    this.#entries.walk(this.#place(plan, values, query), query.descending, ({ held }) => visit(held))
  }

  /** How many documents one walk of a plan meets, counted until there are `enough`. */
  count(plan: Plan, values: ReadonlyArray<Value>, query: Asked, enough: number): number {
    return this.#entries.count(this.#place(plan, values, { ...query, after: undefined }), enough)
  }

  #place({ fits, high, low, next }: Plan, values: ReadonlyArray<Value>, query: Asked): (entry: Entry) => number {
    const column = next === "key" || next === undefined ? -1 : this.#columns[values.length]!
    const defined = column >= 0 && (next === query.sorted || low !== undefined || high !== undefined)
    const cursor = fits && next !== undefined ? beyond(query, column) : undefined
    const bounded = low !== undefined || high !== undefined
    return (entry) => {
      const away = this.#apart(entry, values)
      if (away !== 0 || next === undefined) return away
      const value = column < 0 ? entry.held.row.key : (entry.at[column] as Value | undefined)
      if (value === undefined) return defined ? -1 : 0
      const off = bounded ? side(value, low, high) : 0
      return off !== 0 || cursor === undefined ? off : cursor(entry, value)
    }
  }

  // The values may go one further than the columns, to the key.
  #apart(entry: Entry, values: ReadonlyArray<Value>): number {
    for (let at = 0; at < values.length; at++) {
      const held = at < this.#columns.length ? entry.at[this.#columns[at]!] : entry.held.row.key
      const away = order(held, values[at])
      if (away !== 0) return away
    }
    return 0
  }

  #under(held: Held): ReadonlyArray<Entry> {
    const values = held.at[this.#many] as ReadonlyArray<Value>
    return values.map((value) => ({ held, at: held.at.with(this.#many, value) }))
  }

  #compare(one: Entry, other: Entry): number {
    for (const column of this.#columns) {
      const away = order(one.at[column], other.at[column])
      if (away !== 0) return away
    }
    return compare(one.held.row.key, other.held.row.key)
  }
}

const beyond = ({ after, descending }: Asked, column: number) => {
  if (after === undefined) return undefined
  const passed = descending ? 1 : -1
  return (entry: Entry, value: Value): number => {
    const away = column < 0 ? 0 : compare(value, after.value)
    const tie = away === 0 ? compare(entry.held.row.key, after.key) : away
    return tie * passed >= 0 ? passed : 0
  }
}

// An entry has one value of each of its index's columns, or none, and none comes first.
const order = (one: At[number], other: At[number]): number => {
  if (one === other) return 0
  if (one === undefined) return -1
  return other === undefined ? 1 : compare(one as Value, other as Value)
}

const differs = (before: At[number], after: At[number]): boolean =>
  typeof before === "object" && typeof after === "object"
    ? before.length !== after.length || before.some((value, at) => value !== after[at])
    : before !== after
