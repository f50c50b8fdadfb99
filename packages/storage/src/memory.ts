/**
 * Keeps documents in this process. It enforces every rule that the databases enforce: versions, unique lookups, ordered
 * indexes.
 */
import type { Collection } from "@bottega/domain/contract"
import { Effect, Layer } from "effect"
import { failedGuard } from "./guards.ts"
import { IndexKey, keyedBy } from "./keyed.ts"
import { memoryChunks } from "./memory/chunks.ts"
import { type Applied, Table } from "./memory/table.ts"
import { Texts } from "./memory/texts.ts"
import { namingIn } from "./naming.ts"
import { pointsOf } from "./points.ts"
import { type Adapter, type Guard, type Query, type Row, Stale, Storage, Taken, type Write } from "./storage.ts"
import { inTurns } from "./turns.ts"
import { bounded, normalized } from "./values.ts"

/** An empty store of these collections, which lives as long as this object. */
export const make = (given: ReadonlyArray<Collection>): Adapter => {
  const collections = keyedBy(given, new IndexKey())
  const byName = new Map(collections.map((collection) => [collection.name, collection]))
  const texts = new Texts()
  const shops = new Map<string, Map<string, Table>>(collections.map(({ name }) => [name, new Map()]))
  const tableOf = (shop: string, collection: Collection): Table => {
    const tables = shops.get(collection.name)
    if (tables === undefined) throw new TypeError(`the store was opened without the collection ${collection.name}`)
    const table = tables.get(shop) ?? new Table(byName.get(collection.name)!, texts)
    tables.set(shop, table)
    return table
  }

  function* walk(shop: string, asked: Collection, query: Query): Generator<void, ReadonlyArray<Row>> {
    bounded(asked, query)
    const table = tableOf(shop, asked)
    const collection = byName.get(asked.name)!
    const points = pointsOf(collection, query)
    if (points !== undefined) return table.points(points)
    const normal = normalized(collection, query)
    return normal === undefined ? [] : yield* table.find(normal)
  }
  const find = (shop: string, collection: Collection, query: Query) =>
    inTurns(() => walk(shop, collection, query), Effect.die)

  const apply = (writes: ReadonlyArray<Write>): Stale | Taken | undefined => {
    const applied: Array<Applied> = []
    for (const write of writes) {
      const done = tableOf(write.shop, write.collection).apply(write)
      if (done instanceof Stale || done instanceof Taken) {
        for (const one of applied.reverse()) one.table.undo(one)
        return done
      }
      applied.push(done)
    }
    for (const { before } of applied) if (before !== undefined) texts.leave(before)
    return undefined
  }

  const revisions = new Map<string, number>()
  const commit = (writes: ReadonlyArray<Write>, guards: ReadonlyArray<Guard> = []) =>
    Effect.suspend(() => {
      if (writes.length === 0) return Effect.void
      const refusal = failedGuard(guards, walk) ?? apply(writes)
      if (refusal !== undefined) return Effect.fail(refusal)
      for (const { collection } of writes) revisions.set(collection.name, (revisions.get(collection.name) ?? 0) + 1)
      return Effect.void
    })

  const indexFaults: Adapter["indexFaults"] = (shop, collection, callbacks) =>
    inTurns(() => tableOf(shop, collection).indexFaults(callbacks), Effect.die)

  const revision: Adapter["revision"] = ({ name }) => revisions.get(name) ?? 0
  const naming = namingIn(collections)
  return { find, commit, indexFaults, chunks: memoryChunks(), isTransient: true, naming, revision }
}

/** {@link make} as the storage of a program. */
export const layer = (collections: ReadonlyArray<Collection>): Layer.Layer<Storage> =>
  Layer.sync(Storage, () => make(collections))
