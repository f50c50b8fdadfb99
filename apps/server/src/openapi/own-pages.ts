/** The server's own pages in the OpenAPI description. */
import { Overloaded, type RefusalClass, StorageUnavailable } from "@bottega/domain/contract"
import manifest from "../../package.json" with { type: "json" }
import type { JsonSchema } from "./json-schema.ts"
import { type Responses, refusalsOfAnyRequest, responsesOf } from "./refusals.ts"
import { nameOf, type Schemas } from "./schemas.ts"

/** The paths of the pages that programs read. */
export const ownPagesOf = (schemas: Schemas, responses: Responses): Readonly<Record<string, object>> =>
  Object.fromEntries(pages.map((page) => [page.path, { get: operationOf(page, schemas, responses) }]))

/** The tag of their operations. */
export const ownTag = { name: "server", description: "The state of the server itself." }

interface OwnPage {
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly type: string
  readonly schema: JsonSchema
  readonly example: unknown
  readonly refusals?: ReadonlyArray<RefusalClass>
}

const operationOf = (page: OwnPage, schemas: Schemas, responses: Responses): object => {
  const { description, example, path, refusals = [], summary, type } = page
  const id = path.slice(1)
  const schema = page.schema["type"] === "object" ? schemas.add(nameOf(id), page.schema) : page.schema
  return {
    operationId: id,
    summary,
    description,
    tags: [ownTag.name],
    security: [],
    responses: {
      200: { description: "Done.", content: { [type]: { schema, example } } },
      ...responsesOf([...refusalsOfAnyRequest, ...refusals], responses)
    }
  }
}

const text = { type: "string" }
const lateWorker = {
  type: "object",
  properties: {
    worker: text,
    since: { type: "string", format: "date-time" },
    failures: { type: "integer" }
  },
  required: ["worker", "since", "failures"]
}

const pages: ReadonlyArray<OwnPage> = [
  {
    path: "/healthz",
    summary: "Whether the server runs.",
    description: "It is answered even by an overloaded server.",
    type: "application/json",
    schema: {
      type: "object",
      properties: { status: text, version: { ...text, description: "The version of the server." } },
      required: ["status", "version"]
    },
    example: { status: "ok", version: manifest.version }
  },
  {
    path: "/readyz",
    summary: "Whether the server and its store take requests.",
    description: "The server checks its store.",
    type: "application/json",
    schema: {
      type: "object",
      properties: {
        status: text,
        late: {
          type: "array",
          items: lateWorker,
          description: "Background work that is overdue; the server stays ready."
        }
      },
      required: ["status"]
    },
    example: { status: "ready" },
    refusals: [StorageUnavailable, Overloaded]
  },
  {
    path: "/metrics",
    summary: "The server's own counts, for Prometheus.",
    description: "In the text format 0.0.4.",
    type: "text/plain",
    schema: text,
    example: "bottega_requests_in_flight 1\n"
  }
]
