/** The operations on categories, and the form in which they are listed. */
import { Schema } from "effect"
import { doneWith } from "../../contract/answers.ts"
import { optional, withDefault } from "../../contract/defaults.ts"
import { del, get, post, put, stream } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import { Bool, clearable, Flag, Int, NonEmptyText, rule, Text, Uid } from "../../contract/values.ts"
import { Category } from "./document.ts"
import { maxLevels } from "./rules.ts"

const { name, parentUID, uid: ownUid, ...others } = Category.fields
/** A category as it is listed, with the uid and the name of the category above it. */
export const ShownCategory = Schema.Struct({
  uid: ownUid,
  name,
  parentUID,
  parent: Schema.NullOr(Text).annotate({ description: "The name of the category above it; null at the top." }),
  ...others
}).annotate({ identifier: "Category" })
export type ShownCategory = typeof ShownCategory.Type

/** Every listed subcategory repeats its parent's name, so a name is short. */
const maxNameCharacters = 255
const Name = NonEmptyText.check(
  rule("must not be blank", (text: string) => text.trim() !== ""),
  rule(`must have at most ${maxNameCharacters} characters`, (text: string) => text.length <= maxNameCharacters, {
    maxLength: maxNameCharacters
  })
)

const uid = Uid.annotate({ description: "The category." })
const parent = Schema.optionalKey(
  Schema.NullOr(Uid).annotate({
    description: `The category above it; null for the top. A tree has at most ${maxLevels} levels.`
  })
)
const texts = { description: Text, seo_title: Text, seo_description: Text, seo_keywords: Text }
const Found = doneWith({ updatedExisting: Bool.annotate({ description: "Whether there was such a category: true." }) })

export const endpoints = {
  list: stream("/categories/list.json", {
    summary: "List all categories.",
    output: Schema.Array(ShownCategory),
    stability: "companion"
  }),
  count: get("/categories/count.json", {
    summary: "Count the categories.",
    output: Schema.Struct({ count: Int }),
    stability: "companion"
  }),
  create: post("/categories/category.json", {
    summary: "Create a category, at the top or below another one.",
    input: { name: Name, parent, ...optional(texts), status: withDefault(Flag, 1) },
    output: Schema.Struct({ uid }),
    stability: "companion",
    example: { name: "Kitchen", description: "Everything for cooks.", seo_title: "Kitchenware" }
  }),
  update: put("/categories/category.json", {
    summary: "Change a category, or move it and everything below it.",
    description: "What is not sent stays as it is. A category cannot be moved below itself.",
    input: {
      uid,
      name: Schema.optionalKey(Name),
      parent,
      ...optional({
        description: clearable(texts.description),
        seo_title: clearable(texts.seo_title),
        seo_description: clearable(texts.seo_description),
        seo_keywords: clearable(texts.seo_keywords)
      }),
      status: Schema.optionalKey(Flag)
    },
    output: Found,
    refusals: [NotFound],
    stability: "companion",
    example: { uid: 1, description: "Everything for cooks and bakers." }
  }),
  remove: del("/categories/category.json", {
    summary: "Remove a category and everything below it.",
    description: "Products and filters stay, without the removed categories.",
    input: { uid },
    output: Found,
    refusals: [NotFound],
    stability: "companion"
  })
}
