/** What a reader sees of a filter. */
import { Schema } from "effect"
import { Bool, names, ServiceID, Text } from "../../contract/values.ts"
import type { Filter } from "./document.ts"
import { noCategory } from "./rules.ts"

const beside = "One for each of the values, in their order; empty where a value has none."

/**
 * The id of a filter. It is one schema, because tools that look for `$id` take a property of that name for the identifier
 * of a schema, and two of them for a clash.
 */
export const FilterId = Schema.Struct({ $id: ServiceID }).annotate({ identifier: "FilterId" })

/** A filter in the list. */
export const ShownFilter = Schema.Struct({
  _id: FilterId,
  key: names("filters", Text),
  values: Schema.Array(Text),
  images: Schema.Array(Text).annotate({ description: beside }),
  categories: Schema.Array(Text).annotate({
    description: `The uids of the categories that show it: none for all of them, and only ${noCategory} for no category.`
  }),
  feedActive: Bool.annotate({ description: "False: no operation sets it." }),
  feedLabel: Text.annotate({ description: "The filter's label; its key if it has none." }),
  feedValues: Schema.Array(Text).annotate({ description: "Empty: no operation sets them." }),
  descriptions: Schema.Array(Text).annotate({ description: beside })
}).annotate({ identifier: "Filter" })
export type ShownFilter = typeof ShownFilter.Type

/** The list form of a filter. */
export const filterShown = ({ categories, id, key, label, values }: Filter): ShownFilter => ({
  _id: { $id: id },
  key,
  values: values.map(({ value }) => value),
  images: values.map(({ image }) => image),
  categories: categoriesShown(categories),
  feedActive: false,
  feedLabel: label || key,
  feedValues: [],
  descriptions: values.map(({ description }) => description)
})

const categoriesShown = (categories: Filter["categories"]): ReadonlyArray<string> =>
  categories === null ? [] : (categories.length === 0 ? [noCategory] : categories).map(String)
