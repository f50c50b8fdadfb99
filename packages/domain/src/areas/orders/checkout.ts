/** How an order can be paid: the methods that every shop has. A shop's external payments are methods by their id. */
import { Schema } from "effect"
import { Decimal, Flag, Text } from "../../contract/values.ts"

/** A payment method; `available` 0 means not through the API. */
export const CheckoutMethod = Schema.Struct({ available: Flag, cost: Schema.NullOr(Decimal), label: Text })
export type CheckoutMethod = typeof CheckoutMethod.Type

/** What a shop offers: the keys in order, and each one's setup. */
export const CheckoutMethods = Schema.Struct({
  payments: Schema.Array(Text),
  payment_setup: Schema.Record(Schema.String, CheckoutMethod)
})

/** The methods that are built in, by their keys. */
export const builtInMethods: Readonly<Record<string, CheckoutMethod>> = {
  bank_transfer: { available: 1, cost: null, label: "Bank transfer" },
  cash_on_delivery: { available: 1, cost: null, label: "Cash on delivery" },
  credit_card: { available: 1, cost: null, label: "Credit card" },
  paypal: { available: 1, cost: null, label: "PayPal" }
}
