/** Bytes: stored from a stream, read in ranges, kept while a document names them. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import fc from "fast-check"
import type { AdapterEntry } from "../../src/adapters.ts"
import * as bytes from "../../src/bytes.ts"
import { all } from "../../src/derived.ts"
import { type Adapter, maxRows, Storage } from "../../src/storage.ts"
import { album, digestOf, mismatches, settled, stored } from "../pictures.ts"
import { albums, opened, shop } from "../things.ts"
import { megabytes } from "../uploading.ts"

type Body = Effect.Effect<void, unknown, Storage>

/** Registers the tests. */
export const bytesSuite = (adapter: AdapterEntry): void => {
  const on = (title: string, body: (store: Adapter) => Body) =>
    it.live(`bytes: ${title}`, () =>
      Effect.flatMap(opened(adapter), (store) => Effect.provideService(body(store), Storage, store)).pipe(Effect.scoped)
    )

  on(
    "stores and reads 50 MiB",
    Effect.fnUntraced(function* () {
      const { sha256, size } = yield* bytes.put(shop, megabytes(50), { maxBytes: 50 * 1024 * 1024 })
      assert.strictEqual(size, 50 * 1024 * 1024)
      const pieces = yield* Stream.runCollect(Stream.map(megabytes(50), (piece) => Buffer.from(piece)))
      assert.strictEqual(sha256, digestOf(Buffer.concat(pieces)))
      const content = (yield* bytes.find(shop, sha256))!
      assert.isTrue(yield* bytes.isWhole(shop, content))
      const part = yield* collected(bytes.read(shop, content, { from: 7_000_001, to: 9_000_000 }))
      assert.isTrue(part.equals(Buffer.concat(pieces).subarray(7_000_001, 9_000_000)))
    })
  )

  on(
    "gives back what was stored, whole and any part of it, however it came and wherever its chunks end",
    Effect.fnUntraced(function* (store) {
      const content = fc.uint8Array({ maxLength: 70 })
      const cuts = fc.array(fc.nat(70), { maxLength: 6 })
      const property = fc.asyncProperty(content, cuts, fc.nat(70), fc.nat(70), (whole, pieces, one, other) =>
        Effect.runPromise(
          Effect.provideService(
            Effect.gen(function* () {
              const { sha256, size } = yield* bytes.put(shop, cut(whole, pieces), { maxBytes: 70, chunkBytes: 16 })
              assert.deepStrictEqual([sha256, size], [digestOf(whole), whole.length])
              const found = (yield* bytes.find(shop, sha256))!
              assert.deepStrictEqual([...(yield* collected(bytes.read(shop, found)))], [...whole])
              const [from, to] = [Math.min(one, other, size), Math.min(Math.max(one, other), size)]
              const part = yield* collected(bytes.read(shop, found, { from, to }))
              assert.deepStrictEqual([...part], [...whole.subarray(from, to)])
              assert.isTrue(yield* bytes.isWhole(shop, found))
            }),
            Storage,
            store
          )
        )
      )
      const examples = [0, 1, 15, 16, 17, 32, 48].map((size): [Uint8Array, Array<number>, number, number] => [
        Uint8Array.from({ length: size }, (_, index) => index),
        [],
        16,
        32
      ])
      yield* Effect.promise(() => fc.assert(property, { numRuns: adapter.needs === "uri" ? 40 : 150, examples }))
    })
  )

  on(
    "pulls its source only once the previous chunk is durable",
    Effect.fnUntraced(function* (store) {
      let [pulled, durable] = [0, 0]
      const source = Stream.map(Stream.range(1, 40, 1), () => {
        pulled++
        assert.isAtMost(pulled - durable, 2)
        return Buffer.alloc(8, "a")
      })
      const write: Adapter["chunks"]["write"] = (...chunk) =>
        Effect.andThen(
          Effect.sleep(1),
          Effect.tap(store.chunks.write(...chunk), () => Effect.sync(() => (durable += 2)))
        )
      const slow: Adapter = { ...store, chunks: { ...store.chunks, write } }
      const putting = bytes.put(shop, source, { maxBytes: 320, chunkBytes: 16 })
      assert.strictEqual((yield* Effect.provideService(putting, Storage, slow)).size, 320)
    })
  )

  on(
    "has the same bytes once, and each shop its own",
    Effect.fnUntraced(function* () {
      const content = Buffer.from("the same bytes".repeat(9))
      const first = yield* stored(content)
      const { upload } = (yield* bytes.find(shop, first.sha256))!
      yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => stored(content), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        (yield* all(shop, bytes.contents)).map(({ doc }) => doc.upload),
        [upload]
      )
      assert.deepStrictEqual(yield* all(shop, bytes.uploads), [])
      assert.strictEqual(yield* bytes.find("south", first.sha256), undefined)
      yield* stored(content, "south")
      assert.notStrictEqual((yield* bytes.find("south", first.sha256))!.upload, upload)
    })
  )

  on(
    "leaves nothing of an upload that fails, is interrupted, or is larger than it may be",
    Effect.fnUntraced(function* (store) {
      const written: Array<readonly [string, number]> = []
      const write: Adapter["chunks"]["write"] = (of, upload, number, chunk) => {
        return Effect.tap(store.chunks.write(of, upload, number, chunk), () =>
          Effect.sync(() => written.push([upload, number]))
        )
      }
      const noting: Adapter = { ...store, chunks: { ...store.chunks, write } }
      let pulled = 0
      const pieces = Stream.map(Stream.range(1, 1000, 1), () => Buffer.alloc(8, ++pulled))
      const put = <E>(source: Stream.Stream<Uint8Array, E>) =>
        Effect.provideService(bytes.put(shop, source, { maxBytes: 100, chunkBytes: 16 }), Storage, noting)
      assert.strictEqual(
        yield* Effect.flip(put(Stream.concat(Stream.take(pieces, 7), Stream.fail("broken")))),
        "broken"
      )
      pulled = 0
      assert.deepInclude(yield* Effect.flip(put(pieces)), { _tag: "TooLarge", maxBytes: 100 })
      assert.strictEqual(pulled, 13)
      const hanging = yield* Effect.forkChild(put(Stream.concat(Stream.take(pieces, 7), Stream.never)))
      while (written.length < 12) yield* Effect.sleep(1)
      yield* Fiber.interrupt(hanging)
      assert.deepStrictEqual(yield* all(shop, bytes.uploads), [])
      assert.deepStrictEqual(yield* all(shop, bytes.contents), [])
      for (const [upload, number] of written)
        assert.strictEqual(yield* store.chunks.read(shop, upload, number), undefined)
    })
  )

  on(
    "are removed by the commit that removes their last name, and by no other",
    Effect.fnUntraced(function* () {
      const [one, other] = [yield* stored(Buffer.from("one")), yield* stored(Buffer.from("other"))]
      yield* settled([album(1, [one.sha256, other.sha256]), bytes.kept(shop, one), bytes.kept(shop, other)])
      yield* settled([album(2, [one.sha256])])
      const next = { ...album(1, [one.sha256]), expect: 1 }
      yield* settled([next])
      assert.deepStrictEqual(yield* digests, [one.sha256])
      yield* settled([{ ...album(1, []), expect: 2, doc: undefined }])
      assert.deepStrictEqual(yield* digests, [one.sha256])
      const again = yield* stored(Buffer.from("one"))
      yield* settled([{ ...album(2, []), expect: 1, doc: undefined }])
      assert.deepStrictEqual(yield* digests, [one.sha256])
      yield* settled([bytes.kept(shop, again)])
      assert.deepStrictEqual(yield* digests, [])
    })
  )

  on(
    "are removed with all documents that name them, and stay where one takes the place of another",
    Effect.fnUntraced(function* () {
      const claim = yield* stored(Buffer.from("shared"))
      yield* settled([album(1, [claim.sha256]), album(2, [claim.sha256]), bytes.kept(shop, claim)])
      const gone = (id: number) => ({ ...album(id, []), expect: 1, doc: undefined })
      yield* settled([gone(1), gone(2), album(3, [claim.sha256])])
      assert.deepStrictEqual(yield* mismatches, { dangling: [], unnamed: [] })
      yield* settled([album(4, [claim.sha256])])
      yield* settled([gone(3), gone(4)])
      assert.deepStrictEqual(yield* digests, [])
    })
  )

  on(
    "are removed with more documents that name them than one query reads",
    Effect.fnUntraced(function* () {
      const claim = yield* stored(Buffer.from("shared"))
      const ids = Array.from({ length: maxRows + 1 }, (_, id) => id)
      yield* settled([...ids.map((id) => album(id, [claim.sha256])), bytes.kept(shop, claim)])
      const gone = ids.map((id) => ({ ...album(id, []), expect: 1, doc: undefined }))
      yield* settled(gone.slice(1))
      assert.deepStrictEqual(yield* digests, [claim.sha256])
      yield* settled([album(5000, [claim.sha256])])
      yield* settled([gone[0]!, { ...album(5000, []), expect: 1, doc: undefined }])
      assert.deepStrictEqual(yield* digests, [])
    })
  )

  on(
    "that are not there cannot be named",
    Effect.fnUntraced(function* (store) {
      const { sha256 } = yield* stored(Buffer.from("gone"))
      const naming = yield* bytes.accounted(store, [album(1, [sha256])])
      const [claim] = yield* all(shop, bytes.claims)
      yield* settled([bytes.kept(shop, claim!.doc)])
      assert.strictEqual((yield* Effect.flip(store.commit(naming.writes, naming.guards)))._tag, "Stale")
      assert.strictEqual((yield* Effect.flip(bytes.accounted(store, [album(1, [sha256])])))._tag, "Stale")
      const late = [album(1, [sha256]), bytes.kept(shop, claim!.doc)]
      assert.strictEqual((yield* Effect.flip(store.commit(late)))._tag, "Stale")
      assert.deepStrictEqual(yield* all(shop, albums), [])
    })
  )
}

const digests = Effect.map(all(shop, bytes.contents), (found) => found.map(({ doc }) => doc.sha256))

const collected = <E, R>(stream: Stream.Stream<Uint8Array, E, R>) =>
  Effect.map(Stream.runCollect(stream), (pieces) => Buffer.concat(pieces))

/** The pieces between cuts, some of them empty. */
const cut = (whole: Uint8Array, cuts: ReadonlyArray<number>): Stream.Stream<Uint8Array> => {
  const places = [0, ...[...cuts].sort((one, other) => one - other), whole.length]
  return Stream.fromIterable(places.slice(1).map((to, index) => whole.subarray(places[index], to)))
}
