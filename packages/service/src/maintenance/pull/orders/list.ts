/** Reads the list of orders in pages. */
import { Effect } from "effect"
import { fit } from "../failures.ts"
import * as read from "../given.ts"
import type { Source, SourceAnswer } from "../source.ts"

const pageSize = 1000
/** Pages by number overlap, so that an order that is removed meanwhile hides no other one. */
const overlap = 10
const maxPages = 20_000

/** Calls `take` with each page until one is short, or holds nothing new by what `take` says. */
export const orderPages = <E, R>(
  source: Source,
  nodes: string | undefined,
  take: (page: ReadonlyArray<unknown>) => Effect.Effect<boolean, E, R>
) =>
  Effect.gen(function* () {
    const more = nodes === undefined ? {} : { nodes }
    const from = (skip: number) => new URLSearchParams({ limit: String(pageSize), skip: String(skip), ...more })
    let next: URLSearchParams | undefined = from(0)
    for (let page = 1; next !== undefined && page <= maxPages; page++) {
      const answer: SourceAnswer = yield* source.ask("/orders/list.json", next)
      const rows = yield* fit(() => read.array(answer.value))
      const isNew = yield* take(rows)
      next = rows.length < pageSize || !isNew ? undefined : (answer.next ?? from(page * (pageSize - overlap)))
    }
  })
