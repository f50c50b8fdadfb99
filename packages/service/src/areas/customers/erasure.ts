/**
 * Exports and erases everything that a shop stores about one person. The first step of an erasure removes the customer
 * with what belongs to it, so no later order names that customer. The next steps remove the person from every other
 * document. The last one checks whether an order was made meanwhile. See docs/decisions/0360.
 */
import { type areas, collections } from "@bottega/domain/areas"
import type { Customer } from "@bottega/domain/areas/customers"
import type { Shop } from "@bottega/domain/areas/shops"
import { absence, done, type Input, type Person } from "@bottega/domain/contract"
import { installation, type Stored } from "@bottega/storage"
import { Effect, Option, Result, Stream } from "effect"
import { allCollections } from "../../collections.ts"
import { list, object } from "../../engine/answer/streamed.ts"
import { pendingWith, searchOf } from "../../engine/background/searching.ts"
import { absent, remove, upsert, type WriteDraft } from "../../engine/decide/change.ts"
import { type Handlers, inSteps } from "../../engine/decide/handler.ts"
import { type ErasurePlace, erasureStep, heldOf } from "../../engine/decide/personal.ts"
import { Operator, Session } from "../../engine/decide/session.ts"
import { owner } from "../../engine/trusted.ts"
import { erasureNoted, forgotten } from "../requests/kept.ts"
import { shopOf } from "../shops.ts"
import { isLeft, type Known, personOf, uidsOf } from "./person.ts"
import { removalOf } from "./removal.ts"

const { customers, erasures, orders } = collections
const absentPerson = absence(customers)

type Endpoints = (typeof areas.customers)["endpoints"]

/** Streams the documents of a person. */
export const data: Handlers<typeof areas.customers>["data"] = Effect.fnUntraced(function* ({ shop, ...asked }) {
  const find = (yield* Operator).within((yield* shopOf(shop)).doc.id)
  const known = yield* personOf(find, asked)
  if (known === undefined) return yield* Effect.fail(absentPerson)
  const held = [...heldOf(find, allCollections, known.person)]
  const any = yield* Stream.runHead(held.map(([, some]) => some).reduce((all, some) => Stream.concat(all, some)))
  if (Option.isNone(any)) return yield* Effect.fail(absentPerson)
  return object(held.map(([as, some]) => [as, list(some)] as const))
})

/** Where an erasure is: the person, the next place in the shop's documents, and what was done so far. */
interface Progress {
  readonly person: Person | undefined
  readonly place: ErasurePlace
  /** How often it was begun again because an order came meanwhile. */
  readonly rounds: number
  readonly orders: number
  readonly removed: number
  readonly changed: number
}

const begin: Progress = { person: undefined, place: { search: 0 }, rounds: 0, orders: 0, removed: 0, changed: 0 }

/** Repeated orders with the address must not keep an erasure from ending. */
const maxRounds = 10

const counted = (from: Progress, writes: ReadonlyArray<WriteDraft>) => ({
  ...from,
  orders: from.orders + writes.filter(({ collection }) => collection === orders).length,
  removed: from.removed + writes.filter(({ collection, doc }) => collection !== erasures && doc === undefined).length,
  changed: from.changed + writes.length
})

/** A decision on a shop, as if it were made by a call with a key set of that shop. */
const inShop = <A, E, R>(shop: Shop, decision: Effect.Effect<A, E, R | Session>) =>
  Operator.use(({ marks, next, within, policies, ring, session, ...request }) =>
    Effect.provideService(decision, Session, {
      ...request,
      shop,
      keySet: owner(shop.id),
      ownKeySet: Effect.undefined,
      applicationKeySets: Effect.succeed([]),
      find: within(shop.id),
      next: (name) => next(shop.id, name),
      marks: marks(shop.id)
    })
  )

/** The writes, guards and event that remove the customer, and note whose data are being erased. */
const removing = Effect.fnUntraced(function* (shop: Shop, { customer, erasure, person }: Known) {
  const { now } = yield* Operator
  const gone =
    customer === undefined ? { writes: [], guards: [], events: [] } : yield* inShop(shop, removalOf(customer))
  const { customers: ids, email, userUIDs } = person
  const since = erasure?.doc.since ?? Math.floor(now / 1000)
  const noted = upsert(erasures, erasure, { email, customers: ids, userUIDs, since })
  const writes = [...gone.writes, ...(ids.length === 0 ? [] : [noted])].map((draft) => ({ ...draft, shop: shop.id }))
  const guards = gone.guards.map((draft) => ({ ...draft, shop: shop.id }))
  return { writes, guards, events: gone.events, eventShop: shop.id }
})

