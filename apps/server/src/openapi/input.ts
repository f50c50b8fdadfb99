/** An operation's parameters as OpenAPI describes them: in a path, in a query, and in a body as JSON, as a form and as multipart. */
import { type Any, fieldsOf } from "@bottega/domain/contract"
import { exampleOf, type Named, namesOf } from "./form.ts"
import { nameOf, type Schemas } from "./schemas.ts"

/** The parameters of a path or a query; examples are those of a real call. */
export const queryOf = (endpoint: Any, given: object | undefined): ReadonlyArray<object> => {
  const names = namesOf(endpoint)
  const example = exampleOf(names, given)
  return names.map(({ commas, name, required, schema }) => {
    const { description, ...rest } = schema
    return {
      name,
      in: endpoint.answer === "bytes" ? "path" : "query",
      required,
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(rest["type"] === "array" ? { style: "form", explode: !commas } : {}),
      ...(example !== undefined && name in example ? exampleIn(example[name], required) : {})
    }
  })
}

/** The API page sends an optional parameter only if its example says so. */
const exampleIn = (value: unknown, required: boolean): object =>
  required ? { example: value } : { examples: { call: { value, "x-disabled": false } } }

/** The body, in each of the media types it may have; the schemas are named after the operation. */
export const bodyOf = (id: string, endpoint: Any, schemas: Schemas, given: object | undefined): object | undefined => {
  const names = namesOf(endpoint)
  if (names.length === 0) return undefined
  const form = formOf(id, names, schemas, given)
  const json = {
    schema: schemas.parameters(`${nameOf(id)}Parameters`, fieldsOf(endpoint)),
    ...(given === undefined ? {} : { example: given })
  }
  const multipart = { "multipart/form-data": form }
  const any = { "application/json": json, "application/x-www-form-urlencoded": form, ...multipart }
  return { required: names.some(({ required }) => required), content: endpoint.upload ? multipart : any }
}

const formOf = (id: string, names: ReadonlyArray<Named>, schemas: Schemas, given: object | undefined): object => {
  const required = names.filter((one) => one.required && !one.name.includes("<")).map(({ name }) => name)
  const patterns = names.filter(({ pattern }) => pattern !== undefined)
  const lists = names.filter(({ schema }) => schema["type"] === "array")
  const encoding = lists.map(({ commas, name }) => [name, { style: "form", explode: !commas }])
  const example = exampleOf(names, given)
  return {
    schema: schemas.add(`${nameOf(id)}Form`, {
      type: "object",
      properties: Object.fromEntries(names.map(({ name, schema }) => [name, schema])),
      ...(patterns.length === 0 ? {} : { patternProperties: patternsOf(patterns), additionalProperties: true }),
      ...(required.length === 0 ? {} : { required })
    }),
    ...(lists.length === 0 ? {} : { encoding: Object.fromEntries(encoding) }),
    ...(example === undefined ? {} : { example })
  }
}

const patternsOf = (names: ReadonlyArray<Named>): object =>
  Object.fromEntries(
    names.map(({ pattern, schema: { default: _default, description, title, ...schema } }) => [pattern!.source, schema])
  )
