/** Writes a whole shop down, line by line: every collection there is, and none of them by name. */

import { createHash } from "node:crypto"
import { collections } from "@bottega/domain/areas"
import { get, installation, Storage, type Unavailable } from "@bottega/storage"
import { Clock, Effect, Stream } from "effect"
import { moving, pagesOf } from "./household.ts"
import { format, lineOf, lineOfRow, Unmovable } from "./lines.ts"

/** How a shop is written down. */
export interface ExportOptions {
  readonly shop: string
  /** The program's version. */
  readonly program: string
  /** Whether the store is read as it is at one instant. */
  readonly still: boolean
  /** Whether the store leaves out what is damaged: a shop is then written down whose own document is lost. */
  readonly salvaging?: boolean
}

/** The text of an exported shop, in pieces of whole lines; `onLines` is told how many there are so far. */
export const exported = (
  { program, salvaging = false, shop, still }: ExportOptions,
  onLines: (lines: number) => void = () => {}
): Stream.Stream<string, Unmovable | Unavailable, Storage> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const storage = yield* Storage
      if (!salvaging && (yield* get(installation, collections.shops, shop)) === undefined)
        return yield* new Unmovable({ message: `There is no shop ${shop}.` })
      const at = new Date(yield* Clock.currentTimeMillis).toISOString()
      const hash = createHash("sha256")
      const counts: Record<string, number> = {}
      let lines = 0
      const told = (count: number, text: string): string => {
        hash.update(text)
        onLines((lines += count))
        return text
      }
      const documents = Stream.flatMap(Stream.fromIterable(moving), (collection) =>
        Stream.mapEffect(pagesOf(storage, shop, collection), (rows) => {
          let text = ""
          for (const row of rows) {
            const line = lineOfRow(collection, row)
            if (line === undefined) return Effect.fail(damaged(collection.name, row.key))
            text += line
          }
          if (rows.length > 0) counts[collection.name] = (counts[collection.name] ?? 0) + rows.length
          return Effect.succeed(told(rows.length, text))
        })
      )
      const header = Stream.sync(() => told(1, lineOf({ bottega: "shop", format, program, shop, at, still })))
      const trailer = Stream.sync(() => lineOf({ end: shop, counts, sha256: hash.digest("hex") }))
      return Stream.concat(Stream.concat(header, documents), trailer)
    })
  )

const damaged = (collection: string, key: string | number) =>
  new Unmovable({
    message: `The text of the document ${key} of ${collection} cannot be read; bottega doctor finds what else is damaged, and bottega export --salvage writes down all else.`
  })
