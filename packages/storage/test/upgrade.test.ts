/** Tests upgrades of a file to other declarations: what they keep, that a kill at any step loses nothing, and their bounds. */
import { copyFileSync, existsSync, statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { type Collection, collection } from "@bottega/domain/contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ownFormat } from "../src/format.ts"
import { openAlone, upgrade } from "../src/sqlite/start.ts"
import * as still from "../src/sqlite/still.ts"
import { layout } from "../src/sqlite/tables.ts"
import { step } from "../src/sqlite/upgrade.ts"
import * as sqlite from "../src/sqlite.ts"
import { file } from "./file.ts"
import { adding, keys, removing, shop, Thing, thing, things } from "./things.ts"

// So small that a test's documents need several steps of each kind.
Object.assign(step, { documents: 15, entries: 30 })

const { code, placed, serials, sizes, status, stock, tags } = things.lookups
const declared = (lookups: object, more: object): Collection =>
  collection("things", Thing, { key: ({ id }: Thing) => id, lookups, ...more } as never) as never

/** Declarations of the same documents, as successive versions of the program might have them. */
const versions: Readonly<Record<string, Collection>> = {
  "as it is": things as never,
  "with fewer lookups of many values": declared({ code, status, placed, stock, tags }, { orders: [["placed"]] }),
  "with fewer lookups of one value": declared({ serials, placed, tags, sizes }, { orders: [["tags", "placed"]] }),
  "with other orders": declared(
    { code, serials, status, placed, stock, tags, sizes },
    { orders: [["status", "placed"], ["tags", "key"], ["stock"]], deferred: ["stock"] }
  )
}

const numbers = Array.from({ length: 20 }, (_, at) => at + 1)
const given = (id: number) => ({
  code: `c${id}`,
  serials: [`s${id}`, `t${id}`],
  tags: [`t${id % 3}`, "all"],
  sizes: id % 5 === 0 ? [] : [id % 4, 7],
  stock: id % 6
})

/** A file with documents of two shops, some of them removed again. */
const filled = (location: string, of: Collection) =>
  Effect.scoped(
    Effect.gen(function* () {
      const store = yield* sqlite.make(location, [of])
      const write = (id: number, owner: string) => ({ ...adding(id, given(id), owner), collection: of })
      for (const id of numbers) yield* store.commit([write(id, shop), write(id, "another")])
      for (const id of [4, 20]) yield* store.commit([{ ...removing(id, 1), collection: of }])
    })
  )

/** What a file contains, by table, without the ids of rows. */
const contentsOf = (location: string) => {
  const database = new DatabaseSync(location, { readOnly: true })
  try {
    const tables = database.prepare("select name from sqlite_schema where name like 'things%' order by name").all()
    return tables.map(({ name }) => {
      const type = database.prepare("select type from sqlite_schema where name = ?").get(String(name))!["type"]
      if (type !== "table") return [name]
      const rows = database.prepare(`select * from "${name}"`).all()
      return [name, rows.map(({ id: _, ...row }) => JSON.stringify(row)).sort()]
    })
  } finally {
    database.close()
  }
}

/** A file as this declaration would have made it, and the same file after all deferred entries were written. */
const expected = (location: string, target: Collection) =>
  Effect.gen(function* () {
    const made = `${location}.made`
    yield* filled(made, declared({ serials }, {}))
    yield* Effect.scoped(sqlite.make(made, [target]))
    assert.deepStrictEqual(yield* still.damages(made, [target]), [])
    return contentsOf(made)
  })

/** What a process that is killed now would leave. */
const killedNow = (location: string, copy: string): void => {
  for (const end of ["", "-wal"]) if (existsSync(location + end)) copyFileSync(location + end, copy + end)
}

/** Upgrades a file; returns what a process would leave that is killed at each step. */
const killedAtEachStep = (location: string, target: Collection): ReadonlyArray<string> => {
  const alone = openAlone(location, "held")
  const copies: Array<string> = []
  for (const { done, step, total } of upgrade(alone, [layout(target)], ownFormat)) {
    assert.isAtMost(done, total, step)
    copies.push(`${location}.${copies.length}`)
    killedNow(location, copies.at(-1)!)
  }
  alone.close()
  return copies
}

describe("an upgrade", () => {
  const named = Object.entries(versions)
  for (const [at, [from, before]] of named.entries())
    for (const [to, target] of [named[(at + 1) % named.length]!])
      it.live(`of a collection ${from} to one ${to} loses nothing, killed at any step`, () =>
        Effect.gen(function* () {
          const location = yield* file
          yield* filled(location, before)
          const whole = yield* expected(location, target)
          const copies = killedAtEachStep(location, target)
          assert.isAbove(copies.length, 1)
          assert.deepStrictEqual(contentsOf(location), whole)
          for (const copy of copies) {
            assert.isNotEmpty(yield* still.damages(copy, [target]))
            yield* Effect.scoped(sqlite.make(copy, [target]))
            assert.deepStrictEqual(yield* still.damages(copy, [target]), [])
            assert.deepStrictEqual(contentsOf(copy), whole)
          }
        }).pipe(Effect.scoped)
      )

  it.live("that was killed is ended by another version of the program, too", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* filled(location, things as never)
      const [target, other] = [versions["with fewer lookups of one value"]!, versions["with other orders"]!]
      const whole = yield* expected(location, other)
      const copies = killedAtEachStep(location, target)
      for (const copy of copies) {
        yield* Effect.scoped(sqlite.make(copy, [other]))
        assert.deepStrictEqual(yield* still.damages(copy, [other]), [])
        assert.deepStrictEqual(contentsOf(copy), whole)
      }
    }).pipe(Effect.scoped)
  )

  it.live("that was killed is ended in a file of before the table of formats, which another program has vacuumed", () =>
    Effect.gen(function* () {
      const location = yield* file
      const target = versions["with other orders"]!
      yield* filled(location, things as never)
      const whole = yield* expected(location, target)
      const shell = new DatabaseSync(location)
      shell.exec("drop table bottega_format; vacuum")
      shell.close()
      const copies = killedAtEachStep(location, target)
      assert.isAbove(copies.length, 1)
      for (const copy of copies) {
        yield* Effect.scoped(sqlite.make(copy, [target]))
        assert.deepStrictEqual(contentsOf(copy), whole)
      }
    }).pipe(Effect.scoped)
  )

  it.live("keeps a document that cannot be read, without entries", () =>
    Effect.gen(function* () {
      const location = yield* file
      yield* filled(location, versions["with fewer lookups of many values"]!)
      const shell = new DatabaseSync(location)
      shell.exec("update things set doc = '{' where key = 7")
      shell.close()
      const store = yield* sqlite.make(location, [things])
      const all = numbers.filter((id) => id !== 4 && id !== 20)
      assert.deepStrictEqual(yield* keys(store, { sort: { by: "key" } }), all)
      const tagged = yield* keys(store, { where: [{ on: "tags", eq: "all" }] })
      assert.deepStrictEqual(
        [...tagged].sort((one, other) => Number(one) - Number(other)),
        all.filter((id) => id !== 7)
      )
    }).pipe(Effect.scoped)
  )

  it.live("refuses documents that a new unique index cannot hold, and says so", () =>
    Effect.gen(function* () {
      const location = yield* file
      const loose = declared({ serials, status }, {})
      yield* Effect.scoped(
        Effect.gen(function* () {
          const store = yield* sqlite.make(location, [loose])
          for (const id of [1, 2])
            yield* store.commit([{ shop, collection: loose, key: id, expect: 0, doc: thing(id, { serials: ["one"] }) }])
        })
      )
      const failure = yield* Effect.flip(Effect.scoped(sqlite.make(location, [things])))
      assert.match(String(failure.cause), /two documents of a shop have the same value.*things\.unique \(serials\)/)
      // The file stays usable for a program that declares no such index.
      const store = yield* sqlite.make(location, [loose])
      assert.lengthOf(yield* store.find(shop, loose, { where: [{ on: "serials", eq: "one" }], limit: 10 }), 2)
    }).pipe(Effect.scoped)
  )

  it.live("keeps the log small, and the file hardly larger than before", () =>
    Effect.gen(function* () {
      const location = yield* file
      const before = versions["with fewer lookups of one value"]!
      yield* Effect.scoped(
        Effect.gen(function* () {
          const store = yield* sqlite.make(location, [before])
          for (const id of Array.from({ length: 80 }, (_, at) => at + 1))
            yield* store.commit([{ ...adding(id, { status: "x".repeat(2 ** 20) }), collection: before }])
        })
      )
      const size = statSync(location).size
      const alone = openAlone(location, "held")
      let log = 0
      for (const _ of upgrade(alone, [layout(declared({ placed, stock }, { orders: [["placed"]] }))], ownFormat))
        log = Math.max(log, statSync(`${location}-wal`).size)
      alone.close()
      assert.isAbove(size, 80 * 2 ** 20)
      // A checkpoint begins after 2,000 pages of 8 KiB, and a step writes 4 documents of 1 MiB and removes them.
      assert.isBelow(log, 32 * 2 ** 20)
      assert.isBelow(statSync(location).size, 1.1 * size)
    }).pipe(Effect.scoped)
  )
})
