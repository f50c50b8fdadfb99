/** The named schemas of the OpenAPI description: each is under `components/schemas` once and is referenced by its name. */
import type { Field, Shape } from "@bottega/domain/contract"
import { type JsonSchema, jsonSchemaOf, type Refer, sayParameter } from "./json-schema.ts"

/** `OrdersCreate`, of `orders.create`. */
export const nameOf = (id: string): string => id.replace(/(?:^|[._-])(\w)/g, (_, first: string) => first.toUpperCase())

/** Schemas by their names, in the order in which they were added. */
export class Schemas {
  readonly #byName = new Map<string, JsonSchema>()

  /** Adds a schema; returns a reference to it. The same name cannot have two shapes. */
  readonly add: Refer = (name, schema) => {
    const known = this.#byName.get(name)
    const { description, ...shape } = withoutDefaults(schema) as JsonSchema
    if (known === undefined) this.#byName.set(name, withoutDefaults(schema) as JsonSchema)
    else if (
      JSON.stringify({ ...known, description: undefined }) !== JSON.stringify({ ...shape, description: undefined })
    )
      throw new Error(`Two schemas are called ${name}.`)
    const differs = known !== undefined && description !== undefined && description !== known["description"]
    return { $ref: `#/components/schemas/${name}`, ...(differs ? { description } : {}) }
  }

  /** A reference to the schema of an operation's parameters, with their titles and descriptions. */
  parameters(name: string, fields: ReadonlyArray<Field>): JsonSchema {
    return this.add(
      name,
      jsonSchemaOf({ kind: "object", bounds: {}, sentences: [], inner: fields }, this.add, sayParameter)
    )
  }

  /** A reference to the schema of a value, under its identifier or else this name; items of a list are named too. */
  named(name: string, shape: Shape, item = `${name}Item`): JsonSchema {
    const schema = jsonSchemaOf(shape, this.add)
    if ("$ref" in schema) return schema
    const { items } = schema as { readonly items?: JsonSchema }
    return this.add(name, items?.["type"] === "object" ? { ...schema, items: this.add(item, items) } : schema)
  }

  /** All of them, for `components/schemas`. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#byName)
  }
}

/**
 * The same schema with defaults in its descriptions: generated clients treat a property with the keyword `default` as
 * always present, and require it from the caller.
 */
const withoutDefaults = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutDefaults)
  if (typeof schema !== "object" || schema === null) return schema
  const { default: given, ...rest } = schema as JsonSchema
  const members = Object.entries(rest).map(([name, member]) => [
    name,
    // A property may have the name `default`, which is not the keyword.
    ["properties", "patternProperties"].includes(name) ? eachWithoutDefaults(member) : withoutDefaults(member)
  ])
  if (given === undefined || (typeof given === "object" && given !== null && "$ref" in given))
    return Object.fromEntries(members)
  const { description } = rest
  const sentence = `By default \`${JSON.stringify(given)}\`.`
  return {
    ...Object.fromEntries(members),
    description: description === undefined ? sentence : `${description} ${sentence}`
  }
}

/** The schemas of properties, by their names or patterns; anything else as it is. */
const eachWithoutDefaults = (schemas: unknown): unknown =>
  typeof schemas !== "object" || schemas === null
    ? schemas
    : Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutDefaults(schema)]))
