/**
 * Tests a data file that is removed, replaced or overwritten while it is open, and a log that belongs to another file.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type Collection, collection } from "@bottega/domain/contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { inspect } from "../src/sqlite/inspect.ts"
import { walOf } from "../src/sqlite/wal.ts"
import * as sqlite from "../src/sqlite.ts"
import type { Adapter, Unavailable } from "../src/storage.ts"
import { file } from "./file.ts"
import { adding, changing, keys, Thing, things } from "./things.ts"

const open = (location: string, others: ReadonlyArray<Collection> = []) => sqlite.make(location, [things, ...others])

/** A store with one document in its file, and one more in its log. */
const inUse = Effect.gen(function* () {
  const location = yield* file
  yield* Effect.scoped(Effect.flatMap(open(location), (store) => store.commit([adding(1)])))
  const store = yield* open(location)
  yield* store.commit([adding(2)])
  return { location, store }
})

const refused = (store: Adapter, sentence: RegExp) =>
  Effect.gen(function* () {
    for (const act of [store.commit([adding(3)]), keys(store, {}), store.check!]) {
      const failure = (yield* Effect.flip(act as Effect.Effect<unknown, Unavailable>)) as Unavailable
      assert.strictEqual(failure.reason, "replaced")
      assert.match(String(failure.cause), sentence)
    }
  })

/** The files whose names begin with a file's name, and their contents. */
const contents = (location: string) =>
  readdirSync(dirname(location))
    .filter((name) => name.startsWith(basename(location)))
    .map((name) => [name, readFileSync(join(dirname(location), name), "latin1")])

/** What a killed process leaves behind: the file and its log as they are now. */
const killed = (location: string, to: string) => {
  for (const end of ["", "-wal"]) copyFileSync(location + end, to + end)
}

describe("a file whose log was copied into it in part", () => {
  // Their tables and indexes are more than the first page of a file has room for.
  const others = Array.from({ length: 40 }, (_, n) => collection(`others${n}`, Thing, { key: ({ id }) => id }))
  for (const [log, alone, count] of [
    ["log", [1], 400],
    ["first log", [], 20]
  ] as const)
    it.live(`is opened with everything in it, wherever the copying of its ${log} was cut short`, () =>
      Effect.gen(function* () {
        const location = yield* file
        const copy = `${location}.copy`
        // While it reads, nothing is copied.
        const reader = alone.length > 0 ? undefined : new DatabaseSync(location)
        reader?.exec("pragma page_size = 8192; pragma journal_mode = wal; begin; select * from sqlite_schema")
        for (const number of alone)
          yield* Effect.scoped(Effect.flatMap(open(location, others), (store) => store.commit([adding(number)])))
        const numbers = Array.from({ length: count }, (_, index) => index + alone.length + 1)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const store = yield* open(location, others)
            for (const number of numbers) yield* store.commit([adding(number)])
            killed(location, copy)
          })
        )
        reader?.close()
        const { pages } = walOf(copy)
        const [log, before] = [readFileSync(`${copy}-wal`), readFileSync(copy)]
        const size = before.readUInt16BE(16)
        const sorted = [...pages].sort(([one], [other]) => one - other)
        assert.isAbove(sorted.length, 10)
        for (let cut = 1; cut <= sorted.length; cut += cut < 5 ? 1 : Math.ceil(sorted.length / 8)) {
          const torn = `${location}.torn-${cut}`
          const end = Math.max(before.length, ...sorted.slice(0, cut).map(([number]) => number * size))
          const bytes = Buffer.concat([before, Buffer.alloc(end - before.length)])
          for (const [number, at] of sorted.slice(0, cut)) log.copy(bytes, (number - 1) * size, at, at + size)
          writeFileSync(torn, bytes)
          writeFileSync(`${torn}-wal`, log)
          const found = yield* Effect.scoped(Effect.flatMap(open(torn, others), (store) => keys(store, {})))
          assert.deepStrictEqual(found, [...alone, ...numbers], `cut after ${cut} pages`)
        }
      }).pipe(Effect.scoped)
    )

  it.live("is damaged if it has pages that the log which made it did not write", () =>
    Effect.gen(function* () {
      const location = yield* file
      const copy = `${location}.copy`
      yield* Effect.scoped(Effect.tap(open(location), () => Effect.sync(() => killed(location, copy))))
      const two = readFileSync(copy).subarray(0, 8192 * 2)
      writeFileSync(copy, two.fill(7, 8192))
      assert.strictEqual((yield* Effect.scoped(Effect.flip(open(copy)))).reason, "damaged")
    })
  )
})

