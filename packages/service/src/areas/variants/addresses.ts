/** The addresses of pictures that documents name by the id of an image, or by an address. */
import { collections } from "@bottega/domain/areas"
import { addressOf, digestIn } from "@bottega/domain/areas/gallery"
import { isServiceId, oncePer } from "@bottega/domain/contract"
import { docOf, maxRows } from "@bottega/storage"
import { Effect } from "effect"
import { madeHaving, type Session } from "../../engine/decide/session.ts"

const { images } = collections

/** Gives the address of each of these pictures: that of the image's original, or the address itself; empty for none. */
export const addressing = ({ base, find, shop }: Pick<Session["Service"], "base" | "find" | "shop">) =>
  Effect.fnUntraced(function* (pictures: ReadonlyArray<string>) {
    const named = pictures.filter(isServiceId)
    const digests = new Map(
      yield* madeHaving(find, images, "key", named, (row) => [String(row.key), docOf(images, row).digest] as const)
    )
    return (picture: string): string => {
      const digest = digests.get(picture)
      if (digest !== undefined) return addressOf(base, shop.id, digest)
      return isServiceId(picture) ? "" : picture
    }
  })

/**
 * Finds the images of these pictures; then gives, for the pictures of one place, the id of each that is an address of the shop's
 * gallery, and any other picture as it is. Images may share a file: one that is among `kept` is preferred, so that what is shown can be
 * sent back. Which one that is, is looked for once for each file: a thousand images may share it, and every picture be its address.
 */
export const recognizing = ({ find, shop }: Pick<Session["Service"], "find" | "shop">) =>
  Effect.fnUntraced(function* (pictures: ReadonlyArray<string>) {
    const idsByDigest = new Map<string, ReadonlyArray<string>>()
    for (const digest of new Set(pictures.flatMap((picture) => digestIn(picture, shop.id) ?? []))) {
      const rows = yield* find(images, { where: [{ on: "files", eq: digest }], limit: maxRows })
      const found = rows.map((row) => docOf(images, row))
      // A thumbnail may have been uploaded as an image of its own, which is then meant.
      const originals = found.filter((image) => image.digest === digest)
      idsByDigest.set(
        digest,
        (originals.length > 0 ? originals : found).map(({ id }) => id)
      )
    }
    return (kept: ReadonlyArray<string>): ((picture: string) => string) => {
      const preferred = new Set(kept)
      const chosen = oncePer((ids: ReadonlyArray<string>) => ids.find((id) => preferred.has(id)) ?? ids[0])
      return (picture) => {
        const ids = idsByDigest.get(digestIn(picture, shop.id) ?? "")
        return (ids && chosen(ids)) ?? picture
      }
    }
  })
