/** The operations on customers. */
import { Schema } from "effect"
import { Done, doneWith, Update } from "../../contract/answers.ts"
import { cursor } from "../../contract/cursor.ts"
import { withDefault } from "../../contract/defaults.ts"
import { control, del, get, post, put } from "../../contract/endpoint.ts"
import { Conflict, Duplicate, NotFound } from "../../contract/refusals.ts"
import { uniqueValue } from "../../contract/unique-value.ts"
import { Bool, clearable, Email, Flag, Int, intBetween, names, ServiceID, Text, Uid } from "../../contract/values.ts"
import { CustomerDetail, collections, customFieldBounds, ShownConsent } from "./document.ts"
import { groupEndpoints } from "./group-endpoints.ts"
import { listEndpoints } from "./list-endpoints.ts"
import { nameFindings } from "./names.ts"
import { customFieldFindings, nowhere, placeFindings } from "./rules.ts"
import { tagEndpoints } from "./tag-endpoints.ts"

const id = names("customers", ServiceID).annotate({ description: "The customer." })
const exampleId = "5f0c3a2b0e1f4d5a6b7c8d9e"
const optionalText = Schema.optionalKey(Text)
const clearableText = Schema.optionalKey(clearable(Text))
/** `{ok, nModified, n, err, updatedExisting}`: as {@link Update}, without an `errmsg`. */
const Changed = doneWith({ n: Int, nModified: Int, updatedExisting: Schema.Boolean })

const ownNames = {
  fullname: Schema.optionalKey(
    Text.annotate({ description: "The whole name; required unless first_name and last_name are both sent." })
  ),
  first_name: Schema.optionalKey(Text.annotate({ description: "Required, with last_name, if fullname is not sent." })),
  last_name: Schema.optionalKey(Text.annotate({ description: "Required, with first_name, if fullname is not sent." }))
}

const person = {
  shop: names("shops", ServiceID),
  id: Schema.optionalKey(
    names("customers", ServiceID).annotate({ description: "The customer, who may be removed already." })
  ),
  email: Schema.optionalKey(Text.annotate({ description: "Required if id is not sent; case does not matter." }))
}

/** Two names could be those of two persons, and an erasure cannot be undone. */
const personFindings = ({ email, id }: { readonly email?: string; readonly id?: string }) => {
  if (id === undefined && email === undefined)
    return [{ at: ["id"], without: [["email"]], message: "is required if email is not sent" }]
  return id === undefined || email === undefined ? [] : [{ at: ["email"], message: "cannot be sent together with id" }]
}

