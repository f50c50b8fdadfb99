/** The parameters of a new order, and the rules on them that no single type can express. */
import { Schema } from "effect"
import { atMost, Tags } from "../../contract/bounded.ts"
import { isCurrency } from "../../contract/currencies.ts"
import { withDefault } from "../../contract/defaults.ts"
import type { Finding, PartialInput } from "../../contract/endpoint.ts"
import {
  Amount,
  Email,
  Flag,
  intFrom,
  NonEmptyText,
  names,
  rule,
  spelt,
  Text,
  TextUpTo,
  Unix,
  withUnderscore
} from "../../contract/values.ts"
import { type Country, countryByCode, stateOf } from "../countries/rules.ts"
import { lineBound } from "./document.ts"
import { Status } from "./status.ts"

const optional = Schema.optionalKey
/** A country, by its code. */
export const CountryCode = Text.check(
  rule("must be a country's ISO 3166-1 code of two letters", isCountryCode, { minLength: 2, maxLength: 2 })
)
const country = optional(CountryCode)
const unlessNotRequired = "Required unless shipping_flag is not_required."
const line = optional(Text.annotate({ description: unlessNotRequired }))
/** The maximum length of a name, in characters: orders are found by each word of their buyer's. */
export const nameCharacters = 1000
const fullname = optional(TextUpTo(nameCharacters).annotate({ description: unlessNotRequired }))
const email = optional(Email.annotate({ description: unlessNotRequired }))
const state = optional(
  Text.annotate({
    description: "The state's uid, ISO 3166-2 code, name or common name; any text if the country has no states."
  })
)

const NewItem = Schema.Struct({
  price: Amount.annotate({ description: "The price of one piece." }),
  quantity: intFrom(1).annotate({ description: "How many pieces." }),
  title: optional(Text.annotate({ description: "What the order calls the item; by default the catalogue's title." })),
  sku: names("inventory", NonEmptyText).annotate({
    description: "The SKU of a product or variant; one that is not in the catalogue is accepted too."
  }),
  options: optional(Text.annotate({ description: "The superkey of the variant that was chosen." }))
}).annotate({ identifier: "NewOrderItem" })

const DigitalInvoice = Schema.Struct({
  type: Schema.Literals(["person", "company"]).annotate({
    description: "Whose invoice it is; decides which fields it has."
  }),
  company_vat_number: optional(Text.annotate({ description: "The company's VAT number; required for a company." })),
  company_pec_address: optional(
    Text.annotate({ description: "The company's certified email address (PEC); required without company_unique_code." })
  ),
  company_unique_code: optional(
    Text.annotate({
      description:
        "The company's code at the SdI, Italy's exchange system of invoices; required without company_pec_address."
    })
  ),
  person_tax_number: optional(Text.annotate({ description: "The person's tax number; required for a person." })),
  person_pec_address: optional(Text.annotate({ description: "The person's certified email address (PEC)." }))
}).annotate({
  identifier: "DigitalInvoice",
  description: "The recipient of the electronic invoice; required if require_invoice is 1, and refused otherwise."
})

const Locale = spelt(
  Text.check(rule("must be a locale such as it_IT", (text: string) => /^[a-z]{2,3}(_[A-Z]{2})?$/.test(text))),
  withUnderscore
)

/** The parameters of a new order. */
export const parameters = {
  delivery_fullname: fullname,
  delivery_email: email,
  delivery_address: line,
  delivery_phone: line,
  delivery_city: line,
  delivery_postal_code: line,
  delivery_state: state,
  delivery_country: country,
  billing_fullname: fullname,
  billing_email: email,
  billing_address: line,
  billing_phone: line,
  billing_city: line,
  billing_postal_code: line,
  billing_state: state,
  billing_country: country.annotate({
    description: "ISO 3166-1 code of two letters, such as IT; required unless shipping_flag is not_required."
  }),
  shipping_flag: optional(
    Schema.Literals(["not_required"]).annotate({
      description: "not_required if nothing is shipped: the addresses may be left out."
    })
  ),
  item_id: Schema.Array(NewItem)
    .check(atMost(lineBound))
    .annotate({ description: "What is ordered; at least one item." }),
  shipping_method: NonEmptyText,
  shipping_cost: Amount,
  payment_method: NonEmptyText.annotate({
    description: "The key of a payment method, from GET /payments/configured_payment.json, or any other text."
  }),
  payment_cost: withDefault(
    Amount.annotate({ description: "What the payment method costs the buyer, in the order's currency." }),
    0
  ),
  coupon_code: optional(Text),
  coupon_amount: optional(
    Amount.annotate({ description: "Taken off instead of the coupon's own amount; at most the items' sum." })
  ),
  order_status: withDefault(Status.annotate({ description: "The status that the order begins with." }), 0),
  require_invoice: withDefault(
    Flag.annotate({ description: "1 if the buyer wants an invoice; digital_invoice is required then." }),
    0
  ),
  digital_invoice: optional(DigitalInvoice),
  currency: optional(
    Text.check(rule("must be an ISO 4217 currency, such as EUR", isCurrency)).annotate({
      description: "EUR, USD, GBP or the shop's, which is the default."
    })
  ),
  locale: optional(
    Locale.annotate({ description: "The language of the buyer, such as it_IT; by default the shop's." })
  ),
  timestamp: optional(Unix.annotate({ description: "When it was placed; by default, now." })),
  message: optional(Text.annotate({ description: "What the buyer writes to the shop." })),
  tags: optional(Tags),
  marketplace: optional(Text.annotate({ description: "The marketplace that the order comes from." })),
  marketplaceDetails: optional(
    Schema.Record(Schema.String, Text).annotate({
      description: "What the marketplace says about the order: texts by name."
    })
  )
}
const Parameters = Schema.Struct(parameters)
/** The parameters of a new order, after they were read. */
export type NewOrder = typeof Parameters.Type
type Given = PartialInput<NewOrder>

