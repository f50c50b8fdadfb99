/** Quotes the shipping options of a delivery: those that the shop's endpoints give. */
import { type areas, collections } from "@bottega/domain/areas"
import { excessiveSums, orderSumsOf } from "@bottega/domain/areas/orders"
import type { RealtimeEndpoint } from "@bottega/domain/areas/realtime"
import { askMs, type Quote, ShippingAnswer } from "@bottega/domain/areas/realtime"
import { currencyFindings } from "@bottega/domain/areas/shops"
import { currencyDigits, type Finding } from "@bottega/domain/contract"
import { decimal, numberOf, round } from "@bottega/domain/money"
import type { Stored } from "@bottega/storage"
import { Effect } from "effect"
import { asking, Unasked } from "../../engine/decide/handler.ts"
import { refuseIf, Session } from "../../engine/decide/session.ts"
import { catalogueOf } from "../products.ts"
import { type Answered, answersOf, askable } from "./asked.ts"

/** What the endpoints are asked. */
interface Question {
  readonly endpoints: ReadonlyArray<Stored<RealtimeEndpoint>>
  readonly body: object
}

export const quote = asking<
  (typeof areas.realtime.endpoints)["quote"],
  Question,
  ReadonlyArray<Answered<ShippingAnswer>>
>({
  // Each endpoint has its own deadline; this one is for a store that does not answer.
  deadlineMs: 2 * askMs,
  ask: ({ body, endpoints }) =>
    answersOf(endpoints, { of: collections.realtimeShippings, body, answer: ShippingAnswer }),
  late: () => [],
  decide: Effect.fnUntraced(function* (given, answers) {
    const { shop } = yield* Session
    const currency = given.currency ?? shop.currency
    const digits = currencyDigits(currency)!
    if (answers === undefined) {
      const cart = yield* cartOf(given, digits)
      const endpoints = yield* askable(collections.realtimeShippings)
      if (endpoints.length > 0)
        return yield* new Unasked<Question>({
          question: { endpoints, body: { cart, address: addressOf(given), currency } }
        })
    }
    return { answer: { options: (answers ?? []).flatMap((one) => optionsOf(one, digits)) }, writes: [] }
  })
})

/** The items at their prices, and their sum; refuses with everything that is wrong with them. */
const cartOf = Effect.fnUntraced(function* ({ currency, items }: Quote, digits: number) {
  const session = yield* Session
  const unpriced = items.filter(({ price }) => price === undefined).map(({ sku }) => sku)
  const known = unpriced.length === 0 ? new Map() : yield* catalogueOf(unpriced)
  const lines = items.map(({ price, quantity, sku }) => ({
    sku,
    quantity,
    price: price ?? known.get(sku)?.final_price
  }))
  const missing = lines.flatMap(
    ({ price }, at): ReadonlyArray<Finding> =>
      price === undefined
        ? [{ at: ["items", at, "sku"], message: "is not in the catalogue: its price is required" }]
        : []
  )
  const priced = lines.map((line) => ({ ...line, price: line.price ?? 0 }))
  const sums = orderSumsOf({ item_id: priced, shipping_cost: 0, payment_cost: 0 }, digits)
  const excessive = excessiveSums(sums, digits).map((finding): Finding => ({ ...finding, at: ["items"] }))
  const refused = currency === undefined ? [] : currencyFindings(currency, session.shop)
  yield* refuseIf(session, [...refused, ...missing, ...excessive])
  return { items: priced, total: sums.items }
})

const addressOf = ({ city = "", country, postal_code = "", state = "" }: Quote) => ({
  country,
  state,
  postal_code,
  city
})

const optionsOf = ({ answer, endpoint }: Answered<ShippingAnswer>, digits: number) =>
  answer.options.map(({ cost, eta, id, label }) => ({
    endpoint: endpoint.id,
    id,
    label,
    cost: numberOf(round(decimal(cost), digits)),
    eta: eta === undefined || eta === null ? null : String(eta)
  }))
