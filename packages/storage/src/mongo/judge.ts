/**
 * Finds the refusal of a commit that the store rejected, by checking its writes one after the other against what is
 * stored, as the port promises. An error of the store names one index, or nothing.
 */
import type { Key, Value } from "@bottega/domain/contract"
import type { Filter } from "mongodb"
import { Stale, Taken } from "../storage.ts"
import { indexValues } from "../values.ts"
import { field, idOf, type Layout, type MongoDocument, type Placed } from "./documents.ts"
import { judgeGuards, type PlacedGuard } from "./guards.ts"
import { byId, indexName } from "./indexes.ts"

/** A commit: its writes and its guards. */
export interface Commit {
  readonly writes: ReadonlyArray<Placed>
  readonly guards: ReadonlyArray<PlacedGuard>
}

/** The first refusal; `undefined` if every write could be applied by now. */
export const judge = async ({ guards, writes }: Commit): Promise<Stale | Taken | undefined> => {
  const refusal = (await judgeGuards(guards)) ?? (await judged(writes))
  if (refusal === undefined || refusal.collection === writes[0]?.layout.name) return refusal
  // Another commit may have come between the reads; the second read is at least as new as the newest of them.
  return (await judgeGuards(guards)) ?? (await judged(writes)) ?? refusal
}

const judged = async (commit: ReadonlyArray<Placed>): Promise<Stale | Taken | undefined> => {
  const groups = Map.groupBy(commit, ({ layout, write }) => groupOf(layout, write.shop))
  const scenes = new Map<string, Scene>()
  await Promise.all([...groups].map(async ([name, writes]) => scenes.set(name, await load(writes))))
  for (const { layout, write } of commit) {
    const refusal = scenes.get(groupOf(layout, write.shop))!.apply(write)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

const groupOf = ({ name }: Layout, shop: string) => `${name}\n${shop}`

/** The documents of a shop and collection that a commit concerns. */
class Scene {
  readonly #unique: ReadonlyArray<string>
  readonly #versions = new Map<Key, number>()
  /** The document that has each value, by lookup. */
  readonly #owners: ReadonlyMap<string, Map<Value, Key>>

  constructor({ collection }: Layout) {
    this.#unique = collection.unique
    this.#owners = new Map(this.#unique.map((lookup) => [lookup, new Map()]))
  }

  /** Adds a stored document. */
  add({ _id: { k }, at, version }: Pick<MongoDocument, "_id" | "at" | "version">): void {
    this.#versions.set(k, version)
    for (const lookup of this.#unique)
      for (const value of [at[lookup] ?? []].flat()) this.#owners.get(lookup)!.set(value as Value, k)
  }

  /** Applies a write, or returns why it cannot be applied. */
  apply({ collection, doc, expect, key, shop }: Placed["write"]): Stale | Taken | undefined {
    if ((this.#versions.get(key) ?? 0) !== expect) return new Stale({ shop, collection: collection.name, key })
    const at = doc === undefined ? {} : wantedOf(collection, doc)
    const lookup = this.#unique.find((name) => at[name]?.some((value) => this.#other(name, value, key)))
    if (lookup !== undefined) return new Taken({ shop, collection: collection.name, lookup, key })
    for (const owners of this.#owners.values())
      for (const [value, owner] of owners) if (owner === key) owners.delete(value)
    this.#versions.set(key, doc === undefined ? 0 : expect + 1)
    for (const [name, values] of Object.entries(at)) for (const value of values) this.#owners.get(name)!.set(value, key)
    return undefined
  }

  #other(lookup: string, value: Value, key: Key): boolean {
    const owner = this.#owners.get(lookup)!.get(value)
    return owner !== undefined && owner !== key
  }
}

const wantedOf = ({ lookups, unique }: Layout["collection"], doc: unknown): Record<string, ReadonlyArray<Value>> =>
  Object.fromEntries(unique.map((name) => [name, indexValues(lookups[name]!.of(doc))]))

const load = async (commit: ReadonlyArray<Placed>): Promise<Scene> => {
  const { layout, write: first } = commit[0]!
  const scene = new Scene(layout)
  const { shop } = first
  const find = async (filter: Filter<MongoDocument>, hint: string) => {
    const found = layout.kept.find({ shop, ...filter }, { hint, projection: { version: 1, at: 1 } }).toArray()
    for (const one of await found) scene.add(one)
  }
  const holding = layout.indexes
    .filter(({ unique }) => unique)
    .map((index) => {
      const lookup = index.columns[0]!
      const values = commit.flatMap(({ write: { doc } }) =>
        doc === undefined ? [] : indexValues(layout.collection.lookups[lookup]!.of(doc))
      )
      return values.length === 0 ? undefined : find({ [field(lookup)]: { $in: values } }, indexName(index))
    })
  const ids = commit.map(({ write }) => idOf(shop, write.key))
  await Promise.all([find({ _id: { $in: ids } }, byId), ...holding])
  return scene
}
