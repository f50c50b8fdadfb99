/** Checks with the store's own queries that documents are found by exactly the values of their lookups. */
import type { Collection, Key, Lookup, Value } from "@bottega/domain/contract"
import { indexValues, maxRows, type Row, type Test, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { Find } from "../engine/session.ts"

/** A row with its decoded document. */
export interface Read {
  readonly row: Row
  readonly doc: unknown
}

/** The faults in the lookups of adjacent rows, by key, as sentences without their full stop. */
export const lookupFaults = (
  find: Find,
  collection: Collection,
  rows: ReadonlyArray<Read>
): Effect.Effect<ReadonlyMap<Key, ReadonlyArray<string>>, Unavailable> =>
  Effect.gen(function* () {
    const wrong = new Map<Key, Array<string>>()
    if (rows.length === 0) return wrong
    const tell = (key: Key, sentence: string) => {
      wrong.set(key, [...(wrong.get(key) ?? []), sentence])
    }
    for (const [name, lookup] of Object.entries(collection.lookups)) {
      const asked = new Asked(find, collection, name, lookup, rows)
      for (const key of yield* asked.strays) tell(key, `is not found by its ${name} as it should be`)
      if (!collection.unique.includes(name)) continue
      for (const [key, other] of yield* asked.twins)
        tell(key, `has the same ${name} as ${other}, and it must be unique`)
    }
    return wrong
  })

/** The maximum of values in one query. */
const maxValues = 1000

/** One lookup of adjacent rows. */
class Asked {
  readonly #find: Find
  readonly #collection: Collection
  readonly #name: string
  readonly #lookup: Lookup<unknown>
  /** The values of the lookup, by key. */
  readonly #given: ReadonlyMap<Key, ReadonlyArray<Value>>
  /** A distinct number for each value, from 1. */
  readonly #numbers: ReadonlyMap<Value, number>

  constructor(find: Find, collection: Collection, name: string, lookup: Lookup<unknown>, rows: ReadonlyArray<Read>) {
    this.#find = find
    this.#collection = collection
    this.#name = name
    this.#lookup = lookup
    this.#given = new Map(rows.map(({ doc, row }) => [row.key, indexValues(lookup.of(doc))]))
    this.#numbers = new Map([...new Set([...this.#given.values()].flat())].map((value, index) => [value, index + 1]))
  }

  /**
   * Keys that are not found under exactly their own values. Instead of one query per document, there is one per binary
   * digit of the values' numbers: the queries that find a document spell the number of its value.
   */
  get strays() {
    return Effect.gen({ self: this }, function* () {
      const found = new Map<Key, number>()
      for (let bit = 1; bit <= this.#numbers.size; bit *= 2) {
        const values = [...this.#numbers].filter(([, number]) => (number & bit) > 0).map(([value]) => value)
        for (const key of yield* this.#within(values)) found.set(key, (found.get(key) ?? 0) | bit)
      }
      const any = new Set(yield* this.#keys({ on: this.#name, gte: this.#lookup.type === "text" ? "" : least }))
      return [...this.#given].flatMap(([key, values]) => {
        const spelt = values.reduce((sum: number, value) => sum | this.#numbers.get(value)!, 0)
        return (found.get(key) ?? 0) === spelt && any.has(key) === values.length > 0 ? [] : [key]
      })
    })
  }

  /** Keys whose values another document of the store also has, with that document. */
  get twins() {
    return Effect.gen({ self: this }, function* () {
      const owners = new Map([...this.#given].flatMap(([key, values]) => values.map((value) => [value, key] as const)))
      const twins: Array<readonly [Key, Key]> = []
      for (const [key, values] of this.#given)
        for (const value of values) {
          const owner = owners.get(value)!
          if (owner !== key) twins.push([key, owner], [owner, key])
        }
      for (const values of chunks([...owners.keys()])) {
        const found = yield* this.#find(this.#collection, { where: [{ on: this.#name, in: values }], limit: maxRows })
        for (const row of found.filter(({ key }) => !this.#given.has(key)))
          for (const value of this.#valuesOf(row)) if (owners.has(value)) twins.push([owners.get(value)!, row.key])
      }
      return twins
    })
  }

  /** The values of another row's document; none if it cannot be read, which is reported for that row. */
  #valuesOf({ text }: Row): ReadonlyArray<Value> {
    try {
      return indexValues(this.#lookup.of(this.#collection.decode(text)))
    } catch {
      return []
    }
  }

  #within(values: ReadonlyArray<Value>) {
    return Effect.map(
      Effect.forEach(chunks(values), (some) => this.#keys({ on: this.#name, in: some })),
      (keys) => new Set(keys.flat())
    )
  }

  /** The keys that match a test, from the first to the last of these rows. */
  #keys(test: Test) {
    const keys = [...this.#given.keys()]
    const where = [{ on: "key", gte: keys[0]!, lte: keys.at(-1)! }, test]
    return Effect.map(this.#find(this.#collection, { where, limit: maxRows }), (rows) => rows.map(({ key }) => key))
  }
}

const least = -Number.MAX_VALUE

const chunks = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / maxValues) }, (_, index) =>
    all.slice(index * maxValues, (index + 1) * maxValues)
  )
