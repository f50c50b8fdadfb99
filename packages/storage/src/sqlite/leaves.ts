/**
 * Reads rows directly from the pages of a file, when SQLite can no longer reach them. See "B-tree Pages", "Cell Payload
 * Overflow Pages" and "Record Format" of SQLite's file format.
 */

/** Reads a page by its number; undefined if there is none. */
export type Pages = (number: number) => Buffer | undefined

/** A value of a row. */
export type Field = string | number | Uint8Array | null

/**
 * Yields each row on a leaf page of a table whose id is `wanted`; a page that is not a leaf, or is damaged, yields
 * nothing.
 */
export const rowsOn = (
  page: Buffer,
  pages: Pages,
  wanted: (id: number) => boolean,
  onRow: (id: number, fields: ReadonlyArray<Field>) => void
): void => {
  if (page[0] !== leaf) return
  const cells = page.readUInt16BE(3)
  for (let at = 0; at < cells && 10 + 2 * at <= page.length; at++) {
    try {
      const size = varint(page, page.readUInt16BE(8 + 2 * at))
      const id = varint(page, size.end)
      if (wanted(id.value)) onRow(id.value, fieldsOf(payload(page, pages, id.end, size.value)))
    } catch (error) {
      // A cell that points outside its page is damaged; the others may be intact.
      if (!(error instanceof RangeError)) throw error
    }
  }
}

/** The first byte of a leaf of a table. */
const leaf = 13

interface Varint {
  readonly value: number
  readonly end: number
}

const varint = (bytes: Buffer, from: number): Varint => {
  let value = 0
  for (let at = from; at < from + 8; at++) {
    const byte = bytes.readUInt8(at)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + 1 }
  }
  throw new RangeError("no id or size is that large")
}

/** A row's content, including the part of it on overflow pages. */
const payload = (page: Buffer, pages: Pages, from: number, size: number): Buffer => {
  const maxLocalBytes = page.length - 35
  if (size <= maxLocalBytes) return part(page, from, size)
  if (size > maxRowBytes) throw new RangeError("no document is that large")
  const least = Math.floor(((page.length - 12) * 32) / 255) - 23
  const spilling = least + ((size - least) % (page.length - 4))
  const local = spilling <= maxLocalBytes ? spilling : least
  const parts = [part(page, from, local)]
  let next = page.readUInt32BE(from + local)
  for (let left = size - local; left > 0; left -= page.length - 4) {
    const more = pages(next)
    if (more === undefined) throw new RangeError("the page is not there")
    parts.push(part(more, 4, Math.min(left, more.length - 4)))
    next = more.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

/** The maximum size of a row that is read, in bytes. */
const maxRowBytes = 256 * 1024 * 1024

const part = (bytes: Buffer, from: number, length: number): Buffer => {
  if (from + length > bytes.length) throw new RangeError("it is not on the page")
  return bytes.subarray(from, from + length)
}

const fieldsOf = (record: Buffer): ReadonlyArray<Field> => {
  const header = varint(record, 0)
  const fields: Array<Field> = []
  let at = header.value
  for (let place = header.end; place < header.value; ) {
    const type = varint(record, place)
    const size = sizeOf(type.value)
    fields.push(field(part(record, at, size), type.value))
    at += size
    place = type.end
  }
  return fields
}

const sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]

const sizeOf = (type: number): number => sizes[type] ?? Math.floor((type - 12) / 2)

const field = (bytes: Buffer, type: number): Field => {
  if (type >= 12) return type % 2 === 1 ? bytes.toString() : bytes
  if (type === 7) return bytes.readDoubleBE(0)
  if (type === 6) return Number(bytes.readBigInt64BE(0))
  return bytes.length > 0 ? bytes.readIntBE(0, bytes.length) : type < 8 ? null : type - 8
}