export const endpoints = {
  ...listEndpoints,
  read: get("/clients/client.json", {
    summary: "Read a customer.",
    input: {
      id: Schema.optionalKey(
        names("customers", ServiceID).annotate({ description: "The customer; required if email is not sent." })
      ),
      email: Schema.optionalKey(Text.annotate({ description: "Required if id is not sent; case does not matter." }))
    },
    output: CustomerDetail,
    rules: ({ email, id }) =>
      id === undefined && email === undefined
        ? [{ at: ["id"], without: [["email"]], message: "is required if email is not sent" }]
        : [],
    refusals: [NotFound],
    stability: "beta"
  }),
  create: post("/clients/client.json", {
    summary: "Create a customer.",
    input: {
      ...ownNames,
      email: Email.annotate({ description: "Unique in the shop; case does not matter." }),
      website: optionalText,
      phone: optionalText,
      mobile: optionalText,
      address: optionalText,
      city: optionalText,
      zip: Schema.optionalKey(Text.annotate({ description: "Must fit the postal codes of the country." })),
      country: Schema.optionalKey(
        Text.annotate({ description: "Legacy: the country's name, if countryUID is not sent." })
      ),
      state: Schema.optionalKey(Text.annotate({ description: "Legacy: the state's name, if stateUID is not sent." })),
      tax_number: optionalText,
      countryUID: Schema.optionalKey(names("countries", Uid)),
      stateUID: Schema.optionalKey(names("states", Uid).annotate({ description: "Must be a state of the country." })),
      metadata: Schema.optionalKey(
        Schema.Struct({
          sdi: Schema.optionalKey(
            Text.annotate({
              description: "The code of an Italian company at the exchange system of electronic invoices (SdI)."
            })
          ),
          pec: Schema.optionalKey(
            Text.annotate({ description: "The certified email address (PEC) of an Italian company." })
          )
        }).annotate({ description: "Where a company receives electronic invoices." })
      ),
      note: optionalText,
      register: withDefault(Flag.annotate({ description: "1 makes a registered customer, with a new userUID." }), 0)
    },
    output: Schema.Struct({ client: Schema.Struct({ id: names("customers", ServiceID) }) }),
    rules: (given) => [...nameFindings(given), ...placeFindings(given, nowhere)],
    takes: ({ email }) => [uniqueValue(collections.customers, "email", { email })],
    refusals: [Duplicate],
    stability: "beta",
    example: { fullname: "Carla Bianchi", email: "carla@example.com", countryUID: 380, zip: "20121", city: "Milano" }
  }),
  update: put("/clients/client.json", {
    summary: "Change a customer.",
    description: "Only what is sent changes. An empty text clears, and null unsets.",
    input: {
      id,
      ...ownNames,
      phone: clearableText,
      address: clearableText,
      city: clearableText,
      zip: clearableText,
      region: Schema.optionalKey(
        clearable(Text).annotate({ description: "Legacy: the state's name, if neither state nor stateUID is sent." })
      ),
      state: Schema.optionalKey(
        clearable(Text).annotate({ description: "Legacy: the state's name, if stateUID is not sent." })
      ),
      tax_number: clearableText,
      countryUID: Schema.optionalKey(
        Schema.NullOr(names("countries", Uid)).annotate({ description: "Null for none." })
      ),
      stateUID: Schema.optionalKey(
        Schema.NullOr(names("states", Uid)).annotate({ description: "Must be a state of the country; null for none." })
      ),
      note: clearableText
    },
    output: Changed,
    rules: (given) => [...nameFindings(given), ...placeFindings(given)],
    refusals: [NotFound],
    stability: "beta",
    example: { id: exampleId, fullname: "Anna Rossi", phone: "02 1234567" }
  }),
  remove: del("/clients/client.json", {
    summary: "Remove a customer for good, with its addresses and its empty gift card; orders stay.",
    input: { id },
    output: Done,
    refusals: [NotFound, Conflict],
    stability: "beta"
  }),
  acceptMarketing: put("/clients/accept_marketing.json", {
    summary: "Set whether a customer accepts marketing; a change is logged.",
    input: { id, accept_marketing: Bool },
    output: Schema.Struct({ ...Update.fields, message: Text }),
    refusals: [NotFound],
    stability: "beta",
    example: { id: exampleId, accept_marketing: true }
  }),
  setCustomFields: put("/clients/custom_fields.json", {
    summary: "Merge custom fields into those of a customer.",
    description: `An empty value removes a field. A customer has at most ${customFieldBounds.fields.max} fields.`,
    input: {
      id,
      custom_fields: clearable(Schema.Record(Schema.String, Text)).annotate({ description: "Values by name." })
    },
    output: Update,
    rules: ({ custom_fields: fields }) =>
      fields !== undefined && Object.keys(fields).length === 0
        ? [{ at: ["custom_fields"], message: "is required" }]
        : customFieldFindings(fields),
    refusals: [NotFound],
    stability: "preview",
    example: { id: exampleId, custom_fields: { shoe_size: "38" } }
  }),
  consents: control.page("/customers/consents.json", {
    audience: "shop",
    summary: "List the changes of customers' consent to marketing, newest first.",
    columns: ["ts", "accept_marketing", "ip", "key", "id"],
    input: {
      shop: names("shops", ServiceID),
      id: Schema.optionalKey(names("customers", ServiceID).annotate({ description: "Only those of this customer." })),
      limit: withDefault(intBetween(1, 1000), 100),
      cursor
    },
    output: Schema.Array(ShownConsent),
    refusals: [NotFound]
  }),
  data: control.get("/customers/data.json", {
    audience: "shop",
    summary: "Export everything that a shop stores about one person.",
    description:
      "A person is identified by an email address: the export has the customer, the orders, and whatever else belongs to it.",
    input: person,
    output: Schema.Record(Schema.String, Schema.Array(Schema.Unknown)).annotate({
      identifier: "PersonalData",
      description: "The stored documents in lists by their kind, such as customers, orders and consents."
    }),
    rules: personFindings,
    refusals: [NotFound]
  }),
  erase: control.del("/customers/data.json", {
    audience: "shop",
    summary: "Erase everything that a shop stores about one person; orders keep their sums.",
    description:
      "It commits in steps. If it is interrupted, send it again. A customer whose gift card has a balance is refused with 409.",
    input: person,
    output: doneWith({
      orders: Int.annotate({ description: "The number of orders from which the person was erased." }),
      removed: Int.annotate({ description: "The number of documents that were removed." }),
      pending: Int.annotate({
        description:
          "The number of the shop's erasures, this one included, that are still removing email addresses from the free texts of other people's orders."
      })
    }),
    rules: personFindings,
    refusals: [NotFound, Conflict],
    example: { shop: exampleId, email: "anna@example.com" }
  }),
  ...groupEndpoints,
  ...tagEndpoints
}
