/** JPEG (ITU-T T.81, annex B): a row of segments; the first frame header holds the sides. */
import type { Header } from "../limits.ts"

/** The sides, or nothing if no frame header comes before the picture's data. */
export const jpeg = (bytes: Buffer): Omit<Header, "type"> | undefined => {
  let at = 2
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === fill) at += 1
    else if (isFrame(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), frames: 1 }
    else if (marker === startOfScan || marker === endOfImage) return undefined
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
}

const fill = 0xff
const startOfScan = 0xda
const endOfImage = 0xd9
/** SOF0 to SOF15 without the tables whose markers lie among them (DHT, JPG, DAC). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
