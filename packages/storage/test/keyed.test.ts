/** Tests keyed lookups: they find what other lookups find, and no index holds their values. */
import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { type Collection, collection, texts } from "@bottega/domain/contract"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { MongoClient } from "mongodb"
import { type AdapterEntry, adapters } from "../src/adapters.ts"
import { layer as salvaged } from "../src/sqlite/salvage.ts"
import * as still from "../src/sqlite/still.ts"
import { step } from "../src/sqlite/upgrade.ts"
import * as sqlite from "../src/sqlite.ts"
import { type Adapter, Storage } from "../src/storage.ts"
import { useDatabase } from "./database.ts"
import { file } from "./file.ts"
import { fresh, shop } from "./things.ts"

const Letter = Schema.Struct({ id: Schema.Number, to: Schema.Array(Schema.String) })
const base = { key: ({ id }: typeof Letter.Type) => id }
const person = { ...texts(({ to }: typeof Letter.Type) => to), keyed: true } as const
/** Letters by their readers. */
const letters = collection("letters", Letter, { ...base, lookups: { person } })
const plain = collection("letters", Letter, base)

const writing = (id: number, to: ReadonlyArray<string>, of: Collection = letters, expect = 0) => ({
  shop,
  collection: of,
  key: id,
  expect,
  doc: { id, to }
})
const to = (store: Adapter, one: string) =>
  Effect.map(store.find(shop, letters, { where: [{ on: "person", eq: one }], limit: 10 }), (rows) =>
    rows.map(({ key }) => key)
  )
const stores = (layer: Layer.Layer<Storage, unknown>) =>
  Effect.map(Layer.build(layer), (context) => Storage.of(Context.get(context, Storage)))

/** Changes a store as no program does: takes its key, and writes a format into it. */
const rewrite = ({ needs }: AdapterEntry, location: string, number: number, readers = number) =>
  Effect.promise(async () => {
    if (needs === "file") {
      const shell = new DatabaseSync(location)
      shell.exec(
        `drop table bottega_key; insert or replace into bottega_format values (1, ${number}, ${number}, ${readers})`
      )
      return shell.close()
    }
    const client = new MongoClient(location)
    await client.db().collection("bottega_keys").drop()
    const formats = client.db().collection<{ _id: string }>("bottega_format")
    await formats.updateOne({ _id: "format" }, { $set: { number, readers, writers: number } })
    await client.close()
  })

const hasKey = ({ needs }: AdapterEntry, location: string) =>
  Effect.promise(async () => {
    if (needs === "file") {
      const shell = new DatabaseSync(location, { readOnly: true })
      const found = shell.prepare("select 1 from sqlite_schema where name = 'bottega_key'").get()
      shell.close()
      return found !== undefined
    }
    const client = new MongoClient(location)
    const found = await client.db().collection("bottega_keys").countDocuments()
    await client.close()
    return found > 0
  })

