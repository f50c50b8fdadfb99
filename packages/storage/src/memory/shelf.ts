/**
 * One ordered index over the documents of a table: slots grouped by the equal values of the first columns, then sorted.
 */
import type { Value } from "@bottega/domain/contract"
import type { Index, Plan } from "../plan.ts"
import { Sorted } from "../sorted.ts"
import { compare, compareWithRange, type NormalQuery } from "../values.ts"
import type { Found, Slots } from "./slots.ts"

/** The slots whose documents have equal values in the first columns, sorted by the last column and the key. */
type Run = Sorted<number>
/** Runs by the values of one column, or groups of them by the values of the next. */
type Group = Map<Found, Group> | Run

/**
 * An index in order of its columns and then the key. Only the last column is sorted, because queries use the others
 * only for equality or in no particular order; a column of many values is always compared for equality.
 */
export class OrderedIndex {
  readonly index: Index
  readonly #slots: Slots
  readonly #columns: ReadonlyArray<ReadonlyArray<Found>>
  /** How many columns are used for grouping. */
  readonly #grouped: number
  /** The column that runs are sorted by; `undefined` if they are sorted by key alone. */
  readonly #sorted: ReadonlyArray<Found> | undefined
  readonly #compare: (one: number, other: number) => number
  readonly #all: Group

  constructor(index: Index, slots: Slots) {
    this.index = index
    this.#slots = slots
    this.#columns = index.columns.map((name) => slots.column(name))
    const ordered = index.columns.length > 0 && index.columns.at(-1) !== index.many
    this.#grouped = index.columns.length - (ordered ? 1 : 0)
    this.#sorted = this.#columns[this.#grouped]
    this.#compare = comparing(this.#sorted, slots.rows)
    this.#all = this.#made(0)
  }

  /** Adds a document under its values. */
  add(slot: number): void {
    this.#add(this.#all, 0, slot)
  }

  /** Removes a document from under its values. */
  remove(slot: number): void {
    this.#remove(this.#all, 0, slot)
  }

  /** The document that has a value of a unique lookup. */
  owner(value: Value): number | undefined {
    if (this.#grouped > 0) return ((this.#all as Map<Found, Group>).get(value) as Run | undefined)?.first
    let found: number | undefined
    const place = (slot: number) => order(this.#sorted![slot], value)
    ;(this.#all as Run).walk(place, false, (slot) => {
      found = slot
      return false
    })
    return found
  }

  /**
   * Passes the documents of one walk of a plan to `visit` until it returns false; in order if the plan's order fits.
   */
  walk(plan: Plan, values: ReadonlyArray<Value>, query: NormalQuery, visit: (slot: number) => boolean): void {
    const place = this.#place(plan, values, query)
    for (const run of this.#runs(plan, values, query)) run.walk(place, query.descending, visit)
  }

  /** How many documents one walk of a plan finds, counted up to `enough`. */
  count(plan: Plan, values: ReadonlyArray<Value>, query: NormalQuery, enough: number): number {
    const place = this.#place(plan, values, { ...query, after: undefined })
    let count = 0
    for (const run of this.#runs(plan, values, query)) {
      count += run.count(place, enough - count)
      if (count >= enough) break
    }
    return count
  }

  #made(depth: number): Group {
    return depth < this.#grouped ? new Map() : new Sorted(this.#compare)
  }

  #add(group: Group, depth: number, slot: number): void {
    const found = this.#columns[depth]?.[slot]
    if (group instanceof Sorted) group.add(slot)
    else if (typeof found !== "object") this.#addUnder(group, depth, slot, found)
    else for (const value of found) this.#addUnder(group, depth, slot, value)
  }

