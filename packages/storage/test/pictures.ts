/** Makers and removers of names of bytes: album n and album 1000 + n name the same picture, one goes while the other comes. */
import { createHash } from "node:crypto"
import { Effect, Stream } from "effect"
import * as bytes from "../src/bytes.ts"
import { all, retryOnConflict } from "../src/derived.ts"
import { Storage, type Write } from "../src/storage.ts"
import { Runner, type Side } from "./referring.ts"
import { albums, shop } from "./things.ts"

/** The picture of album n. */
export const picture = (id: number): Buffer => Buffer.from(`picture ${id}`.repeat(3))

/** The SHA-256 of some bytes. */
export const digestOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex")

/** The write that adds an album of pictures. */
export const album = (id: number, pictures: ReadonlyArray<string>, of = shop): Write => ({
  shop: of,
  collection: albums,
  key: id,
  expect: 0,
  doc: { id, pictures }
})

/** Stores bytes in chunks of 16, and gives the claim. */
export const stored = (content: Uint8Array, of = shop) =>
  bytes.put(of, Stream.make(content), { maxBytes: content.length, chunkBytes: 16 })

/** Commits writes with all that they owe to bytes. */
export const settled = (writes: ReadonlyArray<Write>) =>
  retryOnConflict(
    Effect.gen(function* () {
      const store = yield* Storage
      const commit = yield* bytes.accounted(store, writes)
      yield* store.commit(commit.writes, commit.guards)
      return commit
    })
  )

const makers = new Runner(5)
const removers = new Runner(5)

/** Stores the picture of album n, and names it in another one. It came first where the bytes are still the first ones. */
export const keep = (id: number) =>
  makers.run(
    true,
    Effect.gen(function* () {
      const before = yield* bytes.find(shop, digestOf(picture(id)))
      yield* makers.pause
      const claim = yield* stored(picture(id))
      const after = yield* bytes.find(shop, claim.sha256)
      yield* makers.pause
      yield* settled([album(1000 + id, [claim.sha256]), bytes.kept(shop, claim)])
      return after?.upload === before?.upload ? ("made" as Side) : "late"
    })
  )

/** Removes album n, and its picture where nothing else names it. */
export const drop = (id: number) =>
  removers.run(
    true,
    Effect.gen(function* () {
      const store = yield* Storage
      yield* removers.pause
      const before = { shop, collection: albums, key: id, expect: 1, doc: undefined }
      const { guards, writes } = yield* bytes.accounted(store, [before])
      yield* store.commit(writes, guards)
      return writes.length > 2 ? ("removed" as Side) : "late"
    })
  )

/** The bytes that documents name and that are not there, and those that are there and nothing names. */
export const mismatches = Effect.gen(function* () {
  const named = new Set((yield* all(shop, albums)).flatMap(({ doc }) => doc.pictures))
  const there = new Set((yield* all(shop, bytes.contents)).map(({ doc }) => doc.sha256))
  return { dangling: [...named].filter((one) => !there.has(one)), unnamed: [...there].filter((one) => !named.has(one)) }
})
