/**
 * Guards on MongoDB. A transaction sees a snapshot: what it only reads may change meanwhile, what it writes may not. So
 * a guarded document has stripes, small documents that hold its version: a guard writes one of them, and a writer of
 * the document writes all of them. Two guards conflict only on the same stripe, and a process gives each of its stripes
 * to one commit at a time. A document that was never guarded has no stripes; one that has them is marked `guarded`, for
 * its writers.
 *
 * An unbroken series of guards would keep a writer out for ever. So a writer first closes the stripes, and guards wait
 * while they are closed. Only the transactions' conflicts decide. If a writer died and left stripes closed, a commit
 * that has waited long enough opens them.
 */
import { type ClientSession, type Collection, type Db, type Filter, type MongoClient, MongoServerError } from "mongodb"
import { type Guard, Stale, Unavailable } from "../storage.ts"
import { times, transaction } from "./client.ts"
import { field, idOf, type Layout, type MongoDocument, type Placed } from "./documents.ts"
import { Trouble, troubleWithin } from "./errors.ts"
import { byId, indexName } from "./indexes.ts"
import { SlotQueues } from "./lines.ts"

/** A guard and the collection that holds its document. */
export interface PlacedGuard {
  readonly guard: Guard
  readonly layout: Layout
}

/** A guard of a document. */
type RowGuard = Extract<Guard, { readonly row: unknown }>
/** A guard of a document, and the stripe that its commit uses. */
export interface Held {
  readonly guard: RowGuard
  readonly layout: Layout
  readonly stripe: number
}

/** One of a document's stripes, named by shop, collection and key. */
export interface Stripe {
  readonly _id: { readonly s: string; readonly c: string; readonly k: string | number; readonly i: number }
  /** The document's version; `closed` while a writer is changing it. */
  readonly version: number
  /** A counter of guards, so that each guard changes something. */
  readonly guards: number
}

/** How many commits of one process can guard one document at once. */
const stripesPerDocument = 32
const closed = -1

/** The collection of stripes of a database. */
export const stripesIn = (database: Db): Collection<Stripe> => database.collection("bottega_guards")

/** The stripes of a store, as used by one process. */
export class Stripes {
  readonly #client: MongoClient
  readonly #kept: Collection<Stripe>
  readonly #lines = new SlotQueues(stripesPerDocument)
  /** Documents known to have stripes; an outdated entry costs one try. */
  readonly #known = new Set<string>()
  /** Stripes that are being created. */
  readonly #begun = new Map<string, Promise<Stale | Trouble | undefined>>()

  constructor(client: MongoClient, database: Db) {
    this.#client = client
    this.#kept = stripesIn(database)
  }

  /** Whether a document is known to have stripes. */
  knows({ layout: { name }, write: { key, shop } }: Placed): boolean {
    return this.#known.has(nameOf(shop, name, key))
  }

