/** Tests what programs of several formats may do with one store, on every adapter whose stores several processes may open. */
import { DatabaseSync } from "node:sqlite"
import { type Collection, collection, text } from "@bottega/domain/contract"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer } from "effect"
import { MongoClient } from "mongodb"
import { type AdapterEntry, adapters, type Opening } from "../src/adapters.ts"
import type { Format } from "../src/format.ts"
import { pace } from "../src/mongo/holder.ts"
import { type Adapter, Storage, type Unavailable } from "../src/storage.ts"
import { useDatabase } from "./database.ts"
import { adding, fresh, keys, notes, shop, Thing, things } from "./things.ts"

const own: Format = { number: 10, writers: 10, readers: 10 }
/** The next version of the program, beside which this one may not write. */
const next: Format = { number: 11, writers: 11, readers: 11 }
/** One beside which this one may. */
const mild: Format = { number: 11, writers: 10, readers: 10 }

/** The same documents in other tables. */
const changed: Collection = collection("things", Thing, {
  key: ({ id }) => id,
  lookups: { status: text(({ status }) => status) }
}) as never

// A machine that stands still for a minute leaves a registration valid.
Object.assign(pace, { beat: 200, trust: 60_000, silence: 120_000 })

const opened = (
  { open }: AdapterEntry,
  location: string,
  format: Format,
  { of = [things], ...more }: Opening & { readonly of?: ReadonlyArray<Collection> } = {}
) =>
  Effect.map(
    Layer.build(open(location, of as never, { ...more, format })),
    (context): Adapter => Context.get(context, Storage)
  )

/** Changes what a store says about its format, as no program does. */
const rewrite = ({ needs }: AdapterEntry, location: string, format: Format) =>
  Effect.promise(async () => {
    if (needs === "file") {
      const shell = new DatabaseSync(location)
      // Another program changes tables, too.
      shell.exec(`insert or replace into bottega_format values (1, ${format.number}, ${format.writers}, ${format.readers});
        create table if not exists of_another (id); drop table of_another`)
      return shell.close()
    }
    const client = new MongoClient(location)
    await client
      .db()
      .collection<{ _id: string }>("bottega_format")
      .updateOne({ _id: "format" }, { $set: { ...format } })
    await client.close()
  })

const refused = (acts: ReadonlyArray<Effect.Effect<unknown, unknown>>, sentence: RegExp) =>
  Effect.gen(function* () {
    for (const act of acts) {
      const failure = (yield* Effect.flip(act)) as Unavailable
      assert.strictEqual(failure.reason, "replaced")
      assert.match(String(failure.cause), sentence)
    }
  })

/** Waits until a process has noticed what became of the format; on MongoDB, its next renewal does. */
const noticed = (store: Adapter, isUsable: boolean) =>
  Effect.gen(function* () {
    while (Exit.isSuccess(yield* Effect.exit(store.check!)) !== isUsable) yield* Effect.sleep(20)
  })

