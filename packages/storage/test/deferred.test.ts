/** Tests the entries of deferred lookups: when the file gets them, and that no query misses a document before. */
import { DatabaseSync } from "node:sqlite"
import { collection, text, texts } from "@bottega/domain/contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { deferral } from "../src/sqlite/deferred.ts"
import * as still from "../src/sqlite/still.ts"
import * as sqlite from "../src/sqlite.ts"
import { type Adapter, type IndexFault, Storage } from "../src/storage.ts"
import { run } from "./child.ts"
import { file } from "./file.ts"
import { adding, changing, collections, expecting, keys, removing, shop, Thing, things } from "./things.ts"

const open = (location: string) => sqlite.make(location, collections)

/** A thing with one tag; its entries are three, of which two have the tag. */
const tagged = (id: number, tag = "a") => adding(id, { tags: [tag] })
const byTag = (tag: string) => ({ where: [{ on: "tags", eq: tag }] }) as const

/** Runs a statement on the file as another program would, and returns the rows. */
const shell = (location: string, sql: string) => {
  const database = new DatabaseSync(location)
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** How many documents have their entries in the index by tag. */
const entered = (location: string) =>
  Number(shell(location, `select count(distinct id) as n from "things.(tags, placed)"`)[0]!.n)

const live = (title: string, body: (location: string, store: Adapter) => Effect.Effect<void, unknown, never>) =>
  it.live(title, () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* body(location, yield* open(location))
    }).pipe(Effect.scoped)
  )

