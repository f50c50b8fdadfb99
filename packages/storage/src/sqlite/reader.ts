/** Answers queries on one connection. */
import type { Value } from "@bottega/domain/contract"
import { choose, type Plan } from "../plan.ts"
import { type Points, pointsOf } from "../points.ts"
import type { Query, Row } from "../storage.ts"
import { bounds, spend, statementCost } from "../turns.ts"
import { bounded, compare, lookedUp, type NormalQuery, normalized, satisfies } from "../values.ts"
import type { Cell, Connection } from "./connection.ts"
import { deferral, isDeferred, selectUnindexed } from "./deferred.ts"
import type { Known } from "./known.ts"
import { Pages } from "./pages.ts"
import type { Revisions } from "./revisions.ts"
import type { Rows } from "./rows.ts"
import { counting } from "./select.ts"
import type { Shops } from "./shops.ts"
import type { Layout } from "./tables.ts"
import { textsOf } from "./texts.ts"
import { Walk } from "./walk.ts"

/** A search that can be interrupted where it yields. */
type Found = Generator<void, ReadonlyArray<Row>>

/** Reads through one connection. */
export class Reader {
  readonly #connection: Connection
  readonly #shops: Shops
  readonly #rows: Rows
  readonly #known: Known | undefined
  readonly #pages = new Pages()

  /** `known` are the rows that are known to be as this connection sees them. */
  constructor(connection: Connection, shops: Shops, rows: Rows, known?: Known) {
    this.#connection = connection
    this.#shops = shops
    this.#rows = rows
    this.#known = known
  }

