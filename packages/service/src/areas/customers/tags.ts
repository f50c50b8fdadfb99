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
import { lengthOf, nextPage, type Query, type Stored, stored } from "@bottega/storage"
import { Effect } from "effect"
import { existing } from "../../engine/decide/existing.ts"
import { type Handlers, inSteps } from "../../engine/decide/handler.ts"
import { heldByValues, rows, Session } from "../../engine/decide/session.ts"
import { replaced } from "./replaced.ts"

const { customers } = collections
type Endpoints = (typeof areas.customers)["endpoints"]
type Sent<Name extends keyof Endpoints> = Input<Endpoints[Name]>

type Retagged = ReturnType<typeof replaced>

/** The write and the event that change a customer's tags; there are none if its tags stay the same. */
const retagging = (retag: Retag, now: number) => {
  const updated = Math.floor(now / 1000)
  return (one: Stored<Customer>): Retagged => {
    const tags = retag(one.doc.tags)
    return replaced(one, tags === one.doc.tags ? one.doc : { ...one.doc, tags, updated })
  }
}

/** What changes some customers, and how many it found and changes. */
const together = (made: ReadonlyArray<Retagged>) => {
  const writes = made.flatMap((one) => one.writes)
  const counted = { nModified: writes.length, n: made.length }
  return { counted, change: { writes, events: made.flatMap(({ events = [] }) => events) } }
}

const one = (retagOf: (tags: ReadonlyArray<string>) => Retag) =>
  Effect.fnUntraced(function* ({ email = "", id, tags }: Sent<"setTags" | "addTags" | "removeTags">) {
    const { now } = yield* Session
    const found = yield* id === undefined ? existing(customers, email.toLowerCase(), "email") : existing(customers, id)
    const { change, counted } = together([retagging(retagOf(tags), now)(found)])
    return { answer: { ...done, ...counted }, ...change }
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
  const retagged = retagging(retag, now)
  const { change, counted: here } = together(page.map((row) => retagged(stored(customers, row))))
  const counted = { n: from.n + here.n, nModified: from.nModified + here.nModified }
  const next = nextPage(customers, from.page, page)
  if (next !== undefined) return { ...change, next: { page: next, ...counted } }
  return { answer: { ...done, ...counted }, ...change }
})

const several = Effect.fnUntraced(function* (retag: Retag, emails: ReadonlyArray<string>) {
  const { now } = yield* Session
  const retagged = retagging(retag, now)
  const made = yield* heldByValues(
    customers,
    "email",
    emails.map((email) => email.toLowerCase()),
    (row) => retagged(stored(customers, row)),
    ({ writes }, row) => (writes.length === 0 ? 0 : lengthOf(row))
  )
  const { change, counted } = together(made)
  return { answer: { ...done, ...counted }, ...change }
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
