/** Tests what only the file can show: changes of the declaration, a full disk, its mode, and its groups. */
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { collection, text, texts } from "@bottega/domain/contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Schema } from "effect"
import { vi } from "vitest"
import { modify } from "../src/derived.ts"
import { ownFormat } from "../src/format.ts"
import { Connection } from "../src/sqlite/connection.ts"
import { Group } from "../src/sqlite/group.ts"
import { Shops } from "../src/sqlite/shops.ts"
import { start } from "../src/sqlite/start.ts"
import { layout } from "../src/sqlite/tables.ts"
import { Writer } from "../src/sqlite/writes.ts"
import * as sqlite from "../src/sqlite.ts"
import { Storage, type Unavailable, type Write } from "../src/storage.ts"
import { bounds } from "../src/turns.ts"
import { file } from "./file.ts"
import { adding, changing, keys, removing, shop, Thing, thing, things } from "./things.ts"

const applying = (connection: Connection) => {
  const writer = new Writer(connection, new Shops(connection))
  const of = layout(things)
  return (write: Write) => writer.apply([{ write, layout: of }])
}

const nothing = { began: () => {}, failed: () => {}, ended: () => {} }

describe("the file", () => {
  it.live("waits while another process prepares it, without blocking anything else", () =>
    Effect.gen(function* () {
      const location = yield* file
      const other = new DatabaseSync(location)
      other.exec("begin exclusive")
      const opening = yield* Effect.forkChild(sqlite.make(location, [things]))
      yield* Effect.sleep("100 millis")
      other.exec("rollback")
      other.close()
      const store = yield* Fiber.join(opening)
      yield* store.commit([adding(1)])
      assert.deepStrictEqual(yield* keys(store, {}), [1])
    })
  )

  it.live("that cannot be read for a while can be asked whether that has passed, whatever was read", () =>
    Effect.gen(function* () {
      const store = yield* sqlite.make(yield* file, [things])
      yield* store.chunks.write(shop, "u", 0, Buffer.from("bytes"))
      yield* store.commit([adding(1)])
      const get = vi.spyOn(Connection.prototype, "get").mockImplementation(() => {
        throw Object.assign(new Error("database disk image is malformed"), { errcode: 11 })
      })
      const reads = [store.check!, store.chunks.read(shop, "u", 0), keys(store, { where: [{ on: "key", eq: 1 }] })]
      const failures = yield* Effect.forEach(reads, (read) => Effect.flip<unknown, Unavailable, never>(read))
      get.mockRestore()
      assert.deepStrictEqual(
        failures.map(({ reason }) => reason),
        ["damaged", "damaged", "damaged"]
      )
      for (const { again } of failures) yield* again!
    }).pipe(Effect.scoped)
  )

  it.live("is upgraded when its lookups change", () =>
    Effect.gen(function* () {
      const location = yield* file
      const plainly = collection("things", Thing, { key: ({ id }) => id, lookups: { tags: texts(({ tags }) => tags) } })
      yield* Effect.scoped(
        Effect.gen(function* () {
          const store = yield* sqlite.make(location, [plainly])
          const all = Array.from({ length: 1200 }, (_, at) =>
            adding(at + 1, { code: `c${at + 1}`, tags: [`t${(at + 1) % 3}`] })
          )
          yield* store.commit(all.map((write) => ({ ...write, collection: plainly })))
          yield* store.commit([{ ...changing(1, 1, { stock: 4, code: "c1" }), collection: plainly }])
        })
      )
      for (let time = 0; time < 2; time++)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const store = yield* sqlite.make(location, [things])
            assert.deepStrictEqual(yield* keys(store, { where: [{ on: "code", eq: "c700" }] }), [700])
            assert.strictEqual(
              (yield* keys(store, { where: [{ on: "tags", eq: "t0" }], sort: { by: "placed" } })).length,
              400
            )
            const [row] = yield* store.find(shop, things, { limit: 1000, where: [{ on: "key", eq: 1 }] })
            assert.strictEqual(row!.version, 2)
            assert.strictEqual((yield* Effect.flip(store.commit([adding(5000, { code: "c9" })])))._tag, "Taken")
          })
        )
    }).pipe(Effect.scoped)
  )

  it.live("gets small chunks that come at once in one transaction, and large ones in one each", () =>
    Effect.gen(function* () {
      const location = yield* file
      const store = yield* sqlite.make(location, [things])
      const shell = new DatabaseSync(location)
      const transactions = () => Number(shell.prepare("select number from bottega_generation").get()!["number"])
      /** The transactions in which this many chunks of a size are written. */
      const written = (count: number, size: number) =>
        Effect.gen(function* () {
          const before = transactions()
          const uploads = Array.from({ length: count }, (_, n) => `upload ${n} of ${size}`)
          const write = (upload: string, n: number) => store.chunks.write(shop, upload, 0, Buffer.alloc(size, n))
          yield* Effect.forEach(uploads, write, { concurrency: "unbounded" })
          const chunks = yield* Effect.forEach(uploads, (upload) => store.chunks.read(shop, upload, 0))
          assert.deepStrictEqual(
            chunks.map((chunk) => [chunk?.length, chunk?.[0]]),
            uploads.map((_, n) => [size, n])
          )
          return transactions() - before
        })
      assert.strictEqual(yield* written(100, 5000), 1)
      assert.strictEqual(yield* written(3, 300_000), 3)
      shell.close()
    }).pipe(Effect.scoped)
  )

  it.live("truncates the log after a long read", () =>
    Effect.gen(function* () {
      const location = yield* file
      const store = yield* sqlite.make(location, [things])
      const size = () => statSync(`${location}-wal`).size
      const grow = (from: number, to: number) =>
        Effect.forEach(
          Array.from({ length: to - from }, (_, at) =>
            adding(from + at, { code: `c${from + at}`, status: "x".repeat(2 ** 20) })
          ),
          (write) => store.commit([write])
        )
      yield* grow(1, 3)
      const reader = new DatabaseSync(location, { readOnly: true })
      reader.exec("begin")
      reader.prepare("select count(*) from things").get()
      yield* grow(3, 40)
      assert.isAbove(size(), 2 ** 26)
      reader.close()
      yield* grow(40, 43)
      assert.isAtMost(size(), 2 ** 25)
    }).pipe(Effect.scoped)
  )

  it.live("is upgraded from the format that named the shop in every row", () =>
    Effect.gen(function* () {
      const location = yield* file
      const old = new DatabaseSync(location)
      old.exec("create table bottega_collections (name text primary key, fingerprint text not null) strict")
      old.exec("insert into bottega_collections values ('things', '{\"format\":1}')")
      old.exec(`create table things (id integer primary key, shop text not null, key any not null,
        version integer not null, doc text not null) strict`)
      old.exec('create table "things.tags" (id integer, value text, primary key (id, value)) without rowid')
      const insert = old.prepare("insert into things (shop, key, version, doc) values (?, ?, ?, ?)")
      for (const [at, name] of [shop, "another", shop].entries())
        insert.run(name, at, at + 1, things.encode(thing(at, { tags: ["t"] })))
      old.close()
      const store = yield* sqlite.make(location, [things])
      const tagged = { where: [{ on: "tags", eq: "t" }] } as const
      assert.deepStrictEqual(yield* keys(store, tagged), [0, 2])
      assert.deepStrictEqual(yield* keys(store, tagged, "another"), [1])
      yield* store.commit([changing(2, 3, { tags: [] }), removing(1, 2, "another")])
      assert.deepStrictEqual(yield* keys(store, tagged), [0])
    }).pipe(Effect.scoped)
  )

  it.live("returns the same row object while a document is unchanged, whatever else is written", () =>
    Effect.gen(function* () {
      const store = yield* sqlite.make(yield* file, [things])
      yield* store.commit([adding(1), adding(2)])
      const one = () =>
        Effect.map(store.find(shop, things, { limit: 1000, where: [{ on: "key", eq: 1 }] }), ([row]) => row)
      const listed = (latest: boolean) => Effect.map(store.find(shop, things, { limit: 1000, latest }), ([row]) => row)
      const before = yield* one()
      yield* store.commit([changing(2, 1)])
      for (const row of [yield* one(), yield* listed(false), yield* listed(true)]) assert.strictEqual(row, before)
      yield* store.commit([removing(1, 1)])
      yield* store.commit([adding(1, { stock: 3 })])
      assert.strictEqual(things.decode((yield* one())!.text).stock, 3)
    }).pipe(Effect.scoped)
  )

  it.live("forgets the number of a shop whose first write was rolled back", () =>
    Effect.gen(function* () {
      const connection = start(yield* file, [layout(things)], ownFormat)
      const shops = new Shops(connection)
      const writer = new Writer(connection, shops)
      const group = new Group(connection, { ...nothing, failed: () => shops.forget() })
      const commit = (write: Write) =>
        Effect.callback<void, unknown>((resume) =>
          group.submit({
            run: () => writer.apply([{ write, layout: layout(things) }]),
            applied: undefined,
            answer: resume
          })
        )
      connection.exec(`pragma max_page_count = ${connection.get("pragma page_count")![0]}`)
      yield* Effect.flip(commit(adding(1, { code: "x".repeat(100_000) }, "north")))
      connection.exec("pragma max_page_count = 1000000")
      yield* commit(adding(1, {}, "south"))
      yield* commit(adding(1, {}, "north"))
      assert.strictEqual(connection.get("select count(distinct shop) from things")![0], 2)
      group.close()
      connection.close()
    }).pipe(Effect.scoped)
  )

  it.live("refuses a write without room for it, still reads, and accepts the write when there is room", () =>
    Effect.gen(function* () {
      const writer = start(yield* file, [layout(things)], ownFormat)
      const apply = applying(writer)
      const group = new Group(writer, nothing)
      const commit = (id: number, code: string) =>
        Effect.callback<void, unknown>((resume) =>
          group.submit({
            run: () => apply(adding(id, { code })),
            applied: undefined,
            answer: resume
          })
        )
      yield* commit(1, "one")
      writer.exec(`pragma max_page_count = ${writer.get("pragma page_count")![0]}`)
      const outcomes = yield* Effect.all(
        [2, 3, 4].map((id) => Effect.result(commit(id, "x".repeat(id === 4 ? 100_000 : 1) + id))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        outcomes.map((outcome) => outcome._tag === "Failure" && (outcome.failure as { reason: string }).reason),
        ["full", "full", "full"]
      )
      const count = () => writer.get("select count(*) from things")![0]
      assert.strictEqual(count(), 1)
      assert.strictEqual(writer.get("pragma integrity_check")![0], "ok")
      writer.exec("pragma max_page_count = 1000000")
      yield* commit(4, "x".repeat(100_000))
      assert.strictEqual(count(), 2)
      group.close()
      writer.close()
    }).pipe(Effect.scoped)
  )

  it.live("shows a group's writes to latest reads before, and to others only after they are durable", () =>
    Effect.gen(function* () {
      const store = yield* sqlite.make(yield* file, [things])
      yield* store.commit([adding(1)])
      const fiber = yield* Effect.forkChild(store.commit([changing(1, 1)]), { startImmediately: true })
      const version = (latest: boolean) =>
        Effect.map(store.find(shop, things, { limit: 1000, latest }), ([row]) => row!.version)
      assert.deepStrictEqual([yield* version(true), yield* version(false)], [2, 1])
      yield* store.commit([])
      assert.deepStrictEqual([yield* version(true), yield* version(false)], [2, 2])
      assert.isDefined(fiber.pollUnsafe())
    }).pipe(Effect.scoped)
  )

  it.live("answers nothing that depends on a write which is not durable", () =>
    Effect.gen(function* () {
      const store = yield* sqlite.make(yield* file, [things])
      yield* store.commit([adding(1, { stock: 1 })])
      yield* Effect.forkChild(store.commit([changing(1, 1, { stock: 0 })]), { startImmediately: true })
      const sold = modify(shop, things, 1, (doc) =>
        doc!.stock === 0 ? Effect.fail("sold out" as const) : Effect.succeed(doc)
      )
      assert.strictEqual(yield* Effect.flip(Effect.provideService(sold, Storage, store)), "sold out")
      assert.strictEqual((yield* store.find(shop, things, { limit: 1000 }))[0]!.version, 2)
      yield* Effect.forkChild(store.commit([changing(1, 2, { stock: 5 })]), { startImmediately: true })
      assert.strictEqual((yield* Effect.provideService(sold, Storage, store))!.stock, 5)
      assert.strictEqual((yield* store.find(shop, things, { limit: 1000 }))[0]!.version, 3)
    }).pipe(Effect.scoped)
  )

  it.live("combines the dependent writes of one turn into one transaction", () =>
    Effect.gen(function* () {
      // However slow this machine is, one turn has time for all of them.
      const { turn, turnMs } = bounds
      yield* Effect.addFinalizer(() => Effect.sync(() => Object.assign(bounds, { turn, turnMs })))
      Object.assign(bounds, { turn: Number.POSITIVE_INFINITY, turnMs: Number.POSITIVE_INFINITY })
      const location = yield* file
      const store = yield* sqlite.make(location, [things])
      yield* store.commit([adding(1)])
      const seen = new Set<number>()
      const take = modify(shop, things, 1, (doc) => Effect.succeed({ ...doc!, stock: doc!.stock + 1 }))
      const one = Effect.andThen(Effect.provideService(take, Storage, store), store.find(shop, things, { limit: 1000 }))
      const found = yield* Effect.all(
        Array.from({ length: 50 }, () => one),
        { concurrency: "unbounded" }
      )
      for (const [row] of found) seen.add(row!.version)
      assert.deepStrictEqual([...seen], [51])
    }).pipe(Effect.scoped)
  )

  it.live("does not write an index's own table if its values are unchanged", () =>
    Effect.gen(function* () {
      const writer = start(yield* file, [layout(things)], ownFormat)
      const apply = applying(writer)
      apply(adding(1, { tags: ["b", "a"] }))
      const changes = () => writer.get("select total_changes()")![0]
      const before = changes()
      apply(changing(1, 1, { tags: ["a", "b"], stock: 4 }))
      assert.strictEqual(changes() - before, 1)
      writer.close()
    }).pipe(Effect.scoped)
  )

  it.live("waits while another process writes, and stops waiting when it is interrupted", () =>
    Effect.gen(function* () {
      const location = yield* file
      const store = yield* sqlite.make(location, [things])
      const other = new DatabaseSync(location)
      other.exec("begin immediate")
      const waiting = yield* Effect.forkChild(store.commit([adding(1)]), { startImmediately: true })
      assert.isTrue((yield* Effect.timeoutOption(store.commit([adding(2)]), "20 millis"))._tag === "None")
      assert.deepStrictEqual(yield* keys(store, {}), [])
      other.exec("commit")
      other.close()
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(yield* keys(store, {}), [1])
    }).pipe(Effect.scoped)
  )

  it.live("fails only the bad document of a group", () =>
    Effect.gen(function* () {
      const bad = collection("bad", Schema.Struct({ id: Schema.String }), {
        key: ({ id }) => id,
        lookups: {
          id: text(({ id }) => {
            if (id === "bad") throw new Error("bad")
            return id
          }),
          all: texts(() => [])
        }
      })
      const store = yield* sqlite.make(yield* file, [bad])
      const commit = (id: string) =>
        Effect.exit(store.commit([{ shop, collection: bad, key: id, expect: 0, doc: { id } }]))
      const exits = yield* Effect.all(["a", "bad", "b"].map(commit), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        exits.map(({ _tag }) => _tag),
        ["Success", "Failure", "Success"]
      )
      assert.strictEqual((yield* store.find(shop, bad, { limit: 1000 })).length, 2)
    }).pipe(Effect.scoped)
  )

  it.live("does not continue if an index contradicts the document", () =>
    Effect.gen(function* () {
      const location = yield* file
      const store = yield* sqlite.make(location, [things])
      yield* store.commit([adding(1, { sizes: [1] })])
      const other = new DatabaseSync(location)
      other.exec(`delete from "things.(sizes)"`)
      other.close()
      const exit = yield* Effect.exit(store.commit([adding(2), changing(1, 1, { sizes: [2] })]))
      assert.isTrue(Exit.hasDies(exit))
      const rows = yield* store.find(shop, things, { limit: 1000 })
      assert.deepStrictEqual(
        rows.map(({ version }) => version),
        [1]
      )
    }).pipe(Effect.scoped)
  )

  it.live("fails a whole group if a refused commit of it cannot be undone", () =>
    Effect.gen(function* () {
      const location = yield* file
      const store = yield* sqlite.make(location, [things])
      const other = new DatabaseSync(location)
      other.exec("create trigger stuck before delete on things begin select raise(abort, 'stuck'); end")
      const exits = yield* Effect.all(
        [[adding(1)], [adding(2), changing(9, 1)], [adding(3)]].map((writes) => Effect.exit(store.commit(writes))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(exits.map(Exit.hasDies), [true, true, false])
      assert.deepStrictEqual(yield* keys(store, {}), [3])
      other.close()
    }).pipe(Effect.scoped)
  )

  it.live("is readable by its owner only, and is a single file when closed", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* Effect.scoped(Effect.flatMap(sqlite.make(location, [things]), (store) => store.commit([adding(1)])))
      assert.strictEqual(statSync(location).mode & 0o777, 0o600)
      assert.deepStrictEqual([existsSync(`${location}-wal`), existsSync(`${location}-shm`)], [false, false])
      const refused = yield* Effect.flip(Effect.scoped(sqlite.make(join(location, "not-a-folder"), [things])))
      assert.strictEqual(refused.reason, "unreachable")
      assert.match(refused.message, /^The store cannot be reached: it is below .+, which is not a folder\.$/)
    }).pipe(Effect.scoped)
  )
})