  /**
   * Returns the rows that match a query now. No statement stays open after its step, so that the file can be written
   * meanwhile.
   */
  *find(shop: string, layout: Layout, query: Query): Found {
    bounded(layout.collection, query)
    const number = this.#shops.find(shop)
    if (number === undefined) return []
    const points = pointsOf(layout.collection, query)
    const few = points === undefined ? undefined : yield* this.#points(number, layout, points)
    if (few !== undefined) return few
    const normal = normalized(layout.collection, query)
    if (normal === undefined) return []
    const plan = choose(layout.collection, normal, (candidate) => this.#count(number, layout, candidate))
    const walk = new Walk(this.#connection, number, layout, plan, normal)
    const beside = isDeferred(layout, plan) ? this.#unindexed(number, layout, normal) : []
    if (!walk.isOrdered || beside.length > 0) return yield* this.#merged(walk, layout, normal, beside)
    const found = yield* walk.rows()
    if (isPartOfLongList(query)) return found.map(([, key, version, text]) => ({ key, version, text }))
    return found.map((cells) => this.#row(layout, cells))
  }

  /** The same, from the cache if nobody has written to the collection since. */
  *kept(shop: string, layout: Layout, query: Query, revisions: Pick<Revisions, "of">): Found {
    // Reading one row costs no more than checking whether anyone has written.
    const points = pointsOf(layout.collection, query)
    const isPoint = points?.on === "key" && points.values.length === 1
    if (isPoint || isPartOfLongList(query)) return yield* this.find(shop, layout, query)
    const revision = revisions.of(layout)
    const name = `${layout.name}\n${shop}\n${JSON.stringify(query)}`
    // JSON writes every number that is not finite as null, so such a query has no unique name.
    if (name.includes("null")) return yield* this.find(shop, layout, query)
    const known = this.#pages.get(revision, name)
    if (known !== undefined) return known
    const walk = this.find(shop, layout, query)
    let step = walk.next()
    const isLong = step.done !== true
    for (; step.done !== true; step = walk.next()) yield
    // A result of several turns may mix several revisions.
    if (!isLong || revisions.of(layout) === revision) this.#pages.keep(revision, name, step.value)
    return step.value
  }

  close(): void {
    this.#connection.close()
  }

  /**
   * The rows of points. There are none if those of a unique lookup are too long: which of them are first by key is known from an
   * index alone.
   */
  *#points(
    shop: number,
    layout: Layout,
    { characters = Number.POSITIVE_INFINITY, on, values }: Points
  ): Generator<void, ReadonlyArray<Row> | undefined> {
    const found = new Set<Row>()
    let size = 0
    const isSorted = on === "key" && characters !== Number.POSITIVE_INFINITY
    for (const value of isSorted ? [...values].sort(compare) : values) {
      for (const row of this.#having(shop, layout, on, value)) {
        spend(0, 1, row.text.length)
        size += row.text.length
        found.add(row)
      }
      if (size >= characters && on !== "key" && values.length > 1) return undefined
      if (size >= characters) break
      if (values.length > 1) yield
    }
    const rows = [...found]
    return rows.length < 2 ? rows : rows.sort((one, other) => compare(one.key, other.key))
  }

  /**
   * The document with this key, or this value of a unique lookup. In a damaged file one value may belong to several
   * documents, and doctor must see them all.
   */
  #having(shop: number, layout: Layout, on: string, value: Value): ReadonlyArray<Row> {
    const known = this.#known?.find(layout, shop, on, value)
    if (known !== undefined) return [known]
    spend(statementCost)
    const { byId, find, ids } = textsOf(layout)
    const sql = ids.get(on)
    const cells =
      sql === undefined
        ? [this.#connection.get(find, shop, value)]
        : this.#connection.all(sql, [shop, value]).map(([id]) => this.#connection.get(byId, id))
    const rows = cells.flatMap((cell) => (cell === undefined ? [] : [this.#row(layout, reordered(cell))]))
    return this.#known === undefined || rows.length !== 1 ? rows : [this.#known.read(layout, shop, rows[0]!, on, value)]
  }

  /**
   * The rows without entries that a query finds, read before the index, so that none is missed if its entries are
   * written meanwhile: `id, key, version, doc, value sorted by`.
   */
  #unindexed(shop: number, layout: Layout, query: NormalQuery): Array<Array<Cell>> {
    const { rest, sql, values } = selectUnindexed(layout, shop, query)
    spend(deferral.documents)
    return this.#connection.all(sql, values).filter((cells) => {
      spend(0, 1, cells[3].length)
      const row = this.#row(layout, cells)
      return rest.every((test) => lookedUp(layout.collection, row, test.on).some((value) => satisfies(value, test)))
    })
  }

  /**
   * For several walks, or one that is not in order, or rows beside the index, the entries are sorted before any text is
   * read.
   */
  *#merged(
    walk: Walk,
    layout: Layout,
    { characters, descending, limit, skip }: NormalQuery,
    beside: ReadonlyArray<Array<Cell>>
  ): Found {
    // A document of many values may be found by several walks.
    const once = new Map([...beside, ...(yield* walk.entries())].map((cells) => [cells[0] as number, cells]))
    const sorted = [...once.values()].sort((one, other) => {
      const away = compare(one[4], other[4]) || compare(one[1], other[1])
      return descending ? -away : away
    })
    const { byId } = textsOf(layout)
    const rows: Array<Row> = []
    let size = 0
    for (const [id, key, version, text] of sorted.slice(skip, skip + limit)) {
      const cells = text === null ? this.#connection.get(byId, id) : [id, version, text, key]
      // The id of a document that was removed meanwhile may be another's.
      if (cells?.[3] === key) rows.push(this.#row(layout, [id, key, cells![1], cells![2]]))
      size += cells?.[2].length ?? 0
      spend(0, 1, cells?.[2].length)
      if (size >= characters) break
      yield
    }
    return rows
  }

  #row(layout: Layout, [id, key, version, text]: Array<Cell>): Row {
    return this.#rows.row(layout, id, key, version, text)
  }

  #count(shop: number, layout: Layout, plan: Plan): number {
    const { runs, sql } = counting(layout, plan)
    return runs.reduce((sum, run) => sum + this.#connection.get(sql, shop, ...run)![0], 0)
  }
}

const reordered = ([id, version, text, key]: Array<Cell>): Array<Cell> => [id, key, version, text]

/** Whether a query reads a page of a list of any length; caching these would drop everything else from the caches. */
const isPartOfLongList = ({ characters, limit }: Query): boolean => characters !== undefined && limit >= bounds.rows
