/** The operations on real-time endpoints, and the quote of shipping options that they give. */
import { Schema } from "effect"
import { Done, doneWith } from "../../contract/answers.ts"
import { atMost } from "../../contract/bounded.ts"
import { control, del, type Finding, type PartialInput, post, stream } from "../../contract/endpoint.ts"
import { Conflict, NotFound } from "../../contract/refusals.ts"
import { SecretOverlap } from "../../contract/secrets.ts"
import {
  Amount,
  Flag,
  Instant,
  Int,
  intFrom,
  Money,
  maxCharacters,
  NonEmptyText,
  names,
  ServiceID,
  Text,
  TextUpTo,
  Title,
  Url
} from "../../contract/values.ts"
import { countryByCode, stateOf } from "../countries/rules.ts"
import { lineBound } from "../orders/document.ts"
import { CountryCode, parameters } from "../orders/new.ts"
import { maxEndpoints } from "./document.ts"
import { breakerStates } from "./rules.ts"

/** The bounds of what is stored of an endpoint, in characters. */
export const realtimeBounds = { nameCharacters: 255, urlCharacters: 2048 }

const CouponEndpointId = names("realtimeCoupons", ServiceID)
const ShippingEndpointId = names("realtimeShippings", ServiceID)

const shownWith = <Id extends Schema.Top>(id: Id) => ({ id, name: Text, url: Text, instance: ServiceID })
const CouponEndpoint = Schema.Struct(shownWith(CouponEndpointId)).annotate({ identifier: "RealtimeCouponEndpoint" })
const ShippingEndpoint = Schema.Struct(shownWith(ShippingEndpointId)).annotate({
  identifier: "RealtimeShippingEndpoint"
})
/** An endpoint as callers see it, without its secret. */
export type ShownEndpoint = typeof CouponEndpoint.Type

const secret = Text.annotate({
  description: "Signs what the endpoint is asked, by Standard Webhooks 1.0.0; it is shown only once."
})
const input = {
  url: Url.check(maxCharacters(realtimeBounds.urlCharacters)).annotate({
    description: "The address that is asked, by POST: https, on the public internet."
  }),
  name: Title(realtimeBounds.nameCharacters).annotate({ description: "What the endpoint is called." })
}
const Removed = doneWith({ errmsg: Schema.Null, nRemoved: Int })
const columns = ["id", "name", "url", "instance"]
const pausing = `A shop has up to ${maxEndpoints}. An endpoint is not asked once the last pair of the application that made it is revoked or expired.`
const shop = names("shops", ServiceID).annotate({ description: "The shop's id." })

const endpoint = ServiceID.annotate({ description: "The endpoint, of either kind." })

/** An endpoint as the operator sees it. */
const EndpointStatus = Schema.Struct({
  id: ServiceID,
  kind: Schema.Literals(["coupon", "shipping"]),
  name: Text,
  url: Text,
  instance: ServiceID,
  state: Schema.Literals([...breakerStates, "paused"]).annotate({
    description:
      "closed: it is asked. open: it failed 5 times in a row and is not asked. half_open: one call tries it. paused: its application has no valid keys, its shop was moved, or the operator paused it."
  }),
  failures: Int.annotate({ description: "Failures in a row, of all processes." }),
  last_status: Schema.NullOr(Int),
  last_ms: Schema.NullOr(Int),
  opened_at: Schema.NullOr(Instant)
}).annotate({ identifier: "RealtimeEndpointStatus" })
export type EndpointStatus = typeof EndpointStatus.Type

const QuotedItem = Schema.Struct({
  sku: names("inventory", NonEmptyText),
  quantity: intFrom(1).annotate({ description: "How many pieces." }),
  price: Schema.optionalKey(
    Amount.annotate({ description: "The price of one piece; by default the catalogue's reduced price." })
  )
})
const quoteParameters = {
  country: CountryCode.annotate({ description: "ISO 3166-1 code of two letters, such as IT." }),
  state: parameters.delivery_state,
  postal_code: Schema.optionalKey(TextUpTo(255).annotate({ description: "The postal code of the delivery." })),
  city: Schema.optionalKey(TextUpTo(255).annotate({ description: "The city of the delivery." })),
  items: Schema.Array(QuotedItem).check(atMost(lineBound)).annotate({ description: "What is shipped; at least one." }),
  currency: parameters.currency
}
const QuoteParameters = Schema.Struct(quoteParameters)
/** The parameters of a quote, after they were read. */
export type Quote = typeof QuoteParameters.Type

