/** Imports the bytes of an exported shop; each line holds a piece of them. */
import { type Adapter, bytes, type Unavailable, type Write } from "@bottega/storage"
import { Effect } from "effect"
import type { Import } from "../collections.ts"
import type { NotMovable, Piece } from "./lines.ts"
import { unlessOvertaken } from "./overtaken.ts"

/** The result of a piece: complete bytes, a fault of its line, or nothing yet. */
export type Taken =
  | { readonly claim: bytes.Claim; readonly why?: undefined }
  | { readonly why: string; readonly claim?: undefined }
  | undefined

/** Bytes that have begun: their first piece, and the number of bytes so far. */
interface Current {
  readonly piece: Piece
  readonly writing: bytes.Writing
  at: number
}

/** Imports the bytes of a shop, one after the other. */
export class Incoming {
  readonly #storage: Adapter
  readonly #shop: string
  #current: Current | undefined

  constructor(storage: Adapter, shop: string) {
    this.#storage = storage
    this.#shop = shop
  }

  /** Whether bytes have begun and are not complete. */
  get isBegun(): boolean {
    return this.#current !== undefined
  }

  /** Adds a piece. */
  take(piece: Piece): Effect.Effect<Taken, Unavailable> {
    return Effect.gen({ self: this }, function* (): Effect.fn.Return<Taken, Unavailable> {
      const current = this.#current ?? (yield* this.#begin(piece))
      const { at, writing } = current
      if (piece.bytes !== current.piece.bytes || piece.size !== current.piece.size || piece.from !== at)
        return { why: "does not continue the bytes of the previous lines" }
      const content = Buffer.from(piece.base64, "base64")
      if (content.length === 0 && piece.size > 0) return { why: "has none of its declared bytes" }
      const added = yield* writing.add(content).pipe(
        Effect.as(true),
        Effect.catchTag("TooLarge", () => Effect.succeed(false))
      )
      if (!added) return { why: `has more bytes than its declared ${piece.size}` }
      current.at += content.length
      return current.at < piece.size ? undefined : yield* this.#end(piece, writing)
    })
  }

  /** Removes bytes that are not complete. */
  discard(): Effect.Effect<void> {
    const current = this.#current
    this.#current = undefined
    return current === undefined ? Effect.void : current.writing.discard()
  }

  #begin(piece: Piece): Effect.Effect<Current, Unavailable> {
    const maxBytes = Math.max(0, piece.size)
    return Effect.map(
      bytes.begin(this.#storage, this.#shop, { maxBytes }),
      (writing) => (this.#current = { piece, writing, at: 0 })
    )
  }

  #end(piece: Piece, writing: bytes.Writing): Effect.Effect<Taken, Unavailable> {
    return Effect.gen({ self: this }, function* () {
      const claim = yield* writing.end()
      yield* this.discard()
      return claim.sha256 === piece.bytes ? { claim } : { why: "ends bytes whose SHA-256 is not the declared one" }
    })
  }
}

/**
 * Records in the import's own record that bytes are imported; removes them at once if no document of the shop names them.
 * Fails if another import of the shop has written its record.
 */
export const noted = (
  storage: Adapter,
  claim: bytes.Claim,
  record: Write<Import>
): Effect.Effect<void, NotMovable | Unavailable> => {
  const attempt = Effect.gen(function* () {
    const { guards, writes } = yield* bytes.accounted(storage, [bytes.kept(record.key as string, claim)])
    yield* storage.commit([record, ...writes], guards)
  })
  return unlessOvertaken(storage, record, attempt)
}
