/**
 * Keeps documents in this process. It enforces every rule that the databases enforce: versions, unique lookups, ordered
 * indexes.
 */
import type { Collection } from "@bottega/domain/contract"
import { Effect, Layer } from "effect"
import { failedGuard } from "./guards.ts"
import { memoryChunks } from "./memory/chunks.ts"
import { type Applied, Table } from "./memory/table.ts"
import { Texts } from "./memory/texts.ts"
import { namingIn } from "./naming.ts"
import { pointsOf } from "./points.ts"
import { type Adapter, type Guard, type Query, type Row, Stale, Storage, Taken, type Write } from "./storage.ts"
import { inTurns } from "./turns.ts"
import { bounded, normalized } from "./values.ts"

/** An empty store of these collections, which lives as long as this object. */
export const make = (collections: ReadonlyArray<Collection>): Adapter => {
  const texts = new Texts()
  const shops = new Map<string, Map<string, Table>>(collections.map(({ name }) => [name, new Map()]))
  const tableOf = (shop: string, collection: Collection): Table => {
    const tables = shops.get(collection.name)
    if (tables === undefined) throw new TypeError(`the store was opened without the collection ${collection.name}`)
    const table = tables.get(shop) ?? new Table(collection, texts)
    tables.set(shop, table)
    return table
  }

  function* walk(shop: string, collection: Collection, query: Query): Generator<void, ReadonlyArray<Row>> {
    bounded(collection, query)
    const table = tableOf(shop, collection)
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

  let commits = 0
  const commit = (writes: ReadonlyArray<Write>, guards: ReadonlyArray<Guard> = []) =>
    Effect.suspend(() => {
      if (writes.length === 0) return Effect.void
      const refusal = failedGuard(guards, walk) ?? apply(writes)
      if (refusal !== undefined) return Effect.fail(refusal)
      commits++
      return Effect.void
    })

  return { find, commit, chunks: memoryChunks(), naming: namingIn(collections), revision: () => commits }
}

/** {@link make} as the storage of a program. */
export const layer = (collections: ReadonlyArray<Collection>): Layer.Layer<Storage> =>
  Layer.sync(Storage, () => make(collections))
