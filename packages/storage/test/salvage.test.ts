/** Damages every page of a file in turn and checks that everything outside that page is read. */
import { closeSync, copyFileSync, openSync, rmSync, writeSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Stream } from "effect"
import { docOf } from "../src/documents.ts"
import { pages } from "../src/pages.ts"
import { type Lost, layer } from "../src/sqlite/salvage.ts"
import * as sqlite from "../src/sqlite.ts"
import { type Row, Storage } from "../src/storage.ts"
import { file } from "./file.ts"
import { adding, changing, removing, shop, thing, things } from "./things.ts"

const size = 8192
const count = 40
const text = (n: number) => `${n}${"x".repeat(n % 10 === 0 ? 30_000 : 600)}`
const given = (n: number) => ({ code: text(n), tags: [`t${n % 7}`], stock: n })

/** A file with forty documents in two shops, some larger than a page, with updates and removals. */
const made = Effect.gen(function* () {
  const location = yield* file
  yield* Effect.scoped(
    Effect.gen(function* () {
      const store = yield* sqlite.make(location, [things])
      const of = (n: number) => (n % 4 === 0 ? "another" : shop)
      const all = Array.from({ length: count }, (_, n) => n)
      yield* store.commit(all.map((n) => adding(n, { code: `${n}${"y".repeat(1000)}` }, of(n))))
      yield* store.commit(all.map((n) => changing(n, 1, given(n), of(n))))
      yield* store.commit([...Array(50)].map((_, n) => adding(1000 + n, {})))
      yield* store.commit([...Array(50)].map((_, n) => removing(1000 + n, 1)))
    })
  )
  return location
})

/** What a page contains, and what its damage may cost: the documents on it. */
const pagesOf = (location: string) => {
  const database = new DatabaseSync(location)
  const pages = database.prepare("select name, pageno, pagetype, ncell from dbstat").all()
  database.close()
  return pages.map(({ name, ncell, pageno, pagetype }) => ({
    name: String(name),
    page: Number(pageno),
    costs: name === "things" && pagetype !== "internal" ? Math.max(1, Number(ncell)) : 0
  }))
}

const salvaged = (location: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const lost: Array<Lost> = []
      const context = yield* Layer.build(layer(location, [things], (one) => void lost.push(one)))
      const store = Storage.of(Context.get(context, Storage))
      const rows: Array<Row> = []
      // Small pages, as an export reads pages of a large shop.
      for (const of of [shop, "another"])
        yield* Stream.runForEach(
          pages((one, query) => store.find(of, one, query), things, {}, { limit: 7, characters: 20_000 }),
          (page) => Effect.sync(() => rows.push(...page))
        )
      return { lost, rows }
    })
  )

describe("a damaged file", () => {
  for (const [how, bytes] of [
    ["zeroed", Buffer.alloc(size)],
    ["filled with noise", Buffer.from(Array.from({ length: size }, (_, at) => (at * 167 + 13) % 251))]
  ] as const)
    it.live(`gives all but the documents of a page that was ${how}`, () =>
      Effect.gen(function* () {
        const location = yield* made
        let lostInAll = 0
        for (const { costs, name, page } of pagesOf(location)) {
          if (name === "sqlite_schema") continue
          const copy = `${location}.copy`
          copyFileSync(location, copy)
          const opened = openSync(copy, "r+")
          writeSync(opened, bytes, 0, size, (page - 1) * size)
          closeSync(opened)
          const { lost, rows } = yield* salvaged(copy)
          const what = `page ${page} of ${name}`
          for (const row of rows)
            assert.deepStrictEqual(docOf(things, row), thing(Number(row.key), given(Number(row.key))), what)
          assert.strictEqual(new Set(rows.map(({ key }) => key)).size, rows.length, what)
          assert.isAtMost(count - rows.length, costs, what)
          assert.strictEqual(lost.length, count - rows.length, what)
          lostInAll += lost.length
          for (const end of ["", "-wal", "-shm"]) rmSync(copy + end, { force: true })
        }
        assert.isAtLeast(lostInAll, count)
      }).pipe(Effect.scoped)
    )

  it.live("that is intact yields everything, including its log", () =>
    Effect.gen(function* () {
      const location = yield* made
      const store = yield* sqlite.make(location, [things])
      yield* store.commit([adding(count, given(count))])
      const { lost, rows } = yield* salvaged(location)
      assert.deepStrictEqual([lost, rows.length], [[], count + 1])
    }).pipe(Effect.scoped)
  )
})
