/** Changes the tags of one customer, of those with some email addresses, or step by step of all. */
import { type areas, collections } from "@bottega/domain/areas"
import {
  addedTags,
  type Customer,
  fittingTags,
  meansEveryone,
  type Retag,
  removedMatches,
  removedTags,
  replacedTags
} from "@bottega/domain/areas/customers"
import { done, type Input } from "@bottega/domain/contract"
import { nextPage, type Query, type Stored, stored } from "@bottega/storage"
import { Effect } from "effect"
import { existing } from "../../engine/decide/existing.ts"
import { type Handlers, inSteps } from "../../engine/decide/handler.ts"
import { findByValues, rows, Session } from "../../engine/decide/session.ts"
import { replaced } from "./replaced.ts"

const { customers } = collections
type Endpoints = (typeof areas.customers)["endpoints"]
type Sent<Name extends keyof Endpoints> = Input<Endpoints[Name]>

/** The writes and events that change some customers' tags; there are none for a customer whose tags stay the same. */
const retagged = (found: ReadonlyArray<Stored<Customer>>, retag: Retag, now: number) => {
  const updated = Math.floor(now / 1000)
  const made = found.map((one) => {
    const tags = retag(one.doc.tags)
    return replaced(one, tags === one.doc.tags ? one.doc : { ...one.doc, tags, updated })
  })
  const writes = made.flatMap((one) => one.writes)
  return { nModified: writes.length, writes, events: made.flatMap(({ events = [] }) => events) }
}

const one = (retagOf: (tags: ReadonlyArray<string>) => Retag) =>
  Effect.fnUntraced(function* ({ email = "", id, tags }: Sent<"setTags" | "addTags" | "removeTags">) {
    const { now } = yield* Session
    const found = yield* id === undefined ? existing(customers, email.toLowerCase(), "email") : existing(customers, id)
    const { nModified, ...made } = retagged([found], retagOf(tags), now)
    return { answer: { ...done, nModified, n: 1 }, ...made }
  })

/** Where the next step begins, and how many customers were found and changed before it. */
interface Progress {
  readonly page: Query
  readonly n: number
  readonly nModified: number
}

/** A step is one turn of the event loop, so it is short; see docs/decisions/0345. */
const begin: Progress = { page: { limit: 32, characters: 256 * 1024 }, n: 0, nModified: 0 }

const everyone = Effect.fnUntraced(function* (retag: Retag, from: Progress) {
  const { now } = yield* Session
  const page = yield* rows(customers, from.page)
  const { nModified, ...made } = retagged(
    page.map((row) => stored(customers, row)),
    retag,
    now
  )
  const counted = { n: from.n + page.length, nModified: from.nModified + nModified }
  const next = nextPage(customers, from.page, page)
  if (next !== undefined) return { ...made, next: { page: next, ...counted } }
  return { answer: { ...done, ...counted }, ...made }
})

const several = Effect.fnUntraced(function* (retag: Retag, emails: ReadonlyArray<string>) {
  const { now } = yield* Session
  const addresses = emails.map((email) => email.toLowerCase())
  const found = yield* findByValues(customers, "email", addresses, (row) => stored(customers, row))
  const { nModified, ...made } = retagged(found, retag, now)
  return { answer: { ...done, nModified, n: found.length }, ...made }
})

/** A list of addresses is one commit, all or none; all customers take as many commits as needed. */
const many = <In extends { readonly email: ReadonlyArray<string> }>(retagOf: (input: In) => Retag) => ({
  begin,
  step: (input: In, from: Progress) =>
    meansEveryone(input.email) ? everyone(fittingTags(retagOf(input)), from) : several(retagOf(input), input.email)
})

/** The handlers of the operations on tags. */
export const tagHandlers = {
  setTags: one(replacedTags),
  addTags: one(addedTags),
  removeTags: one(removedTags),
  batchSetTags: inSteps(many(({ tags }: Sent<"batchSetTags">) => replacedTags(tags))),
  batchAddTags: inSteps(many(({ tags }: Sent<"batchAddTags">) => addedTags(tags))),
  batchRemoveTags: inSteps(many(({ tag }: Sent<"batchRemoveTags">) => removedMatches(tag.trim())))
} satisfies Partial<Handlers<typeof areas.customers>>
