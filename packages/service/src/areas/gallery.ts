/** The gallery: pictures are stored before the commit that names them, so that nothing slow runs within it. */
import { type areas, collections } from "@bottega/domain/areas"
import { shownImage } from "@bottega/domain/areas/gallery"
import { NotFound, removed } from "@bottega/domain/contract"
import { docOf } from "@bottega/storage"
import { Effect } from "effect"
import { existing } from "../engine/decide/existing.ts"
import { type Handlers, staged } from "../engine/decide/handler.ts"
import { each, paged } from "../engine/decide/paged.ts"
import { prepare } from "../engine/decide/pictures.ts"
import { removingUnused } from "../engine/decide/references.ts"
import { Session, Visitor } from "../engine/decide/session.ts"
import { slowDeadlineMs } from "../engine/decide/slow.ts"
import { imageFrom } from "./gallery/images.ts"
import { prunedOf } from "./variants/unused.ts"

export const handlers: Handlers<typeof areas.gallery> = {
  list: Effect.fnUntraced(function* ({ cursor, id, limit, page }) {
    const { base, shop } = yield* Session
    const where = id === undefined ? [] : [{ on: "key" as const, eq: id }]
    const shown = each((row) => shownImage(base, shop.id, docOf(collections.images, row)))
    return yield* paged(collections.images, { where, cursor, limit, page }, shown)
  }),

  directories: () => Effect.succeed([]),

  create: staged({
    deadlineMs: slowDeadlineMs,
    prepare: () => prepare,
    decide: (_, prepared) => Effect.map(imageFrom(prepared), ({ shown, writes }) => ({ answer: shown, writes }))
  }),

  remove: staged({
    deadlineMs: slowDeadlineMs,
    prepare: ({ id }) => Session.use(({ shop }) => prunedOf(shop.id, id)),
    decide: Effect.fnUntraced(function* ({ id }) {
      const image = yield* existing(collections.images, id)
      return { answer: removed, ...(yield* removingUnused(collections.images, image, ["id"])) }
    })
  }),

  file: Effect.fnUntraced(function* ({ digest, shop }) {
    const { within } = yield* Visitor
    const [row] = yield* within(shop)(collections.images, { where: [{ on: "files", eq: digest }], limit: 1 })
    if (row === undefined) return yield* new NotFound({ message: "There is no such picture." })
    const image = docOf(collections.images, row)
    return { shop, sha256: digest, type: digest === image.digest ? image.type : "image/webp" }
  })
}
