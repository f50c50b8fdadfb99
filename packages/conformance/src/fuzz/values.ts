/**
 * Makes parameters of an endpoint from its schema, compiled once: values of the right type, most of which name
 * something that exists. A value is JSON; the encoding decides how it is sent.
 */
import {
  type Any,
  type Field as Declared,
  type Entry,
  fieldsOf,
  rulesOf,
  type Shape,
  shapeOf
} from "@bottega/domain/contract"
import type { Chance } from "@bottega/service/demo"
import { Schema } from "effect"
import { archiveText } from "./files.ts"
import { likelyTexts } from "./hostile.ts"
import type { Learned, Way } from "./learned.ts"
import { plainName, type Subjects } from "./subjects.ts"

/** The inputs of making a request. */
export interface Making {
  readonly entry: Entry
  readonly chance: Chance
  readonly subjects: Subjects
  readonly learned: Learned
  /** The choices made so far, which later learn whether the request succeeded. */
  readonly chosen: Array<Way>
  /** The share of optional parameters that are given; `undefined` if it is learned. */
  readonly share: number | undefined
  /** Makes a text that was never sent before. */
  readonly fresh: () => string
  /** In Unix seconds. */
  readonly now: number
}

/** Parameters as JSON. */
export type Parameters = Record<string, unknown>

/** Makes parameters of an endpoint. */
export type Maker = (making: Making) => Parameters

/** The maker of an endpoint's parameters. */
export const makerOf = (endpoint: Any): Maker => {
  const fields = fieldsOf(endpoint).map((field) => fieldOf(field, "", endpoint.example as Parameters | undefined))
  const { example } = endpoint
  const begins = example === undefined ? (["made"] as const) : (["made", "example"] as const)
  return (making) => {
    const { chance, chosen, entry, learned } = making
    const begin = learned.choose(chance, `${entry.id} *`, begins, chosen)
    const made = begin === "example" ? varied(example as Parameters, fields, making) : structOf(fields, making)
    const required = fields.filter((field) => field.required).map(({ name }) => name)
    const together = required.length > 1 && chance.is(0.6) ? making.subjects.together(required) : undefined
    for (const name of together === undefined ? [] : required) made[name] = together!.get(plainName(name))
    return made
  }
}

/** Makes a value that a schema accepts, or returns undefined. */
export const madeOf = (schema: Schema.Top, making: Making): unknown => {
  const make = makeOf(shapeOf(schema.ast), "", "")
  const isOne = Schema.is(schema as Schema.Codec<unknown>)
  for (let tries = 0; tries < 100; tries++) {
    const made = make(making)
    if (isOne(made)) return made
  }
  return undefined
}

/** An example with some of its parameters changed. */
const varied = (example: Parameters, fields: ReadonlyArray<Field>, making: Making): Parameters => {
  const made = { ...example }
  for (const { make, name } of fields)
    if (making.chance.is(!(name in example) ? 0.05 : making.subjects.has(making.entry, name) ? 0.9 : 0.4))
      made[name] = make(making)
  return made
}

type Make = (making: Making) => unknown

interface Field {
  readonly name: string
  readonly place: string
  readonly required: boolean
  readonly make: Make
}

const fieldOf = (field: Declared, above: string, example?: Parameters): Field => {
  const { name, required } = field
  const place = above === "" ? name : `${above}.${name}`
  const shown = example !== undefined && name in example ? { value: example[name] } : undefined
  return { name, place, required, make: makeOf(field, place, name, shown) }
}

const structOf = (fields: ReadonlyArray<Field>, making: Making): Parameters => {
  const { chance, chosen, entry, learned, share } = making
  const made: Parameters = {}
  for (const { make, name, place, required } of fields) {
    const given =
      required ||
      (share === undefined
        ? learned.choose(chance, `${entry.id} ${place}?`, presence, chosen) === "given"
        : chance.is(share))
    if (given) made[name] = make(making)
  }
  return made
}
const presence = ["given", "left out"] as const

const makeOf = (shape: Shape, place: string, name: string, example?: { readonly value: unknown }): Make => {
  const plainly = plainlyOf(shape, place, name)
  return example === undefined ? plainly : (making) => (making.chance.is(0.3) ? example.value : plainly(making))
}

