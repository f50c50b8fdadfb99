/** Handles calls on the images of a product, which are images of the gallery that the product names. */
import { type areas, collections } from "@bottega/domain/areas"
import { fullGallery, ownImages, withImage } from "@bottega/domain/areas/products"
import { absence, NotFound } from "@bottega/domain/contract"
import { Effect } from "effect"
import { replace } from "../../engine/change.ts"
import { existing } from "../../engine/existing.ts"
import { type Handlers, staged } from "../../engine/handler.ts"
import { prepare, prepareDeadlineMs } from "../../engine/pictures.ts"
import { get, refuseIf, Session } from "../../engine/session.ts"
import { together } from "../../engine/together.ts"
import { imageFrom, shownImages } from "../gallery/images.ts"

type Images = Pick<Handlers<typeof areas.products>, "images" | "addImage">

export const imageHandlers: Images = {
  images: Effect.fnUntraced(function* ({ uid }) {
    const { doc } = yield* existing(collections.products, uid)
    return { images: yield* shownImages(ownImages(doc)) }
  }),

  addImage: staged({
    deadlineMs: prepareDeadlineMs,
    prepare: Effect.fnUntraced(function* ({ uid }) {
      const product = yield* get(collections.products, uid)
      return product === undefined ? absence(collections.products) : yield* prepare
    }),
    decide: Effect.fnUntraced(function* ({ related, uid }, prepared) {
      if (prepared instanceof NotFound) return yield* Effect.fail(prepared)
      const session = yield* Session
      const before = yield* existing(collections.products, uid)
      const { image } = yield* together({
        image: imageFrom(prepared),
        gallery: refuseIf(session, related === 1 ? fullGallery(before.doc) : [])
      })
      const product = withImage(before.doc, image.shown.id, related === 1, Math.floor(session.now / 1000))
      return { answer: image.shown, writes: [...image.writes, replace(collections.products, before, product)] }
    })
  })
}
