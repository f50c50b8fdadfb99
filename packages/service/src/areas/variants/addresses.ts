/** The addresses of pictures that documents name by the id of an image, or by an address. */
import { collections } from "@bottega/domain/areas"
import { addressOf } from "@bottega/domain/areas/gallery"
import { isServiceId } from "@bottega/domain/contract"
import { docOf } from "@bottega/storage"
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
