/** The documents of the stock ledger: one movement for each commit that changes stock. */
import { Schema } from "effect"
import { collection, type Fields, texts } from "../../contract/collection.ts"
import { timeKeyAt } from "../../contract/retention.ts"
import { Int, Text, Unix } from "../../contract/values.ts"
import { firstMovement, folded, skusToFold } from "./rules.ts"

/** The reason of a change of stock. */
export const Reason = Schema.Literals(["create", "set", "patch", "batch", "order", "status", "product"])
export type Reason = typeof Reason.Type

const moved = { sku: Text, delta: Int, quantity: Int.annotate({ description: "The stock after the change." }) }
const circumstances = {
  reason: Reason,
  key: Schema.NullOr(Text).annotate({ description: "The key set that changed it." }),
  orderID: Schema.NullOr(Text),
  ts: Unix
}
/** One change of one SKU's stock, as the list shows it. */
export const LedgerEntry = Schema.Struct({ ...moved, ...circumstances })
export type LedgerEntry = typeof LedgerEntry.Type

/** All changes of stock of one commit, in order; ids sort by time. */
export const Movement = Schema.Struct({ id: Text, ...circumstances, moves: Schema.Array(Schema.Struct(moved)) })
export type Movement = typeof Movement.Type

/** Converts a movement of the older form, in which each move was a document of its own. */
const fromOlderForm = ({ delta, quantity, sku, ...entry }: Fields): Fields => ({
  ...entry,
  moves: [{ sku, delta, quantity }]
})

export const collections = {
  ledger: collection("ledger", Movement, {
    key: ({ id }) => id,
    lookups: { sku: texts(({ moves }) => moves.map(({ sku }) => sku)) },
    orders: [["sku", "key"]],
    retention: {
      kind: "folded",
      by: "key",
      at: timeKeyAt,
      keep: ({ ledger }) => ledger,
      first: firstMovement,
      on: "sku",
      asks: skusToFold,
      fold: folded
    },
    older: (stored) => ("moves" in stored ? stored : fromOlderForm(stored))
  })
}
