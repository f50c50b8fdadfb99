/** Opens a database: checks the connection string and the server, upgrades the collections, and connects. */
import type { Collection } from "@bottega/domain/contract"
import { type Db, type MongoClient, MongoError, MongoServerSelectionError } from "mongodb"
import { type Format, ownFormat } from "../format.ts"
import { IndexKey, keyedBy } from "../keyed.ts"
import {
  type Guard,
  type IndexFaultCallbacks,
  type Query,
  type Row,
  type Stale,
  type Taken,
  Unavailable,
  type Write
} from "../storage.ts"
import { StoredChunks } from "./chunks.ts"
import { starter, worker } from "./client.ts"
import { commit } from "./commit.ts"
import { type Layout, layout } from "./documents.ts"
import { unavailable } from "./errors.ts"
import { CommitGroups, grouped } from "./groups.ts"
import { Held, Holder } from "./holder.ts"
import { indexFaults } from "./index-faults.ts"
import { readKey } from "./key.ts"
import { damagesOf } from "./look.ts"
import { Heartbeats } from "./pulse.ts"
import { Reader } from "./reader.ts"
import { Sending } from "./sending.ts"
import { nameOf, SharedReads } from "./shared-reads.ts"
import { checkServer, prepare, type Upgrading } from "./start.ts"
import { Stripes } from "./stripes.ts"
import { Transactions } from "./transactions.ts"
import { CommitsInProgress } from "./underway.ts"
import { databaseOf, Refused } from "./uri.ts"

/** The port's verbs as promises; they reject with `Unavailable`, or with a defect. */
export interface Store {
  readonly find: (shop: string, collection: Collection, query: Query) => Promise<ReadonlyArray<Row>>
  readonly commit: (
    writes: ReadonlyArray<Write>,
    guards?: ReadonlyArray<Guard>
  ) => Promise<Stale | Taken | Unavailable | undefined>
  readonly indexFaults: (shop: string, collection: Collection, callbacks: IndexFaultCallbacks) => Promise<void>
  readonly chunks: StoredChunks
  /** Why the database must not be used any more. */
  readonly refusal: () => Unavailable | undefined
  readonly close: () => Promise<void>
}

/** Opens the database that a connection string names; rejects with `Unavailable`, whose cause is a sentence. */
export const open = async (uri: string, collections: ReadonlyArray<Collection>, opening: Upgrading): Promise<Store> => {
  const key = new IndexKey()
  const keyed = keyedBy(collections, key)
  for (;;) {
    await within(uri, keyed, (database, layouts) => prepare(database, layouts, key, opening))
    opening.signal.throwIfAborted()
    const store = await connected(uri, keyed, opening.format ?? ownFormat)
    if (store !== undefined) return store
  }
}

/** {@link open} for an existing store that is only read: nothing is created or upgraded. */
export const look = async (uri: string, collections: ReadonlyArray<Collection>): Promise<Store> => {
  const key = new IndexKey()
  const keyed = keyedBy(collections, key)
  await within(uri, keyed, async (database, layouts) => {
    const [damage] = await damagesOf(database, layouts)
    if (damage !== undefined) throw new Refused(damage.replace(/\.$/, ""))
    await readKey(database, key)
  })
  return (await connected(uri, keyed))!
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

/** A connected store, registered with this format; undefined if an upgrade began meanwhile. Without a format, it is only read. */
const connected = async (
  uri: string,
  collections: ReadonlyArray<Collection>,
  own?: Format
): Promise<Store | undefined> => {
  const client = worker(uri)
  const pulse = new Heartbeats(client)
  const name = databaseOf(uri)
  const layouts = layoutsIn(client, name, collections)
  const holder = own && new Holder(client.db(name), pulse, layouts, own)
  try {
    await client.connect()
    if ((await holder?.register()) !== false) return storeOf(client, client.db(name), pulse, layouts, holder)
    await holder?.close()
  } catch (error) {
    await client.close()
    throw notOpened(error)
  }
  await client.close()
  return undefined
}

const layoutsIn = (client: MongoClient, name: string, collections: ReadonlyArray<Collection>) =>
  collections.map((collection) => layout(client.db(name), collection))

const storeOf = (
  client: MongoClient,
  database: Db,
  pulse: Heartbeats,
  layouts: ReadonlyArray<Layout>,
  holder: Holder | undefined
): Store => {
  const refusal = () => pulse.absent ?? holder?.refusal
  const layoutsByName = new Map(layouts.map((one) => [one.name, one]))
  const of = ({ name }: Collection): Layout => {
    const known = layoutsByName.get(name)
    if (known === undefined) throw new TypeError(`the store was opened without the collection ${name}`)
    return known
  }
  // The driver takes 0 for any number.
  const connections = client.options.maxPoolSize || 100
  const reads = new SharedReads<ReadonlyArray<Row>>()
  const queries = new Sending(pulse, refusal, connections)
  const commits = new Sending(pulse, refusal, connections)
  const reader = new Reader(pulse)
  const underway = new CommitsInProgress()
  const transactions = new Transactions(database, pulse, refusal)
  const stripes = new Stripes(transactions, database)
  const groups = new CommitGroups(({ guards, writes }) =>
    stripes.holding(guards, (held) => commits.send(() => grouped(transactions, stripes, writes, held)))
  )
  const place = { client, pulse, transactions, stripes, groups, commits }
  return {
    find: async (shop, collection, query) => {
      const placed = of(collection)
      try {
        return await reads.read(nameOf([shop, placed.name, query]), async () => {
          const refused = refusal()
          if (refused !== undefined) throw refused
          return queries.inTurn(() => reader.find(shop, placed, query))
        })
      } catch (error) {
        throw unavailable(error)
      }
    },
    commit: async (writes, guards = []) =>
      writes.length === 0
        ? undefined
        : (refusal() ??
          commit(place, underway, {
            writes: writes.map((write) => ({ write, layout: of(write.collection) })),
            guards: guards.map((guard) => ({ guard, layout: of(guard.collection) }))
          })),
    indexFaults: async (shop, collection, callbacks) => {
      try {
        const refused = refusal()
        if (refused !== undefined) throw refused
        await indexFaults(of(collection), shop, pulse, callbacks)
      } catch (error) {
        throw unavailable(error)
      }
    },
    chunks: new StoredChunks(database, pulse, refusal),
    refusal: () => holder?.refusal,
    close: async () => {
      await holder?.close()
      await transactions.ended()
      await client.close()
    }
  }
}

/** Why a store cannot be opened, or not now; an error that is not the store's is returned as it is. */
const notOpened = (error: unknown): unknown => {
  if (!(error instanceof Refused) && !(error instanceof MongoError) && !isOfTheSystem(error)) return error
  const cause = error instanceof MongoServerSelectionError ? new Refused(notFound(error)) : error
  return new Unavailable({ reason: error instanceof Held ? "busy" : "unreachable", cause })
}

/** A host name that cannot be resolved, or a key file that cannot be read. */
const isOfTheSystem = (error: unknown): boolean => error instanceof Error && "syscall" in error

const notFound = ({ message, reason }: MongoServerSelectionError): string =>
  [...(reason?.servers.values() ?? [])].some(({ type }) => type === "RSGhost")
    ? "this mongod was started with --replSet, but its replica set is not initiated: run rs.initiate() once in mongosh"
    : `no MongoDB answers at this address: ${message}`
