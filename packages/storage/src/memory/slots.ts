/**
 * The documents of a table by number. A document's number, its slot, is its place in a column of rows and in a column
 * for each lookup: what it is found by is kept as flat as that, and an index holds nothing but slots.
 */
import type { Collection, Value } from "@bottega/domain/contract"
import { several } from "../values.ts"
import { type Kept, owned } from "./texts.ts"

/** What a lookup gives for a document; a list for a lookup of many values. */
export type Found = Value | undefined | ReadonlyArray<Value>
/** What each lookup gives, in the order the collection declares them. */
export type At = ReadonlyArray<Found>

/** The documents of a table; a slot that is let go is taken again. */
export class Slots {
  readonly #collection: Collection
  readonly #names: ReadonlyArray<string>
  readonly #rows: Array<Kept | undefined> = []
  readonly #columns: ReadonlyArray<Array<Found>>
  /** For each lookup that is not unique. */
  readonly #shared: ReadonlyArray<Shared | undefined>
  readonly #free: Array<number> = []

  constructor(collection: Collection) {
    this.#collection = collection
    this.#names = Object.keys(collection.lookups)
    this.#columns = this.#names.map(() => [])
    this.#shared = this.#names.map((name) => (collection.unique.includes(name) ? undefined : new Shared()))
  }

  /** The rows, each at its slot. */
  get rows(): ReadonlyArray<Kept | undefined> {
    return this.#rows
  }

  /** What a lookup gives, for each document at its slot. */
  column(name: string): ReadonlyArray<Found> {
    return this.#columns[this.#names.indexOf(name)]!
  }

  /** What a lookup, by its name, gives among all that is found. */
  among(at: At, name: string): ReadonlyArray<Value> {
    return listed(at[this.#names.indexOf(name)])
  }

  /** What each lookup gives for a document, in the values that equal documents share. */
  found(doc: unknown): At {
    return this.#names.map((name, index) => {
      const lookup = this.#collection.lookups[name]!
      const values = several(lookup.of(doc))
      const found = lookup.many ? values : values[0]
      const shared = this.#shared[index]
      return shared === undefined ? ownedFound(found) : shared.of(found)
    })
  }

  /** What each lookup gives for the document of a slot. */
  at(slot: number): At {
    return this.#columns.map((column) => column[slot])
  }

  /** A slot for a new document. */
  take(row: Kept, at: At): number {
    const slot = this.#free.pop() ?? this.#rows.length
    this.put(slot, row, at)
    return slot
  }

  /** Puts another version of its document into a slot. */
  put(slot: number, row: Kept, at: At): void {
    this.#rows[slot] = row
    for (let index = 0; index < at.length; index++) this.#columns[index]![slot] = at[index]
  }

  /** Lets a slot go; what it was found by stays until the slot is taken again. */
  free(slot: number): void {
    this.#rows[slot] = undefined
    this.#free.push(slot)
  }
}

/** What a lookup gave, as a list. */
export const listed = (found: Found): ReadonlyArray<Value> =>
  found === undefined ? [] : typeof found === "object" ? found : [found]

/** Values that many documents have are kept once: those met lately are known. */
class Shared {
  readonly #known = new Map<string, Found>()

  of(found: Found): Found {
    if (found === undefined || typeof found === "number") return found
    const name = typeof found !== "object" ? found : found.length === 1 ? String(found[0]) : found.join()
    const known = this.#known.get(name)
    if (known !== undefined && same(known, found)) return known
    if (this.#known.size >= 65_536) this.#known.clear()
    const kept = ownedFound(found)
    this.#known.set(typeof kept === "string" ? kept : name, kept)
    return kept
  }
}

/** Whether two findings are equal. */
export const same = (one: Found, other: Found): boolean =>
  typeof one === "object" && typeof other === "object"
    ? one.length === other.length && one.every((value, at) => value === other[at])
    : one === other

const ownedFound = (found: Found): Found => (typeof found === "object" ? found.map(ownedValue) : ownedValue(found))

const ownedValue = <One extends Value | undefined>(value: One): One | string =>
  typeof value === "string" ? owned(value) : value
