/** How parameters create and change a filter, and how it is shown. All functions are pure. */
import type { Finding, PartialInput } from "../../contract/endpoint.ts"
import { type Filter, type FilterValue, filterBounds } from "./document.ts"

/** The uid that stands for no category on the wire, where an empty list means all. No category has it. */
export const noCategory = 0

/** What callers send of a filter; `descriptions` and `images` are by value. */
export interface FilterInput {
  readonly values: ReadonlyArray<string>
  readonly descriptions?: Readonly<Record<string, string>>
  readonly images?: Readonly<Record<string, string>>
  readonly filter_label?: string
  readonly categories?: ReadonlyArray<number>
}

/** Makes a new filter. */
export const filterFrom = (id: string, key: string, given: FilterInput): Filter =>
  filterAfter({ id, key, label: "", values: [], categories: null }, given)

/**
 * Returns the changed filter, or the same object if nothing changes. Remaining values keep the texts and images that
 * are not sent.
 */
export const filterAfter = (before: Filter, given: FilterInput): Filter => {
  const after: Filter = {
    ...before,
    label: given.filter_label ?? before.label,
    values: valuesOf(before.values, given),
    categories: given.categories === undefined ? before.categories : categoriesOf(given.categories)
  }
  // Both sides have their fields in the same order, so equal values have equal texts.
  return JSON.stringify(after) === JSON.stringify(before) ? before : after
}

const valuesOf = (before: ReadonlyArray<FilterValue>, { descriptions = {}, images = {}, values }: FilterInput) => {
  const known = new Map(before.map((one) => [one.value, one]))
  // A value may be called toString, which every object has.
  const [description, image] = [new Map(Object.entries(descriptions)), new Map(Object.entries(images))]
  return [...new Set(values)].map((value) => ({
    value,
    image: image.get(value) ?? known.get(value)?.image ?? "",
    description: description.get(value) ?? known.get(value)?.description ?? ""
  }))
}

const categoriesOf = (given: ReadonlyArray<number>): Filter["categories"] =>
  given.length === 0 ? null : [...new Set(given)].filter((uid) => uid !== noCategory)

/** Finds texts of values that the filter does not have, and more values or categories than it may have. */
export const filterFindings = (
  { categories = [], descriptions = {}, images = {} }: PartialInput<Omit<FilterInput, "values">>,
  values: PartialInput<FilterInput["values"]> = [],
  at = "values"
): ReadonlyArray<Finding> => [
  ...tooMany([at], new Set(values).size, "values"),
  ...tooMany(["categories"], new Set(categories).size, "categories"),
  // A value that could not be read is reported, and its texts are not reported again.
  ...(values.length === 0 || values.includes(undefined)
    ? []
    : [...strays("descriptions", descriptions, values), ...strays("images", images, values)])
]

const tooMany = (at: Finding["at"], count: number, noun: "values" | "categories"): ReadonlyArray<Finding> =>
  count > filterBounds[noun].max
    ? [{ at, message: `has ${count} ${noun}, and may have at most ${filterBounds[noun].max}` }]
    : []

const strays = (
  name: string,
  texts: Readonly<Record<string, unknown>>,
  values: ReadonlyArray<string | undefined>
): ReadonlyArray<Finding> => {
  const known = new Set(values)
  return Object.keys(texts)
    .filter((value) => !known.has(value))
    .map((value) => ({ at: [name, value], message: "is not one of the filter's values" }))
}
