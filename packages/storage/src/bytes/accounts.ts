/** Completes a commit so that bytes exist exactly as long as a document names them. */
import type { Collection } from "@bottega/domain/contract"
import { Effect, Option, Stream } from "effect"
import { docOf } from "../documents.ts"
import { namedBy } from "../naming.ts"
import { allRows, type Find } from "../pages.ts"
import { type Adapter, type Guard, type Row, Stale, type Unavailable, type Write } from "../storage.ts"
import { type Claim, claims, contents, uploads } from "./documents.ts"

/** The write that ends a claim; it belongs in the commit whose documents name the bytes from then on. */
export const kept = (shop: string, claim: Claim): Write<Claim> => {
  const before: Row = { key: claim.id, version: 1, text: claims.encode(claim) }
  return { shop, collection: claims, key: claim.id, expect: 1, doc: undefined, before }
}

/** The parts of a commit. */
export interface Commit {
  readonly writes: ReadonlyArray<Write>
  readonly guards: ReadonlyArray<Guard>
}

/**
 * A commit of these writes, completed for bytes: it removes the bytes whose last name it removes, and guards those that
 * it starts to name. If bytes that it names do not exist, it fails with `Stale`, and the caller decides again, as after
 * any conflict.
 */
export const accounted = (
  storage: Adapter,
  writes: ReadonlyArray<Write>,
  guards: ReadonlyArray<Guard> = []
): Effect.Effect<Commit, Stale | Unavailable> =>
  writes.some(({ collection }) => collection.bytes !== undefined)
    ? accountsOf(storage, { writes, guards })
    : Effect.succeed({ writes, guards })

/** Whether a document of the shop, or a claim, names bytes; `by` are the collections that count, by default all. */
export const isNamed = Effect.fnUntraced(function* (
  storage: Adapter,
  shop: string,
  sha256: string,
  by: ReadonlyArray<Collection> = storage.naming
) {
  for (const collection of by) {
    const where = [{ on: collection.bytes!, eq: sha256 }]
    if ((yield* storage.find(shop, collection, { where, limit: 1 })).length > 0) return true
  }
  return false
})

const accountsOf = Effect.fnUntraced(function* (storage: Adapter, commit: Commit) {
  const changes = new Map<string, Change>()
  for (const write of commit.writes)
    if (write.collection.bytes !== undefined) note(changes, write, yield* namedBefore(storage, write))
  const [more, guards]: [Array<Write>, Array<Guard>] = [[...commit.writes], [...commit.guards]]
  for (const change of changes.values()) {
    const { isGained, isLost } = change
    // Bytes that one document of the commit stops naming and another one names already existed, and stay.
    if (isGained === isLost) continue
    const also = isLost ? yield* lost(storage, change) : yield* gained(storage, change)
    more.push(...also.writes)
    guards.push(...also.guards)
  }
  return { writes: more, guards }
})

/** How a commit changes which documents name some bytes. */
interface Change {
  readonly shop: string
  readonly sha256: string
  /** The documents that no longer name them. */
  readonly former: Array<Write>
  isGained: boolean
  isLost: boolean
}

const namedBefore = (storage: Adapter, { before, collection, expect, key, shop }: Write) => {
  const row: Effect.Effect<Row | undefined, Unavailable> =
    before !== undefined || expect === 0 ? Effect.succeed(before) : rowOf(storage, shop, collection, key)
  return Effect.map(row, (found) => namedBy(collection, found && docOf(collection, found)))
}

const note = (changes: Map<string, Change>, write: Write, before: ReadonlyArray<string>): void => {
  const after = namedBy(write.collection, write.doc)
  const changeOf = (sha256: string): Change => {
    const name = JSON.stringify([write.shop, sha256])
    const known = changes.get(name) ?? { shop: write.shop, sha256, former: [], isGained: false, isLost: false }
    changes.set(name, known)
    return known
  }
  for (const sha256 of after) changeOf(sha256).isGained = true
  for (const sha256 of before) {
    const change = changeOf(sha256)
    change.isLost = true
    if (!after.includes(sha256)) change.former.push(write)
  }
}

/** Bytes that a document starts to name must exist. */
const gained = Effect.fnUntraced(function* (storage: Adapter, { sha256, shop }: Change) {
  const row = yield* rowOf(storage, shop, contents, sha256)
  if (row === undefined) return yield* new Stale({ shop, collection: contents.name, key: sha256 })
  return { writes: [], guards: [{ shop, collection: contents, row }] } as Commit
})

/**
 * Bytes that lost a name are removed. If something else names them, their document is written unchanged: two commits
 * that remove the last two names at once then conflict, and one of them decides again.
 */
const lost = Effect.fnUntraced(function* (storage: Adapter, { former, sha256, shop }: Change) {
  const row = yield* rowOf(storage, shop, contents, sha256)
  if (row === undefined) return { writes: [], guards: [] } as Commit
  const absences: Array<Guard> = []
  for (const collection of storage.naming) {
    const on = collection.bytes!
    const except = former.flatMap((write) => (write.collection.name === collection.name ? [write.key] : []))
    const excepted = new Set(except)
    const find: Find<Unavailable> = (one, query) => storage.find(shop, one, query)
    const naming = allRows(find, collection, { where: [{ on, eq: sha256 }], latest: true })
    const others = Stream.filter(naming, ({ key }) => !excepted.has(key))
    if (Option.isSome(yield* Stream.runHead(others))) return { writes: [touching(shop, row)], guards: [] } as Commit
    absences.push({ shop, collection, on, eq: sha256, except })
  }
  return { writes: removing(shop, row), guards: absences }
})

const touching = (shop: string, row: Row): Write => ({
  shop,
  collection: contents,
  key: row.key,
  expect: row.version,
  doc: docOf(contents, row),
  before: row
})

/** The writes that remove bytes, and leave their chunks to the sweeper. */
const removing = (shop: string, row: Row): ReadonlyArray<Write> => {
  const { upload } = docOf(contents, row)
  return [
    { ...touching(shop, row), doc: undefined },
    { shop, collection: uploads, key: upload, expect: 0, doc: { id: upload, at: 0, open: false } }
  ]
}

const rowOf = (storage: Adapter, shop: string, collection: Collection, key: Write["key"]) =>
  Effect.map(
    storage.find(shop, collection, { where: [{ on: "key", eq: key }], limit: 1, latest: true }),
    ([row]) => row
  )
