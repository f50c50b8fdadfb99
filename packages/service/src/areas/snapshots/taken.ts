/** Takes a snapshot: the documents of a shop as lines, stored as bytes. */
import { collections } from "@bottega/domain/areas"
import type { Shop } from "@bottega/domain/areas/shops"
import { snapshotBounds } from "@bottega/domain/areas/snapshots"
import type { Collection } from "@bottega/domain/contract"
import { bytes, namedBy, type Row, Storage, Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { isOfApplications } from "../application-end.ts"
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
  const pieces = new Pieces()
  const files = new Set<string>()
  let documents = 0
  for (const [collection, all] of rows)
    for (const row of all) {
      const doc = readable(collection, row)
      if (doc === undefined) return `The document ${row.key} of ${collection.name} cannot be read.`
      for (const file of namedBy(collection, doc)) files.add(file)
      const { imported } = collection
      // The shop stays the same, so what an application made does not wait for the operator, as in a copy of the shop.
      const kept = imported === undefined || isOfApplications(collection) ? row.text : collection.encode(imported(doc))
      documents++
      if (pieces.add(lineOf(collection, kept))) yield* Effect.yieldNow
      if (files.size > snapshotBounds.files) return tooManyFiles
      if (documents > snapshotBounds.documents || pieces.size > snapshotBounds.bytes) return unread.large
    }
  const claim = yield* stored(shop, pieces)
  return { claim, documents, files: [...files], size: pieces.size } as Taken
})

/** The same for a shop that has nothing yet. */
export const empty = (shop: Shop) => {
  const pieces = new Pieces()
  pieces.add(lineOf(collections.shops, collections.shops.encode(shop)))
  return Effect.map(stored(shop.id, pieces), (claim): Taken => ({ claim, documents: 1, files: [], size: pieces.size }))
}

const lineOf = ({ name }: Pick<Collection, "name">, text: string): string => `${JSON.stringify([name, text])}\n`

const tooManyFiles = `The shop is too large for snapshots: its documents name more than ${snapshotBounds.files} files.`

/** The lines of a snapshot, in pieces of which each is made, and stored, in a turn of its own. */
class Pieces {
  readonly #all: Array<Buffer> = []
  #lines = ""
  /** In bytes. */
  size = 0

  /** Adds a line; true if a piece is complete with it. */
  add(line: string): boolean {
    this.#lines += line
    this.size += Buffer.byteLength(line)
    return this.#lines.length >= pieceCharacters && this.#end()
  }

  all(): ReadonlyArray<Buffer> {
    this.#end()
    return this.#all
  }

  #end(): true {
    this.#all.push(Buffer.from(this.#lines))
    this.#lines = ""
    return true
  }
}

const pieceCharacters = 128 * 1024

const readable = (collection: Collection, { text }: Row): unknown => {
  try {
    return collection.decode(text)
  } catch {
    return undefined
  }
}

const stored = (shop: string, pieces: Pieces) =>
  bytes
    .put(
      shop,
      Stream.tap(Stream.fromIterable(pieces.all()), () => Effect.yieldNow),
      { maxBytes: snapshotBounds.bytes }
    )
    .pipe(Effect.catchIf((error): error is bytes.TooLarge => !(error instanceof Unavailable), Effect.die))
