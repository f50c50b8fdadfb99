/** One ordered index over the documents of a table. */
import type { Value } from "@bottega/domain/collection"
import type { Index, Plan } from "../plan.ts"
import { Sorted } from "../sorted.ts"
import { type Asked, compare, side } from "../values.ts"
import type { Held } from "./table.ts"

/** What an index without a lookup of many values holds is the document itself, otherwise a document and a value. */
type Entry = Held | { readonly held: Held; readonly value: Value }

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
    for (const entry of this.#under(held)) this.#entries.add(entry)
  }

  /** Takes a document out of where its values say. */
  remove(held: Held): void {
    for (const entry of this.#under(held)) this.#entries.remove(entry)
  }

  /** Whether a document with other values stands elsewhere. */
  moves(before: Held["at"], after: Held["at"]): boolean {
    return this.#columns.some((column) => {
      const was = before[column]!
      const is = after[column]!
      return was.length !== is.length || was.some((value, at) => value !== is[at])
    })
  }

  /** The document that holds a value of a unique lookup. */
  readonly owner = (value: Value): Held | undefined => {
    let found: Held | undefined
    this.#entries.walk(
      (entry) => this.#placed(entry, 0, value),
      false,
      (entry) => {
        found = heldOf(entry)
        return false
      }
    )
    return found
  }

  /** Shows the documents of one walk of a plan, in order, until `visit` answers false. */
  walk(plan: Plan, values: ReadonlyArray<Value>, query: Asked, visit: (held: Held) => boolean): void {
    const column = plan.next === "key" || plan.next === undefined ? -1 : values.length
    const defined = column >= 0 && (plan.next === query.sorted || plan.low !== undefined || plan.high !== undefined)
    const cursor = plan.fits && plan.next !== undefined ? this.#cursor(query, column) : undefined
    const place = (entry: Entry): number => {
      for (let at = 0; at < values.length; at++) {
        const order = this.#placed(entry, at, values[at]!)
        if (order !== 0) return order
      }
      if (plan.next === undefined) return 0
      const value = this.#value(entry, column)
      if (value === undefined) return defined ? -1 : 0
      return side(value, plan.low, plan.high) || (cursor === undefined ? 0 : cursor(entry, value))
    }
    this.#entries.walk(place, query.descending, (entry) => visit(heldOf(entry)))
  }

  #cursor({ after, descending }: Asked, column: number) {
    if (after === undefined) return undefined
    const passed = descending ? 1 : -1
    return (entry: Entry, value: Value): number => {
      const order = column < 0 ? 0 : compare(value, after.value)
      const tie = order === 0 ? compare(heldOf(entry).row.key, after.key) : order
      return tie * passed >= 0 ? passed : 0
    }
  }

  #under(held: Held): ReadonlyArray<Entry> {
    return this.#many < 0 ? [held] : held.at[this.#many]!.map((value) => ({ held, value }))
  }

  #placed(entry: Entry, at: number, wanted: Value): number {
    const value = this.#value(entry, at === this.#columns.length ? -1 : at)
    return value === undefined ? -1 : compare(value, wanted)
  }

  #value(entry: Entry, at: number): Value | undefined {
    if (at < 0) return heldOf(entry).row.key
    const column = this.#columns[at]!
    return "held" in entry && column === this.#many ? entry.value : heldOf(entry).at[column]![0]
  }

  #compare(one: Entry, other: Entry): number {
    for (let at = 0; at < this.#columns.length; at++) {
      const a = this.#value(one, at)
      const b = this.#value(other, at)
      if (a === b) continue
      if (a === undefined) return -1
      if (b === undefined) return 1
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return compare(heldOf(one).row.key, heldOf(other).row.key)
  }
}

const heldOf = (entry: Entry): Held => ("held" in entry ? entry.held : entry)
