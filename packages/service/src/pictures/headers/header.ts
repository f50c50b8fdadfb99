/**
 * Reads a picture's type, dimensions and frames from its bytes. A file's name and its declared type are unreliable, so
 * neither is used. Nothing is decoded here, and each loop moves forward through the bytes.
 */
import type { Header } from "../limits.ts"
import { avif } from "./avif.ts"
import { gif } from "./gif.ts"
import { jpeg } from "./jpeg.ts"
import { png } from "./png.ts"
import { webp } from "./webp.ts"

/** The header of a picture, or why there is none, as the end of a sentence. */
export const headerOf = (bytes: Buffer): Header | string => {
  const format = formatOf(bytes)
  if (format === undefined) return "must be a JPEG, PNG, GIF, WebP or AVIF picture"
  try {
    const found = format.read(bytes)
    return found === undefined ? broken : { type: format.type, ...found }
  } catch (error) {
    // Buffer's readers throw if a number would lie beyond the end.
    if (error instanceof RangeError) return broken
    throw error
  }
}

/** The format by the first bytes, with the reader of its header. */
export const formatOf = (bytes: Buffer) => formats.find(({ begins }) => begins(bytes))

const broken = "is a picture whose header is cut off or damaged"

const formats = [
  { type: "image/jpeg", begins: (bytes: Buffer) => bytes.subarray(0, 3).equals(start.jpeg), read: jpeg },
  { type: "image/png", begins: (bytes: Buffer) => bytes.subarray(0, 8).equals(start.png), read: png },
  { type: "image/gif", begins: (bytes: Buffer) => /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6)), read: gif },
  {
    type: "image/webp",
    begins: (bytes: Buffer) => /^RIFF.{4}WEBP$/s.test(bytes.toString("latin1", 0, 12)),
    read: webp
  },
  { type: "image/avif", begins: (bytes: Buffer) => bytes.toString("latin1", 4, 8) === "ftyp", read: avif }
] as const

const start = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
}
