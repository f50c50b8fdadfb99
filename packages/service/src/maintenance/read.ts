/** Splits a file into lines as it is read, with the raw bytes that its digest covers. */

/** A line without its line end, and whether the file ended before the line did. */
export interface RawLine {
  readonly bytes: Uint8Array
  readonly cut: boolean
}

/** The maximum length of a line: four times the largest body of a request. */
const maxLineBytes = 64 * 1024 * 1024

/** Splits a stream of bytes into lines; each batch holds the lines that end in one piece of the stream. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadonlyArray<RawLine>> {
  let begun: Array<Uint8Array> = []
  let size = 0
  for await (const piece of source) {
    const lines: Array<RawLine> = []
    let from = 0
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
      lines.push({ bytes: Buffer.concat([...begun, piece.subarray(from, end)]), cut: false })
      begun = []
      size = 0
      from = end + 1
    }
    const rest = piece.subarray(from)
    if (rest.length > 0) begun.push(rest)
    size += rest.length
    if (size > maxLineBytes) throw new RangeError(`A line is longer than ${maxLineBytes} bytes.`)
    if (lines.length > 0) yield lines
  }
  if (begun.length > 0) yield [{ bytes: Buffer.concat(begun), cut: true }]
}

const newline = 0x0a
