/** The fields of parameters and answers as a list in Markdown: the path of each, what it is, and what it is for. */
import { defaultIn, type Field, isNested, listIn, type Shape, type ValueKind } from "@bottega/domain/contract"

/** A list item for each parameter, by the name that it is sent under: `item_id[n][price]`. */
export const parameterItems = (fields: ReadonlyArray<Field>): ReadonlyArray<string> =>
  fields.flatMap((field) => itemsOf(field, field.name, bracketed))

/** A list item for each field of an answer: `billing.fullname`, `items[].sku`. */
export const answerItems = (shape: Shape): ReadonlyArray<string> => {
  const top = listIn(shape)?.item ?? shape
  const fields = (top.inner ?? []).flatMap((field) => itemsOf(field, field.name, dotted))
  return top.member === undefined ? fields : [...fields, ...itemsOf(top.member, `<${top.key}>`, dotted)]
}

/** What an answer is as a whole. */
export const wholeOf = (shape: Shape): string => {
  const item = listIn(shape)?.item
  if (item === undefined) return typeOf(shape)
  return isNested(item) ? "a list of objects" : `a list of values: ${typeOf(item)}`
}

/** Writes the path of what is within something else. */
interface Notation {
  /** True for parameters, false for answers. */
  readonly isSent: boolean
  readonly member: (path: string) => string
  readonly key: (path: string, key: string) => string
  readonly field: (path: string, name: string) => string
}

const bracketed: Notation = {
  isSent: true,
  member: (path) => `${path}[n]`,
  key: (path, key) => `${path}[<${key}>]`,
  field: (path, name) => `${path}[${name}]`
}
const dotted: Notation = {
  isSent: false,
  member: (path) => `${path}[]`,
  key: (path, key) => `${path}.<${key}>`,
  field: (path, name) => `${path}.${name}`
}

/** A value with its parts below it. A list of plain values is one item. */
const itemsOf = (shape: Field | Shape, path: string, notation: Notation): ReadonlyArray<string> => {
  const item = listIn(shape)?.item
  const [inside, at] = item !== undefined && isNested(item) ? [item, notation.member(path)] : [shape, path]
  return [
    `- \`${path}\`: ${[typeOf(shape), ...notesOf(shape, notation.isSent)].join(". ")}`,
    ...(inside.inner ?? []).flatMap((field) => itemsOf(field, notation.field(at, field.name), notation)),
    ...(inside.member === undefined || !isNested(inside.member)
      ? []
      : itemsOf(inside.member, notation.key(at, inside.key ?? "key"), notation))
  ]
}

const typeOf = (shape: Shape): string => {
  const item = listIn(shape)?.item
  const type = item === undefined ? plainOf(shape) : `list of ${isNested(item) ? "objects" : plainOf(item)}`
  return shape.nullable === true ? `${type}, or null` : type
}

const plainOf = ({ choices, either, kind, labels, member }: Shape): string => {
  if (choices !== undefined)
    return `one of ${choices.map((choice) => choiceOf(choice, labels?.[choice as never])).join(", ")}`
  if (either !== undefined) return either.map(typeOf).join(" or ")
  if (member !== undefined)
    return `object with keys of its own, each ${isNested(member) ? "an object" : typeOf(member)}`
  return words[kind] ?? kind
}

const choiceOf = (choice: unknown, label: string | undefined): string =>
  `\`${JSON.stringify(choice)}\`${label === undefined ? "" : ` (${label})`}`

const words: { readonly [Name in ValueKind]?: string } = {
  ...{ html: "HTML", url: "address (URL)", day: "date", instant: "time in ISO 8601", unix: "time in unix seconds" },
  ...{
    flag: "1 or 0",
    boolean: "true or false",
    money: "amount of money",
    commas: "values separated by commas, or a list"
  },
  ...{ base64: "file in base64", file: "file (multipart/form-data)", any: "any JSON", null: "null", never: "nothing" }
}

const notesOf = (shape: Field | Shape, isSent: boolean): ReadonlyArray<string> => {
  const field = "name" in shape ? shape : undefined
  const byDefault = field && defaultIn(field)
  const help = field?.help ?? shape.description
  const rules = isSent
    ? shape.sentences.filter((sentence) => sentence.startsWith("must ") && !saidByType.has(sentence))
    : []
  return [
    ...(field !== undefined && field.required === isSent ? [isSent ? "Required" : "May be absent"] : []),
    ...(rules.length === 0 ? [] : [capital(rules.join(", and "))]),
    ...(byDefault === undefined || isNothing(byDefault.value)
      ? []
      : [`Default \`${JSON.stringify(byDefault.value)}\``]),
    ...(shape.names === undefined ? [] : [`Names one of ${shape.names}`]),
    ...(help === undefined ? [] : [help.replace(/\.$/, "")])
  ]
}

/** Rules that the type of a value says already. */
const saidByType = new Set(["must be a whole number", "must be unix seconds"])
const isNothing = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0)
const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
