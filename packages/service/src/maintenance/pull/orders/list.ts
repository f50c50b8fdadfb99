/** Reads the list of orders in pages. */
import { Effect } from "effect"
import { fit } from "../failures.ts"
import * as read from "../given.ts"
import { endedBy404 } from "../paged.ts"
import type { Source, SourceAnswer } from "../source.ts"

const pageSize = 1000
/** Pages by number overlap, so that an order that is removed meanwhile hides no other one. */
const overlap = 10
const maxPages = 20_000

/**
 * Calls `take` with each page until one is short, or holds nothing new by what `take` says. A source may give fewer orders in
 * a page than it is asked for, so the first page says how many the others have.
 */
export const orderPages = <E, R>(
  source: Source,
  nodes: string | undefined,
  take: (page: ReadonlyArray<unknown>) => Effect.Effect<boolean, E, R>
) =>
  Effect.gen(function* () {
    const more = nodes === undefined ? {} : { nodes }
    const from = (skip: number) => new URLSearchParams({ limit: String(pageSize), skip: String(skip), ...more })
    let [skip, size] = [0, pageSize]
    let next: URLSearchParams | undefined = from(0)
    for (let page = 1; next !== undefined && page <= maxPages; page++) {
      const asked = source.ask("/orders/list.json", next)
      const answer: SourceAnswer = yield* page === 1 ? asked : endedBy404(asked)
      const rows = yield* fit(() => read.array(answer.value))
      const isNew = yield* take(rows)
      const isShort = page > 1 && rows.length < size
      size = Math.min(size, rows.length)
      skip += rows.length - Math.min(overlap, Math.floor(rows.length / 2))
      if (!isNew) next = undefined
      else next = answer.next ?? (isShort ? undefined : from(skip))
    }
  })
