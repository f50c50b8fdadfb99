/** Tests stores that are opened for reading only. */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { adapters } from "../src/adapters.ts"
import * as bytes from "../src/bytes.ts"
import { whyLocked } from "../src/format.ts"
import { backup } from "../src/sqlite/backup.ts"
import { lookInto } from "../src/sqlite/look.ts"
import { rawOf } from "../src/sqlite/raw.ts"
import { openAlone } from "../src/sqlite/start.ts"
import { damages, layer } from "../src/sqlite/still.ts"
import * as sqlite from "../src/sqlite.ts"
import { Storage } from "../src/storage.ts"
import { useDatabase } from "./database.ts"
import { file } from "./file.ts"
import { picture, stored } from "./pictures.ts"
import { adding, fresh, handle, keys, shop, things } from "./things.ts"

for (const adapter of adapters) {
  const { damages, isMade, look, name, still } = adapter
  if (look === undefined || isMade === undefined || damages === undefined) continue

  describe(name, () => {
    useDatabase(adapter)

    it.live(
      `opened for reading only shows ${still ? "its state at that time" : "its current state"}, and accepts no commit`,
      () =>
        Effect.gen(function* () {
          const location = yield* fresh(adapter)
          const writing = yield* handle(adapter, location)
          yield* writing.commit([adding(1)])
          const looking = yield* handle({ ...adapter, open: look }, location)
          assert.deepStrictEqual(yield* keys(looking, {}), [1])
          yield* writing.commit([adding(2)])
          assert.deepStrictEqual(yield* keys(looking, {}), still ? [1] : [1, 2])
          assert.deepStrictEqual(yield* keys(writing, {}), [1, 2])
          const taken = yield* Effect.exit(looking.commit([adding(3)]))
          assert.isTrue(Exit.isFailure(taken) && Cause.hasDies(taken.cause))
          assert.deepStrictEqual(yield* keys(writing, {}), [1, 2])
        }).pipe(Effect.scoped)
    )

    it.live("opened to be looked at, gives bytes, and stores none", () =>
      Effect.gen(function* () {
        const location = yield* fresh(adapter)
        const writing = yield* handle(adapter, location)
        const { sha256 } = yield* Effect.provideService(stored(picture(1)), Storage, writing)
        const looking = yield* handle({ ...adapter, open: look }, location)
        const content = bytes.find(shop, sha256)
        const isWhole = Effect.flatMap(content, (found) => bytes.isWhole(shop, found!))
        assert.isTrue(yield* Effect.provideService(isWhole, Storage, looking))
        const taken = yield* Effect.exit(looking.chunks.write(shop, "upload", 0, picture(1)))
        assert.isTrue(Exit.isFailure(taken) && Cause.hasDies(taken.cause))
      }).pipe(Effect.scoped)
    )

    it.live("is not created by a check whether it exists", () =>
      Effect.gen(function* () {
        const location = yield* fresh(adapter)
        for (let time = 0; time < 2; time++) {
          assert.isFalse(yield* isMade(location))
          assert.strictEqual((yield* Effect.flip(handle({ ...adapter, open: look }, location)))._tag, "Unavailable")
        }
        yield* Effect.scoped(handle(adapter, location))
        assert.isTrue(yield* isMade(location))
      }).pipe(Effect.scoped)
    )

    it.live("has no damage when it is new, and is reported if it has another form", () =>
      Effect.gen(function* () {
        const location = yield* fresh(adapter)
        yield* Effect.scoped(handle(adapter, location))
        assert.deepStrictEqual(yield* damages(location, [things]), [])
        const plain = { ...things, orders: [], unique: [] }
        const reported = yield* damages(location, [plain])
        assert.lengthOf(reported, 1)
        assert.match(reported[0]!, /things in another form than this program uses; starting the server upgrades it\.$/)
      }).pipe(Effect.scoped)
    )
  })
}

describe("a file of before a collection was declared", () => {
  it.live("is looked at as if that were empty", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* Effect.scoped(Effect.flatMap(sqlite.make(location, [things]), (store) => store.commit([adding(1)])))
      const looking = yield* handle({ ...adapters.find(({ name }) => name === "sqlite")!, open: layer }, location)
      assert.deepStrictEqual(yield* keys(looking, {}), [1])
      assert.deepStrictEqual(yield* looking.find(shop, bytes.contents, { limit: 1 }), [])
    }).pipe(Effect.scoped)
  )
})

