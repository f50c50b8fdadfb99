/** Finds bytes and reads them. */
import { createHash } from "node:crypto"
import { Effect, Option, Stream } from "effect"
import { get } from "../derived.ts"
import { Storage, Unavailable } from "../storage.ts"
import { type Content, contents } from "./documents.ts"

/** The record of the bytes that a shop has under a SHA-256; `undefined` if it has none. */
export const find = (shop: string, sha256: string): Effect.Effect<Content | undefined, Unavailable, Storage> =>
  Effect.map(get(shop, contents, sha256), (found) => found?.doc)

/** A part of bytes: from one offset, inclusive, to another, exclusive; both are within the bytes. */
export interface Range {
  readonly from: number
  readonly to: number
}

/**
 * The bytes of a content, or a part of them, in pieces of at most a chunk; each is read after the previous one was
 * consumed. Fails as `damaged` if a chunk is missing or has the wrong length, and as `unreachable` if the bytes are
 * removed meanwhile. If they were stored again, it continues.
 */
export const read = (
  shop: string,
  content: Content,
  { from, to }: Range = { from: 0, to: content.size }
): Stream.Stream<Uint8Array, Unavailable, Storage> =>
  Stream.paginate({ at: from, content }, ({ at, content: known }) =>
    Effect.gen(function* () {
      if (at >= to) return [[], Option.none()]
      const now = yield* present(shop, known, at)
      const begin = at - (at % now.content.chunkBytes)
      const end = Math.min(to, begin + now.content.chunkBytes)
      const next = { at: end, content: now.content }
      return [[now.chunk.subarray(at - begin, end - begin)], end < to ? Option.some(next) : Option.none()]
    })
  )

/** Whether all chunks of a content exist and match its SHA-256. */
export const isWhole = (shop: string, content: Content): Effect.Effect<boolean, Unavailable, Storage> =>
  Effect.suspend(() => {
    const hash = createHash("sha256")
    return Stream.runForEach(read(shop, content), (piece) => Effect.sync(() => hash.update(piece))).pipe(
      Effect.map(() => hash.digest("hex") === content.sha256),
      Effect.catchTag("Unavailable", (failure) =>
        failure.reason === "damaged" ? Effect.succeed(false) : Effect.fail(failure)
      )
    )
  })

/** The chunk at an offset, and the current record of the content; bytes that were stored again have other chunks. */
const present = Effect.fnUntraced(function* (shop: string, content: Content, at: number) {
  const { chunks } = yield* Storage
  for (let known = content; ; ) {
    const number = Math.floor(at / known.chunkBytes)
    const chunk = yield* chunks.read(shop, known.upload, number)
    const length = Math.min(known.chunkBytes, known.size - number * known.chunkBytes)
    if (chunk?.length === length) return { content: known, chunk }
    const now = yield* find(shop, known.sha256)
    if (now === undefined) return yield* failure("unreachable", "were removed while they were read")
    if (now.upload === known.upload)
      return yield* failure("damaged", `lack chunk ${number}, or it does not have its ${length} bytes`)
    known = now
  }

  function failure(reason: Unavailable["reason"], what: string) {
    return new Unavailable({ reason, cause: new Error(`the bytes ${content.sha256} ${what}`) })
  }
})