  /** Runs a commit with one stripe of each document that it guards. */
  holding<A>(guards: ReadonlyArray<PlacedGuard>, act: (held: ReadonlyArray<Held>) => Promise<A>): Promise<A> {
    const rows = guards.flatMap(({ guard, layout }) => ("row" in guard ? [{ guard, layout }] : []))
    const names = rows.map(({ guard, layout }) => nameOf(guard.shop, layout.name, guard.row.key))
    return this.#lines.holding(names, (taken) =>
      act(rows.map((row, index) => ({ ...row, stripe: taken.get(names[index]!)! })))
    )
  }

  /**
   * Creates the stripes of documents that are guarded for the first time; returns the failure of a guard that does not
   * hold.
   */
  async ready(held: ReadonlyArray<Held>): Promise<Stale | Trouble | undefined> {
    for (const one of held) {
      const name = nameOf(one.guard.shop, one.layout.name, one.guard.row.key)
      if (this.#known.has(name)) continue
      const begun = this.#begun.get(name) ?? this.#begin(one).finally(() => this.#begun.delete(name))
      this.#begun.set(name, begun)
      const refused = await begun
      if (refused !== undefined) return refused
      this.#learn(name)
    }
    return undefined
  }

  /** Writes the stripe of each guard in a transaction; returns false if one is missing or has another version. */
  async written(held: ReadonlyArray<Held>, session: ClientSession): Promise<boolean> {
    if (held.length === 0) return true
    const updates = held.map(({ guard: { row, shop }, layout, stripe }) => ({
      updateOne: {
        filter: { _id: idsOf(shop, layout.name, row.key)[stripe]!, version: row.version },
        update: { $inc: { guards: 1 } }
      }
    }))
    const { matchedCount } = await this.#kept.bulkWrite(updates, { session, ordered: true })
    return matchedCount === held.length
  }

  /** Why a stripe was missing: the failure of its guard, or a reason to retry. */
  async missed(held: ReadonlyArray<Held>, until: number): Promise<Stale | Trouble> {
    for (const { guard, layout, stripe } of held) {
      const { row, shop } = guard
      const found = await targetOf(layout, shop, row.key)
      if (found?.version !== row.version) return staleOf(guard)
      const ids = idsOf(shop, layout.name, row.key)
      const mark = found.guarded === true ? await this.#kept.findOne({ _id: ids[stripe]! }) : undefined
      if (mark === null || mark === undefined) this.#known.delete(nameOf(shop, layout.name, row.key))
      else if (mark.version === closed && performance.now() + times.wait / 2 > until) await this.#open(ids, row.version)
    }
    return again("the document is being written")
  }

  /** Records which documents of a commit turned out to have stripes; returns whether that was new for any. */
  async learn(writes: ReadonlyArray<Placed>): Promise<boolean> {
    let learnt = false
    for (const placed of writes) {
      const { layout, write } = placed
      if (write.expect === 0) continue
      const has = (await targetOf(layout, write.shop, write.key))?.guarded === true
      if (has === this.knows(placed)) continue
      learnt = true
      const name = nameOf(write.shop, layout.name, write.key)
      if (has) this.#learn(name)
      else this.#known.delete(name)
    }
    return learnt
  }

  /** Closes the stripes of documents that are about to be written, so that no further guards come. */
  async close(writes: ReadonlyArray<Placed>): Promise<void> {
    for (const { layout, write } of writes)
      await this.#kept.updateMany(
        { _id: { $in: idsOf(write.shop, layout.name, write.key) }, version: write.expect },
        { $set: { version: closed } }
      )
  }

  /** Opens the stripes again after documents were not written. */
  async reopen(writes: ReadonlyArray<Placed>): Promise<void> {
    for (const { layout, write } of writes)
      await this.#open(idsOf(write.shop, layout.name, write.key), write.expect).catch(() => undefined)
  }

  /** Updates the stripes of documents to their new versions, in the same transaction. */
  async follow(writes: Iterable<Placed>, session: ClientSession): Promise<void> {
    for (const { layout, write } of writes) {
      const filter = { _id: { $in: idsOf(write.shop, layout.name, write.key) } }
      if (write.doc === undefined) await this.#kept.deleteMany(filter, { session })
      else await this.#kept.updateMany(filter, { $set: { version: write.expect + 1 } }, { session })
    }
  }

  async #begin({ guard, layout }: Held): Promise<Stale | Trouble | undefined> {
    const { row, shop } = guard
    const session = this.#client.startSession()
    try {
      session.startTransaction(transaction)
      const target = { _id: idOf(shop, row.key), shop, version: row.version }
      const options = { session, hint: byId }
      const unmarked = { ...target, guarded: { $exists: false } }
      const { matchedCount } = await layout.kept.updateOne(unmarked, { $set: { guarded: true } }, options)
      if (matchedCount === 1) {
        const stripes = idsOf(shop, layout.name, row.key).map((_id) => ({ _id, version: row.version, guards: 0 }))
        await this.#kept.insertMany(stripes, { session })
        await session.commitTransaction()
        return undefined
      }
    } catch (error) {
      // Another commit may be creating them; the retry sees the result.
      return error instanceof MongoServerError ? again(error) : troubleWithin(error)
    } finally {
      void session.endSession()
    }
    const found = await targetOf(layout, shop, row.key)
    return found?.version === row.version ? undefined : staleOf(guard)
  }

  #open(ids: ReadonlyArray<Stripe["_id"]>, version: number): Promise<unknown> {
    return this.#kept.updateMany({ _id: { $in: ids }, version: closed }, { $set: { version } })
  }

  #learn(name: string): void {
    this.#known.add(name)
    if (this.#known.size > maxRemembered) this.#known.delete(this.#known.values().next().value!)
  }
}

/** The number of documents whose stripes are remembered. */
const maxRemembered = 10_000

/** The failure of the first absence that does not hold, in a transaction's snapshot or currently. */
export const failedAbsence = async (
  guards: ReadonlyArray<PlacedGuard>,
  session?: ClientSession
): Promise<Stale | undefined> => {
  for (const { guard, layout } of guards) {
    if ("row" in guard) continue
    const { collection, eq, except = [], on, shop } = guard
    const index = layout.indexes.find(({ columns }) => columns[0] === on)
    const hint = on === "key" ? byId : index && indexName(index)
    const value = on === "key" ? { _id: idOf(shop, eq) } : { [field(on)]: { $eq: eq } }
    const filter = { shop, ...value } as Filter<MongoDocument>
    const options = { projection: { _id: 1 }, ...(session && { session }), ...(hint && { hint }) }
    const found = await layout.kept.find(filter, { ...options, limit: 1 + except.length }).toArray()
    const other = found.find(({ _id }) => !except.includes(_id.k))
    if (other !== undefined) return new Stale({ shop, collection: collection.name, key: other._id.k })
  }
  return undefined
}

/** The failure of the first guard that does not hold currently. */
export const judgeGuards = async (guards: ReadonlyArray<PlacedGuard>): Promise<Stale | undefined> => {
  for (const one of guards) {
    const { guard, layout } = one
    const refused =
      "row" in guard
        ? (await targetOf(layout, guard.shop, guard.row.key))?.version === guard.row.version
          ? undefined
          : staleOf(guard)
        : await failedAbsence([one])
    if (refused !== undefined) return refused
  }
  return undefined
}

const targetOf = (layout: Layout, shop: string, key: string | number) =>
  layout.kept.findOne({ _id: idOf(shop, key), shop }, { hint: byId, projection: { version: 1, guarded: 1 } })

const staleOf = ({ collection, row, shop }: RowGuard) => new Stale({ shop, collection: collection.name, key: row.key })

const again = (cause: unknown) => new Trouble(new Unavailable({ reason: "busy", cause }), false, true)

const idsOf = (s: string, c: string, k: string | number): ReadonlyArray<Stripe["_id"]> =>
  Array.from({ length: stripesPerDocument }, (_, i) => ({ s, c, k, i }))

const nameOf = (shop: string, collection: string, key: string | number) =>
  `${collection}\n${shop}\n${typeof key}\n${key}`
