/** The operations on external payments. */
import { Schema } from "effect"
import { del, get, post } from "../../contract/endpoint.ts"
import { Conflict, NotFound } from "../../contract/refusals.ts"
import { Int, maxCharacters, names, OrderID, rule, ServiceID, Text, Title, Url } from "../../contract/values.ts"
import { hasPlaceholder, isPlainAddress, paymentBounds } from "./rules.ts"
import { ConfiguredPayments, ExternalPayment, NewPayment, PaymentAuthorization } from "./shown.ts"

const { labelCharacters, urlCharacters } = paymentBounds
const Address = Url.check(
  rule("must not contain a user name, password, backslash, control character or bidi mark", isPlainAddress),
  maxCharacters(urlCharacters)
)

export const endpoints = {
  list: get("/payments/list.json", {
    summary: "List the external payments of the shop.",
    output: Schema.Array(ExternalPayment)
  }),
  read: get("/payments/payment.json", {
    summary: "Read the payment authorization of the key set that calls.",
    output: PaymentAuthorization,
    refusals: [NotFound]
  }),
  create: post("/payments/payment.json", {
    summary: "Authorize an external payment; a key set has at most one.",
    description:
      "The payment is a method of the shop from then on, under its id. It ends when it is removed, or with its key set: " +
      "when that is revoked or expires. A rotation of the pair changes nothing.",
    input: {
      label: Title(labelCharacters).annotate({ description: "What buyers read." }),
      callback_url: Address.check(
        rule("must contain {orderid}, after its host", hasPlaceholder, { format: "uri-template" })
      ).annotate({
        description: "Where the buyer is sent after ordering; {orderid} stands for the id of the order."
      }),
      get_more: Schema.optionalKey(
        Address.annotate({ description: "The address that offers alternative methods; it is kept and shown." })
      )
    },
    output: NewPayment,
    refusals: [Conflict],
    example: { label: "Pay in three parts", callback_url: "https://pay.example/begin?order={orderid}" }
  }),
  remove: del("/payments/payment.json", {
    summary: "Remove an external payment of the shop; orders keep its label.",
    input: {
      payment_id: names("payments", ServiceID).annotate({
        description: "The payment; see id of GET /payments/list.json."
      })
    },
    output: Schema.Struct({ n: Int, err: Schema.Null }),
    refusals: [NotFound]
  }),
  configured: get("/payments/configured_payment.json", {
    summary: "List the payment methods that the shop offers, its own and the external ones.",
    output: ConfiguredPayments
  }),
  redirect: get("/checkout/payment_redirect.json", {
    summary: "Read where the buyer of an order is sent to pay.",
    input: { orderID: OrderID },
    output: Schema.Struct({
      redirect_url: Text.annotate({ description: "The callback_url of the order's payment, with the id of the order." })
    }),
    refusals: [NotFound, Conflict],
    stability: "companion"
  })
}
