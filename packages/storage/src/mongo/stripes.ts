/**
 * Guards on MongoDB. A transaction sees a snapshot: what it only reads may change meanwhile, what it writes may not. So
 * a guard writes: it counts itself in the document that it guards, and then conflicts with every writer of it.
 *
 * It also conflicts with every other guard. A document whose guard met a conflict therefore gets stripes, small documents
 * that hold its version: from then on a guard writes one of them, and a writer of the document writes all of them. Two
 * guards conflict only on the same stripe, and a process gives each of its stripes to one commit at a time. A document
 * that has stripes is marked `guarded`, for those who do not know it.
 *
 * An unbroken series of guards would keep a writer out for ever. So a writer first closes the stripes, and guards wait
 * while they are closed. Only the transactions' conflicts decide. If a writer died and left stripes closed, a commit
 * that has waited long enough opens them.
 */
import { type ClientSession, type Collection, type Condition, type Db, MongoServerError } from "mongodb"
import { Stale, Unavailable } from "../storage.ts"
import { times, transaction } from "./client.ts"
import { idOf, type Placed } from "./documents.ts"
import { isConflict, Trouble, troubleWithin } from "./errors.ts"
import { type PlacedGuard, type PlacedRowGuard, rowGuardsOf, staleOf, targetOf } from "./guards.ts"
import { byId } from "./indexes.ts"
import { SlotQueues } from "./lines.ts"
import type { Transactions } from "./transactions.ts"

/** A guard of a document, and the stripe that its commit uses if the document has stripes. */
export interface Held extends PlacedRowGuard {
  readonly stripe: number
}

/** One of a document's stripes, named by shop, collection and key. */
export interface Stripe {
  readonly _id: { readonly s: string; readonly c: string; readonly k: string | number; readonly i: number }
  /** The document's version; negative while a writer is replacing that version. */
  readonly version: number
  /** A counter of guards, so that each guard changes something. */
  readonly guards: number
}

/** How many commits of one process can guard one document at once. */
const stripesPerDocument = 32
/**
 * The version of a stripe that is closed by the writer of a document's version. A writer that was too late must open none that
 * another one has closed since: its version is gone.
 */
const closed = (version: number): number => -version

/** The collection of stripes of a database. */
export const stripesIn = (database: Db): Collection<Stripe> => database.collection("bottega_guards")

/** The stripes of a store, as used by one process. */
export class Stripes {
  readonly #transactions: Transactions
  readonly #kept: Collection<Stripe>
  readonly #lines = new SlotQueues(stripesPerDocument)
  /** Documents known to have stripes; an outdated entry costs one try. */
  readonly #known = new Set<string>()
  /** Documents without stripes whose guard met a conflict. */
  readonly #contended = new Set<string>()
  /** Stripes that are being created. */
  readonly #begun = new Map<string, Promise<Stale | Trouble | undefined>>()

  constructor(transactions: Transactions, database: Db) {
    this.#transactions = transactions
    this.#kept = stripesIn(database)
  }

  /** Whether a document is known to have stripes. */
  knows({ layout: { name }, write: { key, shop } }: Placed): boolean {
    return this.#known.has(nameOf(shop, name, key))
  }