const begun = Effect.fnUntraced(function* (shop: Shop, asked: Input<Endpoints["erase"]>) {
  const { within } = yield* Operator
  const known = yield* personOf(within(shop.id), asked)
  if (known === undefined) return yield* nothingLeft(shop)
  const made = yield* removing(shop, known)
  const next = { ...counted(begin, made.writes), person: known.person }
  return yield* withSearch(shop, begin, known.person, { ...made, next })
})

/**
 * Erases a customer that an order made meanwhile, and begins again. If that customer has to stay, it was made after the
 * erasure.
 */
const begunAgain = Effect.fnUntraced(function* (shop: Shop, from: Progress & { readonly person: Person }) {
  const { within } = yield* Operator
  const known = yield* personOf(within(shop.id), { email: from.person.email })
  const person = merged(from.person, known?.customer)
  const made = yield* Effect.result(removing(shop, { ...known!, person }))
  if (Result.isFailure(made)) return "kind" in made.failure ? undefined : yield* Effect.fail(made.failure)
  const next = { ...counted(from, made.success.writes), person, place: begin.place, rounds: from.rounds + 1 }
  return { ...made.success, next }
})

const merged = (person: Person, customer: Stored<Customer> | undefined): Person => ({
  ...person,
  customers: [...new Set([...person.customers, ...(customer === undefined ? [] : [customer.doc.id])])],
  userUIDs: [...new Set([...person.userUIDs, ...uidsOf(customer)])]
})

/** The last step: nothing of the person is left when it is committed. */
const ended = Effect.fnUntraced(function* (shop: Shop, from: Progress & { readonly person: Person }) {
  const { within } = yield* Operator
  const { email } = from.person
  const left = yield* isLeft(within(shop.id), email)
  if (left && from.rounds < maxRounds) {
    const again = yield* begunAgain(shop, from)
    if (again !== undefined) return again
  }
  const known = yield* personOf(within(shop.id), { email })
  if (from.changed === 0 && known?.erasure === undefined) return yield* nothingLeft(shop)
  const all = within(installation)
  const search = yield* searchOf(all, shop.id, email)
  const pending = yield* pendingWith(all, shop.id, email)
  yield* erasureNoted(shop.id)
  return {
    settled: yield* forgotten(shop.id),
    answer: { ...done, orders: from.orders, removed: from.removed, pending },
    writes: [search, ...(known?.erasure === undefined ? [] : [remove(erasures, known.erasure, shop.id)])],
    guards: left ? [] : [absent(customers, "email", email, shop.id), absent(orders, "email", email, shop.id)]
  }
})

/** Refuses the erasure of someone of whom no document is left; refused requests may still hold what was sent of them. */
const nothingLeft = Effect.fnUntraced(function* ({ id }: Shop) {
  yield* erasureNoted(id)
  yield* yield* forgotten(id)
  return yield* Effect.fail(absentPerson)
})

/**
 * The writes of a step. Those of the first step begin the search of other people's documents: if the erasure is
 * interrupted afterwards, a repeat may find nothing of the person.
 */
const withSearch = Effect.fnUntraced(function* <Made extends { readonly writes: ReadonlyArray<WriteDraft> }>(
  shop: Shop,
  from: Progress,
  { email }: Person,
  made: Made
) {
  if (from.changed > 0 || made.writes.length === 0) return made
  const { within } = yield* Operator
  return { ...made, writes: [...made.writes, yield* searchOf(within(installation), shop.id, email)] }
})

/** Erases a person, step by step. A repeat after a crash erases what is left, and counts that. */
export const erase: Handlers<typeof areas.customers>["erase"] = inSteps({
  begin,
  step: Effect.fnUntraced(function* (input: Input<Endpoints["erase"]>, from: Progress) {
    const { doc: shop } = yield* shopOf(input.shop)
    const { person, place } = from
    if (person === undefined) return yield* begun(shop, input)
    const { within } = yield* Operator
    const { next, writes } = yield* erasureStep(within(shop.id), shop.id, allCollections, person, place)
    if (next === undefined) return yield* ended(shop, { ...from, person })
    return yield* withSearch(shop, from, person, { writes, next: { ...counted(from, writes), place: next } })
  })
})
