/** Reads the rows of a CSV file while it is read, with the number of the line on which each begins. */
import { pipeline, Readable } from "node:stream"
import { CsvError, parse } from "csv-parse"
import { Usage } from "../usage.ts"

/** A row with its line in the file, counted from 1. */
export interface Row {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** The largest row, in bytes; a body of a call is no larger. */
const maxRowBytes = 4 * 1024 * 1024
/** What the separator is guessed from. */
const firstBytes = 64 * 1024

/** The rows of a file, its headers first; the separator is a comma, a semicolon or a tab, by the first line. */
export async function* rowsOf(source: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  const pieces = source[Symbol.asyncIterator]()
  const first: Array<Buffer> = []
  let size = 0
  while (size < firstBytes && !first.at(-1)?.includes(newline)) {
    const { done, value } = await pieces.next()
    if (done === true) break
    first.push(value)
    size += value.length
  }
  const begin = Buffer.concat(first)
  const all = async function* () {
    yield begin
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  const parser = parse({
    ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: true },
    ...{ delimiter: separatorOf(begin.toString("utf8")), max_record_size: maxRowBytes }
  })
  // The loop below gets the error of either stream.
  pipeline(Readable.from(all()), parser, () => {})
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: Array<string> }>) {
      const within = record.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0)
      yield { line: info.lines - within, cells: record }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Usage(`The file is not CSV: ${error.message.slice(0, 300)}.`)
    throw error
  }
}

const newline = 0x0a

const separatorOf = (text: string): string => {
  const line = /^[^\n]*/.exec(text)![0].replaceAll(/"[^"]*"/g, "")
  const counted = [",", ";", "\t"].map((one) => [line.split(one).length, one] as const)
  return counted.reduce((best, one) => (one[0] > best[0] ? one : best))[1]
}