describe("deferred entries", () => {
  live(
    "are written once some documents wait for them, and queries see all documents before and after",
    (location, store) =>
      Effect.gen(function* () {
        const written: Array<number> = []
        for (let id = 1; id <= 2 * deferral.documents; id++) {
          yield* store.commit([tagged(id)])
          written.push(entered(location))
          yield* expecting(store)(
            Array.from({ length: id }, (_, at) => at + 1),
            byTag("a")
          )
        }
        assert.deepStrictEqual(written, [0, 0, 3, 3, 3, 6])
      })
  )

  live("of a commit of several documents are written in several steps", (location, store) =>
    Effect.gen(function* () {
      yield* store.commit(Array.from({ length: 3 * deferral.documents - 1 }, (_, at) => tagged(at + 1)))
      assert.strictEqual(entered(location), 2 * deferral.documents)
    })
  )

  live("of a document with many never wait", (location, store) =>
    Effect.gen(function* () {
      const tags = Array.from({ length: deferral.entries / 2 }, (_, at) => `t${at}`)
      yield* store.commit([tagged(1), adding(2, { tags }), tagged(3)])
      assert.strictEqual(entered(location), 3)
      yield* store.commit([adding(4, { tags: tags.slice(0, 2) })])
      assert.strictEqual(entered(location), 3)
      yield* expecting(store)([2, 4], byTag("t1"))
    })
  )

  live("of a refused commit are nowhere", (location, store) =>
    Effect.gen(function* () {
      yield* store.commit([adding(1, { tags: ["a"], code: "one" })])
      const all = [2, 3, 4, 5].map((id) => adding(id, { tags: ["b"], code: id === 5 ? "one" : `${id}` }))
      assert.strictEqual((yield* Effect.flip(store.commit(all)))._tag, "Taken")
      yield* expecting(store)([], byTag("b"))
      assert.strictEqual(entered(location), 0)
      yield* store.commit([tagged(2), tagged(3)])
      assert.strictEqual(entered(location), 3)
      yield* expecting(store)([1, 2, 3], byTag("a"))
    })
  )

  // SQLite gives the row id of the last document again after that was removed.
  live("are written at once for a document below the watermark", (location, store) =>
    Effect.gen(function* () {
      yield* store.commit([tagged(1), tagged(2), tagged(3)])
      yield* store.commit([removing(3, 1)])
      yield* store.commit([tagged(4, "b")])
      assert.strictEqual(entered(location), 3)
      yield* expecting(store)([4], byTag("b"))
      yield* store.commit([{ ...changing(4, 1, { tags: ["c"] }) }])
      yield* expecting(store)([], byTag("b"))
      yield* expecting(store)([4], byTag("c"))
      assert.deepStrictEqual(yield* still.damages(location, [things]), [])
    })
  )

  live("of a document that cannot be read stop nobody else's", (location, store) =>
    Effect.gen(function* () {
      yield* store.commit([tagged(1)])
      shell(location, "update things set doc = 'torn'")
      yield* store.commit([tagged(2), tagged(3), tagged(4)])
      assert.strictEqual(entered(location), 2)
      yield* expecting(store)([2, 3, 4], {
        where: [
          { on: "tags", eq: "a" },
          { on: "key", gt: 1 }
        ]
      })
    })
  )

  live("that wait are seen in a file that is opened for reading only", (location, store) =>
    Effect.gen(function* () {
      yield* store.commit([tagged(1), tagged(2), tagged(3), tagged(4)])
      const looking = still.layer(location, collections)
      const found = Storage.use((one) => keys(one, byTag("a")))
      assert.deepStrictEqual(yield* Effect.provide(found, looking), [1, 2, 3, 4])
    })
  )

  live("that wait are not faults, and afterwards each document has its own", (location, store) =>
    Effect.gen(function* () {
      const faults: Array<IndexFault> = []
      const compared = store.indexFaults!(shop, things, { onFault: (fault) => void faults.push(fault) })
      for (const id of [1, 2, 3, 4]) {
        yield* store.commit([tagged(id)])
        yield* compared
      }
      assert.deepStrictEqual(faults, [])
      shell(location, `delete from "things.(stock)" where key = 1`)
      shell(location, `insert into "things.(stock)" values (1, 9, 99, 99), (1, 9, 98, 98)`)
      yield* compared
      assert.deepStrictEqual(faults, [
        { key: 1, lookup: "stock", is: "missing" },
        { key: 98, lookup: "stock", is: "extra" },
        { key: 99, lookup: "stock", is: "extra" }
      ])
    })
  )

  it.live("are kept by a file whose collection begins or ends to defer them", () =>
    Effect.gen(function* () {
      const location = yield* file
      const { key, lookups } = things
      const plain = collection("things", Thing, { key, lookups: { tags: lookups.tags, code: text(() => "c") } })
      const later = collection("things", Thing, {
        key,
        lookups: { tags: texts(({ tags }) => tags) },
        deferred: ["tags"]
      })
      for (const [id, of] of [plain, later, plain, later].entries())
        yield* Effect.scoped(
          Effect.gen(function* () {
            const store = yield* sqlite.make(location, [of])
            for (let n = 0; n < 4; n++) yield* store.commit([{ ...tagged(4 * id + n), collection: of }])
            const rows = yield* store.find(shop, of, { ...byTag("a"), limit: 100 })
            assert.deepStrictEqual(
              rows.map((row) => row.key),
              Array.from({ length: 4 * id + 4 }, (_, at) => at)
            )
          })
        )
    }).pipe(Effect.scoped)
  )

  it.live("never hide an answered document while two handles and another process write", () =>
    Effect.gen(function* () {
      const location = yield* file
      const stores = [yield* open(location), yield* open(location)]
      const other = run("sqlite", location, "write", 100)
      yield* Effect.forEach(
        Array.from({ length: 200 }, (_, at) => at + 1001),
        (id) =>
          Effect.gen(function* () {
            yield* stores[id % 2]!.commit([tagged(id, `u${id % 7}`)])
            const found = yield* keys(stores[(id + 1) % 2]!, byTag(`u${id % 7}`))
            assert.include(found, id)
            assert.strictEqual(new Set(found).size, found.length)
          }),
        { concurrency: 16 }
      )
      yield* Effect.promise(() => other.done)
      assert.strictEqual((yield* keys(stores[0]!, byTag("a"))).length, 100)
      assert.deepStrictEqual(yield* still.damages(location, [things]), [])
    }).pipe(Effect.scoped)
  )
})