const plainlyOf = (shape: Shape, place: string, name: string): Make => {
  const { choices, either, inner, item, kind, member } = shape
  if (item !== undefined) return listOf(shape, item, place, name)
  if (choices !== undefined) return ({ chance }) => chance.of(choices)
  if (either !== undefined) return eitherOf(either, place, name)
  if (inner !== undefined) return objectOf(inner, place)
  if (member !== undefined) return recordOf(member, place)
  if (kind === "boolean") return ({ chance }) => chance.of([true, false, 1, 0])
  if (kind === "file") return ({ chance }) => archiveText(chance)
  return leafOf(shape, place, name)
}

const objectOf = (inner: ReadonlyArray<Declared>, place: string): Make => {
  const fields = inner.map((field) => fieldOf(field, place))
  return (making) => structOf(fields, making)
}

const eitherOf = (either: ReadonlyArray<Shape>, place: string, name: string): Make => {
  const makes = either.filter(({ kind }) => kind !== "null").map((shape) => plainlyOf(shape, place, name))
  return (making) => making.chance.of(makes)(making)
}

const recordOf = (member: Shape, place: string): Make => {
  const make = plainlyOf(member, `${place}.*`, "")
  return (making) => {
    const made: Parameters = {}
    for (let left = making.chance.int(1, 3); left > 0; left--) made[keyOf(making)] = make(making)
    return made
  }
}

/** Keys of a record are the sender's own names, often names of other things. */
const keyOf = ({ chance, entry, fresh, subjects }: Making): string =>
  (chance.is(0.7) ? subjects.of(entry, chance.of(["sku", "id", "code"]), chance) : undefined) ?? fresh()

const listOf = ({ bounds, choices }: Shape, item: Shape, place: string, name: string): Make => {
  if (choices !== undefined)
    return ({ chance }) => choices.filter(() => chance.is(0.4)).concat(chance.is(0.1) ? ["other"] : [])
  const make = plainlyOf(item, place, name)
  const { minItems = 0 } = bounds
  return (making) =>
    Array.from({ length: Math.max(minItems, making.chance.of([1, 1, 1, 2, 3, 0])) }, () => make(making))
}

const leafOf = (shape: Shape, place: string, name: string): Make => {
  const numeric = numericKinds.has(shape.kind)
  const samples = numeric ? numbersOf(shape) : textsOf(shape)
  const takesFresh = !numeric && (takes(shape, "zq1q1x1") || takes(shape, "zq1q1x1@example.com"))
  const mail = takesFresh && !takes(shape, "zq1q1x1")
  const sources = [
    ...sure,
    ...(takesFresh ? ["fresh"] : []),
    ...(place === name ? ["proved"] : [])
  ] as ReadonlyArray<Source>
  return (making) => {
    const { chance, chosen, entry, fresh, learned, subjects } = making
    const source = learned.choose(chance, `${entry.id} ${place}`, sources, chosen)
    if (source === "fresh") return mail ? `${fresh()}@example.com` : fresh()
    const subject =
      source === "subject"
        ? subjects.of(entry, name, chance)
        : source === "proved"
          ? subjects.proved(entry, place, chance)
          : undefined
    return subject === undefined ? samples(making) : numeric && /^-?\d{1,15}$/.test(subject) ? Number(subject) : subject
  }
}
type Source = "subject" | "sample" | "fresh" | "proved"
const sure = ["subject", "sample"] as const

const numericKinds: ReadonlySet<Shape["kind"]> = new Set(["number", "money", "percent", "int", "unix"])

const numbersOf = ({ bounds, kind }: Shape): ((making: Making) => number) => {
  if (kind === "unix")
    return ({ chance, now }) => now + chance.of([-1_000_000_000, -86_400, -60, 0, 60, 86_400, 100_000_000])
  const { maximum = 1000, minimum = 0 } = bounds
  if (kind === "int")
    return ({ chance }) =>
      chance.is(0.1) ? chance.of([minimum, maximum]) : chance.int(minimum, Math.min(maximum, minimum + 20))
  return ({ chance }) => chance.of([minimum, 1, 9.5, 0.01, 12.345, 100, 3.3000000000000003])
}

const textsOf = (shape: Shape): ((making: Making) => string) => {
  const taken = likelyTexts.filter((text) => takes(shape, text))
  // If no text matches, the operation must get its 200s from remembered subjects, or the run reports it.
  return ({ chance }) => chance.of(taken.length === 0 ? likelyTexts : taken)
}

/** Whether the rules of a shape accept a text. */
const takes = (shape: Shape, text: string): boolean => {
  const { ast } = rulesOf(shape)
  return (ast.checks ?? []).every((check) => check._tag !== "Filter" || check.run(text as never, ast, {}) === undefined)
}
