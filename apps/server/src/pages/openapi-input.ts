/** An operation's parameters as OpenAPI describes them: in a query, on a form, as JSON, in multipart. */
import { type Any, wireOf } from "@bottega/domain/contract"
import { format } from "@bottega/domain/form"
import { type Schema, SchemaAST } from "effect"
import { isRequired, type JsonSchema, jsonSchemaOf } from "./json-schema.ts"

/** One name of a form, as it is spelt: `item_id[0][price]`, `tags[]`. */
interface Named {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
  /** A list in one value, its parts parted by commas. */
  readonly commas: boolean
}

/** The parameters of a path or a query. */
export const queryOf = (endpoint: Any): ReadonlyArray<object> => {
  const examples = new Map(format(endpoint.example ?? {}))
  return namesOf(endpoint).map(({ commas, name, required, schema }) => {
    const { description, ...rest } = schema
    const example = examples.get(name)
    return {
      name,
      in: endpoint.answer === "bytes" ? "path" : "query",
      required,
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(rest["type"] === "array" ? { style: "form", explode: !commas } : {}),
      ...(example === undefined || rest["type"] === "array" ? {} : { example: typed(rest, example) })
    }
  })
}

const typed = ({ type }: JsonSchema, text: string): unknown =>
  type === "integer" || type === "number" ? Number(text) : text

/** The body, in each of the media it may be written in. */
export const bodyOf = (endpoint: Any): object | undefined => {
  const names = namesOf(endpoint)
  if (names.length === 0) return undefined
  const form = formOf(names, endpoint)
  const json = {
    schema: jsonSchemaOf(astOf(endpoint)),
    ...(endpoint.example === undefined ? {} : { example: endpoint.example })
  }
  const one = { "multipart/form-data": form }
  const any = { "application/x-www-form-urlencoded": form, "application/json": json, ...one }
  return { required: names.some(({ required }) => required), content: endpoint.upload ? one : any }
}

const formOf = (names: ReadonlyArray<Named>, { example }: Any): object => {
  const required = names.filter((one) => one.required).map(({ name }) => name)
  const lists = names.filter(({ schema }) => schema["type"] === "array")
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(names.map(({ name, schema }) => [name, schema])),
      ...(required.length === 0 ? {} : { required })
    },
    ...(lists.length === 0
      ? {}
      : { encoding: Object.fromEntries(lists.map(({ commas, name }) => [name, { style: "form", explode: !commas }])) }),
    ...(example === undefined ? {} : { example: exampleOf(example) })
  }
}

/** An example by the names of a form; a name that is there several times has all its values. */
const exampleOf = (example: unknown): object => {
  const values: Record<string, unknown> = {}
  for (const [name, value] of format(example))
    values[name] = name.endsWith("[]") ? [...((values[name] as []) ?? []), value] : value
  return values
}

const astOf = ({ input }: Any): SchemaAST.AST => (input as Schema.Top).ast

/** Every name that an operation reads. */
export const namesOf = (endpoint: Any): ReadonlyArray<Named> => {
  const ast = astOf(endpoint)
  return SchemaAST.isObjects(ast)
    ? ast.propertySignatures.flatMap(({ name, type }) => within(String(name), type, isRequired(type)))
    : []
}

const within = (name: string, ast: SchemaAST.AST, required: boolean): ReadonlyArray<Named> => {
  const commas = wireOf(ast).kind === "commas"
  const list = SchemaAST.isUnion(ast) ? ast.types.find(SchemaAST.isArrays) : SchemaAST.isArrays(ast) ? ast : undefined
  if (list !== undefined && !commas) {
    const [item] = list.rest
    if (item !== undefined && (SchemaAST.isObjects(item) || SchemaAST.isArrays(item)))
      return within(`${name}[0]`, item, required)
    return [{ name: `${name}[]`, required, schema: { ...jsonSchemaOf(list), ...describedBy(ast) }, commas }]
  }
  if (!SchemaAST.isObjects(ast)) return [{ name, required, schema: jsonSchemaOf(ast), commas }]
  const [index] = ast.indexSignatures
  return [
    ...ast.propertySignatures.flatMap(({ name: key, type }) =>
      within(`${name}[${String(key)}]`, type, required && isRequired(type))
    ),
    ...(index === undefined ? [] : within(`${name}[key]`, index.type, false))
  ]
}

const describedBy = (ast: SchemaAST.AST): JsonSchema => {
  const description = SchemaAST.resolveDescription(ast)
  return description === undefined ? {} : { description }
}
