/** What one commit changed of the stock. */
import { Schema } from "effect"
import { bounded } from "../../contract/bounded.ts"
import { maxPairs } from "../../contract/problems.ts"
import { provenance, storedProvenance } from "../../contract/provenance.ts"
import { Int, Text, Unix } from "../../contract/values.ts"

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
export const LedgerEntry = Schema.Struct({ ...moved, ...circumstances, ...provenance }).annotate({
  identifier: "LedgerEntry"
})
export type LedgerEntry = typeof LedgerEntry.Type

/** All changes of stock of one commit, in order; ids sort by time. */
export const Movement = Schema.Struct({
  id: Text,
  ...circumstances,
  ...storedProvenance,
  moves: bounded(Schema.Array(Schema.Struct(moved)), { max: maxPairs, noun: "moves" })
})
export type Movement = typeof Movement.Type
