/** Custom product attributes: named fields that a shop adds to its products. */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { stream } from "../contract/endpoint.ts"
import { Flag, ServiceID, Text } from "../contract/values.ts"

/** The types of an attribute's values. */
export const AttributeType = Schema.Literals(["text", "number", "real", "select"])

/** An attribute as stored and as shown. */
export const Attribute = Schema.Struct({
  id: ServiceID,
  label: Text,
  type: AttributeType,
  data: Schema.Array(Text).annotate({ description: "The values to choose from; only the type select has any." }),
  read_only: Flag.annotate({ description: "1 if only the API may edit it." })
}).annotate({ identifier: "Attribute" })
export type Attribute = typeof Attribute.Type

export const collections = {
  attributes: collection("attributes", Attribute, {
    noun: "attribute",
    personal: "none",
    key: ({ id }) => id
  })
}

const endpoints = {
  list: stream("/attributes/list.json", {
    summary: "List the custom attributes of products.",
    output: Schema.Array(Attribute)
  })
}

export const attributes = area({ endpoints, collections, checks: [], events: {} })