  #addUnder(group: Map<Found, Group>, depth: number, slot: number, value: Found): void {
    let inner = group.get(value)
    if (inner === undefined) {
      inner = this.#made(depth + 1)
      group.set(value, inner)
    }
    this.#add(inner, depth + 1, slot)
  }

  #remove(group: Group, depth: number, slot: number): void {
    if (group instanceof Sorted) {
      group.remove(slot)
      return
    }
    const found = this.#columns[depth]![slot]
    for (const value of typeof found === "object" ? found : [found]) {
      const inner = group.get(value)
      // A group can be empty: its only documents may already have been removed through another of their many values.
      if (inner === undefined) continue
      this.#remove(inner, depth + 1, slot)
      if (inner.size === 0) group.delete(value)
    }
  }

  *#runs(plan: Plan, values: ReadonlyArray<Value>, query: NormalQuery): Iterable<Run> {
    let group: Group | undefined = this.#all
    for (const value of values.slice(0, this.#grouped)) {
      group = (group as Map<Found, Group>).get(value)
      if (group === undefined) return
    }
    if (values.length >= this.#grouped) yield group as Run
    else yield* this.#within(group, this.#wanted(plan, query))
  }

  *#within(group: Group, wanted: (value: Found) => boolean = () => true): Iterable<Run> {
    if (group instanceof Sorted) yield group
    else for (const [value, inner] of group) if (wanted(value)) yield* this.#within(inner)
  }

  #wanted({ high, low, next }: Plan, { sorted }: NormalQuery): (value: Found) => boolean {
    const bounded = low !== undefined || high !== undefined
    return (value) =>
      value === undefined ? !bounded && next !== sorted : compareWithRange(value as Value, low, high) === 0
  }

  /** Compares a slot with the walk's range: negative before it, 0 within it, positive after it. */
  #place({ fits, high, low, next }: Plan, values: ReadonlyArray<Value>, query: NormalQuery): (slot: number) => number {
    if (values.length < this.#grouped) return () => 0
    const equal = values.slice(this.#grouped)
    const column = next === "key" || next === undefined ? undefined : this.#sorted
    const bounded = low !== undefined || high !== undefined
    const defined = column !== undefined && (next === query.sorted || bounded)
    const cursor = fits && next !== undefined ? this.#beyond(query, column) : undefined
    return (slot) => {
      const away = this.#apart(slot, equal)
      if (away !== 0 || next === undefined) return away
      const value = column === undefined ? this.#key(slot) : (column[slot] as Value | undefined)
      if (value === undefined) return defined ? -1 : 0
      const off = bounded ? compareWithRange(value, low, high) : 0
      return off !== 0 || cursor === undefined ? off : cursor(slot, value)
    }
  }

  #beyond({ after, descending }: NormalQuery, column: ReadonlyArray<Found> | undefined) {
    if (after === undefined) return undefined
    const passed = descending ? 1 : -1
    return (slot: number, value: Value): number => {
      const away = column === undefined ? 0 : compare(value, after.value)
      const tie = away === 0 ? compare(this.#key(slot), after.key) : away
      return tie * passed >= 0 ? passed : 0
    }
  }

  // The equality may be on the sorted column, the key, or both.
  #apart(slot: number, equal: ReadonlyArray<Value>): number {
    if (equal.length === 0) return 0
    if (this.#sorted === undefined) return compare(this.#key(slot), equal[0]!)
    const away = order(this.#sorted[slot], equal[0])
    return away !== 0 || equal.length === 1 ? away : compare(this.#key(slot), equal[1]!)
  }

  #key(slot: number): Value {
    return this.#slots.rows[slot]!.key
  }
}

const comparing = (column: ReadonlyArray<Found> | undefined, rows: Slots["rows"]) => (one: number, other: number) => {
  const away = column === undefined ? 0 : order(column[one], column[other])
  return away === 0 ? compare(rows[one]!.key, rows[other]!.key) : away
}

// A missing value sorts first.
const order = (one: Found, other: Found): number => {
  if (one === other) return 0
  if (one === undefined) return -1
  return other === undefined ? 1 : compare(one as Value, other as Value)
}
