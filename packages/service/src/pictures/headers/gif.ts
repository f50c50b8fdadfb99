/** GIF 87a and 89a: a screen, then blocks; each image descriptor is a frame, which may reach beyond the screen. */
import type { Header } from "../limits.ts"

/** The sides of the area that the frames cover, and how many there are; nothing if there is none. */
export const gif = (bytes: Buffer): Omit<Header, "type"> | undefined => {
  let width = bytes.readUInt16LE(6)
  let height = bytes.readUInt16LE(8)
  let frames = 0
  let at = 13 + tableBytes(bytes.readUInt8(10))
  // A file without its trailer is shown by every viewer.
  for (let block = bytes[at]; block !== undefined && block !== trailer; block = bytes[at]) {
    if (block === imageDescriptor) {
      frames++
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      at = afterSubBlocks(bytes, at + 11 + tableBytes(bytes.readUInt8(at + 9)))
    } else if (block === extension) at = afterSubBlocks(bytes, at + 2)
    else break
  }
  return frames === 0 ? undefined : { width, height, frames }
}

const imageDescriptor = 0x2c
const extension = 0x21
const trailer = 0x3b

/** The bytes of the colour table that these flags announce. */
const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1))

const afterSubBlocks = (bytes: Buffer, from: number): number => {
  let at = from
  for (let size = bytes.readUInt8(at); size !== 0; size = bytes.readUInt8(at)) at += size + 1
  return at + 1
}
