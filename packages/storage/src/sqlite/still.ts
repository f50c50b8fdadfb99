/** Opens a file for reading only: nothing is written to it, and it shows one instant. */
import { closeSync, openSync, readSync } from "node:fs"
import { resolve } from "node:path"
import type { Collection } from "@bottega/domain/contract"
import { Effect, Layer } from "effect"
import { ownFormat, whyNotRead, whyUnfinished } from "../format.ts"
import { IndexKey, keyedBy } from "../keyed.ts"
import { lookedAt } from "../naming.ts"
import { type Adapter, type Query, Storage, type Unavailable } from "../storage.ts"
import { inTurns } from "../turns.ts"
import { readChunk } from "./chunks.ts"
import type { Connection } from "./connection.ts"
import { attempt, FileHeld, FileRefused, isUnopened, unavailable } from "./errors.ts"
import { type FileForm, formOf, namesOf } from "./form.ts"
import { indexFaults } from "./index-faults.ts"
import { lookInto, refuseForeign } from "./look.ts"
import { Reader } from "./reader.ts"
import { Rows } from "./rows.ts"
import { Shops } from "./shops.ts"
import { keyOf } from "./start.ts"
import { fingerprint, indices, type Layout, layout } from "./tables.ts"

/** The file as it is when it is opened, whatever others write to it until it is closed. It accepts no commit. */
export const layer = (location: string, collections: ReadonlyArray<Collection>): Layer.Layer<Storage, Unavailable> =>
  Layer.effect(
    Storage,
    Effect.map(
      Effect.acquireRelease(
        attempt(() => readableFile(resolve(location))),
        (connection) => Effect.sync(() => connection.close())
      ),
      (connection) => {
        const key = new IndexKey()
        const held = keyOf(connection)
        if (held !== undefined) key.set(held)
        const layouts = new Map(keyedBy(collections, key).map((one) => [one.name as string, layout(one)]))
        const shops = new Shops(connection)
        const reader = new Reader(connection, shops, new Rows())
        const tables = new Set(connection.all("select name from sqlite_schema where type = 'table'").flat())
        const faultsIn: Adapter["indexFaults"] = (shop, { name }, callbacks) =>
          tables.has(name)
            ? inTurns(() => indexFaults(connection, layouts.get(name)!, shops.find(shop), callbacks), failed)
            : Effect.void
        return {
          ...lookedAt(collections, readChunk(connection, shops)),
          indexFaults: faultsIn,
          find: (shop: string, { name }: Collection, query: Query) =>
            // A file that no program of this version has written to lacks the collections that came with it.
            tables.has(name) ? inTurns(() => reader.find(shop, layouts.get(name)!, query), failed) : Effect.succeed([])
        }
      }
    )
  )

/** A file whose format this program may read, and which is not in the middle of an upgrade. */
const readableFile = (file: string): Connection => {
  const connection = lookInto(file)
  try {
    refuseForeign(connection)
    const form = formOf(connection)
    const refused =
      form && (whyNotRead(form.format, ownFormat) ?? (form.upgrading.length > 0 ? whyUnfinished : undefined))
    if (refused !== undefined) throw new FileRefused(refused)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

const failed = (error: unknown) => Effect.fail(unavailable(error))

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
    // It says nothing about the file.
    if (error instanceof FileHeld || isUnopened(error)) throw error
    const { message } = error as Error
    return [error instanceof FileRefused ? `The file cannot be read: ${message}.` : `The file is damaged: ${message}.`]
  }
}

const found = (connection: Connection, layouts: ReadonlyArray<Layout>): ReadonlyArray<string> => {
  const names = new Set(connection.all("select name from sqlite_schema").flat())
  const form = formOf(connection)
  if (form === undefined) return ["The file is a database of another program."]
  const torn = connection.all("pragma integrity_check(20)").map(([line]) => String(line))
  const refused = whyNotRead(form.format, ownFormat) ?? (form.upgrading.length > 0 ? whyUnfinished : undefined)
  return [
    ...(torn[0] === "ok" ? [] : torn.map((line) => `The file is damaged: ${line}.`)),
    ...(refused === undefined ? [] : [`The file cannot be read: ${refused}.`]),
    ...(refused === undefined ? layouts.flatMap((layout) => lacks(layout, names, form)) : [])
  ]
}

const lacks = (layout: Layout, names: ReadonlySet<string>, { collections }: FileForm): ReadonlyArray<string> => {
  const { name } = layout
  if (collections.get(name) !== fingerprint(layout))
    return [`The file has ${name} in another form than this program uses; starting the server upgrades it.`]
  const indexes = new Set(indices(layout).map((index) => index.name))
  return namesOf(layout)
    .filter((one) => !names.has(one))
    .map((one) => `The file lacks the ${indexes.has(one) ? "index" : "table"} ${one}.`)
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
