/**
 * Reads the tree of categories. A category that is removed along with one above it is gone at once, though its document
 * stays until it is cleared.
 */
import { collections } from "@bottega/domain/areas"
import type { Category, ShownCategory } from "@bottega/domain/areas/categories"
import { absence, type NotFound } from "@bottega/domain/contract"
import { docOf, type Row, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import { removedWithAncestors } from "../../engine/decide/references.ts"
import { type Find, madeHaving, type Session } from "../../engine/decide/session.ts"
import { type Path, pathOf } from "../../engine/decide/tree.ts"

const { categories } = collections

/** The path of the category that a call addresses; refuses if there is none. */
export const existingPath = (uid: number): Effect.Effect<Path<Category>, NotFound | Unavailable, Session> =>
  Effect.flatMap(pathOf(categories, uid), (path) =>
    path.length === 0 ? Effect.fail(absence(categories)) : Effect.succeed(path)
  )

/** The given categories without those that are removed with one above them. */
export const standing = Effect.fnUntraced(function* (find: Find, rows: ReadonlyArray<Row>) {
  const removed = new Set(yield* removedWithAncestors(find, categories, new Set(rows.map(({ key }) => key))))
  return removed.size === 0 ? rows : rows.filter(({ key }) => !removed.has(key))
})

/** The list form of some categories, without those that are removed with one above them. */
export const shownOf = Effect.fnUntraced(function* (find: Find, rows: ReadonlyArray<Row>) {
  const found = (yield* standing(find, rows)).map((row) => docOf(categories, row))
  const parents = found.flatMap(({ parentUID }) => parentUID ?? [])
  const above = yield* madeHaving(find, categories, "key", parents, (row) => {
    const { name, uid } = docOf(categories, row)
    return [uid, name] as const
  })
  const namesByUid = new Map(above)
  return found.flatMap((category): ReadonlyArray<ShownCategory> => {
    const { name, parentUID, uid, ...others } = category
    const parent = parentUID === null ? null : namesByUid.get(parentUID)
    // The rows were read before their parents, and one of these may be removed by now.
    return parent === undefined ? [] : [{ uid, name, parentUID, parent, ...others }]
  })
})
