/** Answers queries. */
import { MongoServerError } from "mongodb"
import { choose, countLimit, type Plan } from "../plan.ts"
import { type Points, pointsOf } from "../points.ts"
import type { Query, Row } from "../storage.ts"
import { atMost, bounded, compare, type NormalQuery, normalized } from "../values.ts"
import type { Layout } from "./documents.ts"
import { isWorthAnotherTry } from "./errors.ts"
import { type MongoQuery, mongoQueries, walked } from "./filters.ts"
import { GatheredReads } from "./gathered.ts"
import type { Heartbeats } from "./pulse.ts"
import { type Read, Rows } from "./rows.ts"

/** Answers queries from one database. */
export class Reader {
  readonly #pulse: Heartbeats
  readonly #rows = new Rows()
  readonly #gathered = new GatheredReads()
  /** Until the server refuses one. */
  #takesSnapshots = true

  constructor(pulse: Heartbeats) {
    this.#pulse = pulse
  }

  /** The rows that match a query, as a majority of the servers has them. */
  async find(shop: string, layout: Layout, query: Query): Promise<ReadonlyArray<Row>> {
    bounded(layout.collection, query)
    const normal = normalized(layout.collection, query)
    if (normal === undefined) return []
    const plan = await this.#plan(shop, layout, normal)
    const all = mongoQueries(layout, shop, normal, plan)
    const asked = { ...normal, latest: query.latest ?? false }
    const points = pointsOf(layout.collection, query)
    const answers = isGathered(points, asked.latest)
      ? [await this.#gather(layout, all[0]!, asked, points.values.length)]
      : await Promise.all(all.map((question) => this.#ask(layout, question, asked, all.length === 1)))
    const rows = answers.flat().map((read) => this.#rows.of(layout.name, read))
    return atMost(answers.length === 1 ? rows : joined(rows, normal), normal.characters)
  }

  async #gather(layout: Layout, question: MongoQuery, asked: Asked, values: number): Promise<ReadonlyArray<Read>> {
    const alone = () => this.#ask(layout, question, asked, true)
    const found = await this.#inTime(this.#gathered.read({ layout, question, values, alone }))
    return [...new Map(found.map((read) => [read._id.k, read])).values()].sort((a, b) => compare(a._id.k, b._id.k))
  }

  // Choosing may need counts: it runs once to learn which, and again when they are known.
  async #plan(shop: string, layout: Layout, query: NormalQuery): Promise<Plan> {
    const candidates: Array<Plan> = []
    const plan = choose(layout.collection, query, (candidate) => {
      candidates.push(candidate)
      return countLimit
    })
    if (candidates.length === 0) return plan
    const counts = await Promise.all(candidates.map((candidate) => this.#count(shop, layout, query, candidate)))
    let at = 0
    return choose(layout.collection, query, () => counts[at++]!)
  }

  #count(shop: string, layout: Layout, query: NormalQuery, plan: Plan): Promise<number> {
    const { filter, hint } = walked(layout, shop, query, plan)
    return this.#inTime(layout.kept.countDocuments(filter, { hint, limit: countLimit }))
  }

  /**
   * The rows of one query, from one state of the store where the server can read so outside of transactions. A list needs
   * that: an index scan yields, and may then give a document that moved meanwhile twice, or not at all. A single document
   * does not, and a read on which a commit is conditional must be the newest.
   */
  async #ask(layout: Layout, question: MongoQuery, query: Asked, alone: boolean): Promise<ReadonlyArray<Read>> {
    const wanted = alone ? query.limit : query.skip + query.limit
    if (wanted === 1 || query.latest || !this.#takesSnapshots)
      return this.#distinct(layout, question, query, alone, wanted)
    try {
      return await this.#distinct(layout, question, query, alone, wanted, { level: "snapshot" })
    } catch (error) {
      if (!(error instanceof MongoServerError) || isWorthAnotherTry(error)) throw error
      const found = await this.#distinct(layout, question, query, alone, wanted)
      // The snapshot of a moment may be gone; any other refusal is of the read concern itself.
      this.#takesSnapshots = snapshotsGone.has(Number(error.code))
      return found
    }
  }

  /** The rows of one scan without those that it repeats; if these took the place of others, it is asked for more. */
  async #distinct(
    layout: Layout,
    question: MongoQuery,
    query: NormalQuery,
    alone: boolean,
    wanted: number,
    readConcern?: { readonly level: "snapshot" }
  ): Promise<ReadonlyArray<Read>> {
    for (let limit = wanted; ; ) {
      const { ended, found, repeats } = await this.#scan(layout, question, query, alone, limit, readConcern)
      if (!ended || repeats === 0 || found.length >= wanted || found.length + repeats < limit)
        return found.slice(0, wanted)
      limit += repeats
    }
  }

  async #scan(
    { kept }: Layout,
    { filter, hint, sort }: MongoQuery,
    { characters, skip }: NormalQuery,
    alone: boolean,
    limit: number,
    readConcern: { readonly level: "snapshot" } | undefined
  ) {
    const cursor = kept.find<Read>(filter, {
      hint,
      sort,
      projection: { version: 1, doc: 1 },
      batchSize,
      limit,
      ...(alone && skip > 0 && { skip }),
      ...(readConcern && { readConcern })
    })
    const found = new Map<Read["_id"]["k"], Read>()
    let repeats = 0
    // When two queries answer together, the skipped rows at the start count as well.
    for (let size = alone || skip === 0 ? 0 : Number.NEGATIVE_INFINITY; size < characters; ) {
      if (!(await this.#inTime(cursor.hasNext()))) return { found: [...found.values()], repeats, ended: true }
      for (const read of cursor.readBufferedDocuments()) {
        if (found.has(read._id.k)) repeats++
        else {
          found.set(read._id.k, read)
          size += read.doc.length
        }
      }
    }
    await cursor.close()
    return { found: [...found.values()], repeats, ended: false }
  }

  #inTime<A>(work: Promise<A>): Promise<A> {
    return this.#pulse.inTime(work, "unreachable")
  }
}

/** A query, and whether a commit is conditional on it. */
type Asked = NormalQuery & { readonly latest: boolean }

/**
 * Whether a query is a read of a few documents by their keys, which do not move, or of one by a unique value. Several unique values
 * may belong to documents that move meanwhile, so they are read from one state, or by a read that a commit checks. What is long
 * goes alone, so that others do not wait for it.
 */
const isGathered = (points: Points | undefined, latest: boolean): points is Points =>
  points !== undefined &&
  points.characters === undefined &&
  points.values.length <= maxGathered &&
  (points.on === "key" || points.values.length === 1 || latest)

const maxGathered = 10

/** SnapshotUnavailable, SnapshotTooOld, StaleChunkHistory. */
const snapshotsGone = new Set([246, 239, 280])

/** Rows that the driver parses at once. */
const batchSize = 500

// A document that moved between the two queries may be in both results.
const joined = (rows: ReadonlyArray<Row>, { limit, skip }: NormalQuery): ReadonlyArray<Row> =>
  [...new Map(rows.map((row) => [row.key, row])).values()].slice(skip, skip + limit)
