/**
 * What happened to the demo shop's customers after their first visit: a group, tags, custom fields, consents, and the last
 * login. Each customer is as the operations would have left it.
 */
import type { CustomerGroup } from "@bottega/domain/areas/customergroups"
import { addedTags, type Consent, type Customer, touched } from "@bottega/domain/areas/customers"
import { type Chance, hex } from "./chance.ts"

/** A customer as it is now, with the log of its consents, oldest first. */
export interface CustomerHistory {
  readonly customer: Customer
  readonly consents: ReadonlyArray<Consent>
}

/** What a customer's history is drawn from; `end` is now, in unix seconds. */
export interface HistoryOptions {
  readonly chance: Chance
  readonly groups: ReadonlyArray<CustomerGroup>
  readonly end: number
}

/** The shares of customers with each of these. */
const shares = { group: 0.3, tags: 0.35, fields: 0.25, consent: 0.5, withdrawal: 0.2, login: 0.85 }

/** Draws what happened to a new customer until now. */
export const historyOf = (customer: Customer, { chance, end, groups }: HistoryOptions): CustomerHistory => {
  const later = () => chance.int(customer.created, end)
  const consents = chance.is(shares.consent) ? consentsOf(customer, chance, end) : []
  const changes: ReadonlyArray<Change> = [
    ...consents.map(({ accept_marketing, ts }): Change => [ts, { accept_marketing }]),
    ...(chance.is(shares.group) ? [[later(), { group_id: chance.of(groups).id }] as const] : []),
    ...(chance.is(shares.tags) ? [[later(), { tags: tagsOf(chance) }] as const] : []),
    ...(chance.is(shares.fields) ? [[later(), { custom_fields: fieldsOf(chance) }] as const] : [])
  ]
  const sorted = changes.toSorted(([one], [other]) => one - other)
  const changed = sorted.reduce((before, [ts, fields]) => touched(before, fields, ts), customer)
  const isVisitor = customer.registered !== null && chance.is(shares.login)
  // A login is not a change of the customer.
  return { consents, customer: isVisitor ? { ...changed, last_login: later() } : changed }
}

type Change = readonly [ts: number, fields: Partial<Customer>]

/** A consent, in some cases withdrawn later. */
const consentsOf = ({ created, id }: Customer, chance: Chance, end: number): ReadonlyArray<Consent> => {
  const given = chance.int(created, end - 1)
  const log: ReadonlyArray<readonly [accept_marketing: boolean, ts: number]> = [
    [true, given],
    ...(chance.is(shares.withdrawal) ? [[false, chance.int(given + 1, end)] as const] : [])
  ]
  return log.map(([accept_marketing, ts]) => ({
    id: hex(ts * 1_000_000, 14) + chance.hex(1),
    ...{ customer: id, accept_marketing, key: null, ip: `203.0.113.${chance.int(1, 254)}`, ts }
  }))
}

const tagsOf = (chance: Chance) => addedTags(Array.from({ length: chance.int(1, 3) }, () => chance.weighted(tags)))([])

const tags = [
  [4, "vip"],
  [6, "newsletter"],
  [3, "lino"],
  [3, "ceramica"],
  [2, "corso ceramica"],
  [2, "corso pasta"],
  [2, "ritiro in negozio"]
] as const

const fieldsOf = (chance: Chance): Customer["custom_fields"] => ({
  [chance.of(["numero_scarpe", "taglia"])]: chance.of(["38", "40", "42"]),
  ...(chance.is(0.4) ? { compleanno: `${two(chance.int(1, 12))}-${two(chance.int(1, 28))}` } : {}),
  ...(chance.is(0.3) ? { conosciuto_tramite: chance.of(["Instagram", "passaparola", "mercatino"]) } : {})
})

const two = (n: number): string => String(n).padStart(2, "0")
