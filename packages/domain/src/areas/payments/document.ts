/** A payment authorization as stored: an external payment method, and the key set that it belongs to; see docs/decisions/0399. */
import { Schema } from "effect"
import { collection } from "../../contract/collection.ts"
import { number, text } from "../../contract/lookup.ts"
import { part } from "../../contract/reference.ts"
import { dayMs } from "../../contract/retention.ts"
import { internal } from "../../contract/unique.ts"
import { names, ServiceID, Text, Unix } from "../../contract/values.ts"
import { keys } from "../keys.ts"

/** A payment authorization; `get_more` is empty if it was not sent. `expires` is when the key set expires, null if never. */
export const Payment = Schema.Struct({
  id: names("payments", ServiceID),
  label: Text,
  callback_url: Text,
  get_more: Text,
  key_set: ServiceID,
  instance: ServiceID,
  expires: Schema.NullOr(Unix)
})
export type Payment = typeof Payment.Type

export const collections = {
  payments: collection("payments", Payment, {
    noun: "payment authorization",
    personal: "none",
    key: ({ id }) => id,
    lookups: {
      keySet: text(({ key_set }) => key_set),
      expires: number(({ expires }) => expires ?? undefined)
    },
    unique: { keySet: internal },
    references: [{ to: () => keys.collections.keySets, on: "keySet", whenRemoved: part }],
    orders: [["expires"]],
    // No read shows it from the second of its expiry; see `isOpen`. The clock of the server that sweeps may be ahead.
    retention: { kind: "removed", by: "expires", at: (instant) => Math.floor(instant / 1000), keep: () => dayMs }
  })
}
