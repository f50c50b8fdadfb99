/** The operations on customers. */
import { Schema } from "effect"
import { cursor } from "../../contract/cursor.ts"
import { withDefault } from "../../contract/defaults.ts"
import { type Finding, get, page, post, stream } from "../../contract/endpoint.ts"
import { Duplicate, NotFound } from "../../contract/refusals.ts"
import { uniqueValue } from "../../contract/unique-value.ts"
import { Email, Flag, intBetween, intFrom, nodes, ServiceID, Text, Uid, Unix } from "../../contract/values.ts"
import { collections } from "./document.ts"
import { groupEndpoints } from "./group-endpoints.ts"
import { nameFindings, nowhere, placeFindings } from "./rules.ts"
import { AccountType, CustomerDetail, CustomerSummary, listNodes, PagedCustomer, pageNodes } from "./shown.ts"
import { tagEndpoints } from "./tag-endpoints.ts"

const optionalText = Schema.optionalKey(Text)
const after = (what: string) => Schema.optionalKey(Unix.annotate({ description: what }))

const filters = {
  created_at_from: after("Only customers created after this second; needs created_at_to."),
  created_at_to: after("Only customers created before this second; needs created_at_from."),
  updated_at_from: after("Only customers last changed after this second; needs updated_at_to."),
  updated_at_to: after("Only customers last changed before this second; needs updated_at_from."),
  accountType: Schema.optionalKey(AccountType)
}

/** Finds a filter's limit without its other one. */
const unpaired = (given: Readonly<Record<string, unknown>>): ReadonlyArray<Finding> =>
  ["created_at", "updated_at"].flatMap((pair) => {
    const [from, to] = [`${pair}_from`, `${pair}_to`]
    if ((given[from] === undefined) === (given[to] === undefined)) return []
    const [missing, other] = given[from] === undefined ? [from, to] : [to, from]
    return [{ at: [missing], message: `is required if ${other} is sent` }]
  })

const names = {
  fullname: Schema.optionalKey(
    Text.annotate({ description: "The whole name; required unless first_name and last_name are both sent." })
  ),
  first_name: Schema.optionalKey(Text.annotate({ description: "Required, with last_name, if fullname is not sent." })),
  last_name: Schema.optionalKey(Text.annotate({ description: "Required, with first_name, if fullname is not sent." }))
}

export const endpoints = {
  list: stream("/clients/list.json", {
    summary: "List all customers, the oldest first.",
    input: { ...filters, nodes: nodes(...listNodes) },
    output: Schema.Array(CustomerSummary),
    rules: unpaired,
    stability: "beta"
  }),
  page: page("/clients/list_paginated.json", {
    summary: "List customers by pages, the oldest first.",
    input: {
      limit: withDefault(intBetween(1, 1000), 10),
      page: withDefault(intFrom(1), 1),
      ...filters,
      nodes: nodes(...pageNodes),
      cursor
    },
    output: Schema.Array(PagedCustomer),
    rules: unpaired,
    stability: "beta",
    throttle: "account"
  }),
  read: get("/clients/client.json", {
    summary: "Read a customer.",
    input: {
      id: Schema.optionalKey(ServiceID),
      email: Schema.optionalKey(
        Text.annotate({ description: "Required if id is not sent; upper and lower case are equal." })
      )
    },
    output: CustomerDetail,
    rules: ({ email, id }) =>
      id === undefined && email === undefined ? [{ at: ["id"], message: "is required if email is not sent" }] : [],
    refusals: [NotFound],
    stability: "beta"
  }),
  create: post("/clients/client.json", {
    summary: "Create a customer.",
    input: {
      ...names,
      email: Email.annotate({ description: "Unique in the shop; upper and lower case are equal." }),
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
      countryUID: Schema.optionalKey(Uid),
      stateUID: Schema.optionalKey(Uid.annotate({ description: "Must be a state of the country." })),
      metadata: Schema.optionalKey(Schema.Struct({ sdi: optionalText, pec: optionalText })),
      note: optionalText,
      register: withDefault(Flag.annotate({ description: "1 makes a registered customer, with a new userUID." }), 0)
    },
    output: Schema.Struct({ client: Schema.Struct({ id: ServiceID }) }),
    rules: (given) => [...nameFindings(given), ...placeFindings(given, nowhere)],
    takes: ({ email }) => [uniqueValue(collections.customers, "email", { email })],
    refusals: [Duplicate],
    stability: "beta",
    example: { fullname: "Anna Rossi", email: "anna@example.com", countryUID: 380, zip: "20121", city: "Milano" }
  }),
  ...groupEndpoints,
  ...tagEndpoints
}
