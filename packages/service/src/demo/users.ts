/** What the demo shop's registered users have: addresses, one of them the primary, and gift cards with a history. */
import { type AddressBook, addressFrom, withAddress } from "@bottega/domain/areas/addresses"
import type { Customer } from "@bottega/domain/areas/customers"
import { type GiftCard, type GiftCardEntry, loaded, unloaded } from "@bottega/domain/areas/giftcards"
import { type Chance, hex, idAt } from "./chance.ts"
import type { Person } from "./people.ts"

/** What a user's possessions are drawn from; `digits` is of the shop's currency, and `end` is now, in unix seconds. */
export interface UserOptions {
  readonly chance: Chance
  /** Everyone in the shop: a user sends presents to some of them. */
  readonly people: ReadonlyArray<Person>
  readonly digits: number
  readonly end: number
}

/** The documents of a user; lists, so that a user may have none. */
export interface UserHistory {
  readonly addressBooks: ReadonlyArray<AddressBook>
  readonly giftCards: ReadonlyArray<GiftCard>
  readonly giftCardLedger: ReadonlyArray<GiftCardEntry>
}

/** The shares of users with addresses, and with a gift card. */
const shares = { addresses: 0.6, giftCard: 0.35 }

/** Draws what a person has; nothing if it is a guest now. */
export const userHistoryOf = (person: Person, customer: Customer, options: UserOptions): UserHistory => {
  const nothing = { addressBooks: [], giftCards: [], giftCardLedger: [] }
  if (customer.userUID === 0) return nothing
  const { chance } = options
  return {
    ...nothing,
    ...(chance.is(shares.addresses) ? { addressBooks: [bookOf(person, options)] } : {}),
    ...(chance.is(shares.giftCard) ? giftCardOf(customer, options) : {})
  }
}

/** The user's home, and in some cases other people's. */
const bookOf = (person: Person, { chance, end, people }: UserOptions): AddressBook => {
  const { created, userUID } = person.customer
  const others = Array.from({ length: chance.int(0, 2) }, () => chance.of(people))
  return [person, ...others].reduce<AddressBook | undefined>((book, { country, customer, state }, index) => {
    const { address, city, code, email, fullname, phone, zip } = customer
    const metadata = { address_name: index === 0 ? "Casa" : `Da ${customer.first_name}` }
    const place = { address, city, postal_code: zip, state, country }
    const added = addressFrom(
      { fullname, email, phone, tax_code: code, ...place, metadata },
      idAt(chance.int(created, end), chance)
    )
    return withAddress(book, { added, marked: chance.is(0.2), userUID })
  }, undefined)!
}

/** A gift card that was loaded, and in most cases used since. */
const giftCardOf = ({ created, userUID }: Customer, { chance, digits, end }: UserOptions) => {
  const ledger: Array<GiftCardEntry> = []
  const times = Array.from({ length: chance.int(1, 4) }, () => chance.int(created, end)).toSorted((a, b) => a - b)
  for (const [index, ts] of times.entries()) {
    const balance = ledger.at(-1)?.balance ?? 0
    const moved =
      index === 0 || chance.is(0.2)
        ? loaded(balance, chance.of([20, 50, 100]), digits)
        : unloaded(balance, chance.of([12.5, 20, 34.9, balance]), digits)
    // An unload of more than the balance was refused.
    if (typeof moved === "string") continue
    const id = hex(ts * 1_000_000 + index, 14) + chance.hex(1)
    ledger.push({ id, userUID, ...moved, key: null, ts })
  }
  return { giftCards: [{ userUID, amount: ledger.at(-1)!.balance }], giftCardLedger: ledger }
}
