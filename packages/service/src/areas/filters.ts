/** Handles calls on filters of the catalogue. */
import { type areas, collections } from "@bottega/domain/areas"
import { filterAfter, filterFrom, filterShown, noCategory } from "@bottega/domain/areas/filters"
import { updated } from "@bottega/domain/contract"
import { docOf, itemsOf } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { insert, replace } from "../engine/decide/change.ts"
import { pagesOf } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { naming, present } from "../engine/decide/references.ts"
import { refuseIf, Session } from "../engine/decide/session.ts"
import { serviceId } from "../engine/ids.ts"

const { filters } = collections

export const handlers: Handlers<typeof areas.filters> = {
  list: Effect.fnUntraced(function* () {
    const { find } = yield* Session
    const pages = yield* pagesOf(filters)
    const shown = Stream.mapEffect(pages, (rows) =>
      present(
        find,
        filters,
        rows.map((row) => docOf(filters, row))
      )
    )
    return Stream.map(itemsOf(shown), filterShown)
  }),

  create: Effect.fnUntraced(function* ({ filter_key, filter_values: values, ...given }) {
    const id = yield* serviceId
    const guards = yield* named(given.categories)
    return {
      answer: { $id: id },
      writes: [insert(filters, filterFrom(id, filter_key, { ...given, values }))],
      guards
    }
  }),

  update: Effect.fnUntraced(function* ({ filter_key, ...given }) {
    const { find } = yield* Session
    const before = yield* existing(filters, filter_key, "filterKey")
    const [seen] = yield* present(find, filters, [before.doc])
    const guards = yield* named(given.categories)
    const after = filterAfter(seen!, given)
    const changed = after !== seen
    return { answer: updated(changed), writes: changed ? [replace(filters, before, after)] : [], guards }
  })
}

/** Refuses categories that do not exist. Returns the guards by which the others still exist at the commit. */
const named = Effect.fnUntraced(function* (categories: ReadonlyArray<number> = []) {
  const names = categories.map((key, index) => ({ key, at: ["categories", index] }))
  const { findings, guards } = yield* naming(
    collections.categories,
    names.filter(({ key }) => key !== noCategory)
  )
  yield* refuseIf(yield* Session, findings)
  return guards
})
