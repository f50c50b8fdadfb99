/** Decodes a picture and makes its thumbnail. Only a decoder process imports this module, because it loads native code. */
import sharp from "sharp"
import { maxPixels, thumbnailSide } from "./limits.ts"

// One picture at a time on one thread: the pool decides how many processors pictures get. Nothing is decoded twice.
sharp.concurrency(1)
sharp.cache(false)
// The loaders of all other formats (SVG, TIFF, camera formats) are blocked, whatever a file claims to be.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadHeifBuffer"
  ]
})

/** A picture as it is shown: upright, with a WebP thumbnail of its first frame. */
export interface Shown {
  readonly width: number
  readonly height: number
  readonly thumbnail: Buffer
}

/** Decodes the whole picture; rejects with the problem. */
export const shownOf = async (bytes: Buffer): Promise<Shown> => {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })
  const { autoOrient } = await picture.metadata()
  const thumbnail = await picture
    .autoOrient()
    .resize(thumbnailSide, thumbnailSide, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  return { ...autoOrient, thumbnail }
}
