/** The lines of a file as they come, with the bytes that its digest is of. */

/** A line without its end, and whether the file ended before the line did. */
export interface RawLine {
  readonly bytes: Uint8Array
  readonly cut: boolean
}

/** The longest line that is read, in bytes: four times the largest body of a request. */
const longest = 64 * 1024 * 1024

/** Cuts a stream of bytes into lines, as many at a time as a piece of it ends. */
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
    if (size > longest) throw new RangeError(`A line is longer than ${longest} bytes.`)
    if (lines.length > 0) yield lines
  }
  if (begun.length > 0) yield [{ bytes: Buffer.concat(begun), cut: true }]
}

const newline = 0x0a
