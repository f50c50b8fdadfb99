/**
 * Upgrades stored documents to the shape that the program declares. Decoding gives an added field its default, but some
 * answers use stored text without decoding it. So each collection whose declaration changed is rewritten once, before the
 * first answer. The store records each upgraded collection by its name.
 */
import { type Collection, defaultOf, type Key } from "@bottega/domain/contract"
import { all, installation, retryOnConflict, Storage, type Unavailable, type Write } from "@bottega/storage"
import { Effect, SchemaAST } from "effect"
import { digest } from "../engine/ids.ts"
import { maintenanceRecords } from "./records.ts"
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
    const known = new Map(
      (yield* all(installation, maintenanceRecords.shapes)).map(({ doc }) => [doc.collection, doc.shape])
    )
    const late = collections.filter((collection) => known.get(collection.name) !== shapeOf(collection))
    const everyone = late.length === 0 ? [] : yield* documentOwners
    return yield* Effect.forEach(late, (collection) => bring(collection, everyone, onStep))
  })

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
  yield* retryOnConflict(noted({ collection: collection.name, shape: shapeOf(collection) }))
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

const noted = Effect.fnUntraced(function* (doc: { readonly collection: string; readonly shape: string }) {
  const { commit, find } = yield* Storage
  const key = doc.collection
  const [row] = yield* find(installation, maintenanceRecords.shapes, {
    where: [{ on: "key", eq: key }],
    limit: 1,
    latest: true
  })
  yield* commit([
    { shop: installation, collection: maintenanceRecords.shapes, key, expect: row?.version ?? 0, doc, before: row }
  ])
})

/** The digest of a collection's shape: every field on its line, once with its default and once without. */
const shapeOf = ({ decode, encode, schema }: Collection): string =>
  digest([false, true].map((whole) => encode(decode(JSON.stringify(outline(schema.ast, whole))))).join("\n"))

/** A sample value with every field that a schema names, with or without the fields that have a default. */
const outline = (ast: SchemaAST.AST, whole: boolean): unknown => {
  const within = (inner: SchemaAST.AST) => outline(inner, whole)
  if (SchemaAST.isUnion(ast)) return ast.types.map(within).find((one) => one !== null) ?? null
  if (SchemaAST.isArrays(ast)) return ast.rest.slice(0, 1).map(within)
  if (!SchemaAST.isObjects(ast)) return null
  const fields = ast.propertySignatures.filter(({ type }) => whole || defaultOf(type) === undefined)
  return Object.fromEntries([
    ...fields.map(({ name, type }) => [name, within(type)]),
    ...ast.indexSignatures.map(({ type }) => ["*", within(type)])
  ])
}
