/** Bytes that are damaged, swept, raced for, or cut off by the death of a process. */
import { assert, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { AdapterEntry } from "../../src/adapters.ts"
import * as bytes from "../../src/bytes.ts"
import { all } from "../../src/derived.ts"
import { type Adapter, Storage } from "../../src/storage.ts"
import { run } from "../child.ts"
import { album, mismatches, picture, settled, stored } from "../pictures.ts"
import { fresh, handle, opened, shop } from "../things.ts"

/** Registers the tests. */
export const bytesLasting = (adapter: AdapterEntry): void => {
  const on = (title: string, body: (store: Adapter) => Effect.Effect<void, unknown, Storage>) =>
    it.live(`bytes: ${title}`, () =>
      Effect.flatMap(opened(adapter), (store) => Effect.provideService(body(store), Storage, store)).pipe(Effect.scoped)
    )

  on(
    "whose chunks are missing, cut short or changed are not given back as if they were whole",
    Effect.fnUntraced(function* (store) {
      const { sha256 } = yield* stored(Buffer.from("0123456789abcdef0123456789abcdef0123"))
      const content = (yield* bytes.find(shop, sha256))!
      const reading = Effect.result(Stream.runCollect(bytes.read(shop, content)))
      yield* store.chunks.write(shop, content.upload, 1, Buffer.from("0123456789abcdeX"))
      assert.strictEqual((yield* reading)._tag, "Success")
      assert.isFalse(yield* bytes.isWhole(shop, content))
      yield* store.chunks.write(shop, content.upload, 1, Buffer.from("0123456789"))
      assert.deepInclude(yield* Effect.flip(Effect.fromResult(yield* reading)), { reason: "damaged" })
      yield* store.chunks.write(shop, content.upload, 1, Buffer.from("0123456789abcdef"))
      assert.isTrue(yield* bytes.isWhole(shop, content))
      while ((yield* store.chunks.remove(shop, content.upload)) > 0);
      assert.deepInclude(yield* Effect.flip(Effect.fromResult(yield* reading)), { reason: "damaged" })
      assert.isFalse(yield* bytes.isWhole(shop, content))
    })
  )

  on(
    "that no commit names in time are swept, and those that it names are not",
    Effect.fnUntraced(function* (store) {
      const claims = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => index),
        (index) => stored(picture(index))
      )
      const [named, left] = [claims[0]!, claims[1]!]
      yield* settled([album(1, [named.sha256]), bytes.kept(shop, named)])
      yield* settled([album(2, [left.sha256])])
      const contents = (yield* all(shop, bytes.contents)).map(({ doc }) => doc)
      yield* bytes.sweep(shop)
      assert.lengthOf(yield* all(shop, bytes.claims), 19)
      yield* bytes.sweep(shop, 0)
      assert.deepStrictEqual(yield* mismatches, { dangling: [], unnamed: [] })
      assert.deepStrictEqual(yield* all(shop, bytes.claims), [])
      assert.deepStrictEqual(yield* all(shop, bytes.uploads), [])
      for (const { sha256, upload } of contents) {
        const isKept = sha256 === named.sha256 || sha256 === left.sha256
        assert.strictEqual((yield* store.chunks.read(shop, upload, 0)) !== undefined, isKept)
      }
    })
  )

  on(
    "of an upload that was given up meanwhile are refused, and its last chunk is swept too",
    Effect.fnUntraced(function* (store) {
      let upload = ""
      const source = Stream.mapEffect(Stream.range(1, 9, 1), (piece) =>
        Effect.gen(function* () {
          if (piece === 5) yield* bytes.sweep(shop, 0)
          upload = (yield* all(shop, bytes.uploads))[0]!.doc.id
          return Buffer.alloc(16, piece)
        })
      )
      const failure = yield* Effect.flip(bytes.put(shop, source, { maxBytes: 200, chunkBytes: 16 }))
      assert.deepInclude(failure, { _tag: "Unavailable", reason: "busy" })
      assert.notStrictEqual(yield* store.chunks.read(shop, upload, 8), undefined)
      yield* bytes.sweep(shop, 0)
      assert.strictEqual(yield* store.chunks.read(shop, upload, 8), undefined)
      assert.deepStrictEqual(yield* all(shop, bytes.uploads), [])
    })
  )

  on(
    "are read to their end when they are removed and stored again meanwhile, and else not taken for damaged",
    Effect.fnUntraced(function* () {
      const content = picture(1)
      const removed = Effect.gen(function* () {
        const [claim] = yield* all(shop, bytes.claims)
        yield* settled([bytes.kept(shop, claim!.doc)])
        yield* bytes.sweep(shop, 0)
      })
      const reading = (meanwhile: Effect.Effect<unknown, unknown, Storage>) =>
        Effect.gen(function* () {
          const { sha256 } = yield* stored(content)
          const pieces = bytes.read(shop, (yield* bytes.find(shop, sha256))!)
          const one = Stream.mapEffect(pieces, (piece, index) =>
            index === 0 ? Effect.as(meanwhile, piece) : Effect.succeed(piece)
          )
          return Buffer.concat(yield* Stream.runCollect(one))
        })
      assert.isTrue((yield* reading(Effect.andThen(removed, stored(content)))).equals(content))
      yield* removed
      assert.deepInclude(yield* Effect.flip(reading(removed)), { reason: "unreachable" })
    })
  )

  if (adapter.needs === "nothing") {
    console.log(`bytes: ${adapter.name} keeps them in this process, so its death and its memory are not tried`)
    return
  }

  it.live("bytes: of a process that was killed while it stored them are swept", () =>
    Effect.gen(function* () {
      const location = yield* fresh(adapter)
      const { child, done, printed } = run(adapter.name, location, "upload", 1)
      yield* Effect.promise(() => printed(4))
      child.kill("SIGKILL")
      yield* Effect.promise(() => done)
      const store = yield* handle(adapter, location)
      const swept = Effect.gen(function* () {
        const [upload] = yield* all(shop, bytes.uploads)
        assert.notStrictEqual(yield* store.chunks.read(shop, upload!.doc.id, 0), undefined)
        yield* bytes.sweep(shop)
        assert.lengthOf(yield* all(shop, bytes.uploads), 1)
        yield* bytes.sweep(shop, 0)
        assert.strictEqual(yield* store.chunks.read(shop, upload!.doc.id, 0), undefined)
        yield* bytes.sweep(shop, 0)
        assert.deepStrictEqual(yield* all(shop, bytes.uploads), [])
        assert.deepStrictEqual(yield* all(shop, bytes.contents), [])
      })
      yield* Effect.provideService(swept, Storage, store)
    }).pipe(Effect.scoped)
  )

  it.live("bytes: a process holds at most 32 MiB more while it stores 8 contents of 10 MiB at once", () =>
    Effect.gen(function* () {
      const location = yield* fresh(adapter)
      const [held] = yield* Effect.promise(() => run(adapter.name, location, "store", 10).done)
      console.log(`bytes: ${adapter.name} held ${held} MiB more while it stored 8 x 10 MiB`)
      assert.isAtMost(Number(held), 32)
    }).pipe(Effect.scoped)
  )
}
