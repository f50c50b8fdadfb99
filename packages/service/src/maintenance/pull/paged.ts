/** Reads lists of the source that it gives in pages by number. */
import { Effect } from "effect"
import type { Context } from "./context.ts"
import { fit } from "./failures.ts"
import { array } from "./given.ts"
import type { SourceAnswer } from "./source.ts"

const pageSize = 1000
/** A list of more pages than this is read no further; a million documents have a thousand. */
const maxPages = 20_000

/**
 * Calls `take` with each page of a list: after `Link`, where the answers have one, else by the number of the page. A page of
 * which `take` says that it held nothing new is the last one.
 */
export const pagesOf =
  (context: Pick<Context, "source">, path: string, query: Readonly<Record<string, string>>) =>
  <E, R>(take: (page: ReadonlyArray<unknown>) => Effect.Effect<boolean, E, R>) =>
    Effect.gen(function* () {
      const begin = { ...query, limit: String(pageSize) }
      let next: URLSearchParams | undefined = new URLSearchParams({ ...begin, page: "1" })
      for (let page = 1; next !== undefined && page <= maxPages; page++) {
        const answer: SourceAnswer = yield* context.source.ask(path, next)
        const rows = yield* fit(() => array(answer.value))
        const isNew = yield* take(rows)
        const isLast = rows.length < pageSize || !isNew
        next = isLast ? undefined : (answer.next ?? new URLSearchParams({ ...begin, page: String(page + 1) }))
      }
    })
