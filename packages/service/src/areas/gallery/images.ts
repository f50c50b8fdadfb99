/** The gallery's images as a part of other areas: the image that an uploaded picture becomes, and images as callers see them. */
import { collections } from "@bottega/domain/areas"
import { type Image, shownImage } from "@bottega/domain/areas/gallery"
import { invalid, type PictureNotDecoded, problemsOf } from "@bottega/domain/contract"
import { bytes, docOf } from "@bottega/storage"
import { Effect } from "effect"
import { insert } from "../../engine/decide/change.ts"
import type { Prepared } from "../../engine/decide/pictures.ts"
import { findByValues, Session } from "../../engine/decide/session.ts"
import { serviceIdAt } from "../../engine/ids.ts"

/** The image that a prepared picture becomes, with the writes that store it; refuses a picture that was not prepared. */
export const imageFrom = Effect.fnUntraced(function* (
  prepared: Prepared | PictureNotDecoded | { readonly wrong: string }
) {
  const { base, now, shop, spell } = yield* Session
  if ("kind" in prepared) return yield* Effect.fail(prepared)
  if ("wrong" in prepared) {
    const finding = { at: ["base64"], message: prepared.wrong }
    return yield* Effect.fail(invalid(problemsOf([finding], spell)))
  }
  const image = imageOf(prepared, now)
  const writes = [
    insert(collections.images, image),
    bytes.kept(shop.id, prepared.original),
    bytes.kept(shop.id, prepared.thumbnail)
  ]
  return { shown: shownImage(base, shop.id, image), writes }
})

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

/** The images with these ids as callers see them, in the order of the ids; leaves out those that do not exist. */
export const shownImages = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const { base, shop } = yield* Session
  const found = yield* findByValues(collections.images, "key", ids, (row) =>
    shownImage(base, shop.id, docOf(collections.images, row))
  )
  const imagesById = new Map(found.map((image) => [image.id, image]))
  return ids.map((id) => imagesById.get(id)).filter((image) => image !== undefined)
})
