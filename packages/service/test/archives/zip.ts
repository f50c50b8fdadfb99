/** Makes archives byte by byte, so that a test can make each of their parts lie. */
import { crc32, deflateRawSync } from "node:zlib"

/** One entry, and what its parts say that is not so; sizes and checksum are true by default. */
export interface Piece {
  readonly name: string | Buffer
  readonly data?: string | Buffer
  /** 8, deflated, or 0, stored; what another method packs is stored. */
  readonly method?: number
  /** The packed bytes, if they are not what `method` makes of the data. */
  readonly packed?: Buffer
  readonly flags?: number
  readonly mode?: number
  readonly attributes?: number
  readonly crc?: number
  readonly size?: number
  readonly packedSize?: number
  readonly extra?: Buffer
  readonly comment?: Buffer
  /** What the header says where it differs from the directory. */
  readonly local?: Partial<Pick<Piece, "name" | "flags" | "method" | "crc" | "size" | "packedSize" | "extra">>
  /** The descriptor; true makes a true one with a signature. */
  readonly descriptor?: boolean | Buffer
  /** Bytes before the header. */
  readonly before?: Buffer
  /** Where the directory says that the header is. */
  readonly offset?: number
}

/** What the end says, and what is around it. */
export interface Ending {
  readonly count?: number
  readonly countHere?: number
  readonly size?: number
  readonly start?: number
  readonly disk?: number
  readonly comment?: Buffer
  readonly commentLength?: number
  /** Between the entries and the directory, between that and the end, and after all. */
  readonly beforeDirectory?: Buffer
  readonly beforeEnd?: Buffer
  readonly after?: Buffer
}

const number = (bytes: 2 | 4, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  if (bytes === 2) buffer.writeUInt16LE(value)
  else buffer.writeUInt32LE(value >>> 0)
  return buffer
}
const u16 = (value: number) => number(2, value)
const u32 = (value: number) => number(4, value)
export const latin1 = (text: string): Buffer => Buffer.from(text, "latin1")

/** An extra field. */
export const field = (id: number, data: Buffer): Buffer => Buffer.concat([u16(id), u16(data.length), data])

/** The descriptor of some content, with its signature or without. */
export const descriptorOf = (data: Buffer, packed: Buffer, signature = "PK\x07\x08"): Buffer =>
  Buffer.concat([latin1(signature), u32(crc32(data)), u32(packed.length), u32(data.length)])

/** An archive of these entries. */
export const zip = (pieces: ReadonlyArray<Piece>, ending: Ending = {}): Buffer => {
  const made = pieces.map(partsOf)
  const entries: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let offset = 0
  for (const { before, content, header, line } of made) {
    offset += before.length
    directory.push(line(offset))
    entries.push(before, header, content)
    offset += header.length + content.length
  }
  const { after = latin1(""), beforeDirectory = latin1(""), beforeEnd = latin1(""), comment = latin1("") } = ending
  const lines = Buffer.concat(directory)
  const start = ending.start ?? offset + beforeDirectory.length
  const end = [
    ...[latin1("PK\x05\x06"), u16(ending.disk ?? 0), u16(0), u16(ending.countHere ?? ending.count ?? pieces.length)],
    ...[u16(ending.count ?? pieces.length), u32(ending.size ?? lines.length), u32(start)],
    ...[u16(ending.commentLength ?? comment.length), comment]
  ]
  return Buffer.concat([...entries, beforeDirectory, lines, beforeEnd, ...end, after])
}

const partsOf = (piece: Piece) => {
  const data = Buffer.from(piece.data ?? "")
  const method = piece.method ?? 8
  const packed = piece.packed ?? (method === 8 ? deflateRawSync(data) : data)
  const flags = (piece.flags ?? 0x800) | (piece.descriptor === undefined || piece.descriptor === false ? 0 : 8)
  const truth = {
    ...{ name: piece.name, flags, method, crc: piece.crc ?? crc32(data), extra: piece.extra },
    ...{ size: piece.size ?? data.length, packedSize: piece.packedSize ?? packed.length }
  }
  const later = piece.descriptor ? { crc: 0, size: 0, packedSize: 0 } : {}
  const header = Buffer.concat([latin1("PK\x03\x04\x14\x00"), common({ ...truth, ...later, ...piece.local })])
  const descriptor = piece.descriptor === true ? descriptorOf(data, packed) : piece.descriptor || latin1("")
  const attributes = piece.attributes ?? ((piece.mode ?? 0) << 16) >>> 0
  const comment = piece.comment ?? latin1("")
  const line = (offset: number) =>
    Buffer.concat([
      latin1("PK\x01\x02\x14\x03\x14\x00"),
      common(truth, [u16(comment.length), u16(0), u16(0), u32(attributes), u32(piece.offset ?? offset)]),
      comment
    ])
  return { before: piece.before ?? latin1(""), header, content: Buffer.concat([packed, descriptor]), line }
}

interface Common extends Required<Pick<Piece, "name" | "flags" | "method" | "crc" | "size" | "packedSize">> {
  readonly extra?: Buffer | undefined
}

const common = (said: Common, place: ReadonlyArray<Buffer> = []): Buffer => {
  const [name, extra] = [Buffer.from(said.name as string), said.extra ?? latin1("")]
  return Buffer.concat([
    ...[u16(said.flags), u16(said.method), u16(0), u16(0x21), u32(said.crc), u32(said.packedSize), u32(said.size)],
    ...[u16(name.length), u16(extra.length), ...place, name, extra]
  ])
}
