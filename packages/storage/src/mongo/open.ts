/** Opens a database: checks the connection string and the server, upgrades the collections, and connects. */
import type { Collection } from "@bottega/domain/contract"
import { type Db, type MongoClient, MongoError, MongoServerSelectionError } from "mongodb"
import { type Guard, type Query, type Row, type Stale, type Taken, Unavailable, type Write } from "../storage.ts"
import { StoredChunks } from "./chunks.ts"
import { starter, worker } from "./client.ts"
import { commit } from "./commit.ts"
import { type Layout, layout } from "./documents.ts"
import { unavailable } from "./errors.ts"
import { CommitGroups, grouped } from "./groups.ts"
import { damagesOf } from "./look.ts"
import { Heartbeats } from "./pulse.ts"
import { Reader } from "./reader.ts"
import { nameOf, SharedReads } from "./shared-reads.ts"
import { checkServer, prepare } from "./start.ts"
import { Stripes } from "./stripes.ts"
import { CommitsInProgress } from "./underway.ts"
import { databaseOf, Refused } from "./uri.ts"

/** The port's verbs as promises; they reject with `Unavailable`, or with a defect. */
export interface Store {
  readonly find: (shop: string, collection: Collection, query: Query) => Promise<ReadonlyArray<Row>>
  readonly commit: (
    writes: ReadonlyArray<Write>,
    guards?: ReadonlyArray<Guard>
  ) => Promise<Stale | Taken | Unavailable | undefined>
  readonly chunks: StoredChunks
  readonly close: () => Promise<void>
}

/**
 * Opens the database that a connection string names; rejects with `Unavailable`, whose cause is a sentence. A signal
 * ends an upgrade between two of its steps.
 */
export const open = async (
  uri: string,
  collections: ReadonlyArray<Collection>,
  signal: AbortSignal
): Promise<Store> => {
  await within(uri, collections, (database, layouts) => prepare(database, layouts, signal))
  signal.throwIfAborted()
  return connected(uri, collections)
}

/** {@link open} for an existing store that is only read: nothing is created or upgraded. */
export const look = async (uri: string, collections: ReadonlyArray<Collection>): Promise<Store> => {
  await within(uri, collections, async (database, layouts) => {
    const [damage] = await damagesOf(database, layouts)
    if (damage !== undefined) throw new Refused(damage.replace(/\.$/, ""))
  })
  return connected(uri, collections)
}

/** Runs a function on the database that a connection string names; rejects as {@link open} does. */
export const within = async <A>(
  uri: string,
  collections: ReadonlyArray<Collection>,
  ask: (database: Db, layouts: ReadonlyArray<Layout>) => Promise<A>
): Promise<A> => {
  let client: MongoClient | undefined
  try {
    const name = databaseOf(uri)
    client = starter(uri)
    const database = client.db(name)
    await checkServer(database)
    return await ask(database, layoutsIn(client, name, collections))
  } catch (error) {
    throw notOpened(error)
  } finally {
    await client?.close()
  }
}

const connected = async (uri: string, collections: ReadonlyArray<Collection>): Promise<Store> => {
  const client = worker(uri)
  const pulse = new Heartbeats(client)
  try {
    await client.connect()
  } catch (error) {
    await client.close()
    throw notOpened(error)
  }
  const name = databaseOf(uri)
  return storeOf(client, client.db(name), pulse, layoutsIn(client, name, collections))
}

const layoutsIn = (client: MongoClient, name: string, collections: ReadonlyArray<Collection>) =>
  collections.map((collection) => layout(client.db(name), collection))

const storeOf = (client: MongoClient, database: Db, pulse: Heartbeats, layouts: ReadonlyArray<Layout>): Store => {
  const layoutsByName = new Map(layouts.map((one) => [one.name, one]))
  const of = ({ name }: Collection): Layout => {
    const known = layoutsByName.get(name)
    if (known === undefined) throw new TypeError(`the store was opened without the collection ${name}`)
    return known
  }
  const reader = new Reader(pulse)
  const reads = new SharedReads<ReadonlyArray<Row>>()
  const underway = new CommitsInProgress()
  const stripes = new Stripes(client, database)
  const groups = new CommitGroups((writes) => grouped(client, stripes, writes))
  const place = { client, pulse, stripes, groups }
  return {
    find: async (shop, collection, query) => {
      const placed = of(collection)
      try {
        return await reads.read(nameOf([shop, placed.name, query]), async () => {
          if (pulse.absent !== undefined) throw pulse.absent
          return reader.find(shop, placed, query)
        })
      } catch (error) {
        throw unavailable(error)
      }
    },
    commit: async (writes, guards = []) =>
      writes.length === 0
        ? undefined
        : (pulse.absent ??
          commit(place, underway, {
            writes: writes.map((write) => ({ write, layout: of(write.collection) })),
            guards: guards.map((guard) => ({ guard, layout: of(guard.collection) }))
          })),
    chunks: new StoredChunks(database, pulse),
    close: () => client.close()
  }
}

/** Why a store cannot be opened; an error that is not the store's is returned as it is. */
const notOpened = (error: unknown): unknown => {
  if (!(error instanceof Refused) && !(error instanceof MongoError) && !isOfTheSystem(error)) return error
  const cause = error instanceof MongoServerSelectionError ? new Refused(notFound(error)) : error
  return new Unavailable({ reason: "unreachable", cause })
}

/** A host name that cannot be resolved, or a key file that cannot be read. */
const isOfTheSystem = (error: unknown): boolean => error instanceof Error && "syscall" in error

const notFound = ({ message, reason }: MongoServerSelectionError): string =>
  [...(reason?.servers.values() ?? [])].some(({ type }) => type === "RSGhost")
    ? "this mongod was started with --replSet, and no replica set was made yet: run rs.initiate() once in mongosh"
    : `no MongoDB answers there: ${message}`
