/**
 * What must still be so when a restore commits: calls make and remove references meanwhile, and a restore guards both sides of each
 * of its own, as they do.
 */
import { type Collection, keysNamed, upward, type Value } from "@bottega/domain/contract"
import { type Guard, get, installation, type Row, type Write } from "@bottega/storage"
import { Effect } from "effect"
import { type Referrer, referrersOf } from "../../engine/decide/references.ts"
import { ownerIn, type Rows } from "./scope.ts"

/** The guards of a restore: what it names still exists, and nothing names what it removes. */
export const guardsOf = Effect.fnUntraced(function* (shop: string, rows: Rows, writes: ReadonlyArray<Write>) {
  const written = new Set(writes.map(({ collection, key }) => nameOf(collection, key)))
  const targets = new Targets(rows)
  const named = new Map<string, Guard>()
  for (const { collection, doc } of writes) {
    if (doc === undefined) continue
    for (const reference of collection.references)
      for (const value of keysNamed(collection, reference, doc)) {
        const to = reference.to()
        const found = rows.has(to) ? targets.lineage(to, reference.by, value) : yield* elsewhere(to, value)
        for (const row of found)
          if (!written.has(nameOf(to, row.key)))
            named.set(nameOf(to, row.key), { shop: ownerIn(shop, to), collection: to, row })
      }
  }
  return [...named.values(), ...absences(shop, writes)]
})

const nameOf = ({ name }: Collection, key: Value): string => JSON.stringify([name, key])

/** A target that is not in snapshots, such as a key set. */
const elsewhere = (to: Collection, key: Value) =>
  Effect.map(get(installation, to, key as Row["key"], { latest: true }), (found) =>
    found === undefined ? [] : [found.row]
  )

/** The documents that others name, by the values by which they do. */
class Targets {
  readonly #rows: Rows
  readonly #known = new Map<string, ReadonlyMap<Value, Row>>()

  constructor(rows: Rows) {
    this.#rows = rows
  }

  /** The document and, in a tree, its ancestors. */
  lineage(to: Collection, by: string, value: Value): ReadonlyArray<Row> {
    const up = upward(to)
    const found = new Set<Row>()
    let row = this.#by(to, by).get(value)
    while (row !== undefined && !found.has(row)) {
      found.add(row)
      const [parent] = up === undefined ? [] : keysNamed(to, up, to.decode(row.text))
      row = parent === undefined ? undefined : this.#by(to, "key").get(parent)
    }
    return [...found]
  }

  #by(to: Collection, by: string): ReadonlyMap<Value, Row> {
    const name = JSON.stringify([to.name, by])
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const made = new Map(this.#rows.get(to)!.flatMap((row) => valuesOf(to, by, row).map((value) => [value, row])))
    this.#known.set(name, made)
    return made
  }
}

const valuesOf = (collection: Collection, by: string, row: Row): ReadonlyArray<Value> =>
  by === "key" ? [row.key] : keysNamed(collection, { on: by }, collection.decode(row.text))

/** Nothing but what the restore writes itself names what it removes. */
const absences = (shop: string, writes: ReadonlyArray<Write>): ReadonlyArray<Guard> => {
  const referrers = new Map<Collection, ReadonlyArray<Referrer>>()
  const naming = new Naming(writes)
  return writes.flatMap(({ before, collection, doc }) => {
    if (doc !== undefined || before === undefined) return []
    const all = referrers.get(collection) ?? referrersOf(collection)
    referrers.set(collection, all)
    return all.flatMap(({ from, reference: { by, on } }) =>
      valuesOf(collection, by, before).map((eq) => {
        const except = naming.of(from, on).get(eq)
        return { shop: ownerIn(shop, from), collection: from, on, eq, ...(except === undefined ? {} : { except }) }
      })
    )
  })
}

/** The keys of the documents that a restore changes or removes, by what they name before it. */
class Naming {
  readonly #writes: ReadonlyArray<Write>
  readonly #known = new Map<string, ReadonlyMap<Value, Array<Row["key"]>>>()

  constructor(writes: ReadonlyArray<Write>) {
    this.#writes = writes
  }

  of(from: Collection, on: string): ReadonlyMap<Value, ReadonlyArray<Row["key"]>> {
    const name = JSON.stringify([from.name, on])
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const made = new Map<Value, Array<Row["key"]>>()
    for (const { before, collection } of this.#writes)
      if (collection === from && before !== undefined)
        for (const value of valuesOf(from, on, before)) {
          const keys = made.get(value) ?? []
          keys.push(before.key)
          made.set(value, keys)
        }
    this.#known.set(name, made)
    return made
  }
}
