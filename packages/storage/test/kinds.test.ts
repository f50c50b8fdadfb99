/** Checks that a file which this program must not write to stays unchanged, byte for byte. */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as sqlite from "../src/sqlite.ts"
import { file } from "./file.ts"
import { adding, keys, things } from "./things.ts"

const open = (location: string) => sqlite.make(location, [things])

/** Every file in the folder of a file. */
const folderOf = (location: string) =>
  readdirSync(dirname(location)).map((name) => [name, readFileSync(join(dirname(location), name), "latin1")])

const written = (location: string, sql: string) => {
  const shell = new DatabaseSync(location)
  shell.exec(sql)
  shell.close()
}

const cases: Readonly<Record<string, readonly [make: (location: string) => Effect.Effect<unknown>, why: RegExp]>> = {
  "another program's file": [
    (location) => Effect.sync(() => written(location, "create table notes (text)")),
    /a database of another program/
  ],
  "another program's file with a log": [
    (location) =>
      Effect.sync(() => {
        const shell = new DatabaseSync(`${location}.live`)
        shell.exec("pragma journal_mode = wal; create table notes (text)")
        for (const end of ["", "-wal"]) copyFileSync(`${location}.live${end}`, location + end)
        shell.close()
      }),
    /a database of another program/
  ],
  "a file that names another program": [
    (location) => Effect.sync(() => written(location, "pragma application_id = 42")),
    /a database of another program/
  ],
  "a text": [(location) => Effect.sync(() => writeFileSync(location, "no database\n")), /not an SQLite database/],
  "a file of a newer format": [
    (location) =>
      made(location, "update bottega_format set number = 9, writers = 9, readers = 9; pragma user_version = 9"),
    /a newer version/
  ]
}

const made = (location: string, sql: string) =>
  Effect.scoped(Effect.flatMap(open(location), (store) => store.commit([adding(1)]))).pipe(
    Effect.andThen(Effect.sync(() => written(location, sql))),
    Effect.orDie
  )

describe("a file", () => {
  for (const [name, [make, why]] of Object.entries(cases))
    it.live(`is not written to when it is ${name}`, () =>
      Effect.gen(function* () {
        const location = yield* file
        yield* make(location)
        const before = folderOf(location).filter(([name]) => !name!.endsWith("-shm"))
        const failure = yield* Effect.flip(Effect.scoped(open(location)))
        assert.strictEqual(failure.reason, "unreachable")
        assert.match(String(failure.cause), why)
        assert.deepStrictEqual(
          folderOf(location).filter(([name]) => !name!.endsWith("-shm")),
          before
        )
      }).pipe(Effect.scoped)
    )

  it.live("from before formats were stored opens, and stores its format from then on", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* made(location, "drop table bottega_generation; pragma user_version = 0; pragma application_id = 0")
      assert.deepStrictEqual(yield* Effect.scoped(Effect.flatMap(open(location), (store) => keys(store, {}))), [1])
      const header = readFileSync(location)
      assert.deepStrictEqual([header.toString("latin1", 68, 72), header.readUInt32BE(60)], ["Btga", 3])
    }).pipe(Effect.scoped)
  )

  it.live("that is empty becomes a store", () =>
    Effect.gen(function* () {
      const location = yield* file
      written(location, "pragma page_size = 4096; vacuum")
      assert.deepStrictEqual(yield* keys(yield* open(location), {}), [])
    }).pipe(Effect.scoped)
  )
})
