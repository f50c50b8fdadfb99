/** Exports a whole shop line by line: every collection, without naming any, and the bytes that documents name. */

import { createHash } from "node:crypto"
import { collections } from "@bottega/domain/areas"
import { bytes, get, installation, Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect, Stream } from "effect"
import { type Amount, amountOf } from "./amount.ts"
import { formats, lineOf, lineOfRow, NotMovable } from "./lines.ts"
import { hasBytes, pieceLines } from "./outgoing.ts"
import { exportedCollections, pagesOf } from "./scope.ts"

/** The options of an export. */
export interface ExportOptions {
  readonly shop: string
  /** The program's version. */
  readonly program: string
  /** Whether the whole export reads the store as of one instant. */
  readonly still: boolean
  /**
   * Called with the SHA-256 of bytes that are damaged and left out. The store itself leaves out damaged documents. With
   * this callback, a shop is exported even if its own document is lost.
   */
  readonly onLostBytes?: (sha256: string) => void
  /** Called at the end with what was exported. */
  readonly onEnd?: (amount: Amount) => void
}

/** The text of an exported shop, in pieces of whole lines; `onLines` is called with the number of lines so far. */
export const exportShop = (
  { onEnd = () => {}, onLostBytes, program, shop, still }: ExportOptions,
  onLines: (lines: number) => void = () => {}
): Stream.Stream<string, NotMovable | Unavailable, Storage> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const storage = yield* Storage
      if (onLostBytes === undefined && (yield* get(installation, collections.shops, shop)) === undefined)
        return yield* new NotMovable({ message: `There is no shop ${shop}.` })
      const at = new Date(yield* Clock.currentTimeMillis).toISOString()
      const hash = createHash("sha256")
      const counts: Record<string, number> = {}
      let lines = 0
      const counted = (count: number, text: string): string => {
        hash.update(text)
        onLines((lines += count))
        return text
      }
      const documents = Stream.flatMap(Stream.fromIterable(exportedCollections), (collection) =>
        Stream.mapEffect(pagesOf(storage, shop, collection), (rows) => {
          let text = ""
          for (const row of rows) {
            const line = lineOfRow(collection, row)
            if (line === undefined) return Effect.fail(damaged(collection.name, row.key))
            text += line
          }
          if (rows.length > 0) counts[collection.name] = (counts[collection.name] ?? 0) + rows.length
          return Effect.succeed(counted(rows.length, text))
        })
      )
      const format = (yield* hasBytes(shop)) ? formats.at(-1)! : formats[0]!
      const header = Stream.sync(() => counted(1, lineOf({ bottega: "shop", format, program, shop, at, still })))
      const pieces = Stream.map(pieceLines(shop, onLostBytes), ({ isLast, text }) => {
        if (isLast) counts[bytes.contents.name] = (counts[bytes.contents.name] ?? 0) + 1
        return counted(1, text)
      })
      const trailer = Stream.sync(() => {
        onEnd(amountOf(counts))
        return lineOf({ end: shop, counts, sha256: hash.digest("hex") })
      })
      return header.pipe(Stream.concat(documents), Stream.concat(pieces), Stream.concat(trailer))
    })
  )

const damaged = (collection: string, key: string | number) =>
  new NotMovable({
    message: `The text of the document ${key} of ${collection} cannot be read; bottega doctor finds what else is damaged, and bottega export --salvage exports the rest.`
  })
