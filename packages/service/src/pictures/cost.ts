/**
 * How long a picture is expected to take, by the format and the sides that its first bytes declare. It is only an
 * estimate, for which the file is not read whole: the decoder checks the header, and the lane corrects the estimate by
 * the time that the job took.
 */
import { open } from "node:fs/promises"
import { formatOf } from "./headers/header.ts"
import { jpeg } from "./headers/jpeg.ts"
import { sidesOf } from "./headers/webp.ts"
import { maxPixels, type PictureType } from "./limits.ts"

/** Milliseconds that the picture in a file is expected to take. */
export const expectedMs = async (path: string): Promise<number> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes))
    return expectedMsOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Milliseconds that a picture with these first bytes is expected to take. */
export const expectedMsOf = (first: Buffer): number => {
  const type = formatOf(first)?.type
  if (type === undefined) return leastMs
  return leastMs + (Math.min(pixelsOf(first, type), maxPixels) * nsPerPixel[type]) / 1e6
}

/** Reading and writing the files, and the thumbnail. */
const leastMs = 20

/** Most cameras write less than this before the dimensions. */
const firstBytes = 128 * 1024

/** Measured; see docs/decisions/0250. A progressive JPEG takes this long, others less than half. */
const nsPerPixel: Readonly<Record<PictureType, number>> = {
  "image/jpeg": 10,
  "image/png": 5,
  "image/gif": 12,
  "image/webp": 12,
  "image/avif": 106
}

const pixelsOf = (first: Buffer, type: PictureType): number => {
  try {
    return pixels[type](first)
  } catch (error) {
    // The dimensions come later in the file, if at all.
    if (error instanceof RangeError) return maxPixels
    throw error
  }
}

const areaOf = (sides: { readonly width: number; readonly height: number } | undefined): number =>
  sides === undefined ? maxPixels : sides.width * sides.height

const pixels: Readonly<Record<PictureType, (first: Buffer) => number>> = {
  "image/jpeg": (first) => areaOf(jpeg(first)),
  "image/png": (first) => first.readUInt32BE(16) * first.readUInt32BE(20),
  "image/gif": (first) => first.readUInt16LE(6) * first.readUInt16LE(8),
  "image/webp": (first) => areaOf(sidesOf(first)),
  "image/avif": (first) => {
    let maxFound = 0
    for (let at = first.indexOf("ispe"); at >= 0; at = first.indexOf("ispe", at + 4))
      maxFound = Math.max(maxFound, first.readUInt32BE(at + 8) * first.readUInt32BE(at + 12))
    return maxFound === 0 ? maxPixels : maxFound
  }
}
