/** Reads the directory of an archive: its entries, their places in the file, and that nothing else is in it. */
import type { FileHandle } from "node:fs/promises"
import { type Entry, fromFdPromise, type ZipFile } from "yauzl"
import { maxEntries, maxFileBytes, maxPathBytes, maxRatio, quoted, ratioAboveBytes, Wrong } from "./limits.ts"
import { Names, textOf } from "./names.ts"

/** An entry as the directory says it is. */
export interface Listed {
  readonly name: string
  readonly entry: Entry
}

/** An archive whose directory was read. */
export interface Directory {
  readonly zip: ZipFile
  /** In the order in which they lie in the file. */
  readonly listed: ReadonlyArray<Listed>
  /** Where the directory begins, and the entries end. */
  readonly start: number
}

/** Reads the directory; throws `Wrong`, naming the entry that is wrong. */
export const directoryOf = async (file: FileHandle): Promise<Directory> => {
  const { size } = await file.stat()
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
  const zip = await fromFdPromise(file.fd, options).catch((error: Error) => {
    throw new Wrong(`is not a zip archive that can be read: ${quoted(error.message)}`)
  })
  const start = Number(zip.readEntryCursor)
  const listed = await entriesOf(zip)
  await checkEnd(file, { size, start, end: Number(zip.readEntryCursor), count: listed.length, comment: zip.comment })
  if (!listed.some(({ name }) => !name.endsWith("/"))) throw new Wrong("holds no file")
  const inOrder = listed.toSorted((a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader)
  return { zip, listed: inOrder, start }
}

const entriesOf = async (zip: ZipFile): Promise<ReadonlyArray<Listed>> => {
  const names = new Names()
  const listed: Array<Listed> = []
  try {
    for await (const entry of zip.eachEntry()) {
      if (listed.length === maxEntries) throw new Wrong(`has more than ${maxEntries} entries`)
      const name = textOf(entry.fileNameRaw)
      const wrong = wrongWith(entry, name)
      if (wrong !== undefined) throw new Wrong(`has the entry ${quoted(name)}, ${wrong}`)
      names.add(name)
      listed.push({ name, entry: lean(entry) })
    }
  } catch (error) {
    if (error instanceof Wrong) throw error
    const last = listed.at(-1)
    const where = last === undefined ? "the first entry" : `the entry after ${quoted(last.name)}`
    throw new Wrong(`cannot be read at ${where}: ${quoted((error as Error).message)}`)
  }
  return listed
}

/** Drops what is not needed any more: up to 128 KiB of an entry. */
const lean = (entry: Entry): Entry => {
  const none = Buffer.alloc(0)
  return Object.assign(entry, {
    extraFields: [],
    extraFieldRaw: none,
    fileCommentRaw: none,
    fileComment: none,
    comment: none
  })
}

/** Bits that say how the content is packed: the effort of the packing, a descriptor behind it, and a name in UTF-8. */
const knownFlags = 0x2 | 0x4 | 0x8 | 0x800

const wrongWith = (entry: Entry, name: string): string | undefined => {
  const isFolder = name.endsWith("/")
  if (entry.fileNameRaw.length > maxPathBytes + 1) return `whose name is longer than ${maxPathBytes} bytes`
  if ((entry.generalPurposeBitFlag & 0x1) !== 0) return "which is encrypted"
  if ((entry.generalPurposeBitFlag & ~knownFlags) !== 0) return "which is packed in an unsupported way"
  if (![0, 8].includes(entry.compressionMethod)) return `which is packed by the method ${entry.compressionMethod}`
  const mode = (entry.externalFileAttributes >>> 16) & 0xf000
  if (![0, 0x4000, 0x8000].includes(mode)) return "which is a link or a device"
  const says = mode === 0 ? (entry.externalFileAttributes & 0x10) !== 0 : mode === 0x4000
  if (says !== isFolder && (mode !== 0 || says)) return "which is a folder by its name or by its mode, but not by both"
  if (isFolder && entry.uncompressedSize > 0) return "a folder with content"
  return wrongBeside(entry, name) ?? wrongSize(entry)
}

const wrongSize = ({ compressedSize, uncompressedSize }: Entry): string | undefined => {
  if (uncompressedSize > maxFileBytes) return `which is larger than ${maxFileBytes / 1024 / 1024} MiB`
  return uncompressedSize > ratioAboveBytes && uncompressedSize > maxRatio * compressedSize
    ? `which is more than ${maxRatio} times as large as it is packed`
    : undefined
}

/** What an entry has beside its content: other sizes, another name, or what some programs take for the end of the archive. */
const wrongBeside = ({ extraFieldRaw, extraFields, fileCommentRaw }: Entry, name: string): string | undefined => {
  if (extraFields.some(({ id }) => id === zip64)) return "which uses ZIP64, as no archive of this size needs to"
  if (saysOtherwise(extraFields, name)) return "which also has another name or mode"
  return extraFieldRaw.includes(endSignature) || fileCommentRaw.includes(endSignature)
    ? "which holds a second end of the archive"
    : undefined
}

/** Extra fields: sizes of 8 bytes, and a name beside the name. */
export const zip64 = 0x0001
const unicodePath = 0x7075
/** Fields of Unix with a mode, by which some programs make an entry a link. */
const modes = [0x6c78, 0x756e]

/** Whether an extra field says another name than the entry's, or a mode; a name may be said several times. */
export const saysOtherwise = (fields: Entry["extraFields"], name: string): boolean =>
  fields.some(
    ({ data, id }) => modes.includes(id) || (id === unicodePath && !data.subarray(5).equals(Buffer.from(name)))
  )
const endSignature = Buffer.from("PK\u0005\u0006", "latin1")
const endBytes = 22

interface End {
  readonly size: number
  readonly start: number
  readonly end: number
  readonly count: number
  readonly comment: string | Buffer
}

/** The record at the end says where the directory is; it must be the only one, and lie right behind the directory. */
const checkEnd = async (file: FileHandle, { comment, count, end, size, start }: End): Promise<void> => {
  if (end !== size - endBytes - comment.length)
    throw new Wrong("has bytes between its directory and its end that belong to neither, or a ZIP64 directory")
  if (comment.includes(endSignature as never)) throw new Wrong("has a comment that holds a second end of the archive")
  const record = Buffer.alloc(endBytes)
  await file.read(record, 0, endBytes, end)
  const disks = [record.readUInt16LE(4), record.readUInt16LE(6)]
  const counts = [record.readUInt16LE(8), record.readUInt16LE(10)]
  const places = [record.readUInt32LE(12), record.readUInt32LE(16)]
  const isTrue =
    disks.every((disk) => disk === 0) &&
    counts.every((one) => one === count) &&
    places[0] === end - start &&
    places[1] === start
  if (!isTrue) throw new Wrong("has an end that contradicts its directory")
}
