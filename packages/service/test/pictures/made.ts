/** Pictures for the tests, made when they are asked for: whole ones by the library, hostile ones byte by byte. */
import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"

export type Format = "jpeg" | "png" | "gif" | "webp" | "avif"
export const formats: ReadonlyArray<Format> = ["jpeg", "png", "gif", "webp", "avif"]

/** A picture of one colour with a darker corner, so that its orientation can be seen. */
export const canvas = (width: number, height: number) => {
  const corner = {
    create: { width: Math.ceil(width / 4), height: Math.ceil(height / 4), channels: 3, background: "#102030" }
  } as const
  return sharp({ create: { width, height, channels: 3, background: "#e0c080" } }).composite([
    { input: corner, left: 0, top: 0 }
  ])
}

/** A picture in a format. */
export const picture = (format: Format, width = 60, height = 40): Promise<Buffer> =>
  canvas(width, height)
    .toFormat(format, format === "avif" ? { effort: 0 } : {})
    .toBuffer()

/** A GIF or a WebP of some frames. */
export const animation = (format: "gif" | "webp", frames: number, side = 8): Promise<Buffer> => {
  const raw = Buffer.alloc(side * side * frames * 3, 0)
  for (let frame = 0; frame < frames; frame++) raw.fill((frame * 83) % 256, frame * side * side * 3)
  return sharp(raw, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    [format]({ loop: 0 })
    .toBuffer()
}

/** A PNG of these chunks. */
const pngOf = (...chunks: ReadonlyArray<readonly [type: string, data: Buffer]>): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...chunks.flatMap(([type, data]) => {
      const typed = Buffer.concat([Buffer.from(type, "latin1"), data])
      return [uint32(data.length), typed, uint32(crc32(typed))]
    })
  ])

/** A PNG of this many white pixels, which takes next to nothing until it is decoded. */
export const pngBomb = (width: number, height: number): Buffer =>
  pngOf(
    ["IHDR", Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])])],
    ["IDAT", deflateSync(Buffer.alloc(1_000_000))],
    ["IEND", Buffer.alloc(0)]
  )

/** A PNG that declares so many frames, and has as many frame headers. */
export const apng = (declared: number, headers: number, side = 8): Buffer =>
  pngOf(
    ["IHDR", Buffer.concat([uint32(side), uint32(side), Buffer.from([8, 0, 0, 0, 0])])],
    ["acTL", Buffer.concat([uint32(declared), uint32(0)])],
    ...Array.from({ length: headers }, () => ["fcTL", Buffer.alloc(26)] as const),
    ["IDAT", deflateSync(Buffer.alloc((side + 1) * side))],
    ["IEND", Buffer.alloc(0)]
  )

/** A small PNG with a hundred chunks of each of these types, which unpack to a million bytes each. */
export const pngWith = (types: ReadonlyArray<string>): Buffer => {
  const packed = deflateSync(Buffer.alloc(1_000_000, "a"))
  return pngOf(
    ["IHDR", Buffer.concat([uint32(8), uint32(8), Buffer.from([8, 0, 0, 0, 0])])],
    ...types.flatMap((type) =>
      Array.from(
        { length: 100 },
        (_, at) =>
          [type, Buffer.concat([Buffer.from(`key ${at}\0${type === "iTXt" ? "\x01\0\0\0" : "\0"}`), packed])] as const
      )
    ),
    ["IDAT", deflateSync(Buffer.alloc(72))],
    ["IEND", Buffer.alloc(0)]
  )
}

/** A progressive JPEG of 64 × 64 pixels and so many scans, each of which goes over all pixels. */
export const scans = (count: number): Buffer => {
  const table = (id: number) => Buffer.from([0xff, 0xc4, 0, 20, id, 1, ...Array<number>(16).fill(0)])
  const scan = (...selection: ReadonlyArray<number>) => Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, ...selection, 0, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0, 67, 0]),
    Buffer.alloc(64, 1),
    Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 64, 0, 64, 1, 1, 0x11, 0]),
    ...[table(0), table(0x10), scan(0, 0)],
    ...Array.from({ length: count }, () => scan(1, 63)),
    Buffer.from([0xff, 0xd9])
  ])
}

/** A GIF of this many frames of one pixel on a screen of these sides. */
export const gifOf = (frames: number, width = 1, height = 1): Buffer => {
  const header = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1")
  header.writeUInt16LE(width, 6)
  header.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

/** An ISO media box. */
export const box = (type: string, ...content: ReadonlyArray<Buffer>): Buffer => {
  const inner = Buffer.concat(content)
  return Buffer.concat([uint32(inner.length + 8), Buffer.from(type, "latin1"), inner])
}
/** The box of an item's size. */
export const ispe = (width: number, height: number): Buffer => box("ispe", uint32(0), uint32(width), uint32(height))
/** An AVIF whose items have these sizes: of a grid, the tiles and the whole. */
export const avifOf = (...items: ReadonlyArray<Buffer>): Buffer =>
  Buffer.concat([
    box("ftyp", Buffer.from("avif\0\0\0\0mif1avifmiaf", "latin1")),
    box("meta", uint32(0), box("iprp", box("ipco", ...items)))
  ])

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
