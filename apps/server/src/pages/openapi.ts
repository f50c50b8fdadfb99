/** The contract as OpenAPI 3.1: every operation with its parameters, answer, refusals, security, limits and stability. */
import { areas } from "@bottega/domain/areas"
import {
  type Any,
  type Contract,
  type Entry,
  entries,
  NotPermitted,
  pathOf,
  type RefusalClass,
  RequestTimeout,
  bodyOf as refusalBodyOf,
  refusalsOfAnyEndpoint,
  refusalsOfChanges,
  version
} from "@bottega/domain/contract"
import { type Policies, policies as specified } from "@bottega/domain/throttle"
import type { Schema } from "effect"
import { isServed, isShown, type Surface } from "../http/surface.ts"
import { jsonSchemaOf } from "./json-schema.ts"
import { components, headersOf } from "./openapi-components.ts"
import { bodyOf, queryOf } from "./openapi-input.ts"
import { webhooksOf } from "./openapi-webhooks.ts"

/** How an installation is described. */
export interface Described {
  /** What addresses begin with; else whatever the description itself was fetched from. */
  readonly publicUrl?: string | undefined
  readonly policies?: Policies | undefined
  /** The surface that is described, as it is served. */
  readonly surface?: Surface
}

/** The description, as an object. */
export const documentOf = (
  contract: Contract,
  { policies = specified, publicUrl, surface }: Described = {}
): object => {
  const paths: Record<string, Record<string, object>> = {}
  const refused = new Map<string, object>()
  const served = entries(contract).filter(({ endpoint }) => isServed(surface, endpoint.surface))
  for (const entry of served) {
    const path = (paths[pathOf(entry.endpoint).replace(/:(\w+)/g, "{$1}")] ??= {})
    path[entry.endpoint.method.toLowerCase()] = operationOf(entry, refused)
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Bottega",
      version: version.slice(1),
      description:
        "The store management API. Parameters of POST, PUT and DELETE go in the body, as a form, JSON or multipart, or in the query; names with brackets nest, and a list takes any indices."
    },
    servers: [{ url: publicUrl ?? "/" }],
    tags: [...new Set(served.map(({ area }) => area))].map((name) => ({ name })),
    ...(isServed(surface, "shop") ? { webhooks: webhooksOf(areas) } : {}),
    paths: { ...paths, ...Object.fromEntries(Object.entries(pages).filter(([path]) => isShown(surface, path))) },
    components: { ...components, responses: Object.fromEntries(refused) },
    "x-throttle": policies
  }
}

