/** Reads the content of an entry: that its header and its descriptor say what the directory says, and that it is what they say. */
import type { FileHandle } from "node:fs/promises"
import { pipeline } from "node:stream/promises"
import { crc32, createInflateRaw } from "node:zlib"
import { type Entry, type LocalFileHeader, parseExtraFields, type ZipFile } from "yauzl"
import { type Listed, saysOtherwise, zip64 } from "./directory.ts"
import { quoted, Wrong } from "./limits.ts"
import { packedAs } from "./packed.ts"

/** What the entry's content follows. */
const hasDescriptor = 0x8

/** Where an entry lies in its archive: from its header to what follows it. */
export interface Span {
  readonly zip: ZipFile
  readonly file: FileHandle
  readonly end: number
  /** What stored content is read through. */
  readonly buffer: Buffer
}

type Fail = (what: string) => never

/** Checks an entry that lies between its header and `end`; gives the bytes of its content. */
export const checkEntry = async ({ entry, name }: Listed, span: Span): Promise<number> => {
  const { end, file, zip } = span
  const fail: Fail = (what) => {
    throw new Wrong(`has the entry ${quoted(name)}, ${what}`)
  }
  const { compressedSize, uncompressedSize } = entry
  const header = await zip
    .readLocalFileHeaderPromise(entry)
    .catch((error: Error) => fail(`whose header is wrong: ${quoted(error.message)}`))
  const local = header as LocalFileHeader
  if (!agrees({ entry, name }, local)) fail("whose header contradicts the directory")
  const dataEnd = local.fileDataStart + compressedSize
  const between = Buffer.alloc(Math.max(0, Math.min(end - dataEnd, 17)))
  await file.read(between, 0, between.length, dataEnd)
  if (dataEnd > end || !isDescribed({ entry, name }, between))
    fail(dataEnd > end ? "which overlaps another one" : "which is followed by bytes that belong to no entry")
  await checkContent({ entry, name }, local.fileDataStart, span, fail)
  return uncompressedSize
}

const agrees = ({ entry, name }: Listed, local: LocalFileHeader): boolean => {
  const { compressedSize, compressionMethod, crc32: sum, generalPurposeBitFlag: flags, uncompressedSize } = entry
  const said = [local.crc32, local.compressedSize, local.uncompressedSize]
  // What is not known yet when the header is written is 0, and the descriptor says it.
  // Stored content does not show its own end, so its header must.
  const isLater = (flags & hasDescriptor) !== 0 && compressionMethod !== 0
  const isTrue = [sum, compressedSize, uncompressedSize].every(
    (one, at) => said[at] === one || (isLater && said[at] === 0)
  )
  return (
    local.fileName.equals(Buffer.from(name)) &&
    local.generalPurposeBitFlag === flags &&
    local.compressionMethod === compressionMethod &&
    isPlain(local, name) &&
    isTrue
  )
}

/** Whether the header's extra fields say nothing that the directory does not. */
const isPlain = ({ extraField }: LocalFileHeader, name: string): boolean => {
  try {
    const fields = parseExtraFields(extraField)
    return !fields.some(({ id }) => id === zip64) && !saysOtherwise(fields, name)
  } catch {
    return false
  }
}

/** Behind the content there is the next entry; or a descriptor first, if the header says so, with or without its signature. */
const isDescribed = ({ entry }: Listed, between: Buffer): boolean => {
  if ((entry.generalPurposeBitFlag & hasDescriptor) === 0) return between.length === 0
  const said = between.length === 16 && between.readUInt32LE(0) === 0x08074b50 ? between.subarray(4) : between
  return (
    said.length === 12 &&
    said.readUInt32LE(0) === entry.crc32 &&
    said.readUInt32LE(4) === entry.compressedSize &&
    said.readUInt32LE(8) === entry.uncompressedSize
  )
}

/** Unpacks the content as far as it may be, and no further, and checks its sum, which yauzl does not. */
const checkContent = async ({ entry }: Listed, from: number, span: Span, fail: Fail): Promise<void> => {
  const { compressedSize, compressionMethod, crc32: sum, uncompressedSize } = entry
  const content = new Content(uncompressedSize, fail)
  const take = (chunk: Buffer) => content.take(chunk)
  const read = compressionMethod === 8 ? await inflated(entry, span, take, fail) : await stored(entry, from, span, take)
  if (content.size !== uncompressedSize) fail("which is smaller than the directory says")
  if (read !== compressedSize) fail("which has bytes after its content")
  if (content.sum !== sum) fail("whose checksum is wrong")
  const kind = packedAs(content.head)
  if (kind !== undefined) fail(`which is an archive itself (${kind})`)
}

/** What is known of a content that comes out of its archive. */
class Content {
  readonly #maxBytes: number
  readonly #fail: Fail
  size = 0
  sum = 0
  head: Buffer = Buffer.alloc(0)

  constructor(maxBytes: number, fail: Fail) {
    this.#maxBytes = maxBytes
    this.#fail = fail
  }

  take(chunk: Buffer): void {
    this.size += chunk.length
    if (this.size > this.#maxBytes) this.#fail("which is larger than the directory says")
    this.sum = crc32(chunk, this.sum)
    if (this.head.length < headBytes)
      this.head = Buffer.concat([this.head, chunk.subarray(0, headBytes - this.head.length)])
  }
}

/** As many bytes as tell an archive. */
const headBytes = 512

type Take = (chunk: Buffer) => void

/** Reads content that is stored as it is, through one buffer; gives the bytes that were read. */
const stored = async ({ compressedSize }: Entry, from: number, { buffer, file }: Span, take: Take): Promise<number> => {
  for (let at = 0; at < compressedSize; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, compressedSize - at), from + at)
    if (bytesRead === 0) return at
    take(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
  return compressedSize
}

/** Inflates content; gives the bytes that the inflater read. */
const inflated = async (entry: Entry, { zip }: Span, take: Take, fail: Fail): Promise<number> => {
  const inflate = createInflateRaw()
  try {
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
    await pipeline(packed, inflate, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) take(chunk)
    })
  } catch (error) {
    if (error instanceof Wrong) throw error
    // The inflater ended while more was written to it.
    if ((error as Error).name === "AbortError") fail("which has bytes after its content")
    fail(`which cannot be unpacked: ${quoted((error as Error).message)}`)
  } finally {
    inflate.close()
  }
  return inflate.bytesWritten
}