for (const adapter of adapters.filter(({ sharable }) => sharable))
  describe(adapter.name, () => {
    useDatabase(adapter)
    const live = (
      title: string,
      body: (location: string) => Effect.Effect<void, unknown, import("effect").Scope.Scope>
    ) => it.live(title, () => Effect.scoped(Effect.flatMap(fresh(adapter), body)))

    live("is not upgraded while another process uses it, which goes on undisturbed", (location) =>
      Effect.gen(function* () {
        const store = yield* opened(adapter, location, own)
        yield* store.commit([adding(1)])
        for (const [format, of] of [
          [next, [things]],
          [next, [changed]],
          [own, [changed]]
        ] as const) {
          const failure = yield* Effect.flip(Effect.scoped(opened(adapter, location, format, { of: of as never })))
          assert.strictEqual(failure.reason, "busy")
          assert.match(String(failure.cause), /another process uses it: stop every server/)
          yield* store.commit([adding(2 + (of as ReadonlyArray<unknown>).indexOf(changed) + format.number * 10)])
          yield* store.check!
        }
        assert.lengthOf(yield* keys(store, { where: [{ on: "status", in: ["open", "shipped"] }] }), 4)
      })
    )

    live("is upgraded as soon as the others have ended, by a start that waits", (location) =>
      Effect.gen(function* () {
        const waiting = yield* Effect.scoped(
          Effect.gen(function* () {
            const store = yield* opened(adapter, location, own)
            yield* store.commit([adding(1), adding(2)])
            const start = opened(adapter, location, next, { of: [changed], waitMs: 30_000 })
            const fiber = yield* Effect.forkDetach(Effect.scoped(Effect.flatMap(start, (after) => keys(after, {}))))
            yield* Effect.sleep(500)
            yield* store.commit([adding(3)])
            return fiber
          })
        )
        assert.deepStrictEqual(yield* Fiber.join(waiting), [1, 2, 3])
        const failure = yield* Effect.flip(Effect.scoped(opened(adapter, location, own)))
        assert.match(String(failure.cause), /newer version of this program, in format 11; this one has format 10/)
      })
    )

    live("is upgraded from where a start was interrupted", (location) =>
      Effect.gen(function* () {
        const ids = Array.from({ length: 1200 }, (_, at) => at + 1)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const store = yield* opened(adapter, location, own)
            for (let at = 0; at < ids.length; at += 100)
              yield* store.commit(ids.slice(at, at + 100).map((id) => adding(id)))
          })
        )
        const interrupted = () => {
          throw new Error("interrupted")
        }
        const start = (onUpgrade: Opening["onUpgrade"]) => opened(adapter, location, next, { of: [changed], onUpgrade })
        assert.strictEqual((yield* Effect.exit(Effect.scoped(start(interrupted))))._tag, "Failure")
        const failure = yield* Effect.flip(Effect.scoped(opened(adapter, location, own)))
        assert.match(String(failure.cause), /newer version of this program/)
        const done: Array<number> = []
        const store = yield* start((progress) => void (progress.step === "documents" && done.push(progress.done)))
        assert.lengthOf(yield* store.find(shop, changed, { where: [{ on: "status", eq: "open" }], limit: 1000 }), 600)
        // A step reads 500 documents of a database; those of a file are read in one.
        if (adapter.needs === "uri") assert.strictEqual(Math.max(...done), 700)
      })
    )

    live("is written by both where the newer format allows it", (location) =>
      Effect.gen(function* () {
        const older = yield* opened(adapter, location, own)
        const newer = yield* opened(adapter, location, mild, { of: [things, notes] as never })
        yield* older.commit([adding(1)])
        yield* newer.commit([adding(2)])
        yield* newer.commit([{ shop, collection: notes, key: "n", expect: 0, doc: { name: "n", 'a"b c': "x" } }])
        const again = yield* opened(adapter, location, own)
        yield* again.commit([adding(3)])
        for (const store of [older, newer, again]) assert.deepStrictEqual(yield* keys(store, {}), [1, 2, 3])
        const failure = yield* Effect.flip(Effect.scoped(opened(adapter, location, own, { of: [changed] })))
        assert.match(String(failure.cause), /in other tables than this one/)
      })
    )

    live("is refused by a process under which its format was raised, and used again when that is undone", (location) =>
      Effect.gen(function* () {
        const store = yield* opened(adapter, location, own)
        yield* store.commit([adding(1)])
        yield* rewrite(adapter, location, next)
        yield* noticed(store, false)
        yield* refused(
          [store.check!, store.commit([adding(2)]), keys(store, {}), store.chunks.write(shop, "u", 0, Buffer.alloc(3))],
          /upgraded to format 11 by another version of the program/
        )
        yield* rewrite(adapter, location, own)
        yield* noticed(store, true)
        yield* store.commit([adding(3)])
        assert.deepStrictEqual(yield* keys(store, {}), [1, 3])
      })
    )

    live("is only read, or not used at all, where the format says so", (location) =>
      Effect.gen(function* () {
        yield* Effect.scoped(
          Effect.flatMap(opened(adapter, location, { number: 3, writers: 3, readers: 3 }), (store) =>
            store.commit([adding(1)])
          )
        )
        const look = Effect.scoped(
          Effect.flatMap(Layer.build(adapter.look!(location, [things])), (context) =>
            keys(Context.get(context, Storage), {})
          )
        )
        const start = Effect.scoped(opened(adapter, location, { number: 3, writers: 3, readers: 3 }))
        yield* rewrite(adapter, location, { number: 1000, writers: 1000, readers: 3 })
        assert.deepStrictEqual(yield* look, [1])
        assert.match(String((yield* Effect.flip(start)).cause), /may only read it/)
        yield* rewrite(adapter, location, { number: 1000, writers: 1000, readers: 1000 })
        assert.match(String((yield* Effect.flip(look)).cause), /may not use it/)
        assert.match(String((yield* Effect.flip(start)).cause), /may not use it/)
      })
    )
  })
