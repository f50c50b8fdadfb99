/** The roll-call: every store the program can run on. A new adapter is one file and one line here. */
import { existsSync } from "node:fs"
import type { Collection } from "@bottega/domain/contract"
import { Effect, type Layer } from "effect"
import { sequences } from "./counters.ts"
import { leases } from "./lease.ts"
import * as memory from "./memory.ts"
import { databaseIn } from "./mongo/database.ts"
import * as mongo from "./mongo.ts"
import { backup } from "./sqlite/backup.ts"
import type { Lost } from "./sqlite/salvage.ts"
import * as salvage from "./sqlite/salvage.ts"
import * as still from "./sqlite/still.ts"
import * as sqlite from "./sqlite.ts"
import type { Storage, Unavailable } from "./storage.ts"

export type { Lost } from "./sqlite/salvage.ts"

/**
 * A store the program can run on. For the tests a fresh, empty store is `open` with a new location of the kind that
 * it needs, and what another process would see is a second `open` of the same one.
 */
export interface AdapterEntry {
  readonly name: string
  /** What a location is: nothing (each opening is a store of its own), the path of a file, or a connection string. */
  readonly needs: "nothing" | "file" | "uri"
  /** What stands for a location in the names of files beside it, where the location is no file itself. */
  readonly nameOf?: (location: string) => string
  /** Whether several processes may have one location open at once. */
  readonly sharable: boolean
  /** The store at a location, with these collections and those that storage itself keeps. */
  readonly open: (location: string, collections: ReadonlyArray<Collection>) => Layer.Layer<Storage, Unavailable>
  /** Whether there is a store at a location that lasts. */
  readonly isMade?: (location: string) => Effect.Effect<boolean, Unavailable>
  /** What is there already, to be looked at alone: nothing is written, not even what a program would bring along. */
  readonly look?: AdapterEntry["open"]
  /** Whether what is looked at stays as it is at one instant, whoever writes to it meanwhile. */
  readonly still: boolean
  /** What is wrong with the store beneath its documents, as sentences, where that can be known. Nothing is written. */
  readonly damages?: (
    location: string,
    collections: ReadonlyArray<Collection>
  ) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** What can be read of a store that is damaged, by key alone; `onLost` is called once for each document that cannot. */
  readonly salvage?: (
    location: string,
    collections: ReadonlyArray<Collection>,
    onLost: (lost: Lost) => void
  ) => Layer.Layer<Storage, Unavailable>
  /** Copies the store into a new file, whole or not at all, while others write; or says what else makes a backup. */
  readonly backup?: ((location: string, target: string) => Effect.Effect<void, Unavailable>) | string
}

/** What storage itself keeps. */
export const own: ReadonlyArray<Collection> = [sequences, leases]

/** All adapters, by the name they are chosen by. */
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
    open: (location, collections) => sqlite.layer(location, [...collections, ...own]),
    isMade: (location) => Effect.sync(() => existsSync(location)),
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
    open: (location, collections) => mongo.layer(location, [...collections, ...own]),
    isMade: mongo.isMade,
    look: (location, collections) => mongo.look(location, [...collections, ...own]),
    still: false,
    damages: (location, collections) => mongo.damages(location, [...collections, ...own]),
    backup:
      "A MongoDB is backed up by its own tools: mongodump --oplog (mongorestore --oplogReplay brings it back), or snapshots of its disks. bottega export writes down single shops."
  }
]