describe("a file that is open", () => {
  it.live("is refused after it was deleted, and is not created again", () =>
    Effect.gen(function* () {
      const { location, store } = yield* inUse
      rmSync(location)
      yield* refused(store, /The data file \S+store\.db was deleted or moved while it was open/)
      assert.isFalse(existsSync(location))
    }).pipe(Effect.scoped)
  )

  it.live("acknowledges no write while its folder is moved away, and continues when it is back", () =>
    Effect.gen(function* () {
      const { location, store } = yield* inUse
      const [folder, moved] = [dirname(location), `${dirname(location)}-moved`]
      const writing = yield* Effect.forkChild(store.commit([adding(3)]), { startImmediately: true })
      renameSync(folder, moved)
      const failure = yield* Effect.flip(Fiber.join(writing))
      assert.include(failure, { _tag: "Unavailable", reason: "unknown" })
      yield* refused(store, /was deleted or moved/)
      renameSync(moved, folder)
      yield* store.commit([adding(4)])
      yield* store.check!
      assert.deepStrictEqual(yield* keys(store, {}), [1, 2, 3, 4])
    }).pipe(Effect.scoped)
  )

  it.live("does not touch the file that replaced it", () =>
    Effect.gen(function* () {
      const location = yield* file
      const other = `${location}.other`
      yield* Effect.scoped(
        Effect.gen(function* () {
          const store = yield* open(location)
          yield* store.commit([adding(1)])
          yield* Effect.scoped(Effect.flatMap(open(other), (one) => one.commit([adding(7)])))
          for (const end of ["", "-wal", "-shm"]) rmSync(location + end)
          renameSync(other, location)
          writeFileSync(`${location}-wal`, "another's log")
          yield* refused(store, /was replaced by another/)
        })
      )
      assert.strictEqual(readFileSync(`${location}-wal`, "utf8"), "another's log")
      rmSync(`${location}-wal`)
      assert.deepStrictEqual(yield* keys(yield* open(location), {}), [7])
    }).pipe(Effect.scoped)
  )

  for (const [how, act] of Object.entries<(location: string) => void>({
    "another copy of it": (location) => copyFileSync(`${location}.before`, location),
    nothing: (location) => truncateSync(location),
    text: (location) => writeFileSync(location, "x".repeat(100_000))
  }))
    it.live(`is refused after ${how} overwrote it, and its log is not copied into that`, () =>
      Effect.gen(function* () {
        const location = yield* file
        yield* Effect.scoped(Effect.flatMap(open(location), (store) => store.commit([adding(1)])))
        copyFileSync(location, `${location}.before`)
        yield* Effect.scoped(Effect.flatMap(open(location), (store) => store.commit([adding(10)])))
        const before = yield* Effect.scoped(
          Effect.gen(function* () {
            const store = yield* open(location)
            yield* store.commit([adding(11)])
            act(location)
            yield* refused(store, /was overwritten/)
            return readFileSync(location)
          })
        )
        assert.isTrue(readFileSync(location).equals(before))
        const failure = yield* Effect.flip(Effect.scoped(open(location)))
        assert.match(String(failure.cause), /-wal|not an SQLite database/)
        assert.isTrue(readFileSync(location).equals(before))
      }).pipe(Effect.scoped)
    )

  it.live("acknowledges no write to a deleted log, and saves that log's contents when it is closed", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* Effect.scoped(
        Effect.gen(function* () {
          const store = yield* open(location)
          yield* store.commit([adding(1)])
          rmSync(`${location}-wal`)
          const failure = yield* Effect.flip(store.commit([adding(2)]))
          assert.include(failure, { _tag: "Unavailable", reason: "unknown" })
          yield* refused(store, /store\.db-wal was deleted or moved/)
        })
      )
      assert.includeMembers([...(yield* keys(yield* open(location), {}))], [1])
    }).pipe(Effect.scoped)
  )

  it.live("is refused after the shared memory was deleted", () =>
    Effect.gen(function* () {
      const { location, store } = yield* inUse
      rmSync(`${location}-shm`)
      const failure = yield* Effect.flip(store.check!)
      assert.match(String(failure.cause), /store\.db-shm was deleted or moved/)
    }).pipe(Effect.scoped)
  )

  it.live("is not mistaken for another file when other processes write to it and copy its log into it", () =>
    Effect.gen(function* () {
      const { location, store } = yield* inUse
      for (let n = 0; n < 30; n++) {
        yield* Effect.scoped(Effect.flatMap(open(location), (other) => other.commit([adding(100 + n)])))
        const shell = new DatabaseSync(location)
        shell.exec("pragma wal_checkpoint(truncate)")
        shell.close()
        yield* store.commit([changing(2, n + 1, { stock: n })])
        yield* store.check!
      }
    }).pipe(Effect.scoped)
  )
})

