/** Exports the bytes that the documents of a shop name, as lines. */
import { allRows, bytes, Storage, type Unavailable } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { lineOf, NotMovable } from "./lines.ts"
import { namingFiles } from "./scope.ts"

/** The line of a piece of bytes, and whether the piece is their last. */
export interface PieceLine {
  readonly text: string
  readonly isLast: boolean
}

/** Whether a shop has bytes. */
export const hasBytes = (shop: string): Effect.Effect<boolean, Unavailable, Storage> =>
  Storage.use(({ find }) => Effect.map(find(shop, bytes.contents, { limit: 1 }), (found) => found.length > 0))

/**
 * All bytes that documents of the shop name, each checked before its first line. Damaged bytes are left out and `onLost` is
 * called with their SHA-256; without `onLost` the export fails.
 */
export const pieceLines = (
  shop: string,
  onLost: ((sha256: string) => void) | undefined
): Stream.Stream<PieceLine, NotMovable | Unavailable, Storage> =>
  Stream.unwrap(
    Effect.map(Storage, (storage) =>
      allRows((of, query) => storage.find(shop, of, query), bytes.contents).pipe(
        Stream.flatMap((row) => linesOf(shop, bytes.contents.decode(row.text), onLost))
      )
    )
  )

const linesOf = (shop: string, content: bytes.Content, onLost: ((sha256: string) => void) | undefined) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { sha256, size } = content
      // In a damaged store, each search for a reference scans all documents; the import drops unreferenced bytes anyway.
      const storage = yield* Storage
      const isMoved = () => bytes.isNamed(storage, shop, sha256, namingFiles(storage))
      if (onLost === undefined && !(yield* isMoved())) return Stream.empty
      if (!(yield* bytes.isWhole(shop, content))) {
        if (onLost === undefined) return yield* damaged(sha256)
        onLost(sha256)
        return Stream.empty
      }
      if (size === 0) return Stream.make(lineFrom(content, 0, new Uint8Array()))
      return Stream.mapAccum(
        bytes.read(shop, content),
        () => 0,
        (from, piece) => [from + piece.length, [lineFrom(content, from, piece)]] as const
      )
    })
  )

const lineFrom = ({ sha256, size }: bytes.Content, from: number, piece: Uint8Array): PieceLine => ({
  text: lineOf({ bytes: sha256, size, from, base64: Buffer.from(piece).toString("base64") }),
  isLast: from + piece.length === size
})

const damaged = (sha256: string) =>
  new NotMovable({
    message: `The bytes ${sha256} cannot be read; bottega doctor finds what else is damaged, and bottega export --salvage exports the rest.`
  })
