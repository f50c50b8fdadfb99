/**
 * Upgrades stored documents to the shape that the program declares. Decoding gives an added field its default, but some
 * answers use stored text without decoding it. So each collection whose declaration changed is rewritten once, before the
 * first answer. The store records each upgraded collection by its name; a transient one has nothing to upgrade or to record.
 */
import { type Collection, shapeOf as declaredShapeOf, defaultIn, type Key, type Shape } from "@bottega/domain/contract"
import { all, installation, retryOnConflict, Storage, type Unavailable, type Write } from "@bottega/storage"
import { Effect } from "effect"
import { maintenanceRecords } from "../collections.ts"
import { digest } from "../engine/ids.ts"
import { documentOwners, storeCollections } from "./scope.ts"

/** An upgraded collection, and the number of its documents that were rewritten. */
export interface Conversion {
  readonly collection: string
  readonly documents: number
}

/**
 * Upgrades every collection that needs it. It may be interrupted, or run in several processes at once: finished steps are
 * kept. `onStep` is called with the progress of a collection.
 */
export const convertDocuments = (
  collections: ReadonlyArray<Collection> = storeCollections,
  onStep: (brought: Conversion) => void = () => {}
): Effect.Effect<ReadonlyArray<Conversion>, Unavailable, Storage> =>
  Effect.gen(function* () {
    // No other version of the program reads such a store, and deriving shapes walks every schema.
    if ((yield* Storage).isTransient === true) return []
    const known = yield* shapes
    const late = collections
      .map((collection) => ({ collection, shape: shapeOf(collection) }))
      .filter(({ collection, shape }) => known.get(collection.name)?.doc.shape !== shape)
    const everyone = late.length === 0 ? [] : yield* documentOwners
    const done: Array<Conversion> = []
    let finished: Array<Upgraded> = []
    for (const { collection, shape } of late) {
      const brought = yield* bring(collection, everyone, onStep)
      done.push(brought)
      finished.push({ collection: collection.name, shape })
      // What was rewritten is recorded before the next; nothing was rewritten in a new store, so it takes one commit.
      if (brought.documents === 0) continue
      yield* retryOnConflict(recorded(finished))
      finished = []
    }
    if (finished.length > 0) yield* retryOnConflict(recorded(finished))
    return done
  })

/** A collection whose documents have a shape. */
interface Upgraded {
  readonly collection: string
  readonly shape: string
}

/** The shapes that the store has recorded, by the names of their collections. */
const shapes = Effect.map(
  all(installation, maintenanceRecords.shapes, { latest: true }),
  (found) => new Map(found.map((stored) => [stored.doc.collection, stored]))
)

const bring = Effect.fnUntraced(function* (
  collection: Collection,
  everyone: ReadonlyArray<string>,
  onStep: (brought: Conversion) => void
) {
  let documents = 0
  for (const owner of everyone) {
    let after: Key | undefined
    do {
      const step = yield* retryOnConflict(rewritten(owner, collection, after))
      documents += step.documents
      after = step.next
      onStep({ collection: collection.name, documents })
      // Signals arrive between turns of the event loop.
      yield* Effect.yieldNow
    } while (after !== undefined)
  }
  return { collection: collection.name, documents }
})

/** The maximum of documents in one step, small enough that its commit delays no request. */
const maxDocuments = 500

const rewritten = Effect.fnUntraced(function* (shop: string, collection: Collection, after: Key | undefined) {
  const { commit, find } = yield* Storage
  const where = after === undefined ? [] : [{ on: "key", gt: after }]
  const rows = yield* find(shop, collection, { where, sort: { by: "key" }, limit: maxDocuments, latest: true })
  const writes = rows.flatMap((row): ReadonlyArray<Write> => {
    const doc = collection.decode(row.text)
    const { key, text, version } = row
    return collection.encode(doc) === text ? [] : [{ shop, collection, key, expect: version, doc, before: row }]
  })
  if (writes.length > 0) yield* commit(writes)
  return { documents: writes.length, next: rows.length < maxDocuments ? undefined : rows.at(-1)!.key }
})

const recorded = Effect.fnUntraced(function* (upgraded: ReadonlyArray<Upgraded>) {
  const { commit } = yield* Storage
  const known = yield* shapes
  yield* commit(
    upgraded.map((doc): Write => {
      const row = known.get(doc.collection)?.row
      const expect = row?.version ?? 0
      return {
        shop: installation,
        collection: maintenanceRecords.shapes,
        key: doc.collection,
        expect,
        doc,
        before: row
      }
    })
  )
})

/** The digest of a collection's shape: every field on its line, once with its default and once without. */
export const shapeOf = ({ decode, encode, schema }: Collection): string =>
  digest(
    [false, true].map((whole) => encode(decode(JSON.stringify(outline(declaredShapeOf(schema.ast), whole))))).join("\n")
  )

/** A sample value with every field that a schema names, with or without the fields that have a default. */
const outline = ({ either, inner, item, member }: Shape, whole: boolean): unknown => {
  const within = (part: Shape) => outline(part, whole)
  if (either !== undefined) return either.map(within).find((one) => one !== null) ?? null
  if (item !== undefined) return [within(item)]
  if (inner === undefined && member === undefined) return null
  return Object.fromEntries([
    ...(inner ?? [])
      .filter((field) => whole || defaultIn(field) === undefined)
      .map((field) => [field.name, within(field)]),
    ...(member === undefined ? [] : [["*", within(member)]])
  ])
}
