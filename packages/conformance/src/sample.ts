/** The operations, their parameters, and requests of them. */
import { contract } from "@bottega/domain/areas"
import { type Any, type Entry, entries, fieldsOf, pathOf } from "@bottega/domain/contract"
import type { Request } from "./surface.ts"

/** Every operation that answers with JSON; those that answer with a file need no credentials and have a suite of their own. */
export const everything: ReadonlyArray<Entry> = entries(contract).filter(({ endpoint }) => endpoint.answer !== "bytes")
/** The operations of a shop. */
export const ofShops: ReadonlyArray<Entry> = everything.filter(({ endpoint }) => endpoint.surface === "shop")
/** The operations that change something. */
export const changes: ReadonlyArray<Entry> = ofShops.filter(({ endpoint }) => endpoint.method !== "GET")

/** The names of the required parameters. */
export const requiredOf = (endpoint: Any): ReadonlyArray<string> =>
  fieldsOf(endpoint).flatMap(({ name, required }) => (required ? [name] : []))

/** A list of a shop that needs no parameter and has no limit of its own. */
export const plainRead: Entry = ofShops.find(
  ({ endpoint }) =>
    (endpoint.answer === "page" || endpoint.answer === "stream") &&
    endpoint.throttle === undefined &&
    endpoint.requires === undefined &&
    requiredOf(endpoint).length === 0
)!

/** The request of an operation, with these parameters in the query or body. */
export const request = ({ endpoint }: Entry, parameters: string | object = ""): Request => ({
  method: endpoint.method,
  path: pathOf(endpoint),
  [endpoint.method === "GET" ? "query" : "body"]: parameters
})

/** The callers that an operation permits. */
export const callerOf = ({ endpoint }: Entry): NonNullable<Request["as"]> =>
  endpoint.surface === "control" ? "operator" : "api"
