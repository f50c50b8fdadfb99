/** The operations on custom attributes. */
import { Schema } from "effect"
import { Done } from "../../contract/answers.ts"
import { withDefault } from "../../contract/defaults.ts"
import { del, type Finding, get, type PartialInput, post, stream } from "../../contract/endpoint.ts"
import { Conflict, NotFound } from "../../contract/refusals.ts"
import { Flag, rule, ServiceID, Text } from "../../contract/values.ts"
import { Attribute, AttributeType } from "./document.ts"
import { attributeBounds } from "./rules.ts"

const { choiceCharacters, choices, labelCharacters } = attributeBounds
const named = (maxCharacters: number) =>
  Text.check(
    rule("must not be blank", (text: string) => text.trim() !== "", { minLength: 1 }),
    rule(`must have at most ${maxCharacters} characters`, (text: string) => text.length <= maxCharacters, {
      maxLength: maxCharacters
    })
  )
const id = ServiceID.annotate({ description: "The attribute." })
// JSON writes a control character as six, and a call on a product reads each select that it sets.
const choice = named(choiceCharacters).check(
  rule("must be one line, without control characters", (text: string) => !/\p{Cc}/u.test(text))
)
const data = Schema.Array(choice)
  .check(
    rule(`must be at most ${choices} values`, (list: ReadonlyArray<unknown>) => list.length <= choices, {
      maxItems: choices
    })
  )
  .annotate({ description: "The values to choose from, for the type select only; a value sent twice is one." })

const fitsType = ({ data, type }: PartialInput<{ data?: ReadonlyArray<string>; type: string }>) =>
  data === undefined || data.length === 0 || type === undefined || type === "select"

export const endpoints = {
  list: stream("/attributes/list.json", {
    summary: "List the custom attributes of products.",
    output: Schema.Array(Attribute)
  }),
  types: get("/attributes/types.json", {
    summary: "List the types that attributes can have.",
    output: Schema.Array(AttributeType)
  }),
  search: stream("/attributes/search.json", {
    summary: "Find the attributes with a label.",
    input: { label: Text.annotate({ description: "The whole label; upper and lower case are equal." }) },
    output: Schema.Array(Attribute),
    example: { label: "Material" }
  }),
  create: post("/attributes/attribute.json", {
    summary: "Create an attribute, which products can then have.",
    description:
      "The values of number and real are decimal numbers, those of text are any text, and those of select are among data.",
    input: {
      label: named(labelCharacters).annotate({ description: "Several attributes may have the same label." }),
      type: AttributeType,
      data: Schema.optionalKey(data),
      read_only: withDefault(Flag.annotate({ description: "1 if only the API may edit it." }), 0)
    },
    output: Schema.Struct({ id: ServiceID }),
    rules: (given): ReadonlyArray<Finding> =>
      fitsType(given) ? [] : [{ at: ["data"], message: "must not be sent if type is not select" }],
    example: { label: "Material", type: "select", data: ["Cotton", "Linen"] }
  }),
  addValue: post("/attributes/attribute_addValue.json", {
    summary: "Add a value to choose from to an attribute of type select.",
    input: { id, value: choice },
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
