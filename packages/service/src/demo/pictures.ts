/** The demo shop's pictures: WebP files in a folder beside this module. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Image } from "@bottega/domain/areas/gallery"
import { type Chance, idAt } from "./chance.ts"

/** A picture as the gallery stores it, and its bytes. */
export interface DemoPicture {
  readonly image: Image
  readonly bytes: Uint8Array
}

/**
 * The side of every picture in pixels, which is that of a thumbnail: each picture is its own thumbnail, so a start
 * decodes none.
 */
const side = 400

/** Reads pictures, by their names, with the time of their upload in unix seconds. */
export const demoPicturesOf = (
  names: ReadonlyArray<string>,
  chance: Chance,
  since: number
): ReadonlyMap<string, DemoPicture> =>
  new Map(
    names.map((name, index) => {
      const bytes = readFileSync(new URL(`./pictures/${name}.webp`, import.meta.url))
      const digest = createHash("sha256").update(bytes).digest("hex")
      const created = since + index
      const file = {
        digest,
        size: bytes.length,
        type: "image/webp",
        width: side,
        height: side,
        thumbnail: digest
      } as const
      return [name, { bytes, image: { id: idAt(created, chance), ...file, created } }]
    })
  )
