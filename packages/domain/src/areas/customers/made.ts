/** Makes the documents of new and changed customers from the parameters of calls. All functions are pure. */
import type { Input } from "../../contract/endpoint.ts"
import { type Consent, type Customer, customerFrom } from "./document.ts"
import type { endpoints } from "./endpoints.ts"
import { namesAfter, namesOf } from "./names.ts"
import { nowhere, placeAfter } from "./rules.ts"

/** What the service knows of a new customer. */
export interface NewCustomer {
  readonly id: string
  /** The uid of the new user; 0 for a guest. */
  readonly userUID: number
  /** The current unix second. */
  readonly now: number
}

/** Makes the customer that a call describes. */
export const newCustomer = (given: Input<typeof endpoints.create>, { id, now, userUID }: NewCustomer): Customer => {
  const { address = "", city = "", email, metadata = {}, mobile = "", note = "", phone = "", website = "" } = given
  return customerFrom({
    ...{ id, created: now, userUID, registered: userUID > 0 ? now : null },
    ...namesOf(given),
    ...placeAfter(nowhere, given),
    ...{ email, website, phone, mobile, address, city, note },
    code: given.tax_number ?? "",
    metadata: { sdi: metadata.sdi ?? "", pec: metadata.pec ?? "" }
  })
}

/** Returns the customer after a call that changes it, or the same object if nothing changed. `now` in unix seconds. */
export const customerAfter = (before: Customer, given: Input<typeof endpoints.update>, now: number): Customer =>
  touched(
    before,
    {
      ...namesAfter(before, given),
      ...placeAfter(before, given),
      phone: given.phone ?? before.phone,
      address: given.address ?? before.address,
      city: given.city ?? before.city,
      code: given.tax_number ?? before.code,
      note: given.note ?? before.note
    },
    now
  )

/**
 * Returns the customer with these fields and with its time of change, or the same object if it has them already. `now` in
 * unix seconds.
 */
export const touched = (before: Customer, fields: Partial<Customer>, now: number): Customer => {
  const after = { ...before, ...fields }
  // Both sides have their fields in the same order, so equal values have equal texts.
  return JSON.stringify(before) === JSON.stringify(after) ? before : { ...after, updated: now }
}

/** The customer as a guest, after its user was removed. `now` in unix seconds. */
export const asGuest = (customer: Customer, now: number): Customer =>
  touched(customer, { userUID: 0, accountType: "guest", registered: null, last_login: null }, now)

type CustomFields = Customer["custom_fields"]

/** Merges custom fields; an empty value removes one. */
export const customFieldsAfter = (before: CustomFields, given: CustomFields): CustomFields =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ""))

/**
 * How many entries of a customer's consent log name an address. So the removal of a customer, which takes the addresses
 * out, is one commit of a bounded size.
 */
export const maxTracedConsents = 500

/** The entries of a consent log that lose their address when one more is written; `traced` has those that name one. */
export const outlived = <Entry>(traced: ReadonlyArray<Entry>): ReadonlyArray<Entry> =>
  traced.slice(0, Math.max(0, traced.length - (maxTracedConsents - 1)))

/** An entry of the consent log without the address that the consent came from. */
export const untraced = (consent: Consent): Consent => ({ ...consent, ip: null })
