/** The operations on the addresses of registered users. */
import { Schema } from "effect"
import { del, get, post, put } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import { clearable, Email, Flag, Int, names, ServiceID, Text, TextUpTo, Title, Uid } from "../../contract/values.ts"
import { addressBounds } from "./document.ts"
import { addressFindings } from "./rules.ts"
import { PlacedAddress, ShownAddress } from "./shown.ts"

const { textCharacters } = addressBounds
const text = TextUpTo(textCharacters)
const required = Title(textCharacters)
const uid = names("users", Uid).annotate({ description: "The user; see userUID of customers." })
const address_id = names("addresses", ServiceID).annotate({ description: "The address." })

const fields = {
  fullname: required.annotate({ description: "The name of the recipient." }),
  email: Email.annotate({ description: "The recipient's email address." }),
  address: required.annotate({ description: "Street and number." }),
  postal_code: required,
  city: required,
  state: required.annotate({
    description: "The state's uid, ISO 3166-2 code, name or common name; any text if the country has no states."
  }),
  country: required.annotate({ description: "The country's ISO 3166-1 code of two letters, or its uid." }),
  metadata: Schema.optionalKey(
    clearable(Schema.Record(Schema.String, Text)).annotate({
      description: "Notes by name, such as address_name; an empty one is removed, and what is not sent stays."
    })
  )
}
const mark = Schema.optionalKey(
  Flag.annotate({
    description:
      "1 makes it the primary address; 0 makes the user's oldest other address primary instead, if there is one."
  })
)
const example = {
  uid: 1,
  fullname: "Anna Rossi",
  email: "anna@example.com",
  address: "Via Dante 1",
  postal_code: "20121",
  city: "Milano",
  state: "MI",
  country: "IT"
}

export const endpoints = {
  list: get("/useraccount/addresses.json", {
    summary: "List the addresses of a user, the oldest first.",
    columns: ["fullname", "address", "postal_code", "city", "countryName", "principalAddress", "id"],
    input: { uid },
    output: Schema.Struct({ count: Int, addresses: Schema.Array(ShownAddress) }),
    refusals: [NotFound]
  }),
  create: post("/useraccount/address.json", {
    summary: "Add an address to a user; the first one is the primary address.",
    input: { uid, ...fields, phone: Schema.optionalKey(text), tax_code: Schema.optionalKey(text), default: mark },
    output: PlacedAddress,
    rules: addressFindings,
    refusals: [NotFound],
    example: { ...example, default: 1, metadata: { address_name: "Home" } }
  }),
  update: put("/useraccount/address.json", {
    summary: "Change an address of a user.",
    description: "An optional parameter that is not sent stays as it is.",
    input: {
      uid,
      address_id,
      ...fields,
      phone: Schema.optionalKey(clearable(text)),
      tax_code: Schema.optionalKey(clearable(text)),
      default: mark
    },
    output: PlacedAddress,
    rules: addressFindings,
    refusals: [NotFound],
    example: { ...example, address_id: "5f0c3a2b0e1f4d5a6b7c8d9e", city: "Monza" }
  }),
  remove: del("/useraccount/address.json", {
    summary: "Remove an address of a user; the oldest other one replaces a primary address.",
    description: "A refusal has `success: false` and `error_message` beside the fields that every refusal has.",
    input: { address_id, uid },
    output: Schema.Struct({
      success: Schema.Boolean,
      error_message: Schema.Null,
      data: Schema.Struct({ id: names("addresses", ServiceID), action: Schema.Literals(["DELETE"]) })
    }),
    refusals: [NotFound],
    refusedWith: (message) => ({ success: false, error_message: message })
  })
}
