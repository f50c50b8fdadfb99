/** Handles calls on the images of a product, which are images of the gallery that the product names. */
import { type areas, collections, events } from "@bottega/domain/areas"
import { ownImages, withImage } from "@bottega/domain/areas/products"
import { absence, NotFound, overBounds } from "@bottega/domain/contract"
import { Effect } from "effect"
import { replace } from "../../engine/decide/change.ts"
import { existing } from "../../engine/decide/existing.ts"
import { type Handlers, staged } from "../../engine/decide/handler.ts"
import { prepare } from "../../engine/decide/pictures.ts"
import { get, refuseIf, Session } from "../../engine/decide/session.ts"
import { slowDeadlineMs } from "../../engine/decide/slow.ts"
import { together } from "../../engine/decide/together.ts"
import { imageFrom, shownImages } from "../gallery/images.ts"
import { productEvent } from "../product-events.ts"

type Images = Pick<Handlers<typeof areas.products>, "images" | "addImage">

export const imageHandlers: Images = {
  images: Effect.fnUntraced(function* ({ uid }) {
    const { doc } = yield* existing(collections.products, uid)
    return { images: yield* shownImages(ownImages(doc)) }
  }),

  addImage: staged({
    deadlineMs: slowDeadlineMs,
    prepare: Effect.fnUntraced(function* ({ uid }) {
      const product = yield* get(collections.products, uid)
      return product === undefined ? absence(collections.products) : yield* prepare
    }),
    decide: Effect.fnUntraced(function* ({ related, uid }, prepared) {
      if (prepared instanceof NotFound) return yield* Effect.fail(prepared)
      const session = yield* Session
      const before = yield* existing(collections.products, uid)
      const withOne = (id: string) => withImage(before.doc, id, related === 1, Math.floor(session.now / 1000))
      const { image } = yield* together({
        image: imageFrom(prepared),
        gallery: refuseIf(session, overBounds(collections.products, withOne(""), before.doc))
      })
      const product = withOne(image.shown.id)
      return {
        answer: image.shown,
        writes: [...image.writes, replace(collections.products, before, product)],
        events: [yield* productEvent(events.productChanged, product)]
      }
    })
  })
}
