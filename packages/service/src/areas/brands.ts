/** Handles calls on brands. Each change of a shop's set of brands writes their order too, so that positions have no gaps. */
import { type areas, collections } from "@bottega/domain/areas"
import { type Brand, brandAfter, brandFrom, detailOf, movedTo, nameKey, without } from "@bottega/domain/areas/brands"
import { done, updated } from "@bottega/domain/contract"
import type { Stored } from "@bottega/storage"
import { Effect } from "effect"
import { guard, insert, replace, upsert } from "../engine/decide/change.ts"
import { existing } from "../engine/decide/existing.ts"
import { type Handlers, staged } from "../engine/decide/handler.ts"
import { naming, removing } from "../engine/decide/references.ts"
import { acceptedHtml, cleanedHtml } from "../engine/decide/restricted.ts"
import { list, next, refuseIf, Session } from "../engine/decide/session.ts"
import { slowDeadlineMs } from "../engine/decide/slow.ts"
import { slugged } from "../engine/decide/slug.ts"
import { inOrder, orderOf } from "./brands/order.ts"

const { brandOrders, brands } = collections

/** The write of a changed brand; none if nothing changed. */
const changed = (before: Stored<Brand>, after: Brand) => (after === before.doc ? [] : [replace(brands, before, after)])

export const handlers: Handlers<typeof areas.brands> = {
  list: inOrder,

  read: ({ uid }) => Effect.map(existing(brands, uid), ({ doc }) => detailOf(doc)),

  create: staged({
    deadlineMs: slowDeadlineMs,
    prepare: ({ description }) => cleanedHtml(description),
    decide: Effect.fnUntraced(function* (given, cleaned) {
      const description = yield* acceptedHtml(cleaned, ["description"])
      const [known] = yield* list(brands, { where: [{ on: "name", eq: nameKey(given.name) }], limit: 1 })
      if (known !== undefined) return { answer: { uid: known.doc.uid }, writes: [] }
      const uid = yield* next("brands")
      const order = yield* orderOf
      const made = brandFrom(given, { uid, slug: yield* slugged(brands, "slug", given.name), description })
      const uids = [...(order?.doc.uids ?? []), uid]
      return { answer: { uid }, writes: [insert(brands, made), upsert(brandOrders, order, { uids })] }
    })
  }),

  update: staged({
    deadlineMs: slowDeadlineMs,
    prepare: ({ description }) => cleanedHtml(description),
    decide: Effect.fnUntraced(function* (given, cleaned) {
      const before = yield* existing(brands, given.uid)
      const description = yield* acceptedHtml(cleaned, ["description"])
      const after = brandAfter(before.doc, given, description)
      return { answer: { ...done, updatedExisting: true }, writes: changed(before, after) }
    })
  }),

  remove: Effect.fnUntraced(function* ({ uid }) {
    const before = yield* existing(brands, uid)
    const order = yield* orderOf
    const { writes } = yield* removing(brands, before)
    const left = order === undefined ? [] : [replace(brandOrders, order, { uids: without(order.doc.uids, uid) })]
    return { answer: done, writes: [...writes, ...left] }
  }),

  setVisibility: Effect.fnUntraced(function* ({ status, uid }) {
    const before = yield* existing(brands, uid)
    const after = brandAfter(before.doc, { name: before.doc.name, disabled: status === 1 ? 0 : 1 })
    return { answer: updated(after !== before.doc), writes: changed(before, after) }
  }),

  bindImage: Effect.fnUntraced(function* ({ brandUID, image_id }) {
    const session = yield* Session
    const before = yield* existing(brands, brandUID)
    const named = image_id === null ? [] : [{ key: image_id, at: ["image_id"] }]
    const { findings, guards } = yield* naming(collections.images, named)
    yield* refuseIf(session, findings)
    const after = before.doc.image_id === image_id ? before.doc : { ...before.doc, image_id }
    const { updatedExisting, ...answer } = updated(after !== before.doc)
    return { answer, writes: changed(before, after), guards }
  }),

  setPosition: Effect.fnUntraced(function* ({ brandUID, position }) {
    const brand = yield* existing(brands, brandUID)
    const order = yield* orderOf
    const { from, to, uids } = movedTo(order?.doc.uids ?? [], brandUID, position)
    return {
      answer: { updated: from !== to, previous_position: from, actual_position: to },
      writes: from === to ? [] : [upsert(brandOrders, order, { uids })],
      guards: [guard(brands, brand)]
    }
  })
}
