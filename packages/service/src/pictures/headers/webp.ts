/** WebP (RFC 9649): chunks of RIFF, of which the first holds the sides and each `ANMF` is a frame. */
import type { Header } from "../limits.ts"

/** The sides and frames, or nothing if the file is shorter than it says or begins with another chunk. */
export const webp = (bytes: Buffer): Omit<Header, "type"> | undefined => {
  const end = bytes.readUInt32LE(4) + 8
  const sides = sidesOf(bytes)
  if (sides === undefined || end > bytes.length) return undefined
  let frames = 0
  for (let at = 12; at + 8 <= end; at += 8 + padded(bytes.readUInt32LE(at + 4)))
    if (bytes.toString("latin1", at, at + 4) === "ANMF") frames++
  return { ...sides, frames: Math.max(1, frames) }
}

const padded = (size: number): number => size + (size % 2)

/** The sides that the first chunk holds. */
export const sidesOf = (bytes: Buffer): { readonly width: number; readonly height: number } | undefined => {
  const chunk = bytes.toString("latin1", 12, 16)
  if (chunk === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (chunk !== "VP8L") return undefined
  const packed = bytes.readUInt32LE(21)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}
