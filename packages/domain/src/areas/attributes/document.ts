/** A custom attribute, as stored and as shown. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { text } from "../../contract/lookup.ts"
import { Flag, names, ServiceID, Text } from "../../contract/values.ts"

/** The limits of an attribute, and of the attributes of a product. Lengths are in characters. */
export const attributeBounds = {
  /** How many attributes a shop has. */
  attributes: 500,
  labelCharacters: 255,
  /** Of one value to choose from. */
  choiceCharacters: 100,
  choices: { max: 500, noun: "values", at: "value" },
  /** Of a product's text. */
  valueCharacters: 5000
}

/** The types of an attribute's values. */
export const attributeTypes = ["text", "number", "real", "select"] as const
export const AttributeType = Schema.Literals(attributeTypes)

/** An attribute as stored and as shown. */
export const Attribute = Schema.Struct({
  id: names("attributes", ServiceID),
  label: Text,
  type: AttributeType,
  data: bounded(Schema.Array(Text), attributeBounds.choices).annotate({
    description: "The values to choose from; only the type select has any."
  }),
  read_only: Flag.annotate({ description: "1 if only the API may edit it." })
}).annotate({ identifier: "Attribute" })
export type Attribute = typeof Attribute.Type

/** A label as it is searched for: case does not matter. */
export const foldedLabel = (label: string): string => label.toLowerCase()

export const collections = {
  attributes: collection("attributes", Attribute, {
    noun: "attribute",
    personal: "none",
    key: ({ id }) => id,
    maxDocuments: attributeBounds.attributes,
    lookups: { label: text(({ label }) => foldedLabel(label)) },
    orders: [["label", "key"]]
  })
}