const operationOf = (entry: Entry, refused: Map<string, object>): object => {
  const { area, endpoint, id } = entry
  const changes = endpoint.answer === "change"
  const body = changes ? bodyOf(endpoint) : undefined
  const parameters = changes ? [{ $ref: "#/components/parameters/Idempotency-Key" }] : queryOf(endpoint)
  return {
    operationId: id,
    tags: [area],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    ...(endpoint.stability === "legacy" ? { deprecated: true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...(endpoint.answer === "bytes" ? fileResponsesOf(endpoint) : { 200: jsonResponseOf(endpoint) }),
      ...responsesOf(endpoint, refused)
    },
    security: securityOf[endpoint.surface],
    "x-stability": endpoint.stability,
    "x-throttle":
      endpoint.surface !== "shop" ? [] : ["daily", ...(endpoint.throttle === undefined ? [] : [endpoint.throttle])],
    ...(endpoint.requires === undefined ? {} : { "x-requires": endpoint.requires })
  }
}

const securityOf: Readonly<Record<Any["surface"], ReadonlyArray<object>>> = {
  shop: [{ key: [], exchange: [] }],
  control: [{ operator: [] }],
  public: []
}

const jsonResponseOf = (endpoint: Any): object => ({
  description: "Done.",
  headers: headersOf(endpoint),
  content: { "application/json": { schema: jsonSchemaOf((endpoint.output as Schema.Top).ast) } }
})

/** A file: whole, a part of it, or nothing to who has it. */
const fileResponsesOf = ({ media }: Any): object => {
  const headers = Object.fromEntries(
    ["ETag", "Cache-Control", "Accept-Ranges"].map((name) => [name, { schema: { type: "string" } }])
  )
  const content = Object.fromEntries(media.map((type) => [type, { schema: { type: "string", format: "binary" } }]))
  const range = { "Content-Range": { schema: { type: "string" } } }
  return {
    200: { description: "The file, which never changes.", headers, content },
    206: { description: "The part that the header Range asks for.", headers: { ...headers, ...range }, content },
    304: { description: "The file is the one that the header If-None-Match names.", headers }
  }
}

/** Responses by status; the same set of refusals is described once. */
const responsesOf = (endpoint: Any, refused: Map<string, object>): object => {
  const byStatus = Map.groupBy(refusalsOf(endpoint), ({ kind }) => kind.status)
  const responses: Record<string, object> = {}
  for (const [status, classes] of byStatus) {
    const name = classes.map(({ kind }) => kind.type).join(".")
    if (!refused.has(name)) refused.set(name, responseOf(classes))
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return responses
}

/** Everything that an operation can refuse with, in the order of the catalogue's codes. */
const refusalsOf = ({ answer, refusals, requires, surface }: Any): ReadonlyArray<RefusalClass> => {
  const changes = answer === "change"
  const all = new Set([
    ...refusalsOfAnyEndpoint.filter(({ kind }) => changes || ![413, 415].includes(kind.status)),
    ...(changes ? [...refusalsOfChanges, RequestTimeout] : []),
    ...(requires === undefined ? [] : [NotPermitted]),
    ...refusals
  ])
  const counted = surface === "shop"
  return [...all]
    .filter((refusal) => surface !== "public" || ![400, 401].includes(refusal.kind.status))
    .filter(({ kind }) => counted || ![429, 509].includes(kind.status))
    .filter(({ kind }) => counted || kind.type !== "read_only_key")
    .sort((a, b) => a.kind.code - b.kind.code)
}

const responseOf = (classes: ReadonlyArray<RefusalClass>): object => ({
  description: classes.map(({ kind }) => `\`${kind.type}\`: ${kind.meaning}`).join("\n\n"),
  headers: {
    "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
    ...(classes.some(({ kind }) => [429, 503, 509].includes(kind.status))
      ? { "Retry-After": { $ref: "#/components/headers/Retry-After" } }
      : {})
  },
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Refusal" },
      examples: Object.fromEntries(
        classes.map((Refusal) => [
          Refusal.kind.type,
          { value: refusalBodyOf(new Refusal({ message: Refusal.kind.meaning }), "5f0c3a2b-1") }
        ])
      )
    }
  }
})

const page = (operationId: string, summary: string, type: string, schema: object): object => ({
  get: {
    operationId,
    summary,
    tags: ["server"],
    security: [],
    responses: { 200: { description: "Done.", content: { [type]: { schema } } } }
  }
})
const status = { type: "object", properties: { status: { type: "string" } }, required: ["status"] }
const lateWorker = {
  type: "object",
  properties: {
    worker: { type: "string" },
    since: { type: "string", format: "date-time" },
    failures: { type: "integer" }
  },
  required: ["worker", "since", "failures"]
}
const readiness = {
  ...status,
  properties: {
    ...status.properties,
    late: { type: "array", items: lateWorker, description: "Background work that is overdue; the server stays ready." }
  }
}

/** What the server shows of itself. */
const pages = {
  "/healthz": page("healthz", "Whether the server lives.", "application/json", status),
  "/readyz": page("readyz", "Whether the server and its store take requests.", "application/json", readiness),
  "/metrics": page("metrics", "What the server counts of itself, for Prometheus.", "text/plain", { type: "string" })
}
