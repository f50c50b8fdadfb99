/** The gallery: pictures are stored before the commit that names them, so that nothing slow runs within it. */
import { type areas, collections } from "@bottega/domain/areas"
import { addressOf, type Image } from "@bottega/domain/areas/gallery"
import { invalid, NotFound, problemsOf } from "@bottega/domain/contract"
import { bytes, docOf } from "@bottega/storage"
import { Effect } from "effect"
import { insert } from "../engine/change.ts"
import { type Handlers, staged } from "../engine/handler.ts"
import { serviceIdAt } from "../engine/ids.ts"
import { type Prepared, prepare } from "../engine/pictures.ts"
import { Session, Visitor } from "../engine/session.ts"

export const handlers: Handlers<typeof areas.gallery> = {
  create: staged({
    deadlineMs: 90_000,
    prepare: () => prepare,
    decide: Effect.fnUntraced(function* (_, prepared) {
      const { base, now, shop, spell } = yield* Session
      if ("kind" in prepared) return yield* Effect.fail(prepared)
      if ("wrong" in prepared) {
        const finding = { at: ["base64"], message: prepared.wrong }
        return yield* Effect.fail(invalid(problemsOf([finding], spell)))
      }
      const image = imageOf(prepared, now)
      return {
        answer: {
          id: image.id,
          thumbnail: addressOf(base, shop.id, image.thumbnail),
          original: addressOf(base, shop.id, image.digest)
        },
        writes: [
          insert(collections.images, image),
          bytes.kept(shop.id, prepared.original),
          bytes.kept(shop.id, prepared.thumbnail)
        ]
      }
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

const imageOf = ({ height, original, thumbnail, type, width }: Prepared, now: number): Image => ({
  id: serviceIdAt(now),
  digest: original.sha256,
  size: original.size,
  type,
  width,
  height,
  thumbnail: thumbnail.sha256,
  created: Math.floor(now / 1000)
})
