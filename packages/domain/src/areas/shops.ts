/** Shops: one installation serves many, and a key set of one shop never shows data of another. */
import { Schema } from "effect"
import { Done } from "../contract/answers.ts"
import { area } from "../contract/area.ts"
import { atMost, bounded } from "../contract/bounded.ts"
import { type Check, countCheck } from "../contract/check.ts"
import { collection } from "../contract/collection.ts"
import { isCurrency } from "../contract/currencies.ts"
import { optional, withDefault } from "../contract/defaults.ts"
import { control, type Finding, type PartialInput } from "../contract/endpoint.ts"
import { number } from "../contract/lookup.ts"
import { NotFound } from "../contract/refusals.ts"
import { internal } from "../contract/unique.ts"
import {
  Amount,
  Bool,
  clearable,
  Email,
  Flag,
  Int,
  NonEmptyText,
  names,
  rule,
  ServiceID,
  spelt,
  Text,
  withUnderscore
} from "../contract/values.ts"
import { isZone } from "../contract/zones.ts"
import { type BuiltInMethod, builtInMethods } from "./orders/checkout.ts"
import { TransitionPolicy } from "./orders/status.ts"

const Zone = Schema.String.check(rule("must be an IANA time zone, such as Europe/Rome", isZone))
const Locale = spelt(
  Schema.String.check(rule("must be a locale such as it_IT", (text: string) => /^[a-z]{2,3}_[A-Z]{2}$/.test(text))),
  withUnderscore
)
const Currency = Schema.String.check(rule("must be an ISO 4217 currency, such as EUR", isCurrency))

/** How a shop offers a built-in payment method: whether at all, and at which extra cost; null names none. */
const Payment = Schema.Struct({
  id: Schema.Literals(Object.keys(builtInMethods) as [BuiltInMethod]),
  cost: Schema.NullOr(Amount),
  enabled: Bool
})

/** Where a shop sends from. */
export const Warehouse = Schema.Struct({ name: Text, address: Text })

const shopBounds = {
  modules: { max: 10, noun: "modules" },
  emails: { max: 20, noun: "addresses" },
  payments: { max: Object.keys(builtInMethods).length, noun: "payments" }
}

/** A shop as the control API shows it. */
export const Shop = Schema.Struct({
  id: names("shops", ServiceID),
  group_number: Int,
  name: Text,
  url: Text,
  timezone: Zone,
  locale: Locale,
  currency: Currency,
  modules: bounded(Schema.Array(Schema.Literals(["b2b"])), shopBounds.modules),
  partner_owned: Bool,
  transitions: TransitionPolicy,
  /** How orders change the stock; see `inventory/rules.ts`. */
  stock: Schema.Literals(["enforce", "track", "ignore"]),
  emails: bounded(Schema.Array(Email), shopBounds.emails),
  /** Whether the shop writes to its customers about their orders and gift cards by itself; see `emails/types.ts`. */
  mail_customers: withDefault(Flag, 0),
  /** Payment methods with settings; see `orders/checkout.ts` for the others. */
  payments: withDefault(bounded(Schema.Array(Payment), shopBounds.payments), []),
  warehouse: withDefault(Schema.NullOr(Warehouse), null)
})
export type Shop = typeof Shop.Type

/** The default settings of a new shop. */
export const shopDefaults = {
  url: "",
  timezone: "Europe/Rome",
  locale: "it_IT",
  currency: "EUR",
  modules: [],
  partner_owned: false,
  transitions: "any",
  stock: "enforce",
  emails: [],
  mail_customers: 0,
  payments: [],
  warehouse: null
} as const satisfies Partial<Shop>

const warehouse = {
  name: clearable(Text).annotate({ description: "The name of the warehouse." }),
  address: clearable(Text).annotate({ description: "The address of the warehouse, in one text." })
}

/** The settings that are merged into what a shop has, as far as they were sent. */
const merging = {
  payments: Schema.Array(
    Schema.Struct({
      id: Payment.fields.id.annotate({ description: "The payment method." }),
      cost: Schema.optionalKey(Schema.NullOr(Amount).annotate({ description: "Its extra cost; null for none." })),
      enabled: Schema.optionalKey(Bool.annotate({ description: "0 leaves the method out of what is offered." }))
    })
  ).annotate({ description: "Built-in payment methods, merged by id." }),
  warehouse: clearable(Schema.Struct(optional(warehouse))).annotate({
    description: "Merged field by field; empty for none."
  })
}
const Merging = Schema.Struct(optional(merging))

/** The settings of a shop that are merged: payments by their ids, a warehouse by its fields; an empty one counts as unset. */
export const mergedSettings = (
  before: Pick<Shop, "payments" | "warehouse">,
  { payments = [], warehouse }: typeof Merging.Type
): Pick<Shop, "payments" | "warehouse"> => {
  const paymentsById = new Map(before.payments.map((payment) => [payment.id, payment]))
  for (const given of payments)
    paymentsById.set(given.id, { ...(paymentsById.get(given.id) ?? { cost: null, enabled: true }), ...given })
  return {
    payments: [...paymentsById.values()],
    warehouse: warehouse === undefined ? before.warehouse : warehouseAfter(before.warehouse, warehouse)
  }
}