  /** Runs a commit with one stripe of each document that it guards. */
  holding<A>(guards: ReadonlyArray<PlacedGuard>, act: (held: ReadonlyArray<Held>) => Promise<A>): Promise<A> {
    const rows = rowGuardsOf(guards)
    const names = rows.map(nameHeld)
    return this.#lines.holding(names, (taken) =>
      act(rows.map((row, index) => ({ ...row, stripe: taken.get(names[index]!)! })))
    )
  }

  /** Creates the stripes of documents that need some; returns the failure of a guard that does not hold. */
  async ready(held: ReadonlyArray<Held>): Promise<Stale | Trouble | undefined> {
    for (const one of held) {
      const name = nameHeld(one)
      if (this.#known.has(name) || !this.#contended.has(name)) continue
      const begun = this.#begun.get(name) ?? this.#begin(one).finally(() => this.#begun.delete(name))
      this.#begun.set(name, begun)
      const refused = await begun
      // The conflict was with a writer, so guards alone may get by without stripes.
      if (refused instanceof Stale) this.#contended.delete(name)
      if (refused !== undefined) return refused
      this.#learn(name)
    }
    return undefined
  }

  /**
   * Writes in a transaction the stripe of each guard, or the document if it has none; returns false if one is missing or
   * has another version.
   */
  async written(held: ReadonlyArray<Held>, session: ClientSession): Promise<boolean> {
    const striped = held.filter((one) => this.#known.has(nameHeld(one)))
    const plain = held.filter((one) => !striped.includes(one))
    for (const group of Map.groupBy(plain, ({ layout }) => layout).values())
      if (!(await this.#counted(group, session))) return false
    if (striped.length === 0) return true
    const updates = striped.map(({ guard: { row, shop }, layout, stripe }) => ({
      updateOne: {
        filter: { _id: idsOf(shop, layout.name, row.key)[stripe]!, version: row.version },
        update: { $inc: { guards: 1 } }
      }
    }))
    const { matchedCount } = await this.#kept.bulkWrite(updates, { session, ordered: true })
    return matchedCount === striped.length
  }

  /** Why a guard wrote nothing: its failure, or a reason to retry. */
  async missed(held: ReadonlyArray<Held>, until: number): Promise<Stale | Trouble> {
    for (const one of held) {
      const { row, shop } = one.guard
      const found = await targetOf(one.layout, shop, row.key)
      if (found?.version !== row.version) return staleOf(one.guard)
      const known = this.#known.has(nameHeld(one))
      if (found.guarded !== true) this.#known.delete(nameHeld(one))
      else if (!known) this.#learn(nameHeld(one))
      // Earlier programs closed with -1, and could open for a version that was gone.
      else if (performance.now() + times.wait / 2 > until)
        await this.#open(idsOf(shop, one.layout.name, row.key), row.version, {
          $gte: closed(row.version),
          $lt: row.version
        })
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
        { $set: { version: closed(write.expect) } }
      )
  }

  /** Opens the stripes again after documents were not written. */
  async reopen(writes: ReadonlyArray<Placed>): Promise<void> {
    for (const { layout, write } of writes)
      await this.#open(idsOf(write.shop, layout.name, write.key), write.expect, closed(write.expect)).catch(
        () => undefined
      )
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
    const target = { _id: idOf(shop, row.key), shop, version: row.version, guarded: { $exists: false } }
    try {
      const outcome = await this.#transactions.run(transaction, performance.now() + times.wait, async (session) => {
        const { matchedCount } = await layout.kept.updateOne(
          target,
          { $set: { guarded: true } },
          { session, hint: byId }
        )
        if (matchedCount === 0) return "missing"
        const stripes = idsOf(shop, layout.name, row.key).map((_id) => ({ _id, version: row.version, guards: 0 }))
        await this.#kept.insertMany(stripes, { session })
        return undefined
      })
      if (outcome === undefined) return undefined
      if (outcome instanceof Trouble) throw outcome.cause
    } catch (error) {
      // Another commit may be creating them; the retry sees the result.
      return error instanceof MongoServerError ? again(error) : troubleWithin(error)
    }
    const found = await targetOf(layout, shop, row.key)
    return found?.version === row.version ? undefined : staleOf(guard)
  }

  /** Counts guards in documents of one collection that have no stripes. */
  async #counted(group: ReadonlyArray<Held>, session: ClientSession): Promise<boolean> {
    const updates = group.map(({ guard: { row, shop } }) => ({
      updateOne: {
        filter: { _id: idOf(shop, row.key), shop, version: row.version, guarded: { $exists: false } },
        update: { $inc: { guards: 1 } },
        hint: byId
      }
    }))
    try {
      const { matchedCount } = await group[0]!.layout.kept.bulkWrite(updates, { session, ordered: true })
      return matchedCount === group.length
    } catch (error) {
      if (isConflict(error)) for (const one of group) remember(this.#contended, nameHeld(one))
      throw error
    }
  }

  #open(ids: ReadonlyArray<Stripe["_id"]>, version: number, from: Condition<number>): Promise<unknown> {
    return this.#kept.updateMany({ _id: { $in: ids }, version: from }, { $set: { version } })
  }

  #learn(name: string): void {
    this.#contended.delete(name)
    remember(this.#known, name)
  }
}

/** The number of documents that a process remembers something of. */
const maxRemembered = 10_000

const remember = (names: Set<string>, name: string): void => {
  names.add(name)
  if (names.size > maxRemembered) names.delete(names.values().next().value!)
}

const again = (cause: unknown) => new Trouble(new Unavailable({ reason: "busy", cause }), false, true)

const idsOf = (s: string, c: string, k: string | number): ReadonlyArray<Stripe["_id"]> =>
  Array.from({ length: stripesPerDocument }, (_, i) => ({ s, c, k, i }))

const nameHeld = ({ guard: { row, shop }, layout: { name } }: PlacedRowGuard): string => nameOf(shop, name, row.key)

const nameOf = (shop: string, collection: string, key: string | number) =>
  `${collection}\n${shop}\n${typeof key}\n${key}`
