/**
 * The documents of a table by number. A document's number, its slot, is its index in an array of rows and in one array
 * per lookup, so lookup values are stored flat and an index contains only slots.
 */
import type { Collection, Lookup, Value } from "@bottega/domain/contract"
import { equalLists, indexValues, nextIndexValues } from "../values.ts"
import { copyOf, type TextRow } from "./texts.ts"

/** The result of a lookup for a document; a list for a lookup of many values. */
export type Found = Value | undefined | ReadonlyArray<Value>
/** The results of all lookups, in the order in which the collection declares them. */
export type At = ReadonlyArray<Found>

/** What a document had before a change: its lookup values and, if the writer has it, the document. */
export interface Held {
  readonly at: At
  readonly doc: unknown
}

/** The documents of a table; a freed slot is reused. */
export class Slots {
  readonly #collection: Collection
  readonly #names: ReadonlyArray<string>
  readonly #rows: Array<TextRow | undefined> = []
  readonly #columns: ReadonlyArray<Array<Found>>
  /** One for each lookup that is not unique. */
  readonly #shared: ReadonlyArray<Shared | undefined>
  readonly #free: Array<number> = []

  constructor(collection: Collection) {
    this.#collection = collection
    this.#names = Object.keys(collection.lookups)
    this.#columns = this.#names.map(() => [])
    this.#shared = this.#names.map((name) => (collection.unique.includes(name) ? undefined : new Shared()))
  }

  /** The rows, each at the index of its slot. */
  get rows(): ReadonlyArray<TextRow | undefined> {
    return this.#rows
  }

  /** The results of a lookup, for each document at the index of its slot. */
  column(name: string): ReadonlyArray<Found> {
    return this.#columns[this.#names.indexOf(name)]!
  }

  /** The result of one lookup, by its name, among the results of all. */
  among(at: At, name: string): Found {
    return at[this.#names.indexOf(name)]
  }

  /**
   * The results of all lookups for a document; equal values are shared between documents. Those that it had before a change are
   * neither sorted nor copied again.
   */
  found(doc: unknown, before?: Held): At {
    return this.#names.map((name, index) => {
      const lookup = this.#collection.lookups[name]!
      const held = before?.at[index]
      const found = resultOf(lookup, doc, before?.doc, held)
      if (held !== undefined && same(found, held)) return held
      const shared = this.#shared[index]
      return shared === undefined ? ownedFound(found) : shared.of(found)
    })
  }

  /** The results of all lookups for the document in a slot. */
  at(slot: number): At {
    return this.#columns.map((column) => column[slot])
  }

  /** The lookups whose results differ from those of the stored document; none if that cannot be read. */
  wrong(slot: number): ReadonlyArray<string> {
    try {
      const found = this.found(this.#collection.decode(this.#rows[slot]!.text))
      return this.#names.filter((_, index) => !same(found[index], this.#columns[index]![slot]))
    } catch {
      return []
    }
  }

  /** Takes a slot for a new document. */
  take(row: TextRow, at: At): number {
    const slot = this.#free.pop() ?? this.#rows.length
    this.put(slot, row, at)
    return slot
  }

  /** Puts another version of its document into a slot. */
  put(slot: number, row: TextRow, at: At): void {
    this.#rows[slot] = row
    for (let index = 0; index < at.length; index++) this.#columns[index]![slot] = at[index]
  }

  /** Frees a slot; its lookup values stay until the slot is reused. */
  free(slot: number): void {
    this.#rows[slot] = undefined
    this.#free.push(slot)
  }
}

/** The result of a lookup, as a list. */
export const listed = (found: Found): ReadonlyArray<Value> =>
  found === undefined ? [] : typeof found === "object" ? found : [found]

/** Stores values that many documents have only once, as long as they were seen recently. */
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

const resultOf = ({ many, of }: Lookup<unknown>, doc: unknown, before: unknown, held: Found): Found => {
  if (many && before !== undefined) return nextIndexValues(of, doc, { doc: before, values: listed(held) })
  const value = of(doc)
  return many ? indexValues(value) : Number.isNaN(value) ? undefined : value
}

/** Whether two results of a lookup are equal. */
export const same = (one: Found, other: Found): boolean =>
  typeof one === "object" && typeof other === "object" ? equalLists(one, other) : one === other

const ownedFound = (found: Found): Found => (typeof found === "object" ? found.map(ownedValue) : ownedValue(found))

const ownedValue = <One extends Value | undefined>(value: One): One | string =>
  typeof value === "string" ? copyOf(value) : value
