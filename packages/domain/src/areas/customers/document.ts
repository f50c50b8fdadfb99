/** Customers and the log of their consents, as stored. */
import { Schema } from "effect"
import { bounded, tagBound } from "../../contract/bounded.ts"
import { collection } from "../../contract/collection.ts"
import { withDefault } from "../../contract/defaults.ts"
import { number, text, texts } from "../../contract/lookup.ts"
import { walksBy } from "../../contract/personal.ts"
import { provenance, storedProvenance } from "../../contract/provenance.ts"
import { searched } from "../../contract/search-words.ts"
import { duplicate, internal } from "../../contract/unique.ts"
import { Bool, Email, Int, names, ServiceID, Text, Uid, Unix } from "../../contract/values.ts"
import { customergroups } from "../customergroups.ts"

/** Whether a customer has a user account. */
export const AccountType = Schema.Literals(["guest", "registered"])

/** A customer as the detail shows it; unset texts are empty, and `code` is the tax number. */
export const CustomerDetail = Schema.Struct({
  id: names("customers", ServiceID),
  fullname: Text,
  email: Email,
  website: Text,
  phone: Text,
  mobile: Text,
  address: Text,
  city: Text,
  zip: Text,
  state: Text.annotate({ description: "The state's name." }),
  stateUID: Schema.NullOr(names("states", Uid)),
  country: Text.annotate({ description: "The country's name." }),
  countryUID: Schema.NullOr(names("countries", Uid)),
  code: Text.annotate({ description: "The tax number." }),
  userUID: names("users", Int).annotate({ description: "0 for guests." }),
  accountType: AccountType
}).annotate({ identifier: "Customer" })
export type CustomerDetail = typeof CustomerDetail.Type

/** The bound of a customer's custom fields, and the maximum length of their names and values, in characters. */
export const customFieldBounds = {
  fields: { max: 100, noun: "custom fields" },
  nameCharacters: 100,
  valueCharacters: 2000
}

/** The fields of a customer that are stored beside the detail. Times are unix seconds. */
const kept = {
  first_name: Text,
  last_name: Text,
  note: Text,
  metadata: Schema.Struct({ sdi: Text, pec: Text }),
  group_id: Schema.NullOr(ServiceID),
  tags: bounded(Schema.Array(Text), tagBound),
  custom_fields: bounded(Schema.Record(Schema.String, Text), customFieldBounds.fields),
  accept_marketing: Bool,
  created: Unix,
  updated: Schema.NullOr(Unix),
  registered: withDefault(Schema.NullOr(Unix), null),
  last_login: withDefault(Schema.NullOr(Unix), null)
}

/** A customer as stored: the detail comes first, so that it can be answered without being parsed. */
export const Customer = Schema.Struct({ ...CustomerDetail.fields, ...kept })
export type Customer = typeof Customer.Type

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

const consentFields = {
  accept_marketing: Bool,
  key: Schema.NullOr(Text).annotate({ description: "The key set that changed it." }),
  ip: Schema.NullOr(Text).annotate({ description: "Null for a removed customer." }),
  ts: Unix
}
/** A change of a customer's consent to marketing, as the operator sees it. */
export const ShownConsent = Schema.Struct({ id: names("customers", ServiceID), ...consentFields, ...provenance })
export type ShownConsent = typeof ShownConsent.Type

/** A change of a customer's consent to marketing as stored; ids sort by time. */
export const Consent = Schema.Struct({ id: Text, customer: ServiceID, ...consentFields, ...storedProvenance })
export type Consent = typeof Consent.Type

/**
 * A person whose data are being erased: kept from the first step to the last one, so that repeating an interrupted call
 * still finds the ids that the person had. `email` is in lower case, `since` in unix seconds.
 */
export const Erasure = Schema.Struct({
  email: Text,
  customers: Schema.Array(ServiceID),
  userUIDs: Schema.Array(Uid),
  since: Unix
})
export type Erasure = typeof Erasure.Type

export const collections = {
  customers: collection("customers", Customer, {
    noun: "customer",
    personal: {
      as: "customers",
      where: ({ customers, email }) => [...walksBy("key", customers), ...walksBy("email", [email])],
      // The erasure removes a customer with everything that goes with it, in one commit of its own.
      erased: (customer) => customer
    },
    key: ({ id }) => id,
    lookups: {
      email: text(({ email }) => email.toLowerCase()),
      userUID: number(({ userUID }) => (userUID > 0 ? userUID : undefined)),
      accountType: text(({ accountType }) => accountType),
      group: text(({ group_id }) => group_id ?? undefined),
      tags: texts(({ tags }) => tags.map((tag) => tag.toLowerCase())),
      created: number(({ created }) => created),
      updated: number(({ updated }) => updated ?? undefined),
      token: searched(({ email, fullname }) => ({ words: [fullname, email] }))
    },
    deferred: ["token"],
    unique: {
      email: duplicate(
        "email",
        ({ email }) => `The shop already has a customer with the email address ${email}.`,
        "is the email address of another customer"
      ),
      userUID: internal
    },
    references: [{ to: () => customergroups.collections.customerGroups, on: "group", whenRemoved: "refused" }],
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
  }),
  erasures: collection("erasures", Erasure, {
    noun: "erasure",
    key: ({ email }) => email,
    lookups: { customer: texts(({ customers }) => customers) },
    // The last step of the erasure removes it.
    personal: { as: "erasures", where: ({ email }) => walksBy("key", [email]), erased: (erasure) => erasure }
  }),
  consents: collection("consents", Consent, {
    noun: "consent",
    personal: {
      as: "consents",
      where: ({ customers }) => walksBy("customer", customers),
      erased: () => undefined
    },
    key: ({ id }) => id,
    lookups: {
      customer: text(({ customer }) => customer),
      traced: text(({ customer, ip }) => (ip === null ? undefined : customer))
    },
    orders: [
      ["customer", "key"],
      ["traced", "key"]
    ]
  })
}
