/** Stores bytes from a stream, a chunk at a time. */
import { createHash, randomUUID } from "node:crypto"
import { Clock, Data, Effect, Stream } from "effect"
import { retryOnConflict } from "../retry-on-conflict.ts"
import { type Adapter, type Stale, Storage, type Taken, Unavailable, type Write } from "../storage.ts"
import { type Claim, type Content, claims, contents, type Upload, uploads } from "./documents.ts"
import { abandonAfterMs, forget, giveUp, written } from "./sweep.ts"

/** The stream exceeded its limit; nothing after that was read. */
export class TooLarge extends Data.TaggedError("TooLarge")<{ readonly maxBytes: number }> {}

/** The size of a chunk: a larger one would hold the event loop for longer, a smaller one would need more commits. */
const defaultChunkBytes = 512 * 1024

/** The limits of an upload. */
export interface PutOptions {
  readonly maxBytes: number
  /** Bytes in a chunk; the tests make it small. */
  readonly chunkBytes?: number
}

/**
 * Stores the bytes of a stream, holding one chunk in memory: the stream is pulled again once that is durable. The
 * result claims the bytes for an hour, within which a commit has to name them; see `kept`. A failure or an interruption
 * leaves no bytes.
 */
export const put = <E, R>(
  shop: string,
  source: Stream.Stream<Uint8Array, E, R>,
  options: PutOptions
): Effect.Effect<Claim, E | TooLarge | Unavailable, R | Storage> =>
  Effect.gen(function* () {
    const writing = yield* begin(yield* Storage, shop, options)
    const all = Stream.runForEach(source, (piece) => writing.add(piece))
    return yield* Effect.ensuring(
      Effect.flatMap(all, () => writing.end()),
      Effect.suspend(() => writing.discard())
    )
  })

/** Begins an upload to which the caller adds pieces. The caller may end it, and must discard it in any case. */
export const begin = (
  storage: Adapter,
  shop: string,
  { chunkBytes = defaultChunkBytes, maxBytes }: PutOptions
): Effect.Effect<Writing, Unavailable> =>
  Effect.gen(function* () {
    const upload: Upload = { id: randomUUID(), at: yield* Clock.currentTimeMillis, open: true }
    yield* ongoing(written(storage, shop, upload.id, 0, upload))
    return new Writing(storage, shop, upload, chunkBytes, maxBytes)
  })

/** An upload in progress. */
export class Writing {
  readonly #storage: Adapter
  readonly #shop: string
  readonly #chunk: Buffer
  readonly #maxBytes: number
  readonly #hash = createHash("sha256")
  /** The upload as it was last written, and its version. */
  #upload: Upload
  #version = 1
  /** Whether the chunks are the content's. */
  #isKept = false
  /** Whether a chunk is being written. */
  #isWriting = false
  #chunks = 0
  #size = 0
  /** Bytes that wait in the chunk. */
  #filled = 0

  constructor(storage: Adapter, shop: string, upload: Upload, chunkBytes: number, maxBytes: number) {
    this.#storage = storage
    this.#shop = shop
    this.#upload = upload
    this.#chunk = Buffer.allocUnsafeSlow(chunkBytes)
    this.#maxBytes = maxBytes
  }

  /** Adds a piece; ends once every chunk that it fills is durable. */
  add(piece: Uint8Array): Effect.Effect<void, TooLarge | Unavailable> {
    this.#size += piece.length
    if (this.#size > this.#maxBytes) return Effect.fail(new TooLarge({ maxBytes: this.#maxBytes }))
    const from = (at: number): Effect.Effect<void, Unavailable> => {
      const part = piece.subarray(at, at + this.#chunk.length - this.#filled)
      this.#chunk.set(part, this.#filled)
      this.#filled += part.length
      return this.#filled < this.#chunk.length
        ? Effect.void
        : Effect.flatMap(this.#flush(), () => from(at + part.length))
    }
    return from(0)
  }

  /** Assigns the chunks to the content, unless the shop has these bytes already; claims them in either case. */
  end(): Effect.Effect<Claim, Unavailable> {
    return Effect.gen({ self: this }, function* () {
      if (this.#filled > 0) yield* this.#flush()
      const sha256 = this.#hash.digest("hex")
      return yield* retryOnConflict(this.#claimed(sha256)).pipe(Effect.provideService(Storage, this.#storage))
    })
  }

  /**
   * Removes the written chunks, unless they may already belong to the content. The sweeper removes what fails here, and
   * a chunk that may still be in transit.
   */
  discard(): Effect.Effect<void> {
    if (this.#isKept) return Effect.void
    const [storage, shop, upload, version] = [this.#storage, this.#shop, this.#upload, this.#version]
    const given = giveUp(storage, shop, upload, version)
    return Effect.ignore(this.#isWriting ? given : Effect.andThen(given, forget(storage, shop, upload.id, version + 1)))
  }

  #flush(): Effect.Effect<void, Unavailable> {
    return Effect.gen({ self: this }, function* () {
      const bytes = this.#chunk.subarray(0, this.#filled)
      this.#hash.update(bytes)
      yield* this.#beat()
      this.#isWriting = true
      yield* this.#storage.chunks.write(this.#shop, this.#upload.id, this.#chunks++, bytes)
      this.#isWriting = false
      this.#filled = 0
    })
  }

  /** Reports periodically that the upload is in progress. */
  #beat(): Effect.Effect<void, Unavailable> {
    return Effect.flatMap(Clock.currentTimeMillis, (at) => {
      const before = this.#upload
      if (at - before.at < abandonAfterMs / 4) return Effect.void
      const next = { ...before, at }
      const shown = ongoing(written(this.#storage, this.#shop, next.id, this.#version, next))
      return Effect.map(shown, () => {
        this.#upload = next
        this.#version++
      })
    })
  }

  #claimed(sha256: string): Effect.Effect<Claim, Stale | Taken | Unavailable> {
    return Effect.gen({ self: this }, function* (): Effect.fn.Return<Claim, Stale | Taken | Unavailable> {
      const [shop, upload, size] = [this.#shop, this.#upload, this.#size]
      const claim: Claim = { id: randomUUID(), sha256, size, at: yield* Clock.currentTimeMillis }
      const claiming: Write = { shop, collection: claims, key: claim.id, expect: 0, doc: claim }
      const where = [{ on: "key", eq: sha256 }] as const
      const [row] = yield* this.#storage.find(shop, contents, { where, limit: 1, latest: true })
      if (row !== undefined) {
        yield* this.#storage.commit([claiming], [{ shop, collection: contents, row }])
        return claim
      }
      const content: Content = { sha256, size, upload: upload.id, chunkBytes: this.#chunk.length }
      const ending: Write = { shop, collection: uploads, key: upload.id, expect: this.#version, doc: undefined }
      const storing: Write = { shop, collection: contents, key: sha256, expect: 0, doc: content }
      yield* Effect.catchTag(
        this.#storage.commit([ending, storing, claiming]),
        "Stale",
        (stale): Effect.Effect<never, Stale | Unavailable> =>
          stale.collection === uploads.name ? abandoned : Effect.fail(stale)
      )
      this.#isKept = true
      return claim
    })
  }
}

/** Only a sweeper that abandoned the upload also writes its document. */
const ongoing = (commit: Effect.Effect<void, Stale | Unavailable>): Effect.Effect<void, Unavailable> =>
  Effect.catchTag(commit, "Stale", () => abandoned)

const abandoned = Effect.fail(
  new Unavailable({ reason: "busy", cause: "the upload made no progress for an hour and was abandoned" })
)