describe("a log beside a file", () => {
  const old = (location: string) => `${location}.old`

  /** A file whose process was killed, and a copy of it from before its log began. */
  const leftBehind = (copy: (location: string, to: string) => void) =>
    Effect.gen(function* () {
      const { location: used, store } = yield* inUse
      const location = `${used}.killed`
      copy(used, old(location))
      // Copies the log into the file, and starts another log.
      for (let n = 0; n < 3; n++) {
        const shell = new DatabaseSync(used)
        shell.exec("pragma wal_checkpoint(truncate)")
        shell.close()
        yield* store.commit([adding(10 + n, { code: `${n}${"x".repeat(20_000)}` })])
      }
      killed(used, location)
      return location
    })

  for (const [how, copy] of Object.entries<(location: string, to: string) => void>({
    "was copied": (location, to) => copyFileSync(location, to),
    "another program made": (location, to) => {
      const shell = new DatabaseSync(location)
      shell.exec(`vacuum into '${to}'`)
      shell.close()
    },
    "is of another shop": (_, to) => {
      const shell = new DatabaseSync(to)
      shell.exec("create table bottega_collections (name text primary key, fingerprint text not null) strict")
      shell.close()
    }
  }))
    it.live(`is not applied to an older copy that ${how}; neither is touched`, () =>
      Effect.gen(function* () {
        const location = yield* leftBehind(copy)
        copyFileSync(old(location), location)
        const before = contents(location)
        for (let time = 0; time < 2; time++) {
          const failure = yield* Effect.flip(Effect.scoped(open(location)))
          assert.match(String(failure.cause), /the log store\.db\.killed-wal beside it belongs to another file.*move/)
        }
        assert.deepStrictEqual(contents(location), before)
        rmSync(`${location}-wal`)
        yield* Effect.scoped(open(location))
      }).pipe(Effect.scoped)
    )

  it.live("is not applied to a copy of the same moment with other pages", () =>
    Effect.gen(function* () {
      const { location: used, store } = yield* inUse
      const location = `${used}.killed`
      yield* store.commit([adding(20)])
      const shell = new DatabaseSync(used)
      shell.exec(`vacuum into '${old(location)}'`)
      shell.close()
      yield* store.commit([adding(21)])
      killed(used, location)
      copyFileSync(old(location), location)
      assert.match(String((yield* Effect.flip(Effect.scoped(open(location)))).cause), /belongs to another file/)
    }).pipe(Effect.scoped)
  )

  for (const missing of ["missing", "empty"])
    it.live(`is not lost when the file is ${missing}`, () =>
      Effect.gen(function* () {
        const location = yield* leftBehind((from, to) => copyFileSync(from, to))
        if (missing === "empty") truncateSync(location)
        else rmSync(location)
        const before = contents(location)
        const failure = yield* Effect.flip(Effect.scoped(open(location)))
        assert.match(String(failure.cause), /the file is missing or empty/)
        assert.deepStrictEqual(contents(location), before)
      }).pipe(Effect.scoped)
    )

  it.live("is applied at whatever moment the process was killed, also in another folder", () =>
    Effect.gen(function* () {
      const { location, store } = yield* inUse
      const shell = new DatabaseSync(location)
      for (let n = 0; n < 40; n++) {
        yield* store.commit([adding(100 + n, { code: `${n}${"x".repeat(30_000)}` })])
        // Copies part of the log into the file, or all of it, or restarts the log.
        if (n % 5 === 0) shell.exec(`pragma wal_checkpoint(${["passive", "full", "restart", "truncate"][(n / 5) % 4]})`)
        if (n === 17) shell.exec("create index of_another on things (version)")
        if (n === 23) shell.exec("update things set version = version where id = 1")
        const to = `${location}.${n}`
        killed(location, to)
        const found = yield* Effect.scoped(Effect.flatMap(open(to), (one) => keys(one, {})))
        assert.lengthOf(found, n + 3)
      }
      shell.close()
    }).pipe(Effect.scoped)
  )

  it.live("of a program without generations is applied", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* Effect.scoped(Effect.flatMap(open(location), (store) => store.commit([adding(1), adding(2)])))
      const shell = new DatabaseSync(location)
      shell.exec("drop table bottega_generation; pragma user_version = 0; pragma application_id = 0")
      shell.exec("pragma wal_checkpoint(truncate); update things set version = version")
      for (const act of ["", "select 1"]) {
        shell.exec(act)
        const to = `${location}.${act.length}`
        killed(location, to)
        for (let time = 0; time < 2; time++)
          assert.deepStrictEqual(yield* Effect.scoped(Effect.flatMap(open(to), (one) => keys(one, {}))), [1, 2])
      }
      shell.close()
    }).pipe(Effect.scoped)
  )
})

/** A process that commits to a file and copies its log into it, repeatedly, for that many milliseconds. */
const churning = (location: string, ms: number) => `
  const { DatabaseSync } = require("node:sqlite")
  const file = new DatabaseSync(${JSON.stringify(location)})
  file.exec("pragma busy_timeout = 5000")
  for (const end = Date.now() + ${ms}; Date.now() < end; ) {
    file.exec("begin immediate; update bottega_generation set number = number + 1; commit")
    file.exec("pragma wal_checkpoint(truncate)")
  }
`

it.live("is never refused while another process writes to the file", () =>
  Effect.gen(function* () {
    const { location } = yield* inUse
    const child = spawn(process.execPath, ["--no-warnings", "-e", churning(location, 2000)], { stdio: "inherit" })
    let over = false
    const ended = once(child, "exit").finally(() => (over = true))
    for (let looks = 0; !over; looks++) {
      inspect(location)
      if (looks % 10 === 0) yield* Effect.sleep(1)
    }
    assert.deepStrictEqual(yield* Effect.promise(() => ended), [0, null])
  }).pipe(Effect.scoped)
)
