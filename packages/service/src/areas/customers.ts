/** Handles calls on customers, and finds the buyer of an order by email or makes a guest. */
import { type areas, collections, events } from "@bottega/domain/areas"
import {
  type Customer,
  type CustomerDetail,
  customerFrom,
  detailOf,
  namesOf,
  newCustomer
} from "@bottega/domain/areas/customers"
import { type Happening, happened, shownLine } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Encoded } from "../engine/answer.ts"
import { insert, type WriteDraft } from "../engine/change.ts"
import { existingRow } from "../engine/existing.ts"
import type { Handlers } from "../engine/handler.ts"
import { serviceIdAt } from "../engine/ids.ts"
import * as session from "../engine/session.ts"
import { next, Session } from "../engine/session.ts"
import { groupHandlers } from "./customers/group.ts"
import { list, page } from "./customers/lists.ts"
import { tagHandlers } from "./customers/tags.ts"

/** The customer with an email address, compared without regard to case. */
const byEmail = (email: string) =>
  Effect.map(
    session.list(collections.customers, { where: [{ on: "email", eq: email.toLowerCase() }], limit: 1 }),
    ([found]) => found
  )

/** The buyer as an order describes it. */
export type Buyer = Pick<Customer, "email" | "fullname"> &
  Partial<
    Pick<Customer, "phone" | "address" | "city" | "zip" | "country" | "countryUID" | "state" | "stateUID" | "code">
  >

/** The customer with the buyer's email address, unchanged; or a new guest, with the write and event that make it. */
export const buyer = Effect.fnUntraced(function* (given: Buyer) {
  const known = yield* byEmail(given.email)
  const nothing: { readonly writes: ReadonlyArray<WriteDraft>; readonly events: ReadonlyArray<Happening> } = {
    writes: [],
    events: []
  }
  if (known !== undefined) return { customer: known.doc, ...nothing }
  const { now } = yield* Session
  const customer = customerFrom({
    ...given,
    ...namesOf(given),
    id: serviceIdAt(now),
    created: Math.floor(now / 1000)
  })
  return {
    customer,
    writes: [insert(collections.customers, customer)],
    events: [happened(events.customerCreated, detailOf(customer))]
  }
})

export const handlers: Handlers<typeof areas.customers> = {
  list,
  page,

  read: Effect.fnUntraced(function* ({ email = "", id }) {
    const { text } = yield* id === undefined
      ? existingRow(collections.customers, email.toLowerCase(), "email")
      : existingRow(collections.customers, id)
    return new Encoded<CustomerDetail>(shownLine(text))
  }),

  create: Effect.fnUntraced(function* (given) {
    const { now } = yield* Session
    const userUID = given.register === 1 ? yield* next("users") : 0
    const customer = newCustomer(given, { id: serviceIdAt(now), now: Math.floor(now / 1000), userUID })
    return {
      answer: { client: { id: customer.id } },
      writes: [insert(collections.customers, customer)],
      events: [happened(events.customerCreated, detailOf(customer))]
    }
  }),
  ...groupHandlers,
  ...tagHandlers
}
