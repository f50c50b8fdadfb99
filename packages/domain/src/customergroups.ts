/** Customer groups: labels that customers stand under, one each, such as the price list they buy by. */
import { Schema } from "effect"
import { collection } from "./collection.ts"
import { get, stream } from "./endpoint.ts"
import { NotFound } from "./refusals.ts"
import { ServiceID, Text, Word } from "./values.ts"

/** A group as stored and as shown; `metadata` is an empty list unless a B2B listing made the group. */
export const CustomerGroup = Schema.Struct({
  id: ServiceID,
  name: Text,
  label_color: Text,
  description: Text,
  metadata: Schema.Union([Schema.Array(Schema.Never), Schema.Struct({ listing_id: ServiceID })])
})
export type CustomerGroup = typeof CustomerGroup.Type

export const collections = {
  customerGroups: collection("customergroups", CustomerGroup, { key: ({ id }) => id })
}

export const customergroups = {
  list: stream("/customergroup/list.json", {
    summary: "List the customer groups.",
    output: Schema.Array(CustomerGroup),
    stability: "companion"
  }),
  read: get("/customergroup/group.json", {
    summary: "Read a customer group, as a list of one.",
    input: { id: Word },
    output: Schema.Array(CustomerGroup),
    refusals: [NotFound],
    stability: "companion"
  })
}
