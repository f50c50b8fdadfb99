/** Takes a snapshot: the documents of a shop as lines, stored as bytes. */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { snapshotBounds } from "@bottega/domain/areas/snapshots"
import type { Collection } from "@bottega/domain/contract"
import { bytes, namedBy, type Row, Storage, Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { rowsAtOnce, unread } from "./scope.ts"

/** The content of a snapshot, stored as bytes: how many documents, their size in bytes, and the files that they name. */
export interface Taken {
  readonly claim: bytes.Claim
  readonly documents: number
  readonly size: number
  readonly files: ReadonlyArray<string>
}

/** Stores the documents of a shop; a text says why they cannot be. */
export const taken = Effect.fnUntraced(function* (shop: string) {
  const storage = yield* Storage
  const rows = yield* rowsAtOnce(storage, shop)
  if (typeof rows === "string") return rows
  const lines: Array<string> = []
  const files = new Set<string>()
  let size = 0
  for (const [collection, all] of rows)
    for (const row of all) {
      if (lines.length % maxLinesOfTurn === 0) yield* Effect.yieldNow
      const doc = readable(collection, row)
      if (doc === undefined) return `The document ${row.key} of ${collection.name} cannot be read.`
      for (const file of namedBy(collection, doc)) files.add(file)
      const kept = collection.imported === undefined ? row.text : collection.encode(collection.imported(doc))
      const line = lineOf(collection, kept)
      lines.push(line)
      size += Buffer.byteLength(line)
      if (lines.length > snapshotBounds.documents || size > snapshotBounds.bytes || files.size > snapshotBounds.files)
        return files.size > snapshotBounds.files ? tooManyFiles : unread.large
    }
  const claim = yield* stored(shop, lines)
  return { claim, documents: lines.length, files: [...files], size } as Taken
})

/** The same for a shop that has nothing yet. */
export const empty = (shop: Shop) => {
  const line = lineOf(collections.shops, collections.shops.encode(shop))
  const size = Buffer.byteLength(line)
  return Effect.map(stored(shop.id, [line]), (claim): Taken => ({ claim, documents: 1, files: [], size }))
}

const lineOf = ({ name }: Pick<Collection, "name">, text: string): string => `${JSON.stringify([name, text])}\n`

const tooManyFiles = `The shop is too large for snapshots: its documents name more than ${snapshotBounds.files} files.`

/** The lines that are made between two turns of the event loop. */
const maxLinesOfTurn = 500

const readable = (collection: Collection, { text }: Row): unknown => {
  try {
    return collection.decode(text)
  } catch {
    return undefined
  }
}

const stored = (shop: string, lines: ReadonlyArray<string>) => {
  const pieces = Stream.map(Stream.rechunk(Stream.fromIterable(lines), maxLinesOfTurn), (line) => Buffer.from(line))
  return bytes
    .put(shop, pieces, { maxBytes: snapshotBounds.bytes })
    .pipe(Effect.catchIf((error): error is bytes.TooLarge => !(error instanceof Unavailable), Effect.die))
}
