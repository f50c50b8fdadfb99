/** The operations on filters. */
import { Schema } from "effect"
import { Update } from "../../contract/answers.ts"
import { post, put, stream } from "../../contract/endpoint.ts"
import { Duplicate, NotFound } from "../../contract/refusals.ts"
import { uniqueValue } from "../../contract/unique-value.ts"

import { clearable, maxCharacters, NonEmptyText, names, rule, Text, TextUpTo, Uid, Url } from "../../contract/values.ts"

import { collections, filterBounds } from "./document.ts"
import { filterFindings, noCategory } from "./rules.ts"
import { FilterId, ShownFilter } from "./shown.ts"

const { descriptionCharacters, keyCharacters, textCharacters, urlCharacters } = filterBounds

const FilterKey = NonEmptyText.check(
  rule("must consist of the letters a to z, - and _", (text: string) => /^[a-z_-]+$/.test(text), {
    pattern: "^[a-z_-]+$"
  }),
  maxCharacters(keyCharacters)
)

const isUrl = Schema.is(Url)
const ImageUrl = Text.check(
  rule("must be an http or https address", (text: string) => text === "" || isUrl(text), { format: "uri" }),
  maxCharacters(urlCharacters)
)
const Values = Schema.Array(NonEmptyText.check(maxCharacters(textCharacters)))

/** The texts of values; an empty one clears it. */
const byValue = <S extends Schema.Constraint>(text: S, description: string) =>
  Schema.optionalKey(clearable(Schema.Record(Schema.String, text)).annotate({ description }))
const fields = {
  descriptions: byValue(
    TextUpTo(descriptionCharacters),
    "Descriptions by value; one that is not sent stays, an empty one is removed."
  ),
  images: byValue(ImageUrl, "Addresses of images by value; one that is not sent stays, an empty one is removed."),
  filter_label: Schema.optionalKey(
    clearable(TextUpTo(textCharacters)).annotate({
      description: "The label in the store's default locale; by default, or if empty, the key."
    })
  ),
  categories: Schema.optionalKey(
    clearable(Schema.Array(names("categories", Uid))).annotate({
      description: `The categories that show the filter; empty for all, ${noCategory} alone for none.`
    })
  )
}

export const endpoints = {
  list: stream("/filters/list.json", {
    summary: "List the filters of the catalogue.",
    columns: ["key", "values", "categories", "feedActive", "feedLabel"],
    output: Schema.Array(ShownFilter)
  }),
  create: post("/filters/filter.json", {
    summary: "Create a filter.",
    input: {
      filter_key: FilterKey.annotate({ description: "Letters a to z, - and _; unique in the shop." }),
      filter_values: Values.annotate({ description: "The values that buyers choose from, in their order." }),
      ...fields
    },
    output: FilterId,
    rules: (given) => filterFindings(given, given.filter_values, "filter_values"),
    takes: ({ filter_key: key }) => [uniqueValue(collections.filters, "filterKey", { key }, { at: ["filter_key"] })],
    refusals: [Duplicate],
    example: { filter_key: "material", filter_values: ["ceramic", "glass"], descriptions: { ceramic: "Fired twice." } }
  }),
  update: put("/filters/filter.json", {
    summary: "Change a filter: its values become those that are sent.",
    input: {
      filter_key: names("filters", NonEmptyText).annotate({ description: "The key of the filter that is changed." }),
      values: Values.annotate({ description: "All values that buyers choose from, in their order." }),
      ...fields
    },
    output: Update,
    rules: (given) => filterFindings(given, given.values),
    refusals: [NotFound],
    example: { filter_key: "material", values: ["ceramic", "glass", "wood"] }
  })
}
