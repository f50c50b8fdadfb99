/**
 * Reads the tree of categories. A category that is removed along with one above it is gone at once, though its document
 * stays until it is cleared.
 */
import { collections } from "@bottega/domain/areas"
import { type Category, maxLevels, placeFindings, type ShownCategory } from "@bottega/domain/areas/categories"
import { absence, type Key, type NotFound } from "@bottega/domain/contract"
import { docOf, maxWalks, pages, type Row, type Stored, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { type GuardDraft, guard } from "../../engine/change.ts"
import { removedWithAncestors } from "../../engine/references.ts"
import { type Find, get, refuseIf, rowsHaving, Session } from "../../engine/session.ts"

const { categories } = collections

/** A category and those above it, the nearest first. */
type Path = readonly [Stored<Category>, ...ReadonlyArray<Stored<Category>>]

/** The path of a category; `undefined` if it or one above it does not exist. */
const pathOf = Effect.fnUntraced(function* (uid: number): Effect.fn.Return<Path | undefined, Unavailable, Session> {
  const path: Array<Stored<Category>> = []
  let above: number | null = uid
  // A damaged store may have a circle. Its path ends where it repeats, so that a move can open it.
  while (above !== null && !path.some(({ doc }) => doc.uid === above)) {
    const found: Stored<Category> | undefined = yield* get(categories, above)
    if (found === undefined) return undefined
    path.push(found)
    above = found.doc.parentUID
  }
  return path as unknown as Path
})

/** The path of the category that a call addresses; refuses if there is none. */
export const existingPath = (uid: number): Effect.Effect<Path, NotFound | Unavailable, Session> =>
  Effect.flatMap(pathOf(uid), (path) => (path === undefined ? Effect.fail(absence(categories)) : Effect.succeed(path)))

/** Refuses a new category whose parent cannot have it; gives the guards that the parent still can at the commit. */
export const placed = ({ parentUID, uid }: Category) =>
  parentUID === null ? none : placedBelow(parentUID, uid, () => one)

/** The same for a category that moves; `path` is its path before. It takes everything below it along. */
export const moved = Effect.fnUntraced(function* ({ parentUID, uid }: Category, path: Path) {
  const { find } = yield* Session
  // Only a category that gets deeper can make the tree deeper.
  const levels = (above: number) => (above < path.length ? one : levelsFrom(find, uid, maxLevels - above))
  const guards = parentUID === null ? [] : yield* placedBelow(parentUID, uid, levels)
  // A move out of a tree that is being removed would bring the category back.
  const guarded = new Map([...guardsOf(path.slice(1)), ...guards].map((one) => [one.row.key, one]))
  return [...guarded.values()]
})

const none = Effect.succeed([])
const one = Effect.succeed(1)

const placedBelow = Effect.fnUntraced(function* (
  parentUID: number,
  uid: number,
  levelsBelow: (above: number) => Effect.Effect<number, Unavailable>
) {
  const above = (yield* pathOf(parentUID)) ?? []
  const path = above.map(({ doc }) => doc.uid)
  const levels = path.length === 0 || path.includes(uid) ? 1 : yield* levelsBelow(path.length)
  yield* refuseIf(yield* Session, placeFindings({ uid, path, levels }))
  return guardsOf(above)
})

const guardsOf = (path: ReadonlyArray<Stored<Category>>) =>
  path.map((one) => guard(categories, one) as Extract<GuardDraft, { readonly row: Row }>)

/** The number of levels from a category down; counted up to one more than `enough`. */
const levelsFrom = Effect.fnUntraced(function* (find: Find, uid: Key, enough: number) {
  let levels = 0
  for (let level: ReadonlyArray<Key> = [uid]; level.length > 0 && levels <= enough; levels++)
    level = yield* childrenOf(find, level)
  return levels
})

const childrenOf = Effect.fnUntraced(function* (find: Find, uids: ReadonlyArray<Key>) {
  const children: Array<Key> = []
  for (let from = 0; from < uids.length; from += maxWalks) {
    const where = [{ on: "parent" as const, in: uids.slice(from, from + maxWalks) }]
    yield* Stream.runForEach(pages(find, categories, { where }), (rows) =>
      Effect.sync(() => {
        for (const { key } of rows) children.push(key)
      })
    )
  }
  return children
})

/** Those of some categories that are not removed with one above them. */
export const standing = Effect.fnUntraced(function* (find: Find, rows: ReadonlyArray<Row>) {
  const removed = new Set(yield* removedWithAncestors(find, categories, new Set(rows.map(({ key }) => key))))
  return removed.size === 0 ? rows : rows.filter(({ key }) => !removed.has(key))
})

/** The list form of some categories, without those that are removed with one above them. */
export const shownOf = Effect.fnUntraced(function* (find: Find, rows: ReadonlyArray<Row>) {
  const found = (yield* standing(find, rows)).map((row) => docOf(categories, row))
  const parents = found.flatMap(({ parentUID }) => parentUID ?? [])
  const above = (yield* rowsHaving(find, categories, "key", parents)).map((row) => docOf(categories, row))
  const namesByUid = new Map(above.map(({ name, uid }) => [uid, name]))
  return found.flatMap((category): ReadonlyArray<ShownCategory> => {
    const { name, parentUID, uid, ...others } = category
    const parent = parentUID === null ? null : namesByUid.get(parentUID)
    // The rows were read before their parents, and one of these may be removed by now.
    return parent === undefined ? [] : [{ uid, name, parentUID, parent, ...others }]
  })
})