describe("a file that cannot be read", () => {
  const damage = (location: string) => writeFileSync(location, readFileSync(location).fill(1, 100, 8192))
  it.live.each([
    { what: "damaged", spoil: damage },
    { what: "of another program", spoil: makeForeign }
  ])("has nothing beside it after it was looked into when it is $what", ({ spoil }) =>
    Effect.gen(function* () {
      const location = yield* file
      yield* Effect.scoped(sqlite.make(location, [things]))
      spoil(location)
      const before = readFileSync(location)
      assert.lengthOf(yield* damages(location, [things]), 1)
      yield* Effect.exit(Effect.scoped(Layer.build(layer(location, [things]))))
      yield* Effect.exit(backup(location, `${location}.copy`))
      assert.deepStrictEqual(
        readdirSync(dirname(location)).filter((name) => /-(wal|shm)$/.test(name)),
        []
      )
      assert.isTrue(readFileSync(location).equals(before))
    }).pipe(Effect.scoped)
  )
})

describe("a file whose log cannot be opened", () => {
  it.live("is neither called damaged nor read without what the log has", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* Effect.scoped(sqlite.make(location, [things]))
      // A link to itself, because root may open what others may not.
      symlinkSync(`${location}-wal`, `${location}-wal`)
      const looked = Effect.asVoid(Effect.scoped(Layer.build(layer(location, [things]))))
      const copied = Effect.asVoid(backup(location, `${location}.copy`))
      for (const tried of [Effect.asVoid(damages(location, [things])), looked, copied]) {
        const { message, reason } = yield* Effect.flip(tried)
        assert.strictEqual(reason, "unreachable")
        assert.match(message, /ELOOP.*-wal/)
      }
      assert.throws(() => rawOf(location), /ELOOP.*-wal/)
    }).pipe(Effect.scoped)
  )
})

describe("a file that is looked into", () => {
  it.live("keeps the log that a killed server has left", () =>
    Effect.gen(function* () {
      const location = yield* file
      const killed = yield* file
      yield* Effect.gen(function* () {
        const store = yield* sqlite.make(location, [things])
        yield* store.commit([adding(1)])
        for (const end of ["", "-wal"]) copyFileSync(`${location}${end}`, `${killed}${end}`)
      }).pipe(Effect.scoped)
      const log = readFileSync(`${killed}-wal`)
      assert.isAbove(log.length, 0)
      assert.deepStrictEqual(yield* damages(killed, [things]), [])
      assert.isTrue(readFileSync(`${killed}-wal`).equals(log))
    }).pipe(Effect.scoped)
  )

  it.live("keeps the log that a server has begun meanwhile", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* Effect.scoped(sqlite.make(location, [things]))
      const looking = lookInto(location)
      const store = yield* sqlite.make(location, [things])
      yield* store.commit([adding(1)])
      looking.close()
      assert.isTrue(existsSync(`${location}-wal`))
      yield* store.commit([adding(2)])
      assert.deepStrictEqual(yield* keys(yield* sqlite.make(location, [things]), {}), [1, 2])
    }).pipe(Effect.scoped)
  )
})

describe("a file that another connection has alone", () => {
  it.live("is not called damaged, and its readers say what to wait for", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* Effect.scoped(sqlite.make(location, [things]))
      const alone = openAlone(location, "held")
      yield* Effect.addFinalizer(() => Effect.sync(() => alone.close()))
      const looked = Effect.asVoid(Effect.scoped(Layer.build(layer(location, [things]))))
      for (const tried of [Effect.asVoid(damages(location, [things])), looked]) {
        const failure = yield* Effect.flip(tried)
        assert.strictEqual(failure.reason, "busy")
        assert.include(failure.message, whyLocked)
      }
    }).pipe(Effect.scoped)
  )
})

const makeForeign = (location: string): void => {
  rmSync(location)
  const database = new DatabaseSync(location)
  database.exec("pragma journal_mode = wal; create table notes (text)")
  database.close()
}
