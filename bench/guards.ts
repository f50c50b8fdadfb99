/**
 * Measures what a guard adds to a commit: many simultaneous commits of documents in five collections, with and without
 * a guard of one document.
 */
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Collection, collection, number } from "@bottega/domain/contract"
import { type Adapter, type Guard, Storage, type Write } from "@bottega/storage"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { Context, Effect, Layer, Schema, Scope } from "effect"
import { newDatabase } from "./database.ts"
import { median, table } from "./report.ts"

const Document = Schema.Struct({ id: Schema.Number, at: Schema.Number, text: Schema.String })
const targets = collection("targets", Document, { key: ({ id }) => id })
const kinds = ["one", "two", "three", "four", "five"].map((name) =>
  collection(name, Document, { key: ({ id }) => id, lookups: { at: number(({ at }) => at) }, orders: [["at"]] })
)

const shop = "shop"
const text = "x".repeat(600)
/** Simultaneous commits. The tests' MongoDB has fewer connections than the other stores have callers. */
const callers = { memory: 200, sqlite: 200, mongo: 64 } as Readonly<Record<string, number>>
/** Rounds of that many callers in one measurement; a database gets fewer. */
const turns = { memory: 20, sqlite: 20, mongo: 3 } as Readonly<Record<string, number>>
const rounds = 7

/** Measures every store. */
export const guards = async (): Promise<void> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const adapter of adapters) rows.push(await measured(adapter))
  table("commits at once of 5 documents: with a guard of one document, against without", head, rows)
}
const head = ["store", "ratio", "with", "without"]

const measured = async (adapter: AdapterEntry): Promise<ReadonlyArray<string>> => {
  const scope = Scope.makeUnsafe()
  const location =
    adapter.needs === "uri" ? await newDatabase() : join(mkdtempSync(join(tmpdir(), "bottega-bench-")), "guards.db")
  const open = Layer.build(adapter.open(location, [targets, ...kinds]))
  const context = await Effect.runPromise(Scope.provide(open, scope))
  const store = Storage.of(Context.get(context, Storage))
  await Effect.runPromise(store.commit([adding(targets, 0)]))
  const [row] = await Effect.runPromise(store.find(shop, targets, { limit: 1 }))
  const guard: Guard = { shop, collection: targets, row: row! }
  const run = () => timed(store, adapter, [])
  const guarded = () => timed(store, adapter, [guard])
  await run()
  await guarded()
  const pairs: Array<readonly [number, number]> = []
  for (let round = 0; round < rounds; round++) pairs.push([await guarded(), await run()])
  await Effect.runPromise(Scope.close(scope, Effect.exit(Effect.void) as never))
  const of = (pick: (pair: readonly [number, number]) => number) => median(pairs.map(pick))
  return [
    `${adapter.name}, ${callers[adapter.name]} at once`,
    of(([a, b]) => a / b).toFixed(2),
    `${of(([a]) => a).toFixed(0)} µs`,
    `${of(([, b]) => b).toFixed(0)} µs`
  ]
}

let id = 0
const adding = (kind: Collection, key: number): Write => ({
  shop,
  collection: kind,
  key,
  expect: 0,
  doc: { id: key, at: key, text }
})

/** Microseconds per commit, when all are answered together. */
const timed = async (store: Adapter, { name }: AdapterEntry, guarding: ReadonlyArray<Guard>): Promise<number> => {
  const [together, times] = [callers[name]!, turns[name]!]
  const begun = performance.now()
  for (let turn = 0; turn < times; turn++)
    await Effect.runPromise(
      Effect.forEach(
        Array.from({ length: together }, () => ++id),
        (key) =>
          store.commit(
            kinds.map((kind) => adding(kind, key)),
            guarding
          ),
        { concurrency: "unbounded" }
      )
    )
  return ((performance.now() - begun) * 1000) / (times * together)
}
