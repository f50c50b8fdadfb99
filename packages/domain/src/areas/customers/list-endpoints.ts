/** The operations that list customers. */
import { Schema } from "effect"
import { cursor } from "../../contract/cursor.ts"
import { withDefault } from "../../contract/defaults.ts"
import { type Finding, page, stream } from "../../contract/endpoint.ts"
import { intBetween, intFrom, nodes, Unix } from "../../contract/values.ts"
import { AccountType } from "./document.ts"
import { CustomerSummary, listNodes, PagedCustomer, pageNodes } from "./shown.ts"

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

export const listEndpoints = {
  list: stream("/clients/list.json", {
    summary: "List all customers, the oldest first.",
    columns: ["id", "fullname", "email", "accountType", "created_at", "userUID"],
    input: { ...filters, nodes: nodes(...listNodes) },
    output: Schema.Array(CustomerSummary),
    rules: unpaired,
    stability: "beta"
  }),
  page: page("/clients/list_paginated.json", {
    summary: "List customers by pages, the oldest first.",
    columns: ["id", "fullname", "email", "accountType", "created_at", "userUID"],
    input: {
      limit: withDefault(intBetween(1, 1000), 10),
      page: withDefault(intFrom(1), 1),
      ...filters,
      nodes: nodes(...pageNodes),
      cursor
    },
    output: Schema.Array(PagedCustomer),
    rules: unpaired,
    description: "A key set's requests for the node account are limited; other requests are not.",
    stability: "beta",
    throttle: "account",
    throttleIf: ({ nodes = [] }) => nodes.includes("account")
  })
}
