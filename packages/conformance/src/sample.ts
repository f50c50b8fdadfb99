/** Makes requests for any endpoint from its declaration alone: with parameters of the right type, or without any. */
import { contract } from "@bottega/domain/areas"
import { type Any, type Entry, entries, jsonOf, literalsOf, pathOf, wireOf } from "@bottega/domain/contract"
import { type Schema, SchemaAST } from "effect"
import type { Request } from "./surface.ts"
import { isRequired } from "./tabled.ts"

/** Every operation. */
export const everything: ReadonlyArray<Entry> = entries(contract)
/** The operations of a shop. */
export const ofShops: ReadonlyArray<Entry> = everything.filter(({ endpoint }) => endpoint.surface === "shop")
/** The operations that change something. */
export const changes: ReadonlyArray<Entry> = ofShops.filter(({ endpoint }) => endpoint.method !== "GET")

/** The declared parameters of an endpoint. */
export const fieldsOf = ({ input }: Any): ReadonlyArray<SchemaAST.PropertySignature> => {
  const { ast } = input as Schema.Top
  return SchemaAST.isObjects(ast) ? ast.propertySignatures : []
}

/** The names of the required parameters. */
export const requiredOf = (endpoint: Any): ReadonlyArray<string> =>
  fieldsOf(endpoint)
    .filter(({ type }) => isRequired(type))
    .map(({ name }) => String(name))

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

/** The smallest input that an endpoint's types require, or its own example if it has one. */
export const least = (endpoint: Any): Record<string, unknown> => ({
  ...Object.fromEntries(
    fieldsOf(endpoint)
      .filter(({ type }) => isRequired(type))
      .map(({ name, type }) => [name, sampleOf(type)])
  ),
  ...endpoint.example
})

const texts: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2030-01-31T12:00:00Z",
  email: "anna@example.com",
  uri: "https://example.com/"
}

const sampleOf = (ast: SchemaAST.AST): unknown => {
  const literals = literalsOf(ast)
  if (literals !== undefined) return literals[0]
  if (SchemaAST.isArrays(ast)) return [sampleOf(ast.rest[0]!)]
  if (SchemaAST.isUnion(ast)) return sampleOf(ast.types[0]!)
  if (SchemaAST.isObjects(ast)) return objectOf(ast)
  const { format, minimum } = jsonOf(ast) as { readonly format?: string; readonly minimum?: number }
  if (SchemaAST.isNumber(ast)) return Math.max(1, minimum ?? 1)
  if (SchemaAST.isBoolean(ast) || wireOf(ast).kind === "flag") return true
  return texts[format ?? ""] ?? "x"
}

const objectOf = (ast: SchemaAST.Objects): unknown => {
  const own = ast.propertySignatures
    .filter(({ type }) => isRequired(type))
    .map(({ name, type }) => [name, sampleOf(type)])
  return Object.fromEntries([...own, ...ast.indexSignatures.map(({ type }) => ["x", sampleOf(type)])])
}
