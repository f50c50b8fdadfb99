/** The JSON Schema (draft 2020-12) of what a schema of the domain describes. */
import { defaultOf, jsonOf, literalsOf, nodeNamesOf, wireOf } from "@bottega/domain/contract"
import { SchemaAST } from "effect"

/** A JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Keeps a schema under a name, and gives what stands for it where it is used. */
export type Refer = (name: string, schema: JsonSchema) => JsonSchema

/** What JSON of this schema looks like. A schema with an identifier goes through `refer`; it is in place by default. */
export const jsonSchemaOf = (ast: SchemaAST.AST, refer: Refer = (_name, schema) => schema): JsonSchema => {
  const given = defaultOf(ast)
  const description = SchemaAST.resolveDescription(ast)
  const name = SchemaAST.resolveIdentifier(ast)
  const schema = {
    ...shapeOf(ast, refer),
    ...jsonOf(ast),
    ...(description === undefined ? {} : { description })
  }
  return {
    ...(name === undefined ? schema : refer(name, schema)),
    ...(given === undefined ? {} : { default: given.value })
  }
}

const shapeOf = (ast: SchemaAST.AST, refer: Refer): JsonSchema => {
  const literals = literalsOf(ast)
  if (literals !== undefined) return { type: typeOf(literals), enum: literals }
  switch (ast._tag) {
    case "String":
      return { type: "string", ...formatOf[wireOf(ast).kind ?? ""] }
    case "Number":
      return { type: "number" }
    case "Boolean":
      return { type: "boolean" }
    case "Null":
      return { type: "null" }
    case "Unknown":
      return {}
    case "Never":
      return { not: {} }
    case "Arrays":
      return arrayOf(ast, refer)
    case "Objects":
      return objectOf(ast, refer)
    case "Union":
      return unionOf(ast, refer)
    default:
      throw new TypeError(`a schema of ${ast._tag} has no JSON Schema here`)
  }
}

const typeOf = (literals: ReadonlyArray<SchemaAST.LiteralValue>): string | ReadonlyArray<string> => {
  const types = [...new Set(literals.map((literal) => (typeof literal === "number" ? "integer" : typeof literal)))]
  return types.length === 1 ? types[0]! : types
}

const arrayOf = (ast: SchemaAST.Arrays, refer: Refer): JsonSchema => {
  const names = nodeNamesOf(ast)
  const [item] = ast.rest
  if (names !== undefined) return { type: "array", items: { type: "string", enum: names } }
  return item === undefined || SchemaAST.isNever(item)
    ? { type: "array", items: {}, maxItems: 0 }
    : { type: "array", items: jsonSchemaOf(item, refer) }
}

const objectOf = ({ indexSignatures: [index], propertySignatures }: SchemaAST.Objects, refer: Refer): JsonSchema => {
  const required = propertySignatures.filter(({ type }) => isRequired(type)).map(({ name }) => String(name))
  const properties = propertySignatures.map(({ name, type }) => [name, jsonSchemaOf(type, refer)])
  return {
    type: "object",
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
    ...(index === undefined ? {} : { additionalProperties: jsonSchemaOf(index.type, refer) })
  }
}

/** Whether a field must be there: it is neither optional nor has a default. */
export const isRequired = (type: SchemaAST.AST): boolean => !SchemaAST.isOptional(type) && defaultOf(type) === undefined

/** A union with null is its other member that may be null as well, where that has one type. */
const unionOf = ({ types }: SchemaAST.Union, refer: Refer): JsonSchema => {
  const members = types.map((type) => jsonSchemaOf(type, refer))
  const [one, ...more] = members.filter(({ type }) => type !== "null")
  const nullable = members.length === 2 && more.length === 0 && typeof one?.["type"] === "string" && !("enum" in one)
  return nullable ? { ...one, type: [one["type"], "null"] } : { anyOf: members }
}

const formatOf: Readonly<Record<string, JsonSchema>> = {
  file: { format: "binary" },
  base64: { contentEncoding: "base64" }
}
