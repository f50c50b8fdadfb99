/** The operation that shows the stock ledger to the operator. */
import { Schema } from "effect"
import { cursor } from "../../contract/cursor.ts"
import { withDefault } from "../../contract/defaults.ts"
import { control } from "../../contract/endpoint.ts"
import { NotFound } from "../../contract/refusals.ts"
import { intBetween, names, ServiceID, Text } from "../../contract/values.ts"
import { LedgerEntry } from "./movement.ts"

export const endpoints = {
  list: control.page("/inventory/ledger.json", {
    audience: "shop",
    summary: "List the changes of a shop's stock, newest first.",
    columns: ["ts", "sku", "delta", "quantity", "reason", "orderID", "key"],
    input: {
      shop: names("shops", ServiceID),
      sku: Schema.optionalKey(names("inventory", Text).annotate({ description: "Only changes of this SKU." })),
      limit: withDefault(intBetween(1, 1000), 100),
      cursor
    },
    output: Schema.Array(LedgerEntry),
    refusals: [NotFound]
  })
}
