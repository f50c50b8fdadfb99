/**
 * Measures what a guard adds to a commit: many simultaneous commits of documents in five collections, without a guard,
 * with one of the same document each, and with one of a different document each, as orders have of their buyers.
 */
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Collection, collection, number } from "@bottega/domain/contract"
import { type Adapter, type Guard, Storage, type Write } from "@bottega/storage"
import { type AdapterEntry, adapters } from "@bottega/storage/adapters"
import { Context, Effect, Exit, Layer, Schema, Scope } from "effect"
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
  table("commits at once of 5 documents: with a guard, against without", head, rows)
}
const head = ["store", "one document", "different ones", "without"]
/** The documents that are guarded when each commit guards a different one. */
const buyers = 200

const measured = async (adapter: AdapterEntry): Promise<ReadonlyArray<string>> => {
  const scope = Scope.makeUnsafe()
  const location =
    adapter.needs === "uri" ? await newDatabase() : join(mkdtempSync(join(tmpdir(), "bottega-bench-")), "guards.db")
  const open = Layer.build(adapter.open(location, [targets, ...kinds]))
  const context = await Effect.runPromise(Scope.provide(open, scope))
  const store = Storage.of(Context.get(context, Storage))
  const all = Array.from({ length: buyers }, (_, key) => key)
  await Effect.runPromise(store.commit(all.map((key) => adding(targets, key))))
  const rows = await Effect.runPromise(store.find(shop, targets, { limit: buyers }))
  const guards = rows.map((row): Guard => ({ shop, collection: targets, row }))
  const runs = [guards.slice(0, 1), guards.slice(1), []].map((guards) => () => timed(store, adapter, guards))
  for (const run of runs) await run()
  const found: Array<ReadonlyArray<number>> = []
  for (let round = 0; round < rounds; round++) {
    const times: Array<number> = []
    for (const run of runs) times.push(await run())
    found.push(times)
  }
  await Effect.runPromise(Scope.close(scope, Exit.void))
  const without = median(found.map((times) => times[2]!))
  const cell = (at: number) => {
    const ratio = median(found.map((times) => times[at]! / times[2]!))
    return `${ratio.toFixed(2)} × (${median(found.map((times) => times[at]!)).toFixed(0)} µs)`
  }
  return [`${adapter.name}, ${callers[adapter.name]} at once`, cell(0), cell(1), `${without.toFixed(0)} µs`]
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
const timed = async (store: Adapter, { name }: AdapterEntry, guards: ReadonlyArray<Guard>): Promise<number> => {
  const [together, times] = [callers[name]!, turns[name]!]
  const begun = performance.now()
  for (let turn = 0; turn < times; turn++)
    await Effect.runPromise(
      Effect.forEach(
        Array.from({ length: together }, () => ++id),
        (key) =>
          store.commit(
            kinds.map((kind) => adding(kind, key)),
            guards.length === 0 ? [] : [guards[key % guards.length]!]
          ),
        { concurrency: "unbounded" }
      )
    )
  return ((performance.now() - begun) * 1000) / (times * together)
}
