/** A custom attribute, as stored and as shown. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { text } from "../../contract/lookup.ts"
import { Flag, ServiceID, Text } from "../../contract/values.ts"

/** The types of an attribute's values. */
export const attributeTypes = ["text", "number", "real", "select"] as const
export const AttributeType = Schema.Literals(attributeTypes)

/** An attribute as stored and as shown. */
export const Attribute = Schema.Struct({
  id: ServiceID,
  label: Text,
  type: AttributeType,
  data: Schema.Array(Text).annotate({ description: "The values to choose from; only the type select has any." }),
  read_only: Flag.annotate({ description: "1 if only the API may edit it." })
}).annotate({ identifier: "Attribute" })
export type Attribute = typeof Attribute.Type

/** A label as it is searched for: upper and lower case are equal. */
export const foldedLabel = (label: string): string => label.toLowerCase()

export const collections = {
  attributes: collection("attributes", Attribute, {
    noun: "attribute",
    personal: "none",
    key: ({ id }) => id,
    lookups: { label: text(({ label }) => foldedLabel(label)) },
    orders: [["label", "key"]]
  })
}
