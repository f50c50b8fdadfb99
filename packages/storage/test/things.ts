/** The test collections: one with every kind of lookup, one keyed by text, and functions that open a store of them. */
import assert from "node:assert/strict"
import { type Collection, collection, internal, type Key, number, numbers, text, texts } from "@bottega/domain/contract"
import { Context, Effect, Layer, Schema } from "effect"
import type { AdapterEntry } from "../src/adapters.ts"
import { deferral } from "../src/sqlite/deferred.ts"
import { type Adapter, type Guard, maxRows, type Query, Storage, type Write } from "../src/storage.ts"
import { database } from "./database.ts"
import { file } from "./file.ts"

/** A thing, one of many. */
export const Thing = Schema.Struct({
  id: Schema.Number,
  code: Schema.optionalKey(Schema.String),
  serials: Schema.Array(Schema.String),
  status: Schema.String,
  placed: Schema.optionalKey(Schema.Number),
  stock: Schema.Number,
  tags: Schema.Array(Schema.String),
  sizes: Schema.Array(Schema.Number)
})
export type Thing = typeof Thing.Type

/** Things by number: unique by code and by serial, read by status and by tag in order of `placed`. */
export const things = collection("things", Thing, {
  key: ({ id }) => id,
  lookups: {
    code: text(({ code }) => code),
    serials: texts(({ serials }) => serials),
    status: text(({ status }) => status),
    placed: number(({ placed }) => placed),
    stock: number(({ stock }) => stock),
    tags: texts(({ tags }) => tags),
    sizes: numbers(({ sizes }) => sizes)
  },
  unique: { code: internal, serials: internal },
  orders: [["placed"], ["status", "placed"], ["tags", "placed"], ["status", "tags", "placed"], ["status", "key"]],
  deferred: ["tags", "stock"]
})

// So few that a test's documents lie on both sides of the watermark.
Object.assign(deferral, { documents: 3, entries: 40 })

/** Notes by name, which may be any text; the collection's and the lookup's own names test the quoting. */
export const notes = collection('no"te s', Schema.Struct({ name: Schema.String, 'a"b c': Schema.String }), {
  key: ({ name }) => name,
  lookups: { 'a"b c': text((note) => note['a"b c']) },
  orders: [['a"b c']]
})

/** Albums by number, which name the bytes of their pictures. */
export const albums = collection(
  "albums",
  Schema.Struct({ id: Schema.Number, pictures: Schema.Array(Schema.String) }),
  {
    key: ({ id }) => id,
    lookups: { pictures: texts(({ pictures }) => pictures) },
    bytes: "pictures"
  }
)

export const collections = [things, notes, albums]
export const shop = "shop"

/** A thing with this number; fields that are not given follow from it. */
export const thing = (id: number, given: Partial<Thing> = {}): Thing => ({
  id,
  serials: [],
  status: id % 2 === 0 ? "open" : "shipped",
  placed: id * 10,
  stock: 0,
  tags: [],
  sizes: [],
  ...given
})

/** The write that adds a thing. */
export const adding = (id: number, given: Partial<Thing> = {}, of = shop): Write => ({
  shop: of,
  collection: things,
  key: id,
  expect: 0,
  doc: thing(id, given)
})

/** The write that replaces a version of a thing. */
export const changing = (id: number, expect: number, given: Partial<Thing> = {}, of = shop): Write => ({
  ...adding(id, given, of),
  expect
})

/** The write that removes a version of a thing. */
export const removing = (id: number, expect: number, of = shop): Write => ({
  ...changing(id, expect, {}, of),
  doc: undefined
})

/** A query that a test may write without a limit. */
export type Wanted = Omit<Query<string>, "limit"> & { readonly limit?: number }

/** The keys that a query of things finds, in order. */
export const keys = (store: Adapter, query: Wanted, of = shop) =>
  Effect.map(
    store.find(of, things, { limit: maxRows, ...query } as never),
    (rows): ReadonlyArray<Key> => rows.map(({ key }) => key)
  )

/** Checks that a query finds these keys, both durably and with `latest`. */
export const expecting = (store: Adapter) => (expected: ReadonlyArray<number>, query: Wanted) =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* keys(store, query), expected, JSON.stringify(query))
    assert.deepStrictEqual(yield* keys(store, { ...query, latest: true }), expected, `latest ${JSON.stringify(query)}`)
  })

/** A new location for an adapter, removed when the scope closes. */
export const fresh = ({ needs }: AdapterEntry) => (needs === "uri" ? database : file)

/** A handle on the store at a location, as another process would open it. */
export const handle = (adapter: AdapterEntry, location: string, of: ReadonlyArray<Collection> = collections) =>
  Effect.map(Layer.build(adapter.open(location, of)), (context) => Storage.of(Context.get(context, Storage)))

/** A handle on a fresh store. */
export const opened = (adapter: AdapterEntry, of?: ReadonlyArray<Collection>) =>
  Effect.flatMap(fresh(adapter), (location) => handle(adapter, location, of))

/** A stored thing, as the last commit left it. */
export const rowOf = (store: Adapter, id: number) =>
  Effect.map(store.find(shop, things, { where: [{ on: "key", eq: id }], limit: 1, latest: true }), ([row]) => row)

/** Guards a thing as it is now. */
export const guardOf = (store: Adapter, id: number) =>
  Effect.map(rowOf(store, id), (row): Guard => ({ shop, collection: things, row: row! }))
