/** The scanner of archives: it holds one entry at a time, of a bounded length and depth, wherever the text is cut into pieces. */
import { expect, it } from "vitest"
import { EntryScanner, entryBounds } from "../../src/recording/scanner.ts"

const scan = (text: string, pieceLength: number) => {
  const scanner = new EntryScanner()
  const found: Array<string | undefined> = []
  for (let at = 0; at < text.length; at += pieceLength) found.push(...scanner.feed(text.slice(at, at + pieceLength)))
  return { found, isWhole: scanner.isWhole, wasFound: scanner.found }
}

const entries = ['{"a":1}', '{"b":"}]\\"{[\\\\"}', '{"c":{"entries":[{"log":{}}]}}']
const archive = `{"x":{"entries":[{"no":1}]},"log":{"pages":[{"no":2}],"entries":[${entries.join(", ")}, 5, null],"comment":"entries"}}`

it.each([1, 2, 3, 7, 1000])("finds the entries in pieces of %i characters", (pieceLength) => {
  expect(scan(archive, pieceLength)).toEqual({ found: entries, isWhole: true, wasFound: true })
})

it("finds the whole entries of an incomplete text", () => {
  for (let length = 0; length < archive.length; length++) {
    const { found, isWhole } = scan(archive.slice(0, length), 5)
    expect(entries.slice(0, found.length)).toEqual(found)
    expect(isWhole).toBe(false)
  }
})

it("gives up an entry that is too long or nested too deeply, and goes on", () => {
  const long = `{"x":"${"y".repeat(entryBounds.characters)}"}`
  const deep = `{"x":${"[".repeat(entryBounds.depth)}${"]".repeat(entryBounds.depth)}}`
  const { found } = scan(`{"log":{"entries":[${long},${deep},{"a":1}]}}`, 65_536)
  expect(found).toEqual([undefined, undefined, '{"a":1}'])
})

it("holds nothing of an entry once it is too long", () => {
  const scanner = new EntryScanner()
  const feed = (text: string) => [...scanner.feed(text)]
  feed('{"log":{"entries":[{"x":"')
  const before = process.memoryUsage().heapUsed
  const piece = "y".repeat(65_536)
  for (let n = 0; n < 4096; n++) feed(piece)
  globalThis.gc?.()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024)
})
