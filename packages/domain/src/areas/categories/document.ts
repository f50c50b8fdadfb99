/** A category of the catalogue, as stored. Categories form a tree. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { number } from "../../contract/lookup.ts"
import { Flag, names, Text, Uid } from "../../contract/values.ts"

/** A category as stored; `parentUID` is null at the top of the tree. */
export const Category = Schema.Struct({
  uid: names("categories", Uid),
  name: Text,
  parentUID: Schema.NullOr(names("categories", Uid)),
  description: Text,
  status: Flag,
  seo: Schema.Struct({ title: Text, description: Text, keywords: Text })
})
export type Category = typeof Category.Type

export const collections = {
  categories: collection("categories", Category, {
    noun: "category",
    personal: "none",
    key: ({ uid }) => uid,
    lookups: { parent: number(({ parentUID }) => parentUID ?? undefined) },
    orders: [["parent", "key"]],
    references: [{ to: "itself", on: "parent", whenRemoved: "removed" }]
  })
}
