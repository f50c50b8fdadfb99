/** The operations on categories, and the form in which they are listed. */
import { Schema } from "effect"
import { doneWith } from "../../contract/answers.ts"
import { optional, withDefault } from "../../contract/defaults.ts"
import { del, get, post, put, stream } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import { maxLevels } from "../../contract/tree.ts"
import { Bool, clearable, Flag, Int, names, Text, Title, Uid } from "../../contract/values.ts"
import { Category } from "./document.ts"

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
const Name = Title(255).annotate({ description: "The name, of up to 255 characters." })

const uid = names("categories", Uid).annotate({ description: "The category." })
const parent = Schema.optionalKey(
  Schema.NullOr(names("categories", Uid)).annotate({
    description: `The category above it; null for the top. A tree has at most ${maxLevels} levels.`
  })
)
const status = Flag.annotate({ description: "1 shows the category, 0 hides it." })
const texts = {
  description: Text.annotate({ description: "What the category holds, as buyers read it." }),
  seo_title: Text,
  seo_description: Text,
  seo_keywords: Text
}
const Found = doneWith({ updatedExisting: Bool.annotate({ description: "Always true: the category was found." }) })

export const endpoints = {
  list: stream("/categories/list.json", {
    summary: "List all categories.",
    columns: ["uid", "name", "parent", "parentUID", "status"],
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
    input: { name: Name, parent, ...optional(texts), status: withDefault(status, 1) },
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
      status: Schema.optionalKey(status)
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
