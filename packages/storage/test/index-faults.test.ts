/** Tests the comparison of index entries with documents: what it reports, and that it reads everything once. */
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"
import { adapters } from "../src/adapters.ts"
import { Connection } from "../src/sqlite/connection.ts"
import * as sqlite from "../src/sqlite.ts"
import type { Adapter, IndexFault } from "../src/storage.ts"
import { useDatabase } from "./database.ts"
import { file } from "./file.ts"
import { adding, changing, collections, opened, removing, shop, things } from "./things.ts"

const faultsOf = (store: Adapter) =>
  Effect.gen(function* () {
    const faults: Array<IndexFault> = []
    let documents = 0
    yield* store.indexFaults!(shop, things, {
      onFault: (fault) => void faults.push(fault),
      onDocuments: (some) => void (documents += some)
    })
    return { faults, documents }
  })

/** Things with values of every kind of lookup. */
const some = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    adding(at + 1, {
      code: `c${at}`,
      serials: [`s${at}`, `t${at}`],
      tags: at % 3 === 0 ? ["a", `b${at % 5}`] : [],
      sizes: [at, at + 0.5],
      stock: at % 4
    })
  )

for (const adapter of adapters)
  describe(adapter.name, () => {
    useDatabase(adapter)

    it.live("has no faults after documents were made, changed and removed", () =>
      Effect.gen(function* () {
        const store = yield* opened(adapter)
        yield* store.commit(some(40))
        yield* store.commit([changing(7, 1, { tags: ["a", "\ud800"], serials: ["s6"] }), removing(9, 1)])
        yield* store.commit([adding(99, {}, "other")])
        assert.deepStrictEqual(yield* faultsOf(store), { faults: [], documents: 39 })
      }).pipe(Effect.scoped)
    )
  })

describe("a file that was changed by hand", () => {
  const damaged = (sql: string) =>
    Effect.gen(function* () {
      const location = yield* file
      const store = yield* sqlite.make(location, collections)
      yield* store.commit(some(12))
      const database = new DatabaseSync(location)
      try {
        database.exec(sql)
      } finally {
        database.close()
      }
      return (yield* faultsOf(store)).faults
    }).pipe(Effect.scoped)

  const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<IndexFault>]> = [
    ["a column", "update things set at_status = 'x' where key = 3", [{ key: 3, lookup: "status", is: "missing" }]],
    [
      "a missing entry of many values",
      `delete from "things.(sizes)" where key = 4 and value = 3.5`,
      [{ key: 4, lookup: "sizes", is: "missing" }]
    ],
    [
      "an entry of a value that the document does not have",
      `insert into "things.(sizes)" values (1, 77, 4, 4)`,
      [{ key: 4, lookup: "sizes", is: "extra" }]
    ],
    [
      "an entry of no document",
      `insert into "things.(sizes)" values (1, 77, 400, 400)`,
      [{ key: 400, lookup: "sizes", is: "extra" }]
    ],
    [
      "an entry at the wrong place",
      `update "things.(tags, placed)" set at_placed = 1 where key = 1 and value = 'a'`,
      [{ key: 1, lookup: "tags", is: "missing" }]
    ],
    [
      "an entry that leads to another document",
      `update "things.unique (serials)" set id = 2 where value = 's0'`,
      [{ key: 1, lookup: "serials", is: "missing" }]
    ],
    [
      "a missing deferred entry of one value",
      `delete from "things.(stock)" where key = 2`,
      [{ key: 2, lookup: "stock", is: "missing" }]
    ],
    [
      "two documents with one unique value",
      `drop index "things unique (code)";
       update things set at_code = 'c0', doc = replace(doc, '"c1"', '"c0"') where key = 2`,
      [
        { key: 1, lookup: "code", is: "twin", other: 2 },
        { key: 2, lookup: "code", is: "twin", other: 1 }
      ]
    ]
  ]
  for (const [what, sql, faults] of cases)
    it.live(`${what} is reported`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* damaged(sql), faults)
      })
    )

  it.live("a document that cannot be read is passed over with its entries", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* damaged("update things set doc = 'torn' where key = 5"), [])
    })
  )
})

describe("the cost of a comparison", () => {
  /** The statements of a comparison of a number of documents, and the rows that they returned. */
  const costOf = (count: number) =>
    Effect.gen(function* () {
      const location = yield* file
      const store = yield* sqlite.make(location, collections)
      yield* store.commit(some(count))
      const texts = new Set<string>()
      let [statements, rows] = [0, 0]
      const seen = (sql: string) => {
        texts.add(sql)
        statements++
      }
      const { all, each, get } = Connection.prototype
      vi.spyOn(Connection.prototype, "get").mockImplementation(function (this: Connection, sql, ...values) {
        seen(sql)
        rows++
        return get.call(this, sql, ...values)
      })
      vi.spyOn(Connection.prototype, "all").mockImplementation(function (this: Connection, sql, values) {
        seen(sql)
        const found = all.call(this, sql, values)
        rows += found.length
        return found
      })
      vi.spyOn(Connection.prototype, "each").mockImplementation(function (this: Connection, sql, values) {
        seen(sql)
        const found = [...each.call(this, sql, values)]
        rows += found.length
        return found
      })
      try {
        assert.deepStrictEqual(yield* faultsOf(store), { faults: [], documents: count })
      } finally {
        vi.restoreAllMocks()
      }
      const database = new DatabaseSync(location, { readOnly: true })
      const plans = [...texts].flatMap((sql) => database.prepare(`explain query plan ${sql}`).all())
      database.close()
      return { statements, rows, plans: plans.map(({ detail }) => String(detail)) }
    }).pipe(Effect.scoped)

  it.live(
    "grows with the documents and their values, and no statement of it reads a whole index for one document",
    () =>
      Effect.gen(function* () {
        const [small, large] = [yield* costOf(600), yield* costOf(2400)]
        const perDocument = (large.statements - small.statements) / 1800
        // Two serials, two sizes, the stock, and two tags in two indexes for each third document.
        assert.isBelow(perDocument, 6.6)
        assert.isBelow((large.rows - small.rows) / 1800, 8)
        const scans = large.plans.filter((detail) => detail.startsWith("SCAN"))
        assert.deepStrictEqual(scans, [])
        assert.isFalse(large.plans.some((detail) => detail.includes("CORRELATED")))
      })
  )
})
