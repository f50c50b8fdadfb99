/** Checks SQLite's query plans: each reads one index, and nothing is sorted. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ownFormat } from "../src/format.ts"
import { choose } from "../src/plan.ts"
import type { Connection } from "../src/sqlite/connection.ts"
import { counting, type Kind, type Part, select, valuesFor } from "../src/sqlite/select.ts"
import { Shops } from "../src/sqlite/shops.ts"
import { start } from "../src/sqlite/start.ts"
import { layout } from "../src/sqlite/tables.ts"
import { Writer } from "../src/sqlite/writes.ts"
import type { Query } from "../src/storage.ts"
import { normalized } from "../src/values.ts"
import { file } from "./file.ts"
import { adding, things } from "./things.ts"

type Asks = Omit<Query<keyof typeof things.lookups>, "limit">

/** SQLite's plan for a query, as a whole and in steps. */
const plan = (writer: Connection, query: Asks): string => {
  const normal = normalized(things, { limit: 10, ...query })!
  const of = layout(things)
  const chosen = choose(things, normal, (candidate) => {
    const { runs, sql } = counting(of, candidate)
    return runs.reduce((sum, run) => sum + writer.get(sql, 1, ...run)![0], 0)
  })
  const explained = (kind: Kind, part: Part) => {
    const [walk] = chosen.walks
    const more = kind === "place" ? [9] : kind === "passing" || chosen.next === undefined ? [] : [10, 0]
    const values = valuesFor(of, 1, chosen, normal, kind, part, walk!)
    return writer
      .all(`explain query plan ${select(of, chosen, normal, kind, part)}`, [...values, ...more])
      .map((row) => row[3])
      .join("; ")
  }
  const { after } = normal
  const whole = explained("rows", { after })
  // Only a walk in the requested order goes in steps.
  if (chosen.next === undefined || !chosen.fits) return whole
  const until = { value: 7, key: 7 }
  const steps = [
    explained("place", { after }),
    explained("rows", { after, until }),
    explained("passing", { after, until })
  ]
  return [whole, ...steps].join("; ")
}

describe("the file", () => {
  it.live("reads an index for every declared order, and sorts nothing", () =>
    Effect.gen(function* () {
      const writer = start(yield* file, [layout(things)], ownFormat)
      const newest = { by: "placed", descending: true } as const
      const queries: ReadonlyArray<Asks> = [
        {},
        { where: [{ on: "key", eq: 1 }] },
        { where: [{ on: "key", gt: 1 }] },
        { where: [{ on: "code", eq: "a" }] },
        { where: [{ on: "serials", eq: "a" }] },
        { where: [{ on: "stock", eq: 1 }] },
        { where: [{ on: "status", eq: "a" }], after: { value: 0, key: 4 } },
        { sort: newest },
        { sort: { by: "placed" } },
        { sort: newest, where: [{ on: "status", eq: "a" }] },
        { sort: newest, where: [{ on: "tags", eq: "a" }] },
        {
          sort: newest,
          where: [
            { on: "status", eq: "a" },
            { on: "tags", eq: "a" }
          ]
        },
        {
          sort: newest,
          where: [
            { on: "status", eq: "a" },
            { on: "placed", gt: 1, lte: 9 }
          ]
        },
        {
          sort: newest,
          where: [
            { on: "tags", eq: "a" },
            { on: "tags", eq: "b" }
          ]
        },
        { sort: newest, where: [{ on: "tags", in: ["a", "b"] }] },
        { sort: newest, where: [{ on: "status", in: ["a", "b"] }] }
      ]
      for (const query of queries)
        for (const one of query.sort === newest ? [query, { ...query, after: { value: 5, key: 5 } }] : [query]) {
          const found = plan(writer, one)
          assert.notMatch(found, /SCAN|TEMP B-TREE/, JSON.stringify(one))
          assert.match(found, /INDEX|PRIMARY KEY/)
        }
      writer.close()
    }).pipe(Effect.scoped)
  )

  it.live("begins a page at the place after which it comes, in either direction and within a range", () =>
    Effect.gen(function* () {
      const writer = start(yield* file, [layout(things)], ownFormat)
      const after = { value: 5, key: 4 }
      for (const descending of [false, true])
        for (const range of [{}, { gte: 1 }, { lt: 9 }, { gte: 1, lt: 9 }])
          for (const status of [[], [{ on: "status" as const, eq: "a" }]]) {
            const sort = { by: "placed", descending } as const
            const where = [...status, ...(Object.keys(range).length === 0 ? [] : [{ on: "placed" as const, ...range }])]
            const found = plan(writer, { sort, where: where as Asks["where"] & object, after })
            const [rows, , step] = found.split("; ")
            assert.include(rows, `(at_placed,key)${descending ? "<" : ">"}(?,?)`)
            assert.include(step, "(at_placed,key)<(?,?)")
            assert.include(step, "(at_placed,key)>(?,?)")
          }
      writer.close()
    }).pipe(Effect.scoped)
  )

  it.live("reads the index of the rarest of several filters", () =>
    Effect.gen(function* () {
      const writer = start(yield* file, [layout(things)], ownFormat)
      writer.exec("begin")
      const into = new Writer(writer, new Shops(writer))
      for (let id = 0; id < 3000; id++) {
        const tags = id % 1000 === 0 ? ["all", "few"] : ["all"]
        into.apply([{ write: adding(id, { status: "open", stock: id % 500, tags }), layout: layout(things) }])
      }
      writer.exec("commit")
      const rarest = (where: Asks["where"]) => plan(writer, { where: where!, sort: { by: "placed", descending: true } })
      assert.include(
        rarest([
          { on: "status", eq: "open" },
          { on: "stock", eq: 3 }
        ]),
        "PRIMARY KEY (shop=? AND at_stock=?)"
      )
      assert.include(
        rarest([
          { on: "stock", gte: 0 },
          { on: "status", eq: "open" }
        ]),
        "things (status, placed)"
      )
      const chosen = choose(
        things,
        normalized(things, {
          where: [
            { on: "tags", eq: "all" },
            { on: "tags", eq: "few" }
          ],
          limit: 10
        })!,
        (candidate) => {
          const { runs, sql } = counting(layout(things), candidate)
          return writer.get(sql, 1, ...runs[0]!)![0]
        }
      )
      assert.deepStrictEqual(chosen.walks, [["few"]])
      writer.close()
    }).pipe(Effect.scoped)
  )
})
