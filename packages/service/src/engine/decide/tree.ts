/**
 * Places documents in the tree that a collection forms by its reference to itself: never in a circle, and never deeper than a
 * tree may be, whatever else moves at the same time. See docs/decisions/0380.
 */
import { type Collection, type Key, keysNamed, maxLevels, placeFindings, upward } from "@bottega/domain/contract"
import { maxWalks, pages, type Row, type Stored, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { records } from "../records.ts"
import { type GuardDraft, guard, upsert, type WriteDraft } from "./change.ts"
import { type Find, get, list, refuseIf, Session } from "./session.ts"

/** A document and those above it, the nearest first; empty if it does not exist. */
export type Path<Doc> = ReadonlyArray<Stored<Doc>>

/** Whether a document goes with the one above it; otherwise it is at the top then. */
const goesWithParent = (collection: Collection): boolean => upward(collection)!.whenRemoved === "removed"

const parentOf = <Doc>(collection: Collection<Doc>, doc: Doc): Key | undefined =>
  keysNamed(collection, upward(collection)!, doc)[0]

/** The path of a document; empty too if it goes with one above it that is removed. */
export const pathOf = Effect.fnUntraced(function* <Doc>(
  collection: Collection<Doc>,
  key: Key
): Effect.fn.Return<Path<Doc>, Unavailable, Session> {
  const path: Array<Stored<Doc>> = []
  let above: Key | undefined = key
  // A damaged store may contain a circle. The path ends where it repeats, so that a move can break the circle.
  while (above !== undefined && !path.some(({ row }) => row.key === above)) {
    const found: Stored<Doc> | undefined = yield* get(collection, above)
    if (found === undefined) return goesWithParent(collection) ? [] : path
    path.push(found)
    above = parentOf(collection, found.doc)
  }
  return path
})

/**
 * Refuses a document that its parent cannot have; gives the writes and guards with which the parent can still have it at the
 * commit. A document that moves, from `before`, takes everything below it along.
 */
export const placed = Effect.fnUntraced(function* <Doc>(collection: Collection<Doc>, doc: Doc, before: Path<Doc> = []) {
  // A move out of a tree that is being removed would bring the document back.
  const left = goesWithParent(collection) ? guardsOf(collection, before.slice(1)) : []
  const parent = parentOf(collection, doc)
  if (parent === undefined) return { writes: [], guards: left }
  const session = yield* Session
  // Read before the rest of the tree: if another call makes the tree deeper afterwards, this write is stale.
  const exclusion = yield* excluding(collection)
  const above = yield* pathOf(collection, parent)
  const key = collection.key(doc)
  const path = above.map(({ row }) => row.key)
  // Only a document that gets deeper can make the tree deeper.
  const isMove = before.length > 0
  const isDeeper = isMove && !path.includes(key) && path.length >= (yield* pathOf(collection, key)).length
  const levels = isDeeper ? yield* levelsFrom(session.find, collection, key, maxLevels - path.length) : 1
  yield* refuseIf(session, placeFindings({ noun: collection.noun, key, path, levels }))
  // A new document beside a sibling that stays adds no level. All other calls that may deepen the tree exclude each other.
  const { on } = upward(collection)!
  const siblings = isMove ? [] : yield* list(collection, { where: [{ on, eq: parent }], limit: 1 })
  const guards = [...left, ...guardsOf(collection, [...above, ...siblings])]
  return {
    writes: siblings.length === 0 ? [exclusion] : [],
    guards: [...new Map(guards.map((one) => [one.row.key, one])).values()]
  }
})

const guardsOf = <Doc>(collection: Collection<Doc>, path: Path<Doc>) =>
  path.map((one) => guard(collection, one) as Extract<GuardDraft, { readonly row: Row }>)

/** The write that makes two calls exclude each other, because each may keep to the levels where both together exceed them. */
const excluding = (collection: Collection): Effect.Effect<WriteDraft, Unavailable, Session> => {
  const mark = `${collection.name}/tree`
  return Effect.map(get(records.additions, mark), (last) => upsert(records.additions, last, { collection: mark }))
}

/** The number of levels from a document down; counted up to one more than `enough`. */
const levelsFrom = Effect.fnUntraced(function* (find: Find, collection: Collection, key: Key, enough: number) {
  let levels = 0
  for (let level: ReadonlyArray<Key> = [key]; level.length > 0 && levels <= enough; levels++)
    level = yield* childrenOf(find, collection, level)
  return levels
})

const childrenOf = Effect.fnUntraced(function* (find: Find, collection: Collection, keys: ReadonlyArray<Key>) {
  const { on } = upward(collection)!
  const children: Array<Key> = []
  for (let from = 0; from < keys.length; from += maxWalks) {
    const where = [{ on, in: keys.slice(from, from + maxWalks) }]
    yield* Stream.runForEach(pages(find, collection, { where }), (rows) =>
      Effect.sync(() => {
        for (const { key } of rows) children.push(key)
      })
    )
  }
  return children
})
