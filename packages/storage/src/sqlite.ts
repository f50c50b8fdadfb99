/**
 * Keeps documents in one SQLite file, through the `node:sqlite` that comes with Node. Every answered write is on the
 * disk; several processes may use one file.
 */
import { resolve } from "node:path"
import type { Collection } from "@bottega/domain/contract"
import { Effect, Layer, Schedule } from "effect"
import { failedGuard } from "./guards.ts"
import { namingIn } from "./naming.ts"
import { ChunkWriter, readChunk } from "./sqlite/chunks.ts"
import { Connection } from "./sqlite/connection.ts"
import { attempt, unavailable } from "./sqlite/errors.ts"
import { Group } from "./sqlite/group.ts"
import { type HeldFile, holdFile } from "./sqlite/hold.ts"
import { Reader } from "./sqlite/reader.ts"
import { Rows } from "./sqlite/rows.ts"
import { Shops } from "./sqlite/shops.ts"
import { start } from "./sqlite/start.ts"
import { type Layout, layout } from "./sqlite/tables.ts"
import { Watch } from "./sqlite/watch.ts"
import { Writer } from "./sqlite/writes.ts"
import { type Adapter, type Guard, OnApplied, type Query, Storage, type Unavailable } from "./storage.ts"
import { inTurns } from "./turns.ts"

/**
 * The store in this file, created if it is missing, until the scope closes. Waits while another process prepares the
 * file.
 */
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

/** How often and how long a file that another process prepares is retried; recomputing lookups takes some seconds. */
const untilFree = Schedule.spaced("20 millis").pipe(Schedule.jittered, Schedule.upTo({ duration: "1 minute" }))

/** {@link make} as the storage of a program. */
export const layer = (location: string, collections: ReadonlyArray<Collection>): Layer.Layer<Storage, Unavailable> =>
  Layer.effect(Storage, make(location, collections))

const open = (file: string, collections: ReadonlyArray<Collection>) => {
  const layouts = new Map(collections.map((collection) => [collection.name as string, layout(collection)]))
  const held = holdFile(file)
  let connection: Connection | undefined
  try {
    connection = start(file, [...layouts.values()])
    return opened(file, layouts, held, connection)
  } catch (error) {
    connection?.close()
    held.release()
    throw error
  }
}

const opened = (file: string, layouts: ReadonlyMap<string, Layout>, held: HeldFile, connection: Connection) => {
  const rows = new Rows()
  const watch = new Watch(file, held, connection)
  const reading = new Connection(file, "read")
  const shops = new Shops(connection)
  const latest = new Reader(connection, shops, rows)
  const writer = new Writer(connection, shops)
  const group = new Group(connection, () => shops.forget(), watch)
  const readingShops = new Shops(reading)
  const durable = new Reader(reading, readingShops, rows)
  const chunkWriter = new ChunkWriter(file, group, watch)
  const chunks = { write: chunkWriter.write, read: readChunk(reading, readingShops), remove: chunkWriter.remove }
  const naming = namingIn([...layouts.values()].map(({ collection }) => collection))
  try {
    // From its first read on, a connection has a shared lock on the file, so no other connection is the last to close
    // it.
    durable.revision()
  } catch (error) {
    durable.close()
    throw error
  }
  const of = ({ name }: Collection) => known(layouts, name)
  const watching = setInterval(() => watch.all(), lookEveryMs).unref()

  const find = (shop: string, collection: Collection, query: Query) =>
    inTurns(() => {
      // A replaced file may have come back since it was noticed, so check again; otherwise a read pays nothing.
      const replaced = watch.replaced && watch.all()
      if (replaced !== undefined) throw replaced
      return query.latest === true
        ? latest.find(shop, of(collection), query)
        : durable.kept(shop, of(collection), query)
    }, failed)

  const refused = (guards: ReadonlyArray<Guard>) =>
    failedGuard(guards, (shop, collection, query) => latest.find(shop, of(collection), query))

  const commit: Adapter["commit"] = (writes, guards = []) =>
    Effect.withFiber((fiber) => {
      const placed = writes.map((write) => ({ write, layout: of(write.collection) }))
      const applied = fiber.getRef(OnApplied)
      return Effect.callback((resume) => {
        if (writes.length === 0) return group.settle(resume)
        const member = { run: () => refused(guards) ?? writer.apply(placed), applied, answer: resume }
        group.submit(member)
        return Effect.sync(() => group.withdraw(member))
      })
    })

  const check = attempt(() => {
    const replaced = watch.all()
    if (replaced !== undefined) throw replaced
  })

  const close = () => {
    clearInterval(watching)
    group.close()
    chunkWriter.close()
    if (watch.isWhole) {
      durable.close()
      checkpoint(connection)
      connection.close()
    } else {
      // The last connection to close copies the log into the file. A read-only one cannot, so here it is closed last.
      connection.close()
      durable.close()
    }
    held.release()
  }
  return {
    adapter: { find, commit, chunks, naming, check, revision: () => durable.revision() } satisfies Adapter,
    close
  }
}

/** Milliseconds after which a file without writers is checked again. */
const lookEveryMs = 1000

const checkpoint = (connection: Connection): void => {
  try {
    connection.exec("pragma wal_checkpoint(truncate)")
  } catch {
    // If there is no room for it, the log stays beside the file and is read when the file is next opened.
  }
}

const known = (layouts: ReadonlyMap<string, Layout>, name: string): Layout => {
  const layout = layouts.get(name)
  if (layout === undefined) throw new TypeError(`the store was opened without the collection ${name}`)
  return layout
}

const failed = (error: unknown) => Effect.fail(unavailable(error))
