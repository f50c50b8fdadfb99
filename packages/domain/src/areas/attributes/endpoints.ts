/** The operations on custom attributes. */
import { Schema } from "effect"
import { Done } from "../../contract/answers.ts"
import { atMost } from "../../contract/bounded.ts"
import { withDefault } from "../../contract/defaults.ts"
import { del, type Finding, get, type PartialInput, post, stream } from "../../contract/endpoint.ts"
import { Conflict, NotFound } from "../../contract/refusals.ts"
import { Flag, names, rule, ServiceID, Text, Title } from "../../contract/values.ts"
import { Attribute, AttributeType, attributeBounds } from "./document.ts"

const { choiceCharacters, choices, labelCharacters } = attributeBounds
const id = names("attributes", ServiceID).annotate({ description: "The attribute." })
// JSON writes a control character as six, and a call on a product reads each select that it sets.
const choice = Title(choiceCharacters).check(
  rule("must be one line, without control characters", (text: string) => !/\p{Cc}/u.test(text))
)
const data = Schema.Array(choice)
  .check(atMost(choices))
  .annotate({ description: "The values to choose from, for the type select only; a value sent twice is one." })

const fitsType = ({ data, type }: PartialInput<{ data?: ReadonlyArray<string>; type: string }>) =>
  data === undefined || data.length === 0 || type === undefined || type === "select"

export const endpoints = {
  list: stream("/attributes/list.json", {
    summary: "List the custom attributes of products.",
    columns: ["id", "label", "type", "data"],
    output: Schema.Array(Attribute)
  }),
  types: get("/attributes/types.json", {
    summary: "List the types that attributes can have.",
    output: Schema.Array(AttributeType)
  }),
  search: stream("/attributes/search.json", {
    summary: "Find the attributes with a label.",
    columns: ["id", "label", "type", "data"],
    input: { label: Text.annotate({ description: "The whole label; case does not matter." }) },
    output: Schema.Array(Attribute),
    example: { label: "Material" }
  }),
  create: post("/attributes/attribute.json", {
    summary: "Create an attribute, which products can then have; a shop has at most 500.",
    description:
      "The values of number and real are decimal numbers, those of text are any text, and those of select are among data.",
    input: {
      label: Title(labelCharacters).annotate({ description: "Several attributes may have the same label." }),
      type: AttributeType.annotate({
        description: "What its values are: any text, decimal numbers (number and real), or members of data (select)."
      }),
      data: Schema.optionalKey(data),
      read_only: withDefault(Flag.annotate({ description: "1 if only the API may edit it." }), 0)
    },
    output: Schema.Struct({ id: names("attributes", ServiceID) }),
    rules: (given): ReadonlyArray<Finding> =>
      fitsType(given) ? [] : [{ at: ["data"], message: "must not be sent if type is not select" }],
    refusals: [Conflict],
    example: { label: "Material", type: "select", data: ["Cotton", "Linen"] }
  }),
  addValue: post("/attributes/attribute_addValue.json", {
    summary: "Add a value to choose from to an attribute of type select.",
    input: { id, value: choice.annotate({ description: "The value to add, one line of up to 100 characters." }) },
    output: Done,
    refusals: [NotFound, Conflict]
  }),
  remove: del("/attributes/attribute.json", {
    summary: "Remove an attribute; products lose their values of it.",
    input: { id },
    output: Done,
    refusals: [NotFound]
  })
}
