/** What the server shows of itself and needs no credentials: whether it lives, whether it is ready, its counts, its API. */
import { InternalError, Overloaded, StorageUnavailable } from "@bottega/domain/refusals"
import { Cause, Effect, Exit } from "effect"
import { type DocsFile, docs } from "./docs.ts"
import type { Exchange, Page, Shared } from "./exchange.ts"
import { settle } from "./settle.ts"

/** A page by its path: answers an exchange. */
export type Pages = ReadonlyMap<string, (exchange: Exchange) => void>

/** The pages of a server; `ready` succeeds while the store answers, `openapi` describes the API. */
export const makePages = (
  shared: Shared,
  ready: Effect.Effect<unknown, unknown>,
  openapi: () => Promise<string>
): Pages => {
  const document = async (): Promise<Page> => ({ type: json, body: await openapi() })
  return new Map<string, (exchange: Exchange) => void>([
    ["/healthz", (exchange) => exchange.show({ type: json, body: '{"status":"ok"}' })],
    ["/readyz", (exchange) => answerReady(exchange, ready)],
    ["/metrics", (exchange) => exchange.show({ type: prometheus, body: shared.metrics.text(dropped(shared)) })],
    ["/openapi.json", (exchange) => show(exchange, document)],
    ...docs.map(({ load, path }: DocsFile) => [path, (exchange: Exchange) => show(exchange, load)] as const)
  ])
}

const show = (exchange: Exchange, load: () => Promise<Page>): void => {
  load().then(
    (page) => exchange.show(page),
    (error) => {
      exchange.shared.log.defect(Cause.die(error), exchange.requestId)
      exchange.refuse(
        new InternalError({ message: "The page could not be made; the request id finds the reason in the log." })
      )
    }
  )
}

const json = "application/json; charset=utf-8"
const prometheus = "text/plain; version=0.0.4; charset=utf-8"
const dropped = ({ log }: Shared) => ({ bottega_log_lines_dropped: log.dropped() })

/** Milliseconds within which the store must answer. */
const patience = 2000

const answerReady = (exchange: Exchange, ready: Effect.Effect<unknown, unknown>): void => {
  settle(Effect.timeout(ready, patience), (exit) => {
    if (exchange.shared.draining)
      exchange.refuse(new Overloaded({ message: "The server is shutting down.", retryAfter: 5 }))
    else if (Exit.isSuccess(exit)) exchange.show({ type: json, body: '{"status":"ready"}' })
    else exchange.refuse(new StorageUnavailable({ message: "The store does not answer.", retryAfter: 2 }))
  })
}
