/**
 * Upgrades a database to what the program's collections declare, one process at a time: creates missing collections and
 * indexes, and recomputes the lookups of a changed collection from its stored documents.
 */
import { type Collection, type Db, type IndexDescription, type IndexDescriptionInfo, MongoServerError } from "mongodb"
import { chunksIn } from "./chunks.ts"
import { atOf, type Id, type Layout, type MongoDocument } from "./documents.ts"
import { isDuplicate } from "./errors.ts"
import { fingerprint, isOurs, specifications } from "./indexes.ts"
import { type Lease, leased } from "./lease.ts"
import { stripesIn } from "./stripes.ts"
import { Refused } from "./uri.ts"

/** The declaration that a collection was last upgraded to. */
interface Brought {
  readonly _id: string
  readonly fingerprint: string
}

/**
 * Checks every collection and upgrades those that differ from their declaration. Stops between two steps when the
 * signal is aborted.
 */
export const prepare = async (database: Db, layouts: ReadonlyArray<Layout>, signal: AbortSignal): Promise<void> => {
  for (const { collectionName } of [stripesIn(database), chunksIn(database)]) await created(database, collectionName)
  if ((await behind(database, layouts)).length === 0) return
  const work = async () => {
    // Another process may have done it meanwhile.
    await each(await behind(database, layouts), (layout) => {
      signal.throwIfAborted()
      return bring(database, layout, signal)
    })
  }
  await leased(database.collection<Lease>("bottega_leases"), "collections", work, { signal })
}

/** Refuses a server that cannot be used. */
export const checkServer = async (database: Db): Promise<void> => {
  const why = unfit(await database.command({ hello: 1 }))
  if (why !== undefined) throw new Refused(why)
}

/** Why a server cannot be used, from its own description; a member of a replica set or a router can. */
export const unfit = ({ msg, setName }: { readonly msg?: string; readonly setName?: string }): string | undefined =>
  setName !== undefined || msg === "isdbgrid"
    ? undefined
    : "this MongoDB is a standalone server, which has no transactions: start its mongod with --replSet rs0, run rs.initiate() once in mongosh, and start Bottega again"

/** The declarations that the collections of a database were last upgraded to. */
export const upgradedIn = (database: Db): Collection<Brought> => database.collection("bottega_collections")

/** The layouts that differ from the database. */
const behind = async (database: Db, layouts: ReadonlyArray<Layout>): Promise<ReadonlyArray<Layout>> => {
  const known = new Map<string, string>()
  for await (const { _id, fingerprint } of upgradedIn(database).find()) known.set(_id, fingerprint)
  const late: Array<Layout> = []
  await each(layouts, async (layout) => {
    if (known.get(layout.name) !== fingerprint(layout) || (await missing(layout)).length > 0) late.push(layout)
  })
  return late
}

const missing = async (layout: Layout) => {
  const names = new Set((await indexesIn(layout)).map(({ name }) => name))
  return specifications(layout).filter(({ name }) => !names.has(name))
}

const bring = async (database: Db, layout: Layout, signal: AbortSignal): Promise<void> => {
  const now = fingerprint(layout)
  const brought = upgradedIn(database)
  await created(database, layout.name)
  // An index that is no longer declared would enforce a rule that no longer exists.
  const declared = new Set(specifications(layout).map(({ name }) => name))
  for (const { name } of await indexesIn(layout))
    if (isOurs(name) && !declared.has(name)) await layout.kept.dropIndex(name)
  if ((await brought.findOne({ _id: layout.name }))?.fingerprint !== now) await fill(layout, signal)
  signal.throwIfAborted()
  await index(layout)
  await brought.updateOne({ _id: layout.name }, { $set: { fingerprint: now } }, { upsert: true })
}

const created = async (database: Db, name: string): Promise<void> => {
  try {
    await database.createCollection(name)
  } catch (error) {
    if (!isCode(error, namespaceExists)) throw error
  }
}

/** Recomputes the lookup values of every stored document. */
const fill = async ({ collection, kept }: Layout, signal: AbortSignal): Promise<void> => {
  for (let after: Id | undefined; ; ) {
    signal.throwIfAborted()
    const page: ReadonlyArray<MongoDocument> = await kept
      .find(after === undefined ? {} : { _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(500)
      .toArray()
    if (page.length === 0) return
    // A document that was changed meanwhile already has its new values.
    const updates = page.map(({ _id, doc, shop, version }) => ({
      updateOne: { filter: { _id, shop, version }, update: { $set: { at: atOf(collection, collection.decode(doc)) } } }
    }))
    await kept.bulkWrite(updates, { ordered: false })
    after = page.at(-1)!._id
  }
}

const index = async (layout: Layout): Promise<void> => {
  const wanted = await missing(layout)
  const plain = wanted.filter(({ unique }) => unique !== true)
  if (plain.length > 0) await layout.kept.createIndexes(plain)
  // One by one, because some servers do not say which of several indexes the documents violate.
  for (const one of wanted.filter(({ unique }) => unique === true)) await indexUnique(layout, one)
}

const indexUnique = async ({ kept, name: of }: Layout, one: IndexDescription & { readonly name: string }) => {
  try {
    await kept.createIndexes([one])
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw new Refused(`two documents of a shop in ${of} have the same value, which the index "${one.name}" cannot hold`)
  }
}

/** The indexes that a collection has. */
export const indexesIn = async ({
  kept
}: Layout): Promise<ReadonlyArray<IndexDescriptionInfo & { readonly name: string }>> => {
  try {
    return (await kept.listIndexes().toArray()) as ReadonlyArray<IndexDescriptionInfo & { readonly name: string }>
  } catch (error) {
    if (isCode(error, namespaceNotFound)) return []
    throw error
  }
}

const namespaceNotFound = 26
const namespaceExists = 48

const isCode = (error: unknown, code: number): boolean => error instanceof MongoServerError && error.code === code

/** A few at a time: a start on a shared server must not take all of its connections. */
const each = async <A>(all: ReadonlyArray<A>, act: (one: A) => Promise<void>): Promise<void> => {
  const left = all.values()
  const line = async () => {
    for (const one of left) await act(one)
  }
  await Promise.all(Array.from({ length: 4 }, line))
}
