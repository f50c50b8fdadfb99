/**
 * Reads an index in steps, each a statement that examines a limited part of it. A step that tests documents ends at a
 * place that is first looked up in the index alone; otherwise tests that few documents pass would lead it to the end.
 */
import type { Value } from "@bottega/domain/contract"
import type { Plan } from "../plan.ts"
import { bounds, spend, statementCost } from "../turns.ts"
import type { NormalQuery } from "../values.ts"
import type { Place } from "./conditions.ts"
import type { Cell, Connection } from "./connection.ts"
import { grouped, type Kind, type Part, select, valuesFor } from "./select.ts"
import type { Layout } from "./tables.ts"

/** A row that a statement returns; the last cell is the value that is sorted by. */
type Cells = Array<Cell>
type Steps<A> = Generator<void, A>
/** The values of the first columns of the index. */
type Equal = ReadonlyArray<Value>

/** The maximum number of rows that a walk returns, and how many rows at its start it skips. */
type Page = Pick<NormalQuery, "characters" | "limit" | "skip">

/** Entries of an index that can be skipped in the time in which one document is read and tested. */
const entriesPerDocument = 6

/** Entries of the first step of a walk that tests documents. */
const firstStepEntries = 200

/** The walks of a plan. */
export class Walk {
  readonly #connection: Connection
  readonly #shop: number
  readonly #layout: Layout
  readonly #plan: Plan
  readonly #query: NormalQuery

  constructor(connection: Connection, shop: number, layout: Layout, plan: Plan, query: NormalQuery) {
    this.#connection = connection
    this.#shop = shop
    this.#layout = layout
    this.#plan = plan
    this.#query = query
  }

  /** Whether there is one walk, in the requested order. */
  get isOrdered(): boolean {
    const { fits, next, walks } = this.#plan
    return fits && next !== undefined && walks.length === 1
  }

  /** The rows of a walk that is in order: `id, key, version, doc, value`. */
  rows(): Steps<Array<Cells>> {
    return this.#along("rows", this.#plan.walks[0]!, this.#query)
  }

  /** Yields candidates for the result, unsorted and perhaps repeated: `id, key, version, null, value`. */
  *entries(): Steps<Array<Cells>> {
    const { fits, next, walks } = this.#plan
    const found: Array<Cells> = []
    if (next === undefined && walks[0]!.length === 1) {
      for (const group of grouped(walks.map(([value]) => value!))) {
        for (const cells of this.#points(group)) found.push(cells)
        yield
      }
      return found
    }
    const limit = this.#query.skip + this.#query.limit
    const part = { skip: 0, limit, characters: Number.POSITIVE_INFINITY }
    for (const walk of walks) {
      if (fits && next !== undefined) found.push(...(yield* this.#along("entries", walk, part)))
      else found.push(...this.#few(walk))
      yield
    }
    return found
  }

  *#along(kind: "rows" | "entries", walk: Equal, { characters, limit, skip }: Page): Steps<Array<Cells>> {
    const found: Array<Cells> = []
    const begin = yield* this.#skipped(walk, skip)
    if (begin === undefined) return found
    let { after, left } = begin
    // A common filter passes enough documents in a short step, so the first steps are short.
    let entries = Math.min(firstStepEntries, bounds.entries)
    for (let size = 0; ; left = 0, entries = Math.min(4 * entries, bounds.entries)) {
      const until = this.#isFiltered ? this.#place(after, walk, entries) : undefined
      const limits = { skip: left, limit: Math.min(limit - found.length, bounds.rows), characters: characters - size }
      const page = this.#page(
        kind,
        { after, until },
        walk,
        limits,
        this.#isFiltered ? entriesPerDocument * entries : left
      )
      for (const cells of page.cells) found.push(cells)
      size += page.characters
      if (found.length >= limit || size >= characters) return found
      after = page.reached ?? until
      if (after === undefined) return found
      yield
    }
  }

  /**
   * Where a walk begins after skipping whole steps of it unread, and how many rows are left to skip; `undefined` beyond
   * its end.
   */
  *#skipped(walk: Equal, skip: number): Steps<{ after: Place | undefined; left: number } | undefined> {
    let [after, left] = [this.#query.after, skip]
    while (left > (this.#isFiltered ? 0 : bounds.entries)) {
      const until = this.#place(after, walk, bounds.entries)
      const passing = this.#isFiltered ? this.#passing({ after, until }, walk) : bounds.entries
      if (until === undefined && passing <= left) return undefined
      if (until === undefined || passing > left) break
      left -= passing
      after = until
      yield
    }
    return { after, left }
  }

  get #isFiltered(): boolean {
    return this.#plan.rest.length > 0
  }

  /** The place that many entries further; `undefined` if fewer are left. */
  #place(after: Place | undefined, walk: Equal, entries: number): Place | undefined {
    spend(entries)
    const found = this.#connection.get(
      this.#sql("place", { after }),
      ...this.#values("place", { after }, walk),
      entries - 1
    )
    return found === undefined ? undefined : { key: found[0], value: found[1] }
  }

  #passing(part: Part, walk: Equal): number {
    spend(entriesPerDocument * bounds.entries)
    return this.#connection.get(this.#sql("passing", part), ...this.#values("passing", part, walk))![0]
  }

  /** The rows of a part of a walk that pass, counted as that many entries; `reached` if there may be more in it. */
  #page(kind: Kind, part: Part, walk: Equal, { characters, limit, skip }: Page, cost: number) {
    const cells: Array<Cells> = []
    const values = [...this.#values(kind, part, walk), limit, skip]
    let size = 0
    for (const one of this.#connection.each(this.#sql(kind, part), values)) {
      cells.push(one)
      size += one[3]?.length ?? 0
      if (size >= characters || size >= bounds.characters) break
    }
    spend(statementCost + cost, cells.length, size)
    const last = cells.at(-1)
    const isCut = last !== undefined && (cells.length === limit || size >= characters || size >= bounds.characters)
    return { cells, characters: size, reached: isCut ? { key: last[1], value: last[4] } : undefined }
  }

  /** Entries of a walk that is known to be short. */
  #few(walk: Equal): Array<Cells> {
    const part = { after: this.#query.after }
    const page = this.#plan.next === undefined ? [] : [-1, 0]
    const found = this.#connection.all(this.#sql("entries", part), [...this.#values("entries", part, walk), ...page])
    spend(statementCost + found.length)
    return found
  }

  #points(group: Equal): Array<Cells> {
    const part = { after: this.#query.after }
    const found = this.#connection.all(this.#sql("entries", part, group.length), this.#values("entries", part, group))
    spend(4 * group.length)
    return found
  }

  #sql(kind: Kind, part: Part, width = 1): string {
    return select(this.#layout, this.#plan, this.#query, kind, part, width)
  }

  #values(kind: Kind, part: Part, walk: Equal): ReadonlyArray<Value> {
    return valuesFor(this.#layout, this.#shop, this.#plan, this.#query, kind, part, walk)
  }
}
