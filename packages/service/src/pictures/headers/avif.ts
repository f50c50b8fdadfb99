/**
 * AVIF (ISO/IEC 14496-12 and 23000-22): nested boxes. Each `ispe` is the size of an item, and the largest is the
 * picture, even if it is a grid of tiles; a sequence counts its frames in `stsz`.
 */
import type { Header } from "../limits.ts"

/** The sides and frames, or nothing if the brands are others or no size is declared. */
export const avif = (bytes: Buffer): Omit<Header, "type"> | undefined => {
  const brands = bytes.toString("latin1", 8, Math.min(bytes.readUInt32BE(0), 512))
  if (!/^(?:.{4})*?avi[fs]/s.test(brands)) return undefined
  const found = { width: 0, height: 0, frames: 1 }
  walk(bytes, 0, bytes.length, found)
  return found.width === 0 ? undefined : found
}

type Found = { -readonly [Name in keyof Omit<Header, "type">]: Header[Name] }

/** Boxes that contain boxes, with the number of bytes before the first of these. */
const containers: Readonly<Record<string, number>> = {
  meta: 4,
  iprp: 0,
  ipco: 0,
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0
}

/** `moov/trak/mdia/minf/stbl/stsz` is the deepest box that is read. */
const maxDepth = 6

const walk = (bytes: Buffer, from: number, end: number, found: Found, depth = 1): void => {
  if (depth > maxDepth) throw new RangeError("boxes are nested too deep")
  for (let at = from; at + 8 <= end; ) {
    const type = bytes.toString("latin1", at + 4, at + 8)
    const { header, size } = extentOf(bytes, at, end)
    if (size < header || at + size > end) throw new RangeError("a box is larger than its parent")
    const content = at + header
    if (type === "ispe") {
      found.width = Math.max(found.width, bytes.readUInt32BE(content + 4))
      found.height = Math.max(found.height, bytes.readUInt32BE(content + 8))
    }
    if (type === "stsz") found.frames = Math.max(found.frames, bytes.readUInt32BE(content + 8))
    const inner = Object.hasOwn(containers, type) ? containers[type] : undefined
    if (inner !== undefined) walk(bytes, content + inner, at + size, found, depth + 1)
    at += size
  }
}

/** A size of 0 means "to the end"; with 1, the size is in the eight bytes after the type. */
const extentOf = (bytes: Buffer, at: number, end: number): { readonly header: number; readonly size: number } => {
  const size = bytes.readUInt32BE(at)
  if (size === 0) return { header: 8, size: end - at }
  return size === 1 ? { header: 16, size: Number(bytes.readBigUInt64BE(at + 8)) } : { header: 8, size }
}
