/** Reads lists of the source that it gives in pages by number. */
import { Effect } from "effect"
import type { Context } from "./context.ts"
import { fit, NotGiven } from "./failures.ts"
import { array } from "./given.ts"
import type { SourceAnswer } from "./source.ts"

const pageSize = 1000
/** A list of more pages than this is read no further; a million documents have a thousand. */
const maxPages = 20_000

/**
 * Calls `take` with each page of a list: after `Link`, where the answers have one, else by the number of the page. A page of
 * which `take` says that it held nothing new is the last one. A source may give fewer documents in a page than it is asked
 * for, so the first page says how many the others have.
 */
export const pagesOf =
  (context: Pick<Context, "source">, path: string, query: Readonly<Record<string, string>>) =>
  <E, R>(take: (page: ReadonlyArray<unknown>) => Effect.Effect<boolean, E, R>) =>
    Effect.gen(function* () {
      let size = pageSize
      const numbered = (page: number) => new URLSearchParams({ ...query, limit: String(size), page: String(page) })
      let next: URLSearchParams | undefined = numbered(1)
      for (let page = 1; next !== undefined && page <= maxPages; page++) {
        const asked = context.source.ask(path, next)
        const answer: SourceAnswer = yield* page === 1 ? asked : endedBy404(asked)
        const rows = yield* fit(() => array(answer.value))
        const isNew = yield* take(rows)
        const isShort = page > 1 && rows.length < size
        size = Math.min(size, rows.length)
        if (!isNew) next = undefined
        else next = answer.next ?? (isShort ? undefined : numbered(page + 1))
      }
    })

/** An empty page instead of the answer that some servers give to the page after the last one. */
export const endedBy404 = <E>(
  asked: Effect.Effect<SourceAnswer, E | NotGiven>
): Effect.Effect<SourceAnswer, E | NotGiven> =>
  Effect.catchIf(
    asked,
    (failure) => failure instanceof NotGiven && failure.status === 404,
    () => Effect.succeed({ value: [], next: undefined })
  )
