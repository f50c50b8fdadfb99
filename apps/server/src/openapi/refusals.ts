/** The refusals in the OpenAPI description: those of each operation by status, and the table of all of them. */
import {
  type Any,
  HeadersTooLarge,
  MalformedRequest,
  NotPermitted,
  type RefusalClass,
  RequestTimeout,
  bodyOf as refusalBodyOf,
  refusals,
  refusalsOfAnyEndpoint,
  refusalsOfChanges
} from "@bottega/domain/contract"
import { headersNamed } from "./components.ts"
import { nameOf } from "./schemas.ts"

/** Responses by their names; the same set of refusals is described once. */
export type Responses = Map<string, object>

/** An operation's refusals by status. */
export const refusedOf = (endpoint: Any, responses: Responses): Readonly<Record<string, object>> =>
  responsesOf(refusalsOf(endpoint), responses)

/** These refusals by status. */
export const responsesOf = (classes: ReadonlyArray<RefusalClass>, responses: Responses) => {
  const byStatus = Map.groupBy(classes, ({ kind }) => kind.status)
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => {
      const name = some.map(({ kind }) => nameOf(kind.type)).join("Or")
      if (!responses.has(name)) responses.set(name, responseOf(some))
      return [status, { $ref: `#/components/responses/${name}` }]
    })
  )
}

/** Refusals that any request may get. */
export const refusalsOfAnyRequest: ReadonlyArray<RefusalClass> = [MalformedRequest, HeadersTooLarge]

/** Everything that an operation can refuse with, in the order of the catalogue's codes. */
export const refusalsOf = ({ answer, refusals, requires, surface }: Any): ReadonlyArray<RefusalClass> => {
  const changes = answer === "change"
  const all = new Set<RefusalClass>([
    ...refusalsOfAnyRequest,
    ...refusalsOfAnyEndpoint.filter(({ kind }) => changes || ![413, 415].includes(kind.status)),
    ...(changes ? [...refusalsOfChanges, RequestTimeout] : []),
    ...(requires === undefined ? [] : [NotPermitted]),
    ...refusals
  ])
  const counted = surface === "shop"
  return [...all]
    .filter(({ kind }) => surface !== "public" || !["invalid", "unauthenticated"].includes(kind.type))
    .filter(({ kind }) => counted || ![429, 509].includes(kind.status))
    .filter(({ kind }) => counted || kind.type !== "read_only_key")
    .sort((a, b) => a.kind.code - b.kind.code)
}

const responseOf = (classes: ReadonlyArray<RefusalClass>): object => {
  const [{ kind }] = classes as [RefusalClass]
  const isLimit = [429, 509].includes(kind.status)
  return {
    description: classes.map(({ kind }) => `\`${kind.type}\`: ${kind.meaning}`).join("\n\n"),
    headers: headersNamed([
      "X-Request-Id",
      ...(isLimit ? (["X-Service-Limit", "RateLimit-Policy", "RateLimit"] as const) : []),
      ...(isLimit || kind.status === 503 ? (["Retry-After"] as const) : []),
      ...(kind.status === 401 ? (["WWW-Authenticate"] as const) : [])
    ]),
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
  }
}

/** The catalogue as a table in Markdown. */
export const catalogue = (): string =>
  [
    "| status | code | type | meaning |",
    "|---|---|---|---|",
    ...refusals.map(({ kind: { code, meaning, status, type } }) => `| ${status} | ${code} | \`${type}\` | ${meaning} |`)
  ].join("\n")
