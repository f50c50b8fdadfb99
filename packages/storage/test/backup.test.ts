/** Tests copies of a file that is in use. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { backup } from "../src/sqlite/backup.ts"
import * as still from "../src/sqlite/still.ts"
import * as sqlite from "../src/sqlite.ts"
import { Storage } from "../src/storage.ts"
import { file } from "./file.ts"
import { adding, changing, keys, things } from "./things.ts"

const open = (location: string) => sqlite.make(location, [things])

describe("a backup", () => {
  it.live("shows one instant while two processes write, is readable by its owner only, and is a separate store", () =>
    Effect.gen(function* () {
      const location = yield* file
      const target = join(dirname(location), "copy.db")
      const [one, other] = [yield* open(location), yield* open(location)]
      // Each commit writes both documents or neither.
      const pair = (n: number) => [adding(2 * n), adding(2 * n + 1)]
      for (let n = 0; n < 50; n++) yield* one.commit(pair(n))
      const writing = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 100 }), (_, n) => (n % 2 === 0 ? one : other).commit(pair(50 + n)), {
          concurrency: 8
        }),
        { startImmediately: true }
      )
      yield* backup(location, target)
      yield* Fiber.join(writing)
      assert.strictEqual(statSync(target).mode & 0o777, 0o600)
      const found = yield* Effect.scoped(Effect.flatMap(open(target), (copy) => keys(copy, {})))
      assert.isAtLeast(found.length, 100)
      assert.strictEqual(found.length % 2, 0)
      yield* one.commit([changing(0, 1)])
      // The copy does not include what the live file's log contains.
      copyFileSync(`${location}-wal`, `${target}-wal`)
      assert.match(String((yield* Effect.flip(Effect.scoped(open(target)))).cause), /belongs to another file/)
    }).pipe(Effect.scoped)
  )

  it.live("overwrites nothing, and leaves nothing behind if it fails", () =>
    Effect.gen(function* () {
      const location = yield* file
      const folder = dirname(location)
      yield* Effect.scoped(
        Effect.flatMap(open(location), (store) =>
          store.commit(Array.from({ length: 200 }, (_, n) => adding(n, { code: `${n}${"x".repeat(3000)}` })))
        )
      )
      const before = readFileSync(location)
      assert.match(String((yield* Effect.flip(backup(location, location))).cause), /does not overwrite files/)
      assert.isTrue(readFileSync(location).equals(before))
      yield* Effect.flip(backup(location, join(folder, "none", "copy.db")))
      const { size } = statSync(location)
      const opened = openSync(location, "r+")
      for (let at = 8192; at < size; at += 8192)
        if ((at / 8192) % 3 === 0) writeSync(opened, Buffer.alloc(8192, 1), 0, 8192, at)
      const failure = yield* Effect.flip(backup(location, join(folder, "copy.db")))
      assert.strictEqual(failure.reason, "damaged")
      assert.deepStrictEqual(
        readdirSync(folder).filter((name) => !name.startsWith("store.db")),
        []
      )
    }).pipe(Effect.scoped)
  )
})

describe("a copy that is read-only", () => {
  for (const sealed of ["file", "folder"])
    it.live(`by its ${sealed} can be read, and nothing is created beside it`, () =>
      Effect.gen(function* () {
        const location = yield* file
        const folder = join(dirname(location), "sealed")
        const copy = join(folder, "copy.db")
        yield* Effect.scoped(Effect.flatMap(open(location), (store) => store.commit([adding(1), adding(2)])))
        mkdirSync(folder)
        copyFileSync(location, copy)
        chmodSync(sealed === "file" ? copy : folder, sealed === "file" ? 0o400 : 0o500)
        try {
          assert.deepStrictEqual(yield* still.damages(copy, [things]), [])
          const found = Effect.flatMap(Effect.service(Storage), (store) => keys(store, {}))
          assert.deepStrictEqual(yield* Effect.provide(found, still.layer(copy, [things])), [1, 2])
          assert.deepStrictEqual(readdirSync(folder), ["copy.db"])
        } finally {
          chmodSync(folder, 0o700)
        }
      }).pipe(Effect.scoped)
    )

  it.live("with a log that cannot be read there says where it can be", () =>
    Effect.gen(function* () {
      const location = yield* file
      const folder = join(dirname(location), "sealed")
      const copy = join(folder, "copy.db")
      const store = yield* open(location)
      yield* store.commit([adding(1)])
      mkdirSync(folder)
      for (const end of ["", "-wal"]) copyFileSync(location + end, copy + end)
      chmodSync(folder, 0o500)
      try {
        const [reported] = yield* still.damages(copy, [things])
        assert.match(reported!, /^The file cannot be read: the log copy\.db-wal beside it .* copy both files to one\.$/)
        assert.isFalse(existsSync(`${copy}-shm`))
      } finally {
        chmodSync(folder, 0o700)
      }
    }).pipe(Effect.scoped)
  )

  it.live("is not stopped by what a killed one left, and removes that, but not the file of one that runs", () =>
    Effect.gen(function* () {
      const location = yield* file
      const folder = dirname(location)
      yield* Effect.scoped(Effect.flatMap(open(location), (store) => store.commit([adding(1)])))
      const target = join(folder, "copy.db")
      // In a container every process has the same id.
      for (const left of [`${process.pid}.part`, "0a1b2c3d.part"]) copyFileSync(location, `${target}.${left}`)
      writeFileSync(`${target}.cut.part`, "SQLite format 3")
      const running = new DatabaseSync(`${target}.running.part`)
      running.exec("create table t (a); begin immediate")
      writeFileSync(`${target}.begun.part`, "")
      yield* backup(location, target)
      running.close()
      const parts = readdirSync(folder).filter((name) => name.endsWith(".part"))
      assert.deepStrictEqual(parts.sort(), ["copy.db.begun.part", "copy.db.running.part"])
      assert.deepStrictEqual(yield* still.damages(target, [things]), [])
    }).pipe(Effect.scoped)
  )

  it.live("that cannot be written names the copy, and not the store", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* Effect.scoped(open(location))
      const target = join(dirname(location), "missing", "copy.db")
      const failure = yield* Effect.flip(backup(location, target))
      assert.include(String(failure.cause), `the copy ${target} cannot be written: ENOENT`)
    }).pipe(Effect.scoped)
  )
})
