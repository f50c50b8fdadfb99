/** External payments as answers show them. */
import { Schema } from "effect"
import { Int, names, ServiceID, Text } from "../../contract/values.ts"
import { CheckoutMethod, offeredMethods } from "../orders/checkout.ts"
import type { Payment } from "./document.ts"

/** An external payment in the list. */
export const ExternalPayment = Schema.Struct({ id: names("payments", ServiceID), label: Text }).annotate({
  identifier: "ExternalPayment"
})

/** The payment authorization of the key set that asks. */
export const PaymentAuthorization = Schema.Struct({
  groupUID: Int.annotate({ description: "The shop's group number." }),
  instance: ServiceID,
  label: Text,
  redirect_url: Text.annotate({ description: "Where buyers are sent; {orderid} stands for the id of the order." }),
  id: names("payments", ServiceID),
  get_more: Text.annotate({ description: "The address of alternative methods; empty if there is none." })
}).annotate({ identifier: "PaymentAuthorization" })

/** A new payment authorization. */
export const NewPayment = Schema.Struct({
  id: names("payments", ServiceID),
  translation_key: Text.annotate({ description: "The name under which translations of the label are kept." }),
  payment_authorization: Schema.Struct({ label: Text, callback_url: Text })
})

/** The configured methods: their keys in order, and the setup of each. */
export const ConfiguredPayments = Schema.Struct({
  payments_index: Schema.Array(Text),
  payments: Schema.Record(
    Schema.String,
    Schema.Struct({
      ...CheckoutMethod.fields,
      can_have_child: Schema.optionalKey(
        Schema.Boolean.annotate({ description: "Of an external payment: whether it names alternative methods." })
      )
    }).annotate({ identifier: "ConfiguredPayment" })
  )
})

/** The authorization as its key set reads it. */
export const authorizationOf = (
  { callback_url, get_more, id, instance, label }: Payment,
  groupUID: number
): typeof PaymentAuthorization.Type => ({ groupUID, instance, label, redirect_url: callback_url, id, get_more })

/** The answer to the call that made an authorization. */
export const newPaymentOf = ({ callback_url, id, label }: Payment): typeof NewPayment.Type => ({
  id,
  translation_key: `payment_${id}`,
  payment_authorization: { label, callback_url }
})

/** The configured methods of a shop with these settings and external payments. */
export const configuredOf = (
  settings: Parameters<typeof offeredMethods>[0],
  external: ReadonlyArray<Payment>
): typeof ConfiguredPayments.Type => {
  const { payment_setup, payments } = offeredMethods(settings, external)
  const childrenById = new Map(external.map(({ get_more, id }) => [id, get_more !== ""]))
  const shown = payments.map((id) => {
    const can_have_child = childrenById.get(id)
    return [id, { ...payment_setup[id]!, ...(can_have_child === undefined ? {} : { can_have_child }) }] as const
  })
  return { payments_index: payments, payments: Object.fromEntries(shown) }
}
