/** Handles calls on categories. */
import { type areas, collections } from "@bottega/domain/areas"
import { categoryAfter, categoryFrom } from "@bottega/domain/areas/categories"
import { done } from "@bottega/domain/contract"
import { itemsOf } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { insert, replace } from "../engine/change.ts"
import { pagesOf } from "../engine/everything.ts"
import type { Handlers } from "../engine/handler.ts"
import { removing } from "../engine/references.ts"
import { next, Session } from "../engine/session.ts"
import { existingPath, moved, placed, shownOf, standing } from "./categories/tree.ts"

const { categories } = collections
const found = { ...done, updatedExisting: true }

export const handlers: Handlers<typeof areas.categories> = {
  list: Effect.fnUntraced(function* () {
    const { find } = yield* Session
    const pages = yield* pagesOf(categories)
    return itemsOf(Stream.mapEffect(pages, (rows) => shownOf(find, rows)))
  }),

  count: Effect.fnUntraced(function* () {
    const { find } = yield* Session
    const pages = Stream.mapEffect(yield* pagesOf(categories), (rows) => standing(find, rows))
    const add = (count: number, { length }: { readonly length: number }) => count + length
    return { count: yield* Stream.runFold(pages, () => 0, add) }
  }),

  create: Effect.fnUntraced(function* (given) {
    const uid = yield* next("categories")
    const category = categoryFrom(uid, given)
    const guards = yield* placed(category)
    return { answer: { uid }, writes: [insert(categories, category)], guards }
  }),

  update: Effect.fnUntraced(function* (given) {
    const path = yield* existingPath(given.uid)
    const [before] = path
    const after = categoryAfter(before.doc, given)
    const guards = after.parentUID === before.doc.parentUID ? [] : yield* moved(after, path)
    return { answer: found, writes: after === before.doc ? [] : [replace(categories, before, after)], guards }
  }),

  remove: Effect.fnUntraced(function* ({ uid }) {
    const [category] = yield* existingPath(uid)
    const { writes } = yield* removing(categories, category)
    return { answer: found, writes }
  })
}
