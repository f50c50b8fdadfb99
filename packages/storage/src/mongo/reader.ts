/** Answers queries. */
import { choose, countLimit, type Plan } from "../plan.ts"
import type { Query, Row } from "../storage.ts"
import { atMost, bounded, type NormalQuery, normalized } from "../values.ts"
import type { Layout } from "./documents.ts"
import { type MongoQuery, mongoQueries, walked } from "./filters.ts"
import type { Heartbeats } from "./pulse.ts"
import { type Read, Rows } from "./rows.ts"

/** Answers queries from one database. */
export class Reader {
  readonly #pulse: Heartbeats
  readonly #rows = new Rows()

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
    const answers = await Promise.all(all.map((question) => this.#ask(layout, question, normal, all.length === 1)))
    const rows = answers.flat().map((read) => this.#rows.of(layout.name, read))
    return atMost(answers.length === 1 ? rows : joined(rows, normal), normal.characters)
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

  async #ask(
    { kept }: Layout,
    { filter, hint, sort }: MongoQuery,
    { characters, limit, skip }: NormalQuery,
    alone: boolean
  ): Promise<ReadonlyArray<Read>> {
    const cursor = kept.find<Read>(filter, {
      hint,
      sort,
      projection: { version: 1, doc: 1 },
      batchSize,
      limit: alone ? limit : skip + limit,
      ...(alone && skip > 0 && { skip })
    })
    const found: Array<Read> = []
    // When two queries answer together, the skipped rows at the start count as well.
    for (let size = alone || skip === 0 ? 0 : Number.NEGATIVE_INFINITY; size < characters; ) {
      if (!(await this.#inTime(cursor.hasNext()))) return found
      for (const read of cursor.readBufferedDocuments()) {
        found.push(read)
        size += read.doc.length
      }
    }
    await cursor.close()
    return found
  }

  #inTime<A>(work: Promise<A>): Promise<A> {
    return this.#pulse.inTime(work, "unreachable")
  }
}

/** Rows that the driver parses at once. */
const batchSize = 500

// A document that moved between the two queries may be in both results.
const joined = (rows: ReadonlyArray<Row>, { limit, skip }: NormalQuery): ReadonlyArray<Row> =>
  [...new Map(rows.map((row) => [row.key, row])).values()].slice(skip, skip + limit)
