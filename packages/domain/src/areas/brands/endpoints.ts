/** The operations on brands. */
import { Schema } from "effect"
import { Done, doneWith, Removal, Update } from "../../contract/answers.ts"
import { del, get, post, put, stream } from "../../contract/endpoint.ts"
import { Duplicate, NotFound } from "../../contract/refusals.ts"
import { uniqueValue } from "../../contract/unique-value.ts"
import {
  Bool,
  clearable,
  Flag,
  Html,
  Int,
  intFrom,
  names,
  ServiceID,
  spelt,
  Text,
  Title,
  Uid
} from "../../contract/values.ts"
import { collections } from "./document.ts"
import { nameCharacters } from "./rules.ts"
import { BrandDetail, BrandSummary } from "./shown.ts"

const uid = names("brands", Uid).annotate({ description: "The brand." })
const name = spelt(Title(nameCharacters), (text) => text.trim())

const fields = {
  description: Schema.optionalKey(
    clearable(Html).annotate({
      description: "HTML; tags and attributes that are not allowed are removed, and scripts with their content."
    })
  ),
  disabled: Schema.optionalKey(Flag.annotate({ description: "1 hides the brand." })),
  seo_title: Schema.optionalKey(clearable(Text)),
  seo_description: Schema.optionalKey(clearable(Text)),
  seo_keywords: Schema.optionalKey(clearable(Text))
}

export const endpoints = {
  list: stream("/brands/list.json", {
    summary: "List the brands by their positions.",
    columns: ["uid", "name", "slug"],
    output: Schema.Array(BrandSummary)
  }),
  read: get("/brands/brand.json", {
    summary: "Read one brand.",
    input: { uid },
    output: BrandDetail,
    refusals: [NotFound],
    example: { uid: 1 }
  }),
  create: post("/brands/brand.json", {
    summary: "Create a brand at the last position. If a brand already has the name, the answer is its uid.",
    input: {
      name: name.annotate({ description: "Outer blanks are dropped; names that differ in case only are the same." }),
      ...fields
    },
    output: Schema.Struct({ uid: names("brands", Uid) }),
    example: { name: "Officina Rossi", description: "<p>Bags <b>made by hand</b> in Florence.</p>" }
  }),
  update: put("/brands/brand.json", {
    summary: "Change a brand; its slug stays.",
    input: {
      uid,
      name: name.annotate({ description: "The new name; the name of another brand is refused." }),
      ...fields
    },
    output: doneWith({ updatedExisting: Bool }),
    takes: ({ name, uid }) => [uniqueValue(collections.brands, "name", { name }, { own: uid })],
    refusals: [NotFound, Duplicate],
    example: { uid: 1, name: "Officina Rossi e Figli", seo_title: "Bags by Officina Rossi" }
  }),
  remove: del("/brands/brand.json", {
    summary: "Remove a brand; its products stay, without a brand.",
    input: { uid },
    output: Done,
    refusals: [NotFound]
  }),
  setVisibility: put("/brands/visibility.json", {
    summary: "Show or hide a brand.",
    input: { uid, status: Flag.annotate({ description: "1 shows the brand, 0 hides it." }) },
    output: Update,
    refusals: [NotFound],
    example: { uid: 1, status: 1 }
  }),
  bindImage: put("/brands/bindImage.json", {
    summary: "Show an image of the gallery for a brand.",
    input: {
      brandUID: uid,
      image_id: Schema.NullOr(names("images", ServiceID)).annotate({ description: "The image; null for none." })
    },
    output: Schema.Struct({ ...Removal.fields, nModified: Int }),
    refusals: [NotFound]
  }),
  setPosition: put("/brands/setPosition.json", {
    summary: "Move a brand to another position; the brands in between move by one.",
    input: {
      brandUID: uid,
      position: intFrom(1).annotate({
        description: "From 1. A number above the last position means the last position."
      })
    },
    output: Schema.Struct({
      updated: Bool.annotate({ description: "Whether it moved." }),
      previous_position: Int,
      actual_position: Int
    }),
    refusals: [NotFound],
    example: { brandUID: 1, position: 1 }
  })
}
