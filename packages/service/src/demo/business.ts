/** The demo shop's B2B: listings with a customer group and an attribute each, accounts in every state, and messages. */
import { type Account, accountHolder, activeAccount, newListing } from "@bottega/domain/areas/b2b"
import { asGuest, type Customer } from "@bottega/domain/areas/customers"
import type { Message } from "@bottega/domain/areas/mail"
import { type Chance, idAt } from "./chance.ts"
import { queuedMessage } from "./mail.ts"

type MadeListing = ReturnType<typeof newListing>

const listings: ReadonlyArray<readonly [name: string, description: string]> = [
  ["Ristoranti e alberghi", "Biancheria e stoviglie in quantità, consegna su appuntamento."],
  ["Rivenditori", "Sconto del trenta per cento da dodici pezzi."]
]

/** All listings, made in the week after the shop opened, in unix seconds. */
export const listingsOf = (chance: Chance, opened: number): ReadonlyArray<MadeListing> =>
  listings.map(([name, description], index) => {
    const id = () => idAt(opened + (index + 1) * day, chance)
    return newListing({ name, description }, { listing: id(), group: id(), attribute: id() })
  })

const day = 86_400

/** The B2B account of a customer, and what made it. */
export interface BusinessHistory {
  readonly customer: Customer
  readonly accounts: ReadonlyArray<Account>
  readonly mail: ReadonlyArray<Message>
}

/** What an account is drawn from; `end` is now, in unix seconds. */
export interface BusinessOptions {
  readonly chance: Chance
  readonly listings: ReadonlyArray<MadeListing>
  readonly end: number
}

/** The states of the accounts, one after the other. */
const states: ReadonlyArray<Account["status"]> = ["active", "pending", "ask-for-removal", "removed", "active"]

/** Gives a registered customer the nth B2B account after everything else that happened to it. */
export const accountOf = (known: Customer, n: number, { chance, end, listings }: BusinessOptions): BusinessHistory => {
  const made = chance.int(known.updated ?? known.created, end - 1)
  const given = { customer_group_id: chance.of(listings).group.id, email: known.email, fullname: known.fullname }
  const holder = accountHolder(known, given, { id: known.id, now: made, userUID: known.userUID })
  const status = states[n % states.length]!
  return {
    customer: status === "removed" ? asGuest(holder, chance.int(made + 1, end)) : holder,
    accounts: [{ ...activeAccount(undefined, holder, made), status }],
    mail: status === "active" ? [welcomeOf(holder, made, chance)] : []
  }
}

const welcomeOf = ({ email, fullname, id }: Customer, ts: number, chance: Chance): Message =>
  queuedMessage(
    { to: email, reason: "b2b_welcome", ts, order: null, people: [id], about: { customer: { fullname, email } } },
    chance
  )
