/** What a form holds, and the parameters that are sent for it. */
import type { Named, Part } from "../contract/operation.ts"

/** A value in a form: a text, a file, the members of a list, the fields of an object, or the pairs of a record. */
export type Value = string | Blob | ReadonlyArray<Value> | Fields | Pairs | undefined
export interface Fields {
  readonly [name: string]: Value
}
/** Members of a record in the order in which they were typed. */
export class Pairs {
  readonly all: ReadonlyArray<readonly [key: string, value: Value]>
  constructor(all: Pairs["all"]) {
    this.all = all
  }
}

/** How the value of a part is edited. */
export type Editor = "line" | "lines" | "choices" | "list" | "object" | "record" | "json" | "file"

/** How a part is edited. */
export const editorOf = ({ choices, inner, item, kind, member }: Part): Editor => {
  if (kind === "file" || kind === "base64") return "file"
  if (kind === "record" && member !== undefined) return "record"
  if (inner !== undefined) return "object"
  if (kind === "commas" || kind === "list") return ofList(choices ?? item?.choices, item)
  return kind === "any" || kind === "either" || kind === "object" || kind === "record" ? "json" : "line"
}

const ofList = (choices: Part["choices"], item: Part | undefined): Editor => {
  if (choices !== undefined) return "choices"
  return item === undefined || editorOf(item) === "line" ? "lines" : "list"
}

/** The parameters for what a form holds: what was left empty is absent, unless it was not empty before. */
export const sentOf = (fields: ReadonlyArray<Named>, values: Fields, before: Fields = {}): Record<string, unknown> => {
  const sent: Record<string, unknown> = {}
  for (const field of fields) {
    const value = sentValue(field, values[field.name])
    const former = sentValue(field, before[field.name])
    if (JSON.stringify(value) === JSON.stringify(former) && field.required !== true && former !== undefined) continue
    if (value !== undefined) sent[field.name] = value
    else if (former !== undefined) sent[field.name] = field.nullable === true ? null : ""
  }
  return sent
}

const sentValue = (part: Part, value: Value): unknown => {
  if (value === undefined || value === "") return undefined
  if (value instanceof Blob) return value
  if (value instanceof Pairs) return nonEmpty(value.all.map(([key, one]) => [key, sentValue(part.member!, one)]))
  if (typeof value === "string") return sentText(part, value)
  if (Array.isArray(value)) {
    const members = value.map((one) => sentValue(part.item ?? { kind: "text" }, one)).filter((one) => one !== undefined)
    return members.length === 0 ? undefined : members
  }
  return nonEmpty((part.inner ?? []).map((field) => [field.name, sentValue(field, (value as Fields)[field.name])]))
}

const sentText = (part: Part, text: string): unknown => {
  const editor = editorOf(part)
  if (editor === "lines") {
    const members = text.split(",").map((one) => one.trim())
    return nonEmptyList(members.filter((one) => one !== ""))
  }
  if (editor !== "json") return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const nonEmptyList = (all: ReadonlyArray<string>) => (all.length === 0 ? undefined : all)

const nonEmpty = (pairs: ReadonlyArray<readonly [string, unknown]>): object | undefined => {
  const some = pairs.filter(([key, value]) => key !== "" && value !== undefined)
  return some.length === 0 ? undefined : Object.fromEntries(some)
}

/** What a form holds for parameters or an answer. */
export const heldOf = (fields: ReadonlyArray<Named>, given: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(fields.map((field) => [field.name, heldValue(field, given[field.name])]))

const heldValue = (part: Part, given: unknown): Value => {
  if (given === undefined || given === null) return undefined
  const editor = editorOf(part)
  if (editor === "object" && isObject(given)) return heldOf(part.inner!, given)
  if (editor === "record" && isObject(given))
    return new Pairs(Object.entries(given).map(([key, one]) => [key, heldValue(part.member!, one)]))
  if (editor === "list" && Array.isArray(given)) return given.map((one) => heldValue(part.item!, one))
  if (editor === "choices") return Array.isArray(given) ? given.map(String) : String(given).split(",")
  if (Array.isArray(given)) return given.map((one) => (isObject(one) ? JSON.stringify(one) : String(one))).join(", ")
  if (part.kind === "flag" && typeof given === "boolean") return given ? "1" : "0"
  return typeof given === "object" ? JSON.stringify(given) : String(given)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
