/** What SQLite makes of the plans: an index walk for each, and nothing sorted. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { choose } from "../src/plan.ts"
import type { Connection } from "../src/sqlite/connection.ts"
import { counting, select } from "../src/sqlite/select.ts"
import { Shops } from "../src/sqlite/shops.ts"
import { start } from "../src/sqlite/start.ts"
import { layout } from "../src/sqlite/tables.ts"
import { Writer } from "../src/sqlite/writes.ts"
import type { Query } from "../src/storage.ts"
import { asked } from "../src/values.ts"
import { file } from "./file.ts"
import { adding, things } from "./things.ts"

const plan = (writer: Connection, query: Query<keyof typeof things.lookups>): string => {
  const normal = asked(things, query)!
  const of = layout(things)
  const chosen = choose(things, normal, (candidate) => {
    const { runs, sql } = counting(of, candidate)
    return runs.reduce((sum, run) => sum + writer.get(sql, 1, ...run)![0], 0)
  })
  const { runs, sql } = select(of, chosen, normal)
  return writer
    .all(`explain query plan ${sql}`, [1, ...runs[0]!])
    .map((row) => row[3])
    .join("; ")
}

describe("the file", () => {
  it.live("walks an index for every declared order, and sorts nothing", () =>
    Effect.gen(function* () {
      const writer = start(yield* file, [layout(things)])
      const newest = { by: "placed", descending: true } as const
      const queries: ReadonlyArray<Query<keyof typeof things.lookups>> = [
        {},
        { where: [{ on: "key", eq: 1 }] },
        { where: [{ on: "key", gt: 1 }], limit: 10 },
        { where: [{ on: "code", eq: "a" }] },
        { where: [{ on: "serials", eq: "a" }] },
        { where: [{ on: "stock", eq: 1 }] },
        { where: [{ on: "status", eq: "a" }], after: { value: 0, key: 4 } },
        { sort: newest, limit: 10 },
        { sort: { by: "placed" }, limit: 10 },
        { sort: newest, where: [{ on: "status", eq: "a" }], limit: 10 },
        { sort: newest, where: [{ on: "tags", eq: "a" }], limit: 10 },
        {
          sort: newest,
          where: [
            { on: "status", eq: "a" },
            { on: "tags", eq: "a" }
          ],
          limit: 10
        },
        {
          sort: newest,
          where: [
            { on: "status", eq: "a" },
            { on: "placed", gt: 1, lte: 9 }
          ],
          limit: 10
        },
        {
          sort: newest,
          where: [
            { on: "tags", eq: "a" },
            { on: "tags", eq: "b" }
          ],
          limit: 10
        },
        { sort: newest, where: [{ on: "tags", in: ["a", "b"] }], limit: 10 },
        { sort: newest, where: [{ on: "status", in: ["a", "b"] }], limit: 10 }
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

  it.live("walks by the rarest of several filters", () =>
    Effect.gen(function* () {
      const writer = start(yield* file, [layout(things)])
      writer.exec("begin")
      const into = new Writer(writer, new Shops(writer))
      for (let id = 0; id < 3000; id++) {
        const tags = id % 1000 === 0 ? ["all", "few"] : ["all"]
        into.apply([{ write: adding(id, { status: "open", stock: id % 500, tags }), layout: layout(things) }])
      }
      writer.exec("commit")
      const rarest = (where: Query<keyof typeof things.lookups>["where"]) =>
        plan(writer, { where: where!, sort: { by: "placed", descending: true }, limit: 10 })
      assert.include(
        rarest([
          { on: "status", eq: "open" },
          { on: "stock", eq: 3 }
        ]),
        "things (stock)"
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
        asked(things, {
          where: [
            { on: "tags", eq: "all" },
            { on: "tags", eq: "few" }
          ]
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
