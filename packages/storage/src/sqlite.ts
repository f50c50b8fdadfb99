/**
 * Keeps documents in one SQLite file, through the `node:sqlite` that comes with Node. Every answered write is on the
 * disk; several processes may work on one file.
 */
import { resolve } from "node:path"
import type { Collection } from "@bottega/domain/collection"
import { Effect, Layer, Schedule } from "effect"
import { Connection } from "./sqlite/connection.ts"
import { unavailable } from "./sqlite/errors.ts"
import { Group } from "./sqlite/group.ts"
import { Reader } from "./sqlite/reader.ts"
import { Rows } from "./sqlite/rows.ts"
import { Shops } from "./sqlite/shops.ts"
import { start } from "./sqlite/start.ts"
import { type Layout, layout } from "./sqlite/tables.ts"
import { Writer } from "./sqlite/writes.ts"
import { type Adapter, Applied, type Query, Storage, type Unavailable } from "./storage.ts"

/** The store in this file, made if it is missing, until the scope closes. While another process prepares the file it waits. */
export const make = (location: string, collections: ReadonlyArray<Collection>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.retry(
        attempt(() => open(resolve(location), collections)),
        { while: ({ reason }) => reason === "busy", schedule: untilFree }
      ),
      (store) => Effect.sync(store.close),
      { interruptible: true }
    ),
    ({ adapter }) => adapter
  )

/** How often a file that another process prepares is tried, and for how long: filling in lookups anew takes some seconds. */
const untilFree = Schedule.spaced("20 millis").pipe(Schedule.jittered, Schedule.upTo({ duration: "1 minute" }))

/** {@link make} as the storage of a program. */
export const layer = (location: string, collections: ReadonlyArray<Collection>): Layer.Layer<Storage, Unavailable> =>
  Layer.effect(Storage, make(location, collections))

const open = (file: string, collections: ReadonlyArray<Collection>) => {
  const layouts = new Map(collections.map((collection) => [collection.name as string, layout(collection)]))
  const rows = new Rows()
  const connection = start(file, [...layouts.values()])
  const reading = readingOf(file, connection)
  const shops = new Shops(connection)
  const latest = new Reader(connection, shops, rows)
  const writer = new Writer(connection, shops)
  const group = new Group(connection, () => shops.forget())
  const durable = new Reader(reading, new Shops(reading), rows)
  const of = ({ name }: Collection) => known(layouts, name)

  const find = (shop: string, collection: Collection, query: Query) =>
    attempt(() =>
      query.latest === true ? latest.find(shop, of(collection), query) : durable.kept(shop, of(collection), query)
    )

  const commit: Adapter["commit"] = (writes) =>
    Effect.withFiber((fiber) => {
      const placed = writes.map((write) => ({ write, layout: of(write.collection) }))
      const applied = fiber.getRef(Applied)
      return Effect.callback((resume) => {
        if (writes.length === 0) return group.settle(resume)
        const member = { run: () => writer.apply(placed), applied, answer: resume }
        group.submit(member)
        return Effect.sync(() => group.withdraw(member))
      })
    })

  const close = () => {
    group.close()
    durable.close()
    try {
      connection.exec("pragma wal_checkpoint(truncate)")
    } catch {
      // Without room for it the log stays beside the file, and is read when the file is next opened.
    } finally {
      connection.close()
    }
  }
  return { adapter: { find, commit, revision: () => durable.revision() } satisfies Adapter, close }
}

/** The connection that reads; where it cannot be had the one that writes is closed, for nobody else knows of it. */
const readingOf = (file: string, writing: Connection): Connection => {
  try {
    return new Connection(file, true)
  } catch (error) {
    writing.close()
    throw error
  }
}

const known = (layouts: ReadonlyMap<string, Layout>, name: string): Layout => {
  const layout = layouts.get(name)
  if (layout === undefined) throw new TypeError(`the store was opened without the collection ${name}`)
  return layout
}

const attempt = <A>(act: () => A): Effect.Effect<A, Unavailable> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(act())
    } catch (error) {
      return Effect.fail(unavailable(error))
    }
  })
