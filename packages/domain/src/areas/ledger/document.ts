/** The documents of the stock ledger: one movement for each commit that changes stock. */

import { collection, type Fields } from "../../contract/collection.ts"
import { texts } from "../../contract/lookup.ts"
import { timeKeyAt } from "../../contract/retention.ts"
import { Movement } from "./movement.ts"
import { firstMovement, foldedMovements, skusToFold } from "./rules.ts"

/** Converts a movement of the older form, in which each move was a document of its own. */
const fromOlderForm = ({ delta, quantity, sku, ...entry }: Fields): Fields => ({
  ...entry,
  moves: [{ sku, delta, quantity }]
})

export const collections = {
  ledger: collection("ledger", Movement, {
    personal: "none",
    key: ({ id }) => id,
    lookups: { sku: texts(({ moves }) => moves.map(({ sku }) => sku)) },
    orders: [["sku", "key"]],
    // Every order writes a movement with an entry for each of its SKUs; only the operator looks them up.
    deferred: ["sku"],
    retention: {
      kind: "folded",
      by: "key",
      at: timeKeyAt,
      keep: ({ ledger }) => ledger,
      first: firstMovement,
      on: "sku",
      asks: skusToFold,
      fold: foldedMovements
    },
    older: (stored) => ("moves" in stored ? stored : fromOlderForm(stored))
  })
}
