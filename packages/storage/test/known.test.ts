/** Tests that rows which are known without a read are those that are stored. */
import { StatementSync } from "node:sqlite"
import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { vi } from "vitest"
import * as sqlite from "../src/sqlite.ts"
import type { Adapter } from "../src/storage.ts"
import { file } from "./file.ts"
import { adding, changing, removing, shop, things } from "./things.ts"

/** The statements on things that the search for a document runs, and the version that it finds. */
const reading = (store: Adapter, where: { readonly on: "key" | "code"; readonly eq: string | number }) =>
  Effect.gen(function* () {
    const got = vi.spyOn(StatementSync.prototype, "get")
    const all = vi.spyOn(StatementSync.prototype, "all")
    const [row] = yield* store.find(shop, things, { where: [where], limit: 1, latest: true })
    const texts = [...got.mock.contexts, ...all.mock.contexts].map((run) => (run as StatementSync).sourceSQL)
    for (const spy of [got, all]) spy.mockRestore()
    return { version: row?.version, statements: texts.filter((text) => text.includes("things")).length }
  })

const byKey = { on: "key", eq: 1 } as const
const byCode = { on: "code", eq: "a" } as const

it.live("are read once, by key and by a unique value, and follow what this process writes", () =>
  Effect.gen(function* () {
    const store = yield* sqlite.make(yield* file, [things])
    yield* store.commit([adding(1, { code: "a" })])
    assert.deepStrictEqual(yield* reading(store, byCode), { version: 1, statements: 2 })
    for (const where of [byCode, byKey])
      assert.deepStrictEqual(yield* reading(store, where), { version: 1, statements: 0 })
    yield* store.commit([changing(1, 1, { code: "a", stock: 1 })])
    for (const where of [byCode, byKey])
      assert.deepStrictEqual(yield* reading(store, where), { version: 2, statements: 0 })
    // The document has another code now, and another document has this one.
    yield* store.commit([changing(1, 2, { code: "b" }), adding(2, { code: "a" })])
    assert.deepStrictEqual(yield* reading(store, byCode), { version: 1, statements: 2 })
    yield* store.commit([removing(1, 3)])
    assert.deepStrictEqual(yield* reading(store, byKey), { version: undefined, statements: 1 })
  }).pipe(Effect.scoped)
)

it.live("are read again after a commit of another process, in a transaction and outside of one", () =>
  Effect.gen(function* () {
    const location = yield* file
    const [store, other] = [yield* sqlite.make(location, [things]), yield* sqlite.make(location, [things])]
    yield* store.commit([adding(1, { code: "a" })])
    for (let version = 1; version < 20; version += 2) {
      assert.strictEqual((yield* reading(store, byCode)).version, version)
      yield* other.commit([changing(1, version, { code: "a", stock: version })])
      if (version % 4 === 1) assert.strictEqual((yield* reading(store, byCode)).version, version + 1)
      const [row] = yield* other.find(shop, things, { where: [byKey], limit: 1 })
      // A guard is checked within the transaction.
      yield* store.commit([adding(100 + version)], [{ shop, collection: things, row: row! }])
      yield* store.commit([changing(1, version + 1, { code: "a" })])
    }
  }).pipe(Effect.scoped)
)

it.live("are forgotten when a transaction is rolled back", () =>
  Effect.gen(function* () {
    const store = yield* sqlite.make(yield* file, [things])
    yield* store.commit([adding(1, { code: "a" })])
    yield* reading(store, byKey)
    const run = StatementSync.prototype.run
    const failing = vi.spyOn(StatementSync.prototype, "run").mockImplementation(function (
      this: StatementSync,
      ...values
    ) {
      if (this.sourceSQL === "commit")
        throw Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 })
      return run.apply(this, values)
    })
    const outcome = yield* Effect.result(store.commit([changing(1, 1, { code: "a", stock: 5 })]))
    failing.mockRestore()
    assert.isTrue(Result.isFailure(outcome))
    assert.deepStrictEqual(yield* reading(store, byKey), { version: 1, statements: 1 })
    yield* store.commit([changing(1, 1, { code: "a", stock: 6 })])
  }).pipe(Effect.scoped)
)
