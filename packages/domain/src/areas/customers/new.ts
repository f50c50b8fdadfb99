/** Makes the document of a new customer from a call's parameters. */
import type { Input } from "../../contract/endpoint.ts"
import { type Customer, customerFrom } from "./document.ts"
import type { endpoints } from "./endpoints.ts"
import { namesOf, nowhere, placeAfter } from "./rules.ts"

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