for (const adapter of adapters)
  describe(adapter.name, () => {
    useDatabase(adapter)

    it.live("a keyed lookup finds documents by their values, also among other tests and from another handle", () =>
      Effect.gen(function* () {
        const location = yield* fresh(adapter)
        const store = yield* stores(adapter.open(location, [letters]))
        yield* store.commit([writing(1, ["anna", "ben"]), writing(2, ["ben"]), writing(3, [])])
        yield* store.commit([writing(2, ["carla"], letters, 1)])
        const handles = adapter.sharable ? [store, yield* stores(adapter.open(location, [letters]))] : [store]
        if (adapter.look !== undefined) handles.push(yield* stores(adapter.look(location, [letters])))
        for (const one of handles) {
          assert.deepStrictEqual(yield* to(one, "anna"), [1])
          assert.deepStrictEqual(yield* to(one, "ben"), [1])
          assert.deepStrictEqual(yield* to(one, "carla"), [2])
          const where = [
            { on: "person", in: ["ben", "carla"] },
            { on: "key", gt: 1 }
          ] as const
          const rows = yield* one.find(shop, letters, { where, limit: 10 })
          assert.deepStrictEqual(
            rows.map(({ key }) => key),
            [2]
          )
          const onFault = (fault: unknown) => assert.fail(JSON.stringify(fault))
          yield* one.indexFaults!(shop, letters, { onFault })
        }
      }).pipe(Effect.scoped)
    )

    if (adapter.needs !== "nothing")
      it.live("documents that were stored before a collection had its keyed lookup are found by it", () =>
        Effect.gen(function* () {
          const location = yield* fresh(adapter)
          yield* Effect.scoped(
            Effect.flatMap(stores(adapter.open(location, [plain])), (store) =>
              store.commit(Array.from({ length: 1200 }, (_, id) => writing(id, [`p${id}`], plain)))
            )
          )
          const store = yield* stores(adapter.open(location, [letters]))
          assert.deepStrictEqual(yield* to(store, "p1100"), [1100])
        }).pipe(Effect.scoped)
      )

    if (adapter.sharable)
      it.live("an interrupted upgrade is continued with the key that it began with", () =>
        Effect.gen(function* () {
          step.documents = 500
          const location = yield* fresh(adapter)
          const older = { format: { number: 10, writers: 10, readers: 10 } }
          const format = { number: 11, writers: 11, readers: 11 }
          yield* Effect.scoped(
            Effect.flatMap(stores(adapter.open(location, [plain], older)), (store) =>
              store.commit(Array.from({ length: 1200 }, (_, id) => writing(id, [`p${id}`], plain)))
            )
          )
          yield* rewrite(adapter, location, 10)
          const onUpgrade = () => {
            throw new Error("interrupted")
          }
          const interrupted = Effect.scoped(stores(adapter.open(location, [letters], { format, onUpgrade })))
          assert.strictEqual((yield* Effect.exit(interrupted))._tag, "Failure")
          assert.isTrue(yield* hasKey(adapter, location))
          const store = yield* stores(adapter.open(location, [letters], { format }))
          for (const id of [0, 499, 500, 1199]) assert.deepStrictEqual(yield* to(store, `p${id}`), [id])
          const onFault = (fault: unknown) => assert.fail(JSON.stringify(fault))
          yield* store.indexFaults!(shop, letters, { onFault })
        }).pipe(Effect.scoped)
      )

    if (adapter.sharable)
      it.live("a store that is only read, or refused, gets no key", () =>
        Effect.gen(function* () {
          const location = yield* fresh(adapter)
          const format = { number: 10, writers: 10, readers: 10 }
          yield* Effect.scoped(
            Effect.flatMap(stores(adapter.open(location, [letters], { format })), (store) =>
              store.commit([writing(1, ["anna"])])
            )
          )
          yield* rewrite(adapter, location, 1000, 3)
          yield* Effect.scoped(stores(adapter.look!(location, [letters])))
          const refused = Effect.scoped(stores(adapter.open(location, [letters], { format })))
          assert.strictEqual((yield* Effect.exit(refused))._tag, "Failure")
          assert.isFalse(yield* hasKey(adapter, location))
        }).pipe(Effect.scoped)
      )
  })

describe("a file", () => {
  /** The entries of the index, and the file's key. */
  const held = (location: string) => {
    const database = new DatabaseSync(location, { readOnly: true })
    const values = database.prepare(`select value from "letters.(person)"`).all()
    const { key } = database.prepare("select key from bottega_key").get()!
    database.close()
    return { values: values.map(({ value }) => String(value)), key: key as Uint8Array }
  }

  it.live("has hashes in the index, which differ from those of another file", () =>
    Effect.gen(function* () {
      const values: Array<string> = []
      for (let n = 0; n < 2; n++) {
        const location = yield* file
        yield* (yield* sqlite.make(location, [letters])).commit([writing(1, ["anna@example.com"])])
        const { key, values: own } = held(location)
        assert.strictEqual(key.length, 32)
        values.push(...own)
      }
      assert.strictEqual(new Set(values).size, 2)
      for (const value of values) assert.match(value, /^[\w-]{16}$/)
    }).pipe(Effect.scoped)
  )

  it.live("keeps its key when it is opened again, and when it is copied", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* Effect.scoped(
        Effect.flatMap(sqlite.make(location, [letters]), (store) => store.commit([writing(1, ["anna"])]))
      )
      const before = held(location)
      const store = yield* sqlite.make(location, [letters])
      assert.deepStrictEqual(yield* to(store, "anna"), [1])
      assert.deepStrictEqual(held(location), before)
      assert.isTrue(readFileSync(location).includes(before.key))
      assert.deepStrictEqual(yield* to(yield* stores(still.layer(location, [letters])), "anna"), [1])
      assert.deepStrictEqual(yield* to(yield* stores(salvaged(location, [letters], () => {})), "anna"), [1])
    }).pipe(Effect.scoped)
  )
})
