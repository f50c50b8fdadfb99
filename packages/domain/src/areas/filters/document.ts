/** A filter of the catalogue, as stored: values by which a storefront narrows down its lists of products. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { type Key, numbers, text } from "../../contract/lookup.ts"
import { duplicate } from "../../contract/unique.ts"
import { ServiceID, Text, Uid } from "../../contract/values.ts"
import { categories } from "../categories.ts"

/** The maximum size of a filter, so that it is one document of a bounded size. */
export const filterBounds = {
  values: { max: 500, noun: "values" },
  categories: { max: 200, noun: "categories" },
  /** The length of a key, in characters. */
  keyCharacters: 100,
  /** The length of a value and of the label. */
  textCharacters: 255,
  descriptionCharacters: 1000,
  urlCharacters: 2048
}

/** One value of a filter; unset texts are empty. */
export const FilterValue = Schema.Struct({ value: Text, image: Text, description: Text })
export type FilterValue = typeof FilterValue.Type

/** A filter as stored. `categories` is null if all categories show it, and empty if none does. */
export const Filter = Schema.Struct({
  id: ServiceID,
  key: Text,
  label: Text,
  values: bounded(Schema.Array(FilterValue), filterBounds.values),
  categories: Schema.NullOr(bounded(Schema.Array(Uid), filterBounds.categories))
})
export type Filter = typeof Filter.Type

/** A filter that loses its last category is shown in none; it must not turn up in all of them. */
const withoutCategory = (filter: Filter, uid: Key): Filter => ({
  ...filter,
  categories: filter.categories?.filter((one) => one !== uid) ?? null
})

export const collections = {
  filters: collection("filters", Filter, {
    noun: "filter",
    personal: "none",
    key: ({ id }) => id,
    lookups: { filterKey: text(({ key }) => key), category: numbers(({ categories }) => categories ?? []) },
    unique: {
      filterKey: duplicate(
        "key",
        ({ key }) => `The shop already has a filter with the key ${key}.`,
        "is the key of another filter"
      )
    },
    references: [{ to: () => categories.collections.categories, on: "category", whenRemoved: withoutCategory }]
  })
}
