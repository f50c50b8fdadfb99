/** An operation as OpenAPI describes it: parameters, answers, security, and the limits of its use in its description. */
import { type Any, answerOf, type Entry } from "@bottega/domain/contract"
import type { Policies } from "@bottega/domain/throttle"
import { headersOf } from "./components.ts"
import type { ExampleOf } from "./demo-examples.ts"
import type { Example } from "./examples.ts"
import { bodyOf, queryOf } from "./input.ts"
import { limitOf } from "./introduction.ts"
import { linksOf, type Readers } from "./links.ts"
import { type Responses, refusedOf } from "./refusals.ts"
import { nameOf, type Schemas } from "./schemas.ts"

/** The context that the operations of a description share. */
export interface Common {
  readonly schemas: Schemas
  readonly responses: Responses
  readonly policies: Policies
  readonly readers: Readers
  readonly exampleOf: ExampleOf
}

/** The operation of an endpoint. */
export const operationOf = (entry: Entry, common: Common): object => {
  const { area, endpoint, id } = entry
  const changes = endpoint.answer === "change"
  const given = common.exampleOf(id)?.parameters
  const body = changes ? bodyOf(id, endpoint, common.schemas, given) : undefined
  const parameters = changes ? [{ $ref: idempotencyKey }] : queryOf(endpoint, given)
  const limits = limitsOf(endpoint)
  return {
    operationId: id,
    tags: [area],
    summary: endpoint.summary,
    description: descriptionOf(endpoint, common.policies),
    ...(endpoint.stability === "legacy" ? { deprecated: true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...(endpoint.answer === "bytes" ? fileResponsesOf(entry, common) : { 200: jsonResponseOf(entry, common) }),
      ...refusedOf(endpoint, common.responses)
    },
    security: securityOf[endpoint.surface],
    "x-stability": endpoint.stability,
    "x-throttle": limits,
    ...(endpoint.requires === undefined ? {} : { "x-requires": endpoint.requires })
  }
}

const idempotencyKey = "#/components/parameters/Idempotency-Key"

const securityOf: Readonly<Record<Any["surface"], ReadonlyArray<object>>> = {
  shop: [{ key: [], exchange: [] }],
  control: [{ operator: [] }],
  public: []
}

const limitsOf = ({ surface, throttle }: Any): ReadonlyArray<keyof Policies> =>
  surface !== "shop" ? [] : ["daily", ...(throttle === undefined ? [] : [throttle])]

/** Everything about its use that the types cannot express, because few tools show extensions. */
export const descriptionOf = (endpoint: Any, policies: Policies): string => {
  const { description, requires, stability, workbench } = endpoint
  const limits = limitsOf(endpoint).map((name) => `${limitOf(policies[name])} (\`${name}\`)`)
  return [
    ...(description === undefined ? [] : [description]),
    stabilities[stability],
    ...(requires === undefined ? [] : [requirements[requires]]),
    ...(workbench ? ["Only on a server for development, with `--demo` or `--workbench`; any other answers 404."] : []),
    limits.length === 0 ? "Not limited." : `Limits: ${limits.join("; ")}.`
  ].join("\n\n")
}

const stabilities: Readonly<Record<Any["stability"], string>> = {
  stable: "Stable.",
  beta: "Beta: it may still change.",
  preview: "Preview: it will still change.",
  legacy: "Legacy: kept for older clients.",
  companion: "Companion: an addition of this server to the specified operations."
}
const requirements: Readonly<Record<NonNullable<Any["requires"]>, string>> = {
  b2b: "Requires the shop's B2B module.",
  partner_owned: "Requires a shop that its partner owns."
}

const jsonResponseOf = (entry: Entry, { exampleOf, readers, schemas }: Common): object => {
  const { endpoint, id } = entry
  const links = linksOf(entry, readers)
  const example = exampleOf(id)
  return {
    description: "Done.",
    headers: headersOf(endpoint),
    content: {
      "application/json": {
        schema: schemas.named(`${nameOf(id)}Answer`, answerOf(endpoint), `${nameOf(id)}Item`),
        ...(example === undefined ? {} : { example: example.answer })
      }
    },
    ...(Object.keys(links).length === 0 ? {} : { links })
  }
}

/** JSON has no bytes, and tools try to fetch an `externalValue` of this form. */
const dataOf = ({ answer, type }: Example): object => ({
  summary: "The bytes of the file, as a data URL.",
  value: `data:${type};base64,${answer}`
})

/** A file: whole, in part, or without a body for a client that has it. */
const fileResponsesOf = ({ endpoint, id }: Entry, { exampleOf }: Common): object => {
  const headers = Object.fromEntries(
    ["ETag", "Cache-Control", "Accept-Ranges"].map((name) => [name, { schema: { type: "string" } }])
  )
  const schema = { type: "string", format: "binary" }
  const example = exampleOf(id)
  const contentOf = (examples: boolean) =>
    Object.fromEntries(
      endpoint.media.map((type) => [
        type,
        { schema, ...(examples && example?.type === type ? { examples: { file: dataOf(example) } } : {}) }
      ])
    )
  const range = { "Content-Range": { schema: { type: "string" } } }
  return {
    200: { description: "The file, which never changes.", headers, content: contentOf(true) },
    206: {
      description: "The part that the header Range asks for.",
      headers: { ...headers, ...range },
      content: contentOf(false)
    },
    304: { description: "The client already has the file that the header If-None-Match names.", headers }
  }
}
