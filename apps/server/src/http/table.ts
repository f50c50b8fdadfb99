/**
 * What a server serves, by method and path. Fastify gets a few routes that match all of these paths, because each of its routes takes
 * about as long to make as the whole table; requests are then found here.
 */
import { Paths, pathOf } from "@bottega/domain/contract"
import type { Operation } from "@bottega/service"
import type { Metrics, RouteCounts } from "../health/metrics.ts"
import type { HttpCall } from "./http-call.ts"

/** Answers a call, or starts to. */
export type Answerer = (call: HttpCall) => void

/** An operation, or else a page, at its path. */
export interface Route {
  readonly operation: Operation | undefined
  readonly page: Answerer | undefined
  /** Begun at the first request. */
  readonly counts: RouteCounts
}

/** The routes of a server, by their paths with its prefix. */
export type Table = Paths<Route>

/** What the routes of a server are made of. */
interface Served {
  readonly metrics: Pick<Metrics, "route">
  readonly prefix: string
  readonly operations: ReadonlyArray<Operation>
  readonly pages: ReadonlyMap<string, Answerer>
}

/** Makes the table of a server. */
export const tableOf = ({ metrics, operations, pages, prefix }: Served): Table => {
  const table: Table = new Paths()
  const add = (method: string, path: string, operation?: Operation, page?: Answerer) => {
    let counts: RouteCounts | undefined
    table.add(method, prefix + path, {
      operation,
      page,
      get counts() {
        return (counts ??= metrics.route(method, path))
      }
    })
  }
  for (const operation of operations) add(operation.endpoint.method, pathOf(operation.endpoint), operation)
  for (const [path, page] of pages) add("GET", path, undefined, page)
  return table
}

/** The method whose route answers a request: HEAD is answered as GET is, without the body. */
export const routedMethod = (method: string): string => (method === "HEAD" ? "GET" : method)

/** All methods that a path allows. */
export const allowedBy = (methods: ReadonlyMap<string, unknown>): ReadonlyArray<string> => [
  ...methods.keys(),
  ...(methods.has("GET") ? ["HEAD"] : []),
  "OPTIONS"
]