const warehouseAfter = (before: Shop["warehouse"], given: Partial<typeof Warehouse.Type>): Shop["warehouse"] => {
  if (Object.keys(given).length === 0) return null
  const { address, name } = { ...(before ?? { name: "", address: "" }), ...given }
  return name === "" && address === "" ? null : { name, address }
}

/** Finds payment methods that are sent more than once. */
const repeatedPayments = ({ payments = [] }: PartialInput<typeof Merging.Type>): ReadonlyArray<Finding> => {
  const seen = new Set<string>()
  return payments.flatMap((payment, index) => {
    if (payment?.id === undefined) return []
    if (seen.has(payment.id)) return [{ at: ["payments", index, "id"], message: "is sent for another payment too" }]
    seen.add(payment.id)
    return []
  })
}

/** Refuses a currency of prices that is neither the shop's nor one that every shop accepts. */
export const currencyFindings = (currency: string, shop: Pick<Shop, "currency">): ReadonlyArray<Finding> => {
  const accepted = [...new Set(["EUR", "USD", "GBP", shop.currency])]
  return accepted.includes(currency) ? [] : [{ at: ["currency"], message: `must be one of ${accepted.join(", ")}` }]
}

export const collections = {
  shops: collection("shops", Shop, {
    noun: "shop",
    personal: "none",
    key: ({ id }) => id,
    lookups: { group_number: number(({ group_number }) => group_number) },
    unique: { group_number: internal },
    owner: "installation",
    shop: "key",
    orders: [["group_number"]]
  })
}

const checks: ReadonlyArray<Check> = [countCheck("groups", collections.shops, ({ group_number }) => group_number)]

const { currency, partner_owned } = Shop.fields
const id = Shop.fields.id.annotate({ description: "The shop." })
const name = NonEmptyText.annotate({ description: "The name of the shop, which buyers read." })
const url = Shop.fields.url.annotate({ description: "The address of the shop's own site." })
const locale = Shop.fields.locale.annotate({ description: "The language and the country of the shop, such as it_IT." })
const timezone = Shop.fields.timezone.annotate({ description: "The IANA time zone of the shop, such as Europe/Rome." })
const transitions = Shop.fields.transitions.annotate({
  description: "any allows every change of an order's status; guarded allows those of its usual course only."
})
const stock = Shop.fields.stock.annotate({
  description: "How orders change the stock: enforce never below 0, track also below 0, ignore not at all."
})
const modules = Shop.fields.modules
  .check(atMost(shopBounds.modules))
  .annotate({ description: "The modules that the shop has; b2b opens the operations of B2B." })
const emails = Shop.fields.emails.check(atMost(shopBounds.emails)).annotate({
  description: "The shop's own email addresses, which get mails about new orders and disabled webhooks."
})
const mail_customers = Flag.annotate({
  description:
    "1: customers get mails about their orders and gift cards; 0, the default, sends none, so that a copy of a shop stays silent."
})
const settings = { timezone, locale, currency, partner_owned, transitions, stock, mail_customers }
/** The settings that an empty value clears. */
const clearing = { url: clearable(url), modules: clearable(modules), emails: clearable(emails) }

const endpoints = {
  list: control.get("/shops/list.json", {
    audience: "operator",
    summary: "List the installation's shops.",
    columns: ["id", "name", "url", "currency", "locale", "timezone", "modules"],
    output: Schema.Array(Shop)
  }),
  read: control.get("/shops/shop.json", {
    audience: "shop",
    summary: "Read one shop.",
    input: { id },
    output: Shop,
    refusals: [NotFound]
  }),
  create: control.post("/shops/shop.json", {
    audience: "operator",
    summary: "Open a shop.",
    input: {
      name,
      url: withDefault(url, shopDefaults.url),
      timezone: withDefault(timezone, shopDefaults.timezone),
      locale: withDefault(locale, shopDefaults.locale),
      currency: withDefault(currency, shopDefaults.currency),
      modules: withDefault(modules, shopDefaults.modules),
      partner_owned: withDefault(partner_owned, shopDefaults.partner_owned),
      transitions: withDefault(transitions, shopDefaults.transitions),
      stock: withDefault(stock, shopDefaults.stock),
      emails: withDefault(emails, shopDefaults.emails),
      mail_customers: withDefault(mail_customers, shopDefaults.mail_customers),
      ...optional(merging)
    },
    output: Schema.Struct({ id, group_number: Int }),
    rules: repeatedPayments,
    example: { name: "Bottega di Anna" }
  }),
  update: control.put("/shops/shop.json", {
    audience: "operator",
    summary: "Change a shop's settings.",
    input: { id, name: Schema.optionalKey(name), ...optional({ ...settings, ...clearing, ...merging }) },
    output: Done,
    rules: repeatedPayments,
    refusals: [NotFound]
  })
}

export const shops = area({ endpoints, collections, checks, events: {} })
