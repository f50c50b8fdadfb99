/** Handles calls on categories. */
import { type areas, collections } from "@bottega/domain/areas"
import { categoryAfter, categoryFrom } from "@bottega/domain/areas/categories"
import { done } from "@bottega/domain/contract"
import { itemsOf } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { insert, replace } from "../engine/decide/change.ts"
import { pagesOf } from "../engine/decide/everything.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { removing } from "../engine/decide/references.ts"
import { next, Session } from "../engine/decide/session.ts"
import { placed } from "../engine/decide/tree.ts"
import { existingPath, shownOf, standing } from "./categories/tree.ts"

const { categories } = collections
const found = { ...done, updatedExisting: true }
const stays = { writes: [], guards: [] }

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
    const { guards, writes } = yield* placed(categories, category)
    return { answer: { uid }, writes: [insert(categories, category), ...writes], guards }
  }),

  update: Effect.fnUntraced(function* (given) {
    const path = yield* existingPath(given.uid)
    const before = path[0]!
    const after = categoryAfter(before.doc, given)
    const { guards, writes } = after.parentUID === before.doc.parentUID ? stays : yield* placed(categories, after, path)
    return {
      answer: found,
      writes: after === before.doc ? [] : [replace(categories, before, after), ...writes],
      guards
    }
  }),

  remove: Effect.fnUntraced(function* ({ uid }) {
    const [category] = yield* existingPath(uid)
    const { writes } = yield* removing(categories, category!)
    return { answer: found, writes }
  })
}
