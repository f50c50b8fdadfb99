/** Brings what belongs to registered users: their B2B accounts, addresses and gift cards. */
import { collections } from "@bottega/domain/areas"
import type { AddressBook } from "@bottega/domain/areas/addresses"
import { add, decimal, numberOf, subtract, zero } from "@bottega/domain/money"
import { docOf, pages } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { timeKey } from "../../../engine/ids.ts"
import { detailBounds } from "../bounds.ts"
import { bringList, bringWhole, type Context, type Kind, wholly } from "../context.ts"
import { fit, NotGiven } from "../failures.ts"
import type { Given } from "../given.ts"
import * as read from "../given.ts"
import type { Item } from "../item.ts"

const { accounts, addressBooks, customers, giftCardLedger, giftCards } = collections

/** The customer of a user, or of an address for a user that is no more. */
const customerOf = (context: Context, on: "email" | "userUID", eq: number | string) =>
  Effect.map(
    context.storage.find(context.shop.id, customers, { where: [{ on, eq }], limit: 1, latest: true }),
    ([row]) => row && docOf(customers, row)
  )

const statuses = ["pending", "active", "ask-for-removal", "removed"] as const

export const b2bAccounts: Kind = Effect.fnUntraced(function* (context) {
  const answer = yield* context.source.value("/b2b/users_list.json")
  const list = yield* fit(() => read.array(read.object(answer)["users"]))
  const keys = new Set<number | string>()
  for (const one of list) {
    const made = yield* Effect.result(accountOf(context, one))
    if (made._tag === "Failure") {
      if (!(made.failure instanceof NotGiven)) return yield* Effect.fail(made.failure)
      context.tallies.refuse("B2B accounts", String((one as Given | null)?.["id"]), made.failure.why)
      continue
    }
    const account = made.success
    const item = () => ({ key: account.customer, load: () => Effect.succeed(account) })
    yield* bringList(context, { kind: "B2B accounts", collection: accounts, given: [one], keys, item })
  }
  wholly(context, "B2B accounts", accounts, keys)
})

const accountOf = Effect.fnUntraced(function* (context: Context, one: unknown) {
  const { email, registered, status, uid } = yield* fit(() => {
    const given = read.object(one)
    return {
      uid: read.uid(given["id"], "a user"),
      email: read.text(given["email"]).toLowerCase(),
      registered: read.instant(given["registration_date"]),
      status: statuses.find((known) => known === given["registration_status"]) ?? ("active" as const)
    }
  })
  const isRemoved = status === "removed"
  const customer = yield* isRemoved ? customerOf(context, "email", email) : customerOf(context, "userUID", uid)
  if (customer === undefined || customer.userUID !== (isRemoved ? 0 : uid))
    return yield* new NotGiven({ status: 200, why: "belongs to no customer that was pulled" })
  return { customer: customer.id, uid, registered, status }
})

/** A call for each user, because no operation lists the addresses of all. */
export const addresses: Kind = Effect.fnUntraced(function* (context) {
  const keys = new Set<number | string>()
  const { shop, storage } = context
  const all = pages((of, query) => storage.find(shop.id, of, query), customers, {
    where: [{ on: "accountType", eq: "registered" }]
  })
  yield* Stream.runForEach(all, (rows) =>
    Effect.gen(function* () {
      const users = rows.map((row) => docOf(customers, row).userUID)
      const books = yield* Effect.forEach(users, (user) => bookOf(context, user, keys), { concurrency: 8 })
      const given = books.filter((book) => book !== undefined)
      const item = (one: Given): Item<AddressBook> => {
        const book = one as unknown as AddressBook
        return { key: book.userUID, load: () => Effect.succeed(book) }
      }
      yield* bringList(context, { kind: "addresses", collection: addressBooks, given, keys, item })
    })
  )
  wholly(context, "addresses", addressBooks, keys)
})

/** The addresses of a user; none if it has none, or if they cannot be read, and then those stored stay. */
const bookOf = (context: Context, user: number, keys: Set<number | string>) =>
  context.source.value("/useraccount/addresses.json", { uid: String(user) }, detailBounds).pipe(
    Effect.flatMap((answer) => fit(() => bookFrom(user, read.array(read.object(answer)["addresses"])))),
    Effect.catchIf(
      (failure): failure is NotGiven => failure instanceof NotGiven,
      ({ status, why }) =>
        Effect.sync(() => {
          if (status !== 404) context.tallies.refuse("addresses", `of the user ${user}`, why)
          keys.add(user)
          return undefined
        })
    )
  )

const bookFrom = (userUID: number, list: ReadonlyArray<unknown>): AddressBook | undefined => {
  const given = list.map(read.object)
  const found = given.map(addressOf)
  const first = found[0]
  if (first === undefined) return undefined
  const marked = given.findIndex((one) => read.truth(one["principalAddress"]))
  // A list may show an address twice.
  const byId = new Map(found.map((one) => [one.id, one]))
  return { userUID, primary: (found[marked] ?? first).id, addresses: [...byId.values()] }
}

const addressOf = (given: Given): AddressBook["addresses"][number] => {
  const one = (name: string) => read.text(given[name], `a ${name}`)
  const metadata = Object.entries(read.objectOrEmpty(given["metadata"])).filter(([, value]) => value !== null)
  return {
    id: read.serviceId(given["id"]),
    ...{ fullname: one("fullname"), email: one("email"), phone: one("phone"), tax_code: one("tax_code") },
    ...{ address: one("address"), city: one("city"), postal_code: one("postal_code") },
    ...{ state: one("state"), country: one("country") },
    metadata: read.textRecord(Object.fromEntries(metadata))
  }
}

export const balances: Kind = (context) =>
  bringWhole(context, {
    kind: "gift cards",
    collection: giftCards,
    path: "/giftcards/list.json",
    item: (given) => {
      const key = read.uid(given["userUID"], "a user")
      return {
        key,
        load: Effect.fnUntraced(function* () {
          const amount = read.number(given["amount"], "a balance")
          if (amount < 0) return yield* new NotGiven({ status: 200, why: "has a balance below 0" })
          if ((yield* customerOf(context, "userUID", key)) !== undefined) return { userUID: key, amount }
          return yield* new NotGiven({ status: 200, why: "belongs to no user that was pulled" })
        }),
        settle: Effect.fnUntraced(function* (before, doc) {
          // The ledger may have entries of a card that was removed.
          const balance = before === undefined ? yield* ledgerOf(context, key) : decimal(before.amount)
          const delta = numberOf(subtract(decimal(doc.amount), balance))
          if (delta === 0) return { doc, writes: [] }
          const id = yield* timeKey
          const entry = { id, userUID: key, delta, balance: doc.amount, key: null, ts: context.now }
          return {
            doc,
            writes: [{ shop: context.shop.id, collection: giftCardLedger, key: id, expect: 0, doc: entry }]
          }
        })
      }
    }
  })

const ledgerOf = ({ shop, storage }: Context, userUID: number) =>
  Stream.runFold(
    pages((of, query) => storage.find(shop.id, of, query), giftCardLedger, { where: [{ on: "userUID", eq: userUID }] }),
    () => zero,
    (sum, rows) => rows.reduce((so, row) => add(so, decimal(docOf(giftCardLedger, row).delta)), sum)
  )
