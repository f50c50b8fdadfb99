/** The payment methods that every shop has. A shop's external payments are further methods, under their ids. */
import { Schema } from "effect"
import { Decimal, Flag, Text } from "../../contract/values.ts"

/** A payment method; `available` is 0 if it cannot be used through the API. */
export const CheckoutMethod = Schema.Struct({ available: Flag, cost: Schema.NullOr(Decimal), label: Text }).annotate({
  identifier: "CheckoutMethod"
})
export type CheckoutMethod = typeof CheckoutMethod.Type

/** The methods that a shop offers: their keys in order, and the setup of each. */
export const CheckoutMethods = Schema.Struct({
  payments: Schema.Array(Text),
  payment_setup: Schema.Record(Schema.String, CheckoutMethod)
})

/** The built-in methods, by their keys, as a shop without settings offers them. */
export const builtInMethods = {
  bank_transfer: { available: 1, cost: null, label: "Bank transfer" },
  cash_on_delivery: { available: 1, cost: null, label: "Cash on delivery" },
  credit_card: { available: 1, cost: null, label: "Credit card" },
  paypal: { available: 1, cost: null, label: "PayPal" }
} as const satisfies Readonly<Record<string, CheckoutMethod>>
/** The key of a built-in method. */
export type BuiltInMethod = keyof typeof builtInMethods

/**
 * The methods that a shop offers with these settings: the built-in ones that it did not disable, each at the cost that it
 * set, if any; then its external payments, by their ids.
 */
export const offeredMethods = (
  settings: ReadonlyArray<{ readonly id: string; readonly cost: number | null; readonly enabled: boolean }>,
  external: ReadonlyArray<{ readonly id: string; readonly label: string }>
): typeof CheckoutMethods.Type => {
  const settingsById = new Map(settings.map((setting) => [setting.id, setting]))
  const builtIn = Object.entries(builtInMethods)
    .filter(([id]) => settingsById.get(id)?.enabled !== false)
    .map(([id, method]) => [id, { ...method, cost: settingsById.get(id)?.cost ?? null }] as const)
  const offered: ReadonlyArray<readonly [string, CheckoutMethod]> = [
    ...builtIn,
    ...external.map(({ id, label }) => [id, { available: 1, cost: null, label }] as const)
  ]
  return { payments: offered.map(([id]) => id), payment_setup: Object.fromEntries(offered) }
}
