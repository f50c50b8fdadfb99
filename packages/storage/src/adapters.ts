/** The registry of every store that the program can run on. A new adapter is one file and one line here. */
import type { Collection } from "@bottega/domain/contract"
import type { Effect, Layer } from "effect"
import { claims, contents, uploads } from "./bytes/documents.ts"
import { sequences } from "./counters.ts"
import type { Opening } from "./format.ts"
import { leases } from "./lease.ts"
import * as memory from "./memory.ts"
import { databaseIn } from "./mongo/database.ts"
import * as mongo from "./mongo.ts"
import { backup } from "./sqlite/backup.ts"
import { attempt } from "./sqlite/errors.ts"
import { sizeOf } from "./sqlite/inspect.ts"
import type { Lost } from "./sqlite/salvage.ts"
import * as salvage from "./sqlite/salvage.ts"
import * as still from "./sqlite/still.ts"
import * as sqlite from "./sqlite.ts"
import type { Storage, Unavailable } from "./storage.ts"

export { type Opening, ownFormat, type UpgradeProgress, whyNotAsIs } from "./format.ts"
export { CopyFailed } from "./sqlite/errors.ts"
export type { Lost } from "./sqlite/salvage.ts"

/**
 * A store that the program can run on. For the tests, `open` with a new location of the required kind gives an empty
 * store, and a second `open` of the same location sees what another process would see.
 */
export interface AdapterEntry {
  readonly name: string
  /** The kind of location: none (each opening is a new store), the path of a file, or a connection string. */
  readonly needs: "nothing" | "file" | "uri"
  /** A name for the location in the names of files beside it, if the location is not a file itself. */
  readonly nameOf?: (location: string) => string
  /** Whether several processes may have one location open at once. */
  readonly sharable: boolean
  /** Opens the store at a location with these collections and storage's own; upgrades one of an older format. */
  readonly open: (
    location: string,
    collections: ReadonlyArray<Collection>,
    opening?: Opening
  ) => Layer.Layer<Storage, Unavailable>
  /** Whether a store exists at a location. */
  readonly isMade?: (location: string) => Effect.Effect<boolean, Unavailable>
  /** Opens an existing store for reading only: nothing is written, not even an upgrade of the store. */
  readonly look?: (location: string, collections: ReadonlyArray<Collection>) => Layer.Layer<Storage, Unavailable>
  /** Whether `look` shows the store as of one instant while others write. */
  readonly still: boolean
  /** What is wrong with the store below its documents, as sentences, if the adapter can tell. Writes nothing. */
  readonly damages?: (
    location: string,
    collections: ReadonlyArray<Collection>
  ) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** Reads by key what can be read of a damaged store; `onLost` is called once for each unreadable document. */
  readonly salvage?: (
    location: string,
    collections: ReadonlyArray<Collection>,
    onLost: (lost: Lost) => void
  ) => Layer.Layer<Storage, Unavailable>
  /**
   * Copies the store into a new file, complete or not at all, while others write; a text instead names the tool for
   * backups.
   */
  readonly backup?: ((location: string, target: string) => Effect.Effect<void, Unavailable>) | string
}

/** The collections that storage needs for itself. */
export const own: ReadonlyArray<Collection> = [sequences, leases, contents, uploads, claims]

/** All adapters; the program chooses one by its name. */
export const adapters: ReadonlyArray<AdapterEntry> = [
  {
    name: "memory",
    needs: "nothing",
    sharable: false,
    still: false,
    open: (_, collections) => memory.layer([...collections, ...own])
  },
  {
    name: "sqlite",
    needs: "file",
    sharable: true,
    open: (location, collections, opening) => sqlite.layer(location, [...collections, ...own], opening),
    // An empty file is not a store: SQLite makes one in it, as in a file that is missing.
    isMade: (location) => attempt(() => sizeOf(location) > 0),
    look: (location, collections) => still.layer(location, [...collections, ...own]),
    still: true,
    damages: (location, collections) => still.damages(location, [...collections, ...own]),
    salvage: (location, collections, onLost) => salvage.layer(location, [...collections, ...own], onLost),
    backup
  },
  {
    name: "mongo",
    needs: "uri",
    nameOf: databaseIn,
    sharable: true,
    open: (location, collections, opening) => mongo.layer(location, [...collections, ...own], opening),
    isMade: mongo.isMade,
    look: (location, collections) => mongo.look(location, [...collections, ...own]),
    still: false,
    damages: (location, collections) => mongo.damages(location, [...collections, ...own]),
    backup:
      "Back up a MongoDB with its own tools: mongodump --oplog (mongorestore --oplogReplay restores it), or snapshots of its disks. bottega export exports single shops."
  }
]
