/** Handles calls on customers, and finds the buyer of an order by email or makes a guest. */
import { type areas, collections, events } from "@bottega/domain/areas"
import {
  type Customer,
  type CustomerDetail,
  customerAfter,
  customerFrom,
  customFieldsAfter,
  detailOf,
  namesOf,
  newCustomer,
  placeFindings,
  touched
} from "@bottega/domain/areas/customers"
import { done, happened, shownLine, updated } from "@bottega/domain/contract"
import { Effect } from "effect"
import { Encoded } from "../engine/answer/answer.ts"
import { type Change, guard, insert } from "../engine/decide/change.ts"
import { existing, existingRow } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { next, refuseIf, Session } from "../engine/decide/session.ts"
import { serviceIdAt } from "../engine/ids.ts"
import { byEmail } from "./customers/by-email.ts"
import { acceptMarketing, consents } from "./customers/consents.ts"
import { data, erase } from "./customers/erasure.ts"
import { groupHandlers } from "./customers/group.ts"
import { list, page } from "./customers/lists.ts"
import { removalOf } from "./customers/removal.ts"
import { replaced } from "./customers/replaced.ts"
import { tagHandlers } from "./customers/tags.ts"

/** The buyer as an order describes it. */
export type Buyer = Pick<Customer, "email" | "fullname"> &
  Partial<
    Pick<Customer, "phone" | "address" | "city" | "zip" | "country" | "countryUID" | "state" | "stateUID" | "code">
  >

/**
 * The customer with the buyer's email address, unchanged, and the guard that it still exists; or a new guest, with the write
 * and event that make it.
 */
export const buyer = Effect.fnUntraced(function* (given: Buyer) {
  const known = yield* byEmail(given.email)
  if (known !== undefined) {
    const made: Made = { writes: [], events: [], guards: [guard(collections.customers, known)] }
    return { customer: known.doc, ...made }
  }
  const { now } = yield* Session
  const customer = customerFrom({
    ...given,
    ...namesOf(given),
    id: serviceIdAt(now),
    created: Math.floor(now / 1000)
  })
  return { customer, ...inserted(customer) }
})

type Made = Required<Pick<Change<unknown>, "writes" | "events" | "guards">>

const inserted = (customer: Customer): Made => ({
  writes: [insert(collections.customers, customer)],
  events: [happened(events.customerCreated, detailOf(customer))],
  guards: []
})

export const handlers: Handlers<typeof areas.customers> = {
  list,
  page,
  acceptMarketing,
  consents,
  data,
  erase,

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
    return { answer: { client: { id: customer.id } }, ...inserted(customer) }
  }),

  update: Effect.fnUntraced(function* (given) {
    const session = yield* Session
    const before = yield* existing(collections.customers, given.id)
    yield* refuseIf(session, placeFindings(given, before.doc))
    const after = customerAfter(before.doc, given, Math.floor(session.now / 1000))
    const { errmsg, ...answer } = updated(after !== before.doc)
    return { answer, ...replaced(before, after) }
  }),

  remove: Effect.fnUntraced(function* ({ id }) {
    return { answer: done, ...(yield* removalOf(yield* existing(collections.customers, id))) }
  }),

  setCustomFields: Effect.fnUntraced(function* ({ custom_fields: given, id }) {
    const session = yield* Session
    const before = yield* existing(collections.customers, id)
    const custom_fields = customFieldsAfter(before.doc.custom_fields, given)
    const after = touched(before.doc, { custom_fields }, Math.floor(session.now / 1000))
    return { answer: updated(after !== before.doc), ...replaced(before, after) }
  }),
  ...groupHandlers,
  ...tagHandlers
}