export const endpoints = {
  listCoupons: stream("/realtimecoupons/list.json", {
    summary: "List the endpoints that are asked for coupons, the oldest first.",
    columns,
    output: Schema.Array(CouponEndpoint)
  }),
  createCoupon: post("/realtimecoupons/realtimecoupon.json", {
    summary: "Add an endpoint that is asked about coupon codes that are not the shop's; its secret is shown only once.",
    description: pausing,
    input,
    output: Schema.Struct({ ...CouponEndpoint.fields, secret }),
    refusals: [Conflict],
    secret: true,
    example: { url: "https://loyalty.example/coupons", name: "Loyalty programme" }
  }),
  removeCoupon: del("/realtimecoupons/realtimecoupon.json", {
    summary: "Remove an endpoint for coupons.",
    input: { id: CouponEndpointId.annotate({ description: "The endpoint." }) },
    output: Removed,
    refusals: [NotFound]
  }),
  listShippings: stream("/realtimeshippings/list.json", {
    summary: "List the endpoints that are asked for shipping options, the oldest first.",
    columns,
    output: Schema.Array(ShippingEndpoint)
  }),
  createShipping: post("/realtimeshippings/realtimeshipping.json", {
    summary: "Add an endpoint that is asked for shipping options; its secret is shown only once.",
    description: pausing,
    input,
    output: Schema.Struct({ ...ShippingEndpoint.fields, secret }),
    refusals: [Conflict],
    secret: true,
    example: { url: "https://courier.example/rates", name: "Courier's rates" }
  }),
  removeShipping: del("/realtimeshippings/realtimeshipping.json", {
    summary: "Remove an endpoint for shipping options.",
    input: { id: ShippingEndpointId.annotate({ description: "The endpoint." }) },
    output: Removed,
    refusals: [NotFound]
  }),
  quote: post("/checkout/quote.json", {
    summary: "Ask all shipping endpoints for the options of a delivery.",
    description:
      "They are asked at once, and have 2 seconds. One that fails, is too slow or answers nonsense gives no option. One that failed 5 times in a row is not asked for 30 seconds.",
    input: quoteParameters,
    output: Schema.Struct({
      options: Schema.Array(
        Schema.Struct({
          endpoint: ShippingEndpointId.annotate({ description: "The endpoint that gave the option." }),
          id: Text.annotate({ description: "What the endpoint calls the option." }),
          label: Text,
          cost: Money,
          eta: Schema.NullOr(Text)
        }).annotate({ identifier: "ShippingOption" })
      )
    }),
    rules: quoteFindings,
    stability: "companion",
    example: { country: "IT", state: "MI", postal_code: "20121", items: [{ sku: "MUG-1", quantity: 2, price: 9.5 }] }
  }),
  list: control.get("/endpoints/list.json", {
    audience: "shop",
    summary: "List the real-time endpoints of a shop with the states of their circuit breakers.",
    columns: ["id", "kind", "name", "state", "failures", "last_status", "last_ms", "opened_at", "url"],
    input: { shop },
    output: Schema.Array(EndpointStatus),
    refusals: [NotFound]
  }),
  rotate: control.post("/endpoints/rotate.json", {
    audience: "shop",
    summary: "Give a real-time endpoint a new secret; it is asked with signatures of both for a while.",
    input: {
      shop,
      endpoint,
      overlap_seconds: SecretOverlap
    },
    output: Schema.Struct({ secret }),
    refusals: [NotFound, Conflict],
    secret: true
  }),
  setPaused: control.put("/endpoints/endpoint.json", {
    summary: "Pause a real-time endpoint, or let it continue, even after its shop was moved.",
    audience: "shop",
    input: {
      shop,
      endpoint,
      paused: Flag.annotate({
        description: "1 pauses it: it is not asked; 0 lets it continue, even if its application has no valid key."
      })
    },
    output: Done,
    refusals: [NotFound]
  })
}

function quoteFindings({ country: code, items, state }: PartialInput<Quote>): ReadonlyArray<Finding> {
  const country = code === undefined ? undefined : countryByCode(code)
  return [
    ...(country !== undefined && state !== undefined && stateOf(country, state) === undefined
      ? [{ at: ["state"], message: `is not a state of ${country.name}` }]
      : []),
    ...(items?.length === 0 ? [{ at: ["items"], message: "is required" }] : [])
  ]
}