/** Finds everything that is wrong with an order's parameters, some of which may be missing. */
export const findings = (given: Given): ReadonlyArray<Finding> => [
  ...addressFindings(given, "delivery"),
  ...addressFindings(given, "billing"),
  ...invoiceFindings(given),
  ...itemFindings(given)
]

/** The two addresses of an order. */
export type AddressKind = "delivery" | "billing"
const parts = ["fullname", "email", "address", "phone", "city", "postal_code", "state", "country"] as const
type Part = (typeof parts)[number]
// Names are assembled once: assembling them for each look-up takes a third of the time of all rules.
const namesOf = <S extends AddressKind>(side: S) =>
  Object.fromEntries(parts.map((part) => [part, `${side}_${part}`])) as { readonly [P in Part]: `${S}_${P}` }
const addressNames = { delivery: namesOf("delivery"), billing: namesOf("billing") }

/** A part of an address as the caller sent it. */
export const partOf = (given: Given, side: AddressKind, part: Part): string | undefined =>
  given[addressNames[side][part]]

/** The country of an address, if a valid one was sent. */
export const countryOf = (given: Given, side: AddressKind): Country | undefined => {
  const code = partOf(given, side, "country")
  return code === undefined ? undefined : countryByCode(code)
}

/** Finds what is missing or wrong in one address of an order. */
export const addressFindings = (given: Given, side: AddressKind): ReadonlyArray<Finding> => {
  const required = given.shipping_flag === "not_required" ? [] : Object.values(addressNames[side])
  const found = required
    .filter((name) => !(name in given))
    .map((name): Finding => ({ at: [name], without: [["shipping_flag"]], message: "is required" }))
  const wrong = stateFinding(given, side)
  if (wrong === undefined) return found
  const { country, state } = addressNames[side]
  return [...found, { at: [state], without: [[country]], message: wrong }]
}

const stateFinding = (given: Given, side: AddressKind): string | undefined => {
  const text = partOf(given, side, "state")
  if (text === undefined) return undefined
  const country = countryOf(given, side)
  if (country !== undefined)
    return stateOf(country, text) === undefined ? `is not a state of ${country.name}` : undefined
  // A required country that is missing is reported elsewhere.
  return given.shipping_flag === "not_required" && partOf(given, side, "country") === undefined
    ? `needs ${side}_country`
    : undefined
}

const fieldsOfType = {
  company: ["company_vat_number", "company_pec_address", "company_unique_code"],
  person: ["person_tax_number", "person_pec_address"]
} as const

const invoiceFindings = ({ digital_invoice: invoice, require_invoice = 0 }: Given): ReadonlyArray<Finding> => {
  const at = (field: string, message: string): Finding => ({ at: ["digital_invoice", field], message })
  if (require_invoice === 0)
    return invoice === undefined
      ? []
      : [{ at: ["digital_invoice"], without: [["require_invoice"]], message: "is for require_invoice 1 only" }]
  if (invoice === undefined) return [{ at: ["digital_invoice"], message: "is required when require_invoice is 1" }]
  const { type } = invoice
  if (type === undefined) return []
  const other = type === "company" ? "person" : "company"
  const ofOtherType = fieldsOfType[other].filter((field) => field in invoice)
  const found = ofOtherType.map((field) => at(field, `is not for an invoice of type ${type}`))
  const number = type === "company" ? "company_vat_number" : "person_tax_number"
  if (!(number in invoice)) found.push(at(number, "is required"))
  if (type === "company" && !("company_pec_address" in invoice || "company_unique_code" in invoice))
    found.push({
      ...at("company_pec_address", "or company_unique_code is required"),
      without: [["digital_invoice", "company_unique_code"]]
    })
  return found
}

/** Finds an order without items. */
export const itemFindings = ({ item_id: items }: Pick<Given, "item_id">): ReadonlyArray<Finding> =>
  items?.length === 0 ? [{ at: ["item_id"], message: "is required" }] : []

function isCountryCode(text: string): boolean {
  return text.length === 2 && countryByCode(text) !== undefined
}
