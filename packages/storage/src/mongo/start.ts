/**
 * Upgrades a database to what the program's collections declare, one process at a time: creates missing collections and
 * indexes, and recomputes the lookups of a changed collection from its stored documents.
 */
import { type Db, type IndexDescription, type IndexDescriptionInfo, MongoServerError } from "mongodb"
import { type Format, type Opening, ownFormat, whyHeld, whyNotAsIs, whyNotWritten, whyOther } from "../format.ts"
import type { IndexKey } from "../keyed.ts"
import { chunksIn } from "./chunks.ts"
import { atOf, type Id, type Layout, type MongoDocument } from "./documents.ts"
import { isDuplicate } from "./errors.ts"
import { type DatabaseForm, formOf, upgradedIn, writeForm } from "./form.ts"
import { countHolders, Held, isAlone } from "./holder.ts"
import { fingerprint, isOurs, specifications } from "./indexes.ts"
import { setKey } from "./key.ts"
import { type Lease, leased } from "./lease.ts"
import { stripesIn } from "./stripes.ts"
import { Refused } from "./uri.ts"

/** How a database is opened, and the signal that ends an upgrade between two of its steps. */
export interface Upgrading extends Opening {
  readonly signal: AbortSignal
}

/**
 * Checks every collection and upgrades those that differ from their declaration. New collections and indexes are made beside
 * other processes; an upgrade waits until no other process has the database open, and is refused otherwise.
 */
export const prepare = async (
  database: Db,
  layouts: ReadonlyArray<Layout>,
  key: IndexKey,
  opening: Upgrading
): Promise<void> => {
  const { format: own = ownFormat, signal } = opening
  // A database that this program must not write to is refused before anything is written.
  const isReady = isDone(await formOf(database), await behind(database, layouts), own)
  if (!isReady && opening.asIs === true) throw new Refused(whyNotAsIs)
  for (const { collectionName } of [stripesIn(database), chunksIn(database)]) await created(database, collectionName)
  if (isReady) return setKey(database, key)
  const work = async () => {
    const [form, late] = [await formOf(database), await behind(database, layouts)]
    // Another process may have done it meanwhile.
    const isDoneNow = isDone(form, late, own)
    if (!isDoneNow && isUpgrade(form, late, own)) await begin(database, form, { ...opening, format: own })
    // Lookups are computed with the key.
    await setKey(database, key)
    if (isDoneNow) return
    await each(late, (layout) => {
      signal.throwIfAborted()
      return bring(database, layout, opening)
    })
    const { number, readers, writers } = form.isMade ? form.format : own
    await writeForm(database, false, {
      number: Math.max(number, own.number),
      writers: number < own.number ? own.writers : writers,
      readers: number < own.number ? own.readers : readers
    })
  }
  await leased(database.collection<Lease>("bottega_leases"), "collections", work, { signal })
}

const isDone = (form: DatabaseForm, late: ReadonlyArray<Layout>, own: Format): boolean => {
  const refused = whyNotWritten(form.format, own)
  if (refused !== undefined) throw new Refused(refused)
  return form.isMade && !form.upgrading && late.length === 0 && form.format.number >= own.number
}

/** Whether something is changed that the programs of the stored format rely on. */
const isUpgrade = (
  { collections, format, isMade, upgrading }: DatabaseForm,
  late: ReadonlyArray<Layout>,
  own: Format
): boolean => {
  const isOther = late.some((layout) => (collections.get(layout.name) ?? fingerprint(layout)) !== fingerprint(layout))
  if (isOther && format.number > own.number) throw new Refused(whyOther)
  return isMade && (upgrading || isOther || format.number < own.writers)
}

/** Begins an upgrade once nobody else has the database open. Until then the others go on undisturbed. */
const begin = async (
  database: Db,
  form: DatabaseForm,
  { format, signal, waitMs = 0 }: Upgrading & { readonly format: Format }
): Promise<void> => {
  for (;;) {
    if (!(await isAlone(database, Math.max(waitMs, graceMs), signal))) throw new Held(whyHeld(form.format, format))
    await writeForm(database, true, form.format)
    // A process registers before it reads the form: one that has read it before this write is found here.
    if ((await countHolders(database)) === 0) break
    await writeForm(database, form.upgrading, form.format)
  }
  // No program of an older format opens a database whose upgrade was interrupted.
  await writeForm(database, true, format)
}

/** Milliseconds that a start gives the processes that are just ending. */
const graceMs = 2000

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

const bring = async (database: Db, layout: Layout, opening: Upgrading): Promise<void> => {
  const { signal } = opening
  const now = fingerprint(layout)
  const brought = upgradedIn(database)
  await created(database, layout.name)
  // An index that is no longer declared would enforce a rule that no longer exists.
  const declared = new Set(specifications(layout).map(({ name }) => name))
  for (const { name } of await indexesIn(layout))
    if (isOurs(name) && !declared.has(name)) await layout.kept.dropIndex(name)
  if ((await brought.findOne({ _id: layout.name }))?.fingerprint !== now) await fill(database, layout, opening)
  signal.throwIfAborted()
  await index(layout)
  await brought.updateOne(
    { _id: layout.name },
    { $set: { fingerprint: now }, $unset: { filling: 1 } },
    { upsert: true }
  )
}

const created = async (database: Db, name: string): Promise<void> => {
  try {
    await database.createCollection(name)
  } catch (error) {
    if (!isCode(error, namespaceExists)) throw error
  }
}

/** Recomputes the lookup values of every stored document; continues where the last attempt was interrupted. */
const fill = async (database: Db, layout: Layout, { onUpgrade = () => {}, signal }: Upgrading): Promise<void> => {
  const { collection, kept, name } = layout
  const now = fingerprint(layout)
  const brought = upgradedIn(database)
  const begun = (await brought.findOne({ _id: name }))?.filling
  const total = await kept.estimatedDocumentCount()
  let done = 0
  for (let after = begun?.fingerprint === now ? (begun.after as Id) : undefined; ; ) {
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
    done += page.length
    await brought.updateOne({ _id: name }, { $set: { filling: { fingerprint: now, after } } })
    onUpgrade({ collection: name, step: "documents", done, total })
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
