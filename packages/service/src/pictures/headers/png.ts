/** PNG (third edition, with animation): a row of chunks, of which the first holds the sides and each `fcTL` begins a frame. */
import type { Header } from "../limits.ts"

/** The sides and frames, or nothing if the chunks do not lead to an end. */
export const png = (bytes: Buffer): Omit<Header, "type"> | undefined => {
  if (typeAt(bytes, 8) !== "IHDR") return undefined
  const width = bytes.readUInt32BE(16)
  const height = bytes.readUInt32BE(20)
  let declared = 1
  let frames = 0
  for (let at = 8; ; at += 12 + bytes.readUInt32BE(at)) {
    const type = typeAt(bytes, at)
    if (type === "IEND") return { width, height, frames: Math.max(declared, frames) }
    if (type === "acTL") declared = Math.max(declared, bytes.readUInt32BE(at + 8))
    if (type === "fcTL") frames++
  }
}

/**
 * The chunks that a PNG's pixels depend on. Texts are left out: libpng unpacks each compressed one, and a hundred of 8
 * KB unpack to 800 MB.
 */
export const withoutText = (bytes: Buffer): Buffer => {
  const kept = Buffer.alloc(bytes.length)
  let end = bytes.copy(kept, 0, 0, 8)
  let type = ""
  for (let at = 8, next: number; type !== "IEND"; at = next) {
    type = typeAt(bytes, at)
    next = at + 12 + bytes.readUInt32BE(at)
    if (shaping.has(type)) end += bytes.copy(kept, end, at, next)
  }
  return kept.subarray(0, end)
}

const shaping = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND"],
  ...["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs", "eXIf"]
])

const typeAt = (bytes: Buffer, at: number): string => {
  if (at + 8 > bytes.length) throw new RangeError("a chunk begins beyond the end")
  return bytes.toString("latin1", at + 4, at + 8)
}
