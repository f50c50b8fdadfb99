/** Registers customers as users of B2B, lists their accounts, and removes them. */
import { type areas, collections, events } from "@bottega/domain/areas"
import {
  type AccountList,
  accountHolder,
  accountShown,
  activeAccount,
  isOpen,
  type ShownAccount
} from "@bottega/domain/areas/b2b"
import { type Customer, detailOf } from "@bottega/domain/areas/customers"
import { absence, happened, removed } from "@bottega/domain/contract"
import { docOf, itemsOf, type Row, type Stored } from "@bottega/storage"
import { Effect, Stream } from "effect"
import * as streamed from "../../engine/answer/streamed.ts"
import { guard, insert, upsert } from "../../engine/decide/change.ts"
import { pagesOf } from "../../engine/decide/everything.ts"
import { existing } from "../../engine/decide/existing.ts"
import type { Handlers } from "../../engine/decide/handler.ts"
import { naming } from "../../engine/decide/references.ts"
import { type Find, get, madeHaving, next, refuseIf, Session } from "../../engine/decide/session.ts"
import { serviceIdAt } from "../../engine/ids.ts"
import { byEmail } from "../customers/by-email.ts"
import { removalOf, userRemovalOf } from "../customers/removal.ts"
import { replaced } from "../customers/replaced.ts"
import { messageWrites } from "../mail/written.ts"

const { accounts, customerGroups, customers } = collections
type B2b = Handlers<typeof areas.b2b>

/** Streams all accounts, and counts them on the way. */
export const users: B2b["users"] = Effect.fnUntraced(function* () {
  const { find, shop } = yield* Session
  const pages = yield* pagesOf(accounts, { sort: { by: "uid" } })
  let count = 0
  const shown = Stream.mapEffect(pages, (page) =>
    Effect.map(shownOf(find, page, shop.timezone), (some) => {
      count += some.length
      return some
    })
  )
  return streamed.object<AccountList>([
    ["users", streamed.list(itemsOf(shown))],
    ["count", () => count]
  ])
})

/** The accounts of a page with the email addresses of their customers. */
const shownOf = Effect.fnUntraced(function* (find: Find, page: ReadonlyArray<Row>, zone: string) {
  const found = page.map((row) => docOf(accounts, row))
  const ids = found.map(({ customer }) => customer)
  const emails = new Map(
    yield* madeHaving(find, customers, "key", ids, (row) => [String(row.key), docOf(customers, row).email] as const)
  )
  return found.flatMap((account): ReadonlyArray<ShownAccount> => {
    const email = emails.get(account.customer)
    // The page was read before its customers, and one of them may be gone by now.
    return email === undefined ? [] : [accountShown(account, email, zone)]
  })
})

/** Gives a customer an account; registers or creates the customer if necessary. */
export const createUser: B2b["createUser"] = Effect.fnUntraced(function* (given) {
  const session = yield* Session
  const group = yield* naming(customerGroups, [{ key: given.customer_group_id, at: ["customer_group_id"] }])
  yield* refuseIf(session, group.findings)
  const known = yield* byEmail(given.email)
  const before = known && (yield* get(accounts, known.doc.id))
  const userUID = known?.doc.userUID || (yield* next("users"))
  const now = Math.floor(session.now / 1000)
  const customer = accountHolder(known?.doc, given, { id: serviceIdAt(session.now), now, userUID })
  const account = activeAccount(before?.doc, customer, now)
  const created = !isOpen(before?.doc)
  const made = holderMade(known, customer)
  return {
    answer: { user: { created }, customer_group: { associated: true } },
    writes: [
      ...made.writes,
      ...(account === before?.doc ? [] : [upsert(accounts, before, account)]),
      ...(created && given.send_email === "yes" ? yield* welcomeWrites(customer) : [])
    ],
    guards: [...group.guards, ...made.guards],
    events: made.events
  }
})

/** The write and event of a new or changed customer; an unchanged one must still be there when its account is made. */
const holderMade = (known: Stored<Customer> | undefined, customer: Customer) => {
  if (known === undefined)
    return {
      writes: [insert(customers, customer)],
      guards: [],
      events: [happened(events.customerCreated, detailOf(customer))]
    }
  const { events: changed = [], writes } = replaced(known, customer)
  return { writes, guards: writes.length === 0 ? [guard(customers, known)] : [], events: changed }
}

const welcomeWrites = ({ email, fullname, id }: Customer) =>
  messageWrites({ to: email, reason: "b2b_welcome", people: [id], about: { customer: { fullname, email } } })

/** Removes an account, and with `customer=delete` its customer, which otherwise becomes a guest. */
export const removeUser: B2b["removeUser"] = Effect.fnUntraced(function* ({ customer: also, email = "", uid }) {
  const found = yield* uid === undefined
    ? Effect.flatMap(byEmail(email), (known) => existing(accounts, known?.doc.id ?? ""))
    : existing(accounts, uid, "uid")
  if (!isOpen(found.doc)) return yield* Effect.fail(absence(accounts))
  const customer = yield* existing(customers, found.doc.customer)
  const isDeleted = also === "delete"
  const change = yield* isDeleted ? removalOf(customer) : userRemovalOf(customer)
  const action = isDeleted ? ("deleted" as const) : ("guest" as const)
  return { answer: { ...removed, customer: { action, customer_id: customer.doc.id } }, ...change }
})
