/** The flags of an operation, read off the schema of its parameters: the names are the wire's, the values are texts. */
import {
  type Any,
  defaultIn,
  type Field,
  fieldsOf,
  isNested,
  listIn,
  type Shape,
  shapeAt
} from "@bottega/domain/contract"

/**
 * How a parameter is given: `switch` needs no value, `list` and `commas` may be repeated, `nested` goes through
 * `--set name[key]=value`.
 */
type Form = "switch" | "value" | "list" | "commas" | "nested"

/** A parameter of an operation as a flag. */
export interface Flag {
  readonly name: string
  readonly shape: Form
  readonly required: boolean
  /** The values it takes, where they can be listed; those of a comma list each. */
  readonly values: ReadonlyArray<string>
  /** The collection whose ids it takes. */
  readonly names: string | undefined
  /** The meaning of each of its values, if its declaration has it. */
  readonly labels: Readonly<Record<string, string>> | undefined
  /** How a time is sent: as unix seconds or in ISO 8601; undefined if the value is not a time. */
  readonly time: "unix" | "iso" | undefined
  /** Its placeholder in help: `<int>`, `<any|guarded>`. */
  readonly placeholder: string
  readonly description: string
  readonly default: string | undefined
  /** True if a value may be too large for a command line; then `@file` and `-` are read. */
  readonly large: boolean
  /** How the bytes of a file become its value; `file` sends them as they are, and its value is a path. */
  readonly encoding: "utf8" | "base64" | "file"
  /** The values within a nested parameter. */
  readonly inner: ReadonlyArray<Inner>
}

/** A value within a nested parameter, by its path: `item_id[0][sku]`. */
export interface Inner {
  readonly path: string
  readonly required: boolean
  readonly placeholder: string
  readonly description: string
}

/** The flags of an operation, in the order of their declaration. */
export const flagsOf = (endpoint: Any): ReadonlyArray<Flag> =>
  fieldsOf(endpoint)
    .map(flagOf)
    .map((flag) =>
      endpoint.surface === "control" && flag.name === "shop" && flag.required ? { ...flag, ...anyShop } : flag
    )

/** An operation of the installation needs a shop only if there are several. */
const anyShop = { required: false, default: "the only shop" } as const

/** Whether an operation of the installation concerns a shop, by default the only one. */
export const takesShop = (endpoint: Any): boolean =>
  flagsOf(endpoint).some((flag) => flag.name === "shop" && flag.default === anyShop.default)

/** The parameter that may be given without its name: the only required one, or the shop if none is required. */
export const positionalOf = (flags: ReadonlyArray<Flag>): Flag | undefined => {
  const required = flags.filter(({ required }) => required)
  const [only, ...more] = required.length > 0 ? required : flags.filter((flag) => flag.default === anyShop.default)
  return more.length === 0 && only?.shape === "value" ? only : undefined
}

/** A value within a nested parameter as it is typed: `--set 'item_id[0][sku]=<text>'`. */
export const nestedOf = ({ path, placeholder }: Inner): string => `--set '${path}=${placeholder}'`

/** Whether a parameter has a value at this path: `["item_id", "0", "sku"]`. */
export const hasPlace = (endpoint: Any, [head, ...rest]: ReadonlyArray<string>): boolean => {
  const field = fieldsOf(endpoint).find(({ name }) => name === head)
  return field !== undefined && shapeAt(field, rest) !== undefined
}

const flagOf = (field: Field): Flag => {
  const { choices, kind, maxBytes, name, required } = field
  const given = defaultIn(field)
  const shape = formOf(field)
  const leaf = leafOf(field)
  return {
    ...{ name, shape, required },
    values: choices === undefined ? valuesOf(leaf) : choices.map(String),
    names: leaf.names,
    labels: leaf.labels,
    time: leaf.kind === "unix" ? "unix" : leaf.kind === "instant" ? "iso" : undefined,
    placeholder: shape === "nested" ? "" : `<${placeholderOf(leaf, field)}>`,
    description: descriptionOf(field, leaf),
    default: given === undefined || isNothing(given.value) ? undefined : textOf(given.value),
    large: maxBytes !== undefined || kind === "file",
    encoding: kind === "base64" || kind === "file" ? kind : "utf8",
    inner: shape === "nested" ? placesOf(field) : []
  }
}

const textOf = (value: unknown): string => String(typeof value === "boolean" ? Number(value) : value)
const isNothing = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0)

const formOf = (shape: Shape): Form => {
  if (shape.kind === "commas") return "commas"
  const list = listIn(shape)
  if (isNested(list?.item ?? shape)) return "nested"
  return list !== undefined ? "list" : isSwitch(shape) ? "switch" : "value"
}

const isSwitch = ({ kind }: Shape): boolean => kind === "flag" || kind === "boolean"

/** The shape of one value: of a list's items, or the parameter itself. */
const leafOf = (shape: Shape): Shape => listIn(shape)?.item ?? shape

const valuesOf = (shape: Shape): ReadonlyArray<string> =>
  isSwitch(shape) ? ["1", "0"] : (shape.choices ?? []).map(String)

const placeholderOf = (leaf: Shape, whole: Shape): string => {
  if (leaf.labels !== undefined) return "number|name"
  const values = valuesOf(leaf)
  const one = values.length > 0 && values.length < 12 ? values.join("|") : (words[leaf.kind] ?? "text")
  return whole.kind === "commas" ? `${whole.choices === undefined ? one : "names"},...` : one
}
const words: { readonly [Name in Shape["kind"]]?: string } = {
  ...{ int: "int", unix: "time", instant: "time", base64: "@file", file: "file" },
  ...{ number: "number", money: "number", percent: "number" }
}

const descriptionOf = ({ description, help }: Field, { labels = {}, sentences }: Shape): string => {
  const meanings = Object.entries(labels).map(([value, label]) => `${value} ${label}`)
  // The declaration of a parameter states its bounds if they matter; the description of a name holds for any bounds.
  const rules = description === undefined ? sentences.filter((rule) => !saidByPlaceholder.includes(rule)) : []
  return [help, ...sentenceIn(rules), ...sentenceIn(meanings)].filter(Boolean).join(" ")
}
const saidByPlaceholder = ["must be a whole number", "must be unix seconds"]

const sentenceIn = (parts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const text = parts.join(", ")
  return text === "" ? [] : [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`]
}

/** The values within a nested parameter, or within a part of it; the innermost field that they are of describes them. */
const placesOf = (
  field: Field,
  path = field.name,
  shape: Shape = field,
  required = field.required
): ReadonlyArray<Inner> => {
  const item = listIn(shape)?.item
  if (item !== undefined) return placesOf(field, isNested(item) ? `${path}[0]` : `${path}[]`, item, required)
  if (shape.member !== undefined) return placesOf(field, `${path}[<key>]`, shape.member, required)
  if (shape.inner !== undefined) return shape.inner.flatMap((inner) => placesOf(inner, `${path}[${inner.name}]`))
  return [{ path, required, placeholder: `<${placeholderOf(shape, shape)}>`, description: descriptionOf(field, shape) }]
}
