/** Opens a file for reading only: nothing is written to it, and it shows one instant. */
import { closeSync, openSync, readSync } from "node:fs"
import { resolve } from "node:path"
import type { Collection } from "@bottega/domain/contract"
import { Effect, Layer } from "effect"
import { lookedAt } from "../naming.ts"
import { type Query, Storage, type Unavailable } from "../storage.ts"
import { inTurns } from "../turns.ts"
import { readChunk } from "./chunks.ts"
import type { Connection } from "./connection.ts"
import { damagedEntries } from "./deferred.ts"
import { attempt, FileRefused, unavailable } from "./errors.ts"
import { lookInto } from "./look.ts"
import { Reader } from "./reader.ts"
import { Rows } from "./rows.ts"
import { Shops } from "./shops.ts"
import { fingerprint, indexName, type Layout, layout, ownIndexes } from "./tables.ts"

/** The file as it is when it is opened, whatever others write to it until it is closed. It accepts no commit. */
export const layer = (location: string, collections: ReadonlyArray<Collection>): Layer.Layer<Storage, Unavailable> =>
  Layer.effect(
    Storage,
    Effect.map(
      Effect.acquireRelease(
        attempt(() => lookInto(resolve(location))),
        (connection) => Effect.sync(() => connection.close())
      ),
      (connection) => {
        const layouts = new Map(collections.map((collection) => [collection.name as string, layout(collection)]))
        const shops = new Shops(connection)
        const reader = new Reader(connection, shops, new Rows())
        const tables = new Set(connection.all("select name from sqlite_schema where type = 'table'").flat())
        return {
          ...lookedAt(collections, readChunk(connection, shops)),
          find: (shop: string, { name }: Collection, query: Query) =>
            // A file that no program of this version has written to lacks the collections that came with it.
            tables.has(name)
              ? inTurns(
                  () => reader.find(shop, layouts.get(name)!, query),
                  (error) => Effect.fail(unavailable(error))
                )
              : Effect.succeed([])
        }
      }
    )
  )

/** What is wrong with the file itself, each as a sentence; if anything is, its documents may be unreadable. */
export const damages = (
  location: string,
  collections: ReadonlyArray<Collection>
): Effect.Effect<ReadonlyArray<string>, Unavailable> =>
  attempt(() => damagesOf(resolve(location), collections.map(layout)))

const damagesOf = (file: string, layouts: ReadonlyArray<Layout>): ReadonlyArray<string> => {
  if (!isDatabase(file)) return ["The file is not an SQLite database."]
  try {
    const connection = lookInto(file)
    try {
      return found(connection, layouts)
    } finally {
      connection.close()
    }
  } catch (error) {
    const { message } = error as Error
    return [error instanceof FileRefused ? `The file cannot be read: ${message}.` : `The file is damaged: ${message}.`]
  }
}

const found = (connection: Connection, layouts: ReadonlyArray<Layout>): ReadonlyArray<string> => {
  const names = new Map(connection.all("select name, type from sqlite_schema").map(([name, type]) => [name, type]))
  if (!names.has("bottega_collections")) return ["The file is a database of another program."]
  const torn = connection.all("pragma integrity_check(20)").map(([line]) => String(line))
  const known = new Map(
    connection.all("select name, fingerprint from bottega_collections").map(([name, is]) => [name, is])
  )
  return [
    ...(torn[0] === "ok" ? [] : torn.map((line) => `The file is damaged: ${line}.`)),
    ...layouts.flatMap((layout) => {
      const lacking = lacks(layout, names, known.get(layout.name))
      return lacking.length > 0 || torn[0] !== "ok" ? lacking : damagedEntries(connection, layout)
    })
  ]
}

const lacks = (
  layout: Layout,
  names: ReadonlyMap<string, string>,
  known: string | undefined
): ReadonlyArray<string> => {
  const { name, sides } = layout
  if (known !== fingerprint(layout))
    return [`The file has ${name} in another form than this program uses; starting the server upgrades it.`]
  const own = ownIndexes(layout).map((index) => JSON.parse(indexName(name, index)) as string)
  return [name, ...sides.map((side) => side.name), ...own]
    .filter((one) => !names.has(one))
    .map((one) => `The file lacks the ${own.includes(one) ? "index" : "table"} ${one}.`)
}

const isDatabase = (file: string): boolean => {
  const begin = Buffer.alloc(16)
  const opened = openSync(file, "r")
  try {
    return readSync(opened, begin) === 16 && begin.toString("latin1") === "SQLite format 3\0"
  } finally {
    closeSync(opened)
  }
}
