/**
 * Customers: everyone who ordered or registered in a shop, found by a ServiceID or by an email address, which is unique
 * in the shop regardless of case.
 */
import { Schema } from "effect"
import { area } from "../contract/area.ts"
import { type Check, countCheck } from "../contract/check.ts"
import { collection } from "../contract/collection.ts"
import { withDefault } from "../contract/defaults.ts"
import { get } from "../contract/endpoint.ts"
import { event } from "../contract/event.ts"
import { number, text, texts } from "../contract/lookup.ts"
import { NotFound } from "../contract/refusals.ts"
import { duplicate, internal } from "../contract/unique.ts"
import { Bool, Email, Int, ServiceID, Text, Uid, Unix } from "../contract/values.ts"
import { countryByUid, stateOf } from "./countries/rules.ts"

/** A customer as the detail shows it; unset texts are empty, and `code` is the tax number. */
export const CustomerDetail = Schema.Struct({
  id: ServiceID,
  fullname: Text,
  email: Email,
  website: Text,
  phone: Text,
  mobile: Text,
  address: Text,
  city: Text,
  zip: Text,
  state: Text.annotate({ description: "The state's name." }),
  stateUID: Schema.NullOr(Uid),
  country: Text.annotate({ description: "The country's name." }),
  countryUID: Schema.NullOr(Uid),
  code: Text.annotate({ description: "The tax number." }),
  userUID: Int.annotate({ description: "0 for guests." }),
  accountType: Schema.Literals(["guest", "registered"])
})
export type CustomerDetail = typeof CustomerDetail.Type

/** The fields of a customer that are stored beside the detail. Times are unix seconds. */
const kept = {
  first_name: Text,
  last_name: Text,
  note: Text,
  metadata: Schema.Struct({ sdi: Text, pec: Text }),
  group_id: Schema.NullOr(ServiceID),
  tags: Schema.Array(Text),
  custom_fields: Schema.Record(Schema.String, Text),
  accept_marketing: Bool,
  created: Unix,
  updated: Schema.NullOr(Unix),
  registered: withDefault(Schema.NullOr(Unix), null),
  last_login: withDefault(Schema.NullOr(Unix), null)
}

/** A customer as stored: the detail comes first, so that it can be answered without being parsed. */
export const Customer = Schema.Struct({ ...CustomerDetail.fields, ...kept })
export type Customer = typeof Customer.Type

export const collections = {
  customers: collection("customers", Customer, {
    noun: "customer",
    key: ({ id }) => id,
    lookups: {
      email: text(({ email }) => email.toLowerCase()),
      userUID: number(({ userUID }) => (userUID > 0 ? userUID : undefined)),
      accountType: text(({ accountType }) => accountType),
      group: text(({ group_id }) => group_id ?? undefined),
      tags: texts(({ tags }) => tags.map((tag) => tag.toLowerCase())),
      created: number(({ created }) => created),
      updated: number(({ updated }) => updated ?? undefined)
    },
    unique: {
      email: duplicate(
        "email",
        ({ email }) => `The shop already has a customer with the email address ${email}.`,
        "is the email address of another customer"
      ),
      userUID: internal
    },
    orders: [
      ["created"],
      ["updated"],
      ["accountType", "key"],
      ["accountType", "created"],
      ["accountType", "updated"],
      ["group", "key"],
      ["tags", "key"]
    ],
    beside: Object.keys(kept) as ReadonlyArray<keyof typeof kept>
  })
}

const checks: ReadonlyArray<Check> = [countCheck("users", collections.customers, ({ userUID }) => Math.max(0, userUID))]

/** Makes a new customer: omitted fields are unset, and a customer without a user uid is a guest. */
export const customerFrom = (
  given: Pick<Customer, "id" | "created" | "email"> & Partial<Omit<Customer, "accountType">>
): Customer => ({
  fullname: "",
  website: "",
  phone: "",
  mobile: "",
  address: "",
  city: "",
  zip: "",
  state: "",
  stateUID: null,
  country: "",
  countryUID: null,
  code: "",
  userUID: 0,
  first_name: "",
  last_name: "",
  note: "",
  metadata: { sdi: "", pec: "" },
  group_id: null,
  tags: [],
  custom_fields: {},
  accept_marketing: false,
  updated: null,
  registered: null,
  last_login: null,
  ...given,
  accountType: (given.userUID ?? 0) > 0 ? "registered" : "guest"
})

/**
 * The country and state fields of a customer, from a country's uid and a state's uid, code or name. Unknown places are
 * left unset; if a country has no states, the state may be any text.
 */
export const locationOf = (
  countryUID: number | null,
  state: string
): Pick<Customer, "country" | "countryUID" | "state" | "stateUID"> => {
  const country = countryUID === null ? undefined : countryByUid(countryUID)
  const found = country === undefined || state === "" ? "" : (stateOf(country, state) ?? "")
  return {
    country: country?.name ?? "",
    countryUID: country?.uid ?? null,
    state: typeof found === "string" ? found : found.name,
    stateUID: typeof found === "string" ? null : found.uid
  }
}

/** The part of a customer that the detail shows, which is also the payload of events. */
export const detailOf = (customer: Customer): CustomerDetail =>
  Object.fromEntries(
    Object.keys(CustomerDetail.fields).map((field) => [field, customer[field as keyof Customer]])
  ) as unknown as CustomerDetail

const events = {
  customerCreated: event(101, "customer.created", {
    summary: "A customer was created.",
    data: CustomerDetail,
    by: ["orders.create"]
  }),
  customerUpdated: event(102, "customer.updated", { summary: "A customer was changed.", data: CustomerDetail, by: [] })
}

const endpoints = {
  read: get("/clients/client.json", {
    summary: "Read a customer.",
    input: {
      id: Schema.optionalKey(ServiceID),
      email: Schema.optionalKey(
        Text.annotate({ description: "Required if id is not sent; upper and lower case are equal." })
      )
    },
    output: CustomerDetail,
    rules: ({ email, id }) =>
      id === undefined && email === undefined ? [{ at: ["id"], message: "is required if email is not sent" }] : [],
    refusals: [NotFound],
    stability: "beta"
  })
}

export const customers = area({ endpoints, collections, checks, events })
