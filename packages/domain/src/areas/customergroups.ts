/** Customer groups: labels such as a price list; each customer belongs to one at most. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { get, post, stream } from "../contract/endpoint.ts"
import { NotFound } from "../contract/refusals.ts"
import { Color, NonEmptyText, names, ServiceID, Text } from "../contract/values.ts"

/** A group as stored and as shown; `metadata` is an empty list unless a B2B listing created the group. */
export const CustomerGroup = Schema.Struct({
  id: names("customerGroups", ServiceID),
  name: Text,
  label_color: Color,
  description: Text,
  metadata: Schema.Union([Schema.Array(Schema.Never), Schema.Struct({ listing_id: names("listings", ServiceID) })])
}).annotate({ identifier: "CustomerGroup" })
export type CustomerGroup = typeof CustomerGroup.Type

export const collections = {
  customerGroups: collection("customergroups", CustomerGroup, {
    noun: "customer group",
    personal: "none",
    key: ({ id }) => id
  })
}

const endpoints = {
  list: stream("/customergroup/list.json", {
    summary: "List the customer groups.",
    columns: ["id", "name", "description"],
    output: Schema.Array(CustomerGroup),
    stability: "companion"
  }),
  read: get("/customergroup/group.json", {
    summary: "Read a customer group, as a list of one.",
    input: { id: names("customerGroups", NonEmptyText).annotate({ description: "The group." }) },
    output: Schema.Array(CustomerGroup),
    refusals: [NotFound],
    stability: "companion"
  }),
  create: post("/customergroup/group.json", {
    summary: "Create a customer group.",
    input: {
      name: NonEmptyText.annotate({ description: "The name of the group." }),
      description: Schema.optionalKey(Text.annotate({ description: "The shop's description of the group." })),
      color: Schema.optionalKey(Color.annotate({ description: "The color of the group's label, as #d02030." }))
    },
    output: Schema.Struct({ id: names("customerGroups", ServiceID) }),
    stability: "companion",
    example: { name: "Wholesale", color: "#d02030" }
  })
}

export const customergroups = area({ endpoints, collections, checks: [], events: {} })
