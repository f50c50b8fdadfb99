/** Handles the operator's calls on shops. */
import { type areas, collections } from "@bottega/domain/areas"
import { mergedSettings, type Shop, shopDefaults } from "@bottega/domain/areas/shops"
import { done } from "@bottega/domain/contract"
import { allRows, stored } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { list } from "../engine/answer/streamed.ts"
import { insert, installation, replace } from "../engine/decide/change.ts"
import { existingIn } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { Operator } from "../engine/decide/session.ts"
import { serviceId } from "../engine/ids.ts"
import { begunEmpty } from "./snapshots/beginning.ts"

const { shops } = collections

export const handlers: Handlers<typeof areas.shops> = {
  list: Effect.fnUntraced(function* () {
    const { within } = yield* Operator
    const rows = allRows(within(installation), shops, { sort: { by: "group_number" } })
    return list(Stream.map(rows, (row) => stored(shops, row).doc))
  }),

  read: ({ id }) => Effect.map(shopOf(id), ({ doc }) => doc),

  create: Effect.fnUntraced(function* (settings) {
    const { next } = yield* Operator
    const group = yield* next(installation, "groups")
    const shop: Shop = {
      ...{ ...settings, ...mergedSettings(shopDefaults, settings) },
      ...{ id: yield* serviceId, group_number: group }
    }
    const { group_number, id } = shop
    return { answer: { id, group_number }, writes: [insert(shops, shop)], settled: begunEmpty(shop) }
  }),

  update: Effect.fnUntraced(function* ({ id, ...settings }) {
    const shop = yield* shopOf(id)
    const next = { ...shop.doc, ...settings, ...mergedSettings(shop.doc, settings) }
    return { answer: done, writes: [replace(shops, shop, next)] }
  })
}

/** The shop with an id; refuses if there is none. */
export const shopOf = Effect.fnUntraced(function* (id: string) {
  const { within } = yield* Operator
  return yield* existingIn(within(installation), shops, id)
})
