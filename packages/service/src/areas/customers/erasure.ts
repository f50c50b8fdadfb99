/**
 * Exports and erases all that a shop holds of one person. The first step of an erasure removes the customer with what goes
 * with it, so no order names that customer afterwards; the next steps take the person out of every other document; the
 * last one looks whether an order has come meanwhile. See docs/decisions/0360.
 */
import { type areas, collections } from "@bottega/domain/areas"
import type { Customer } from "@bottega/domain/areas/customers"
import type { Shop } from "@bottega/domain/areas/shops"
import { absence, done, type Input, type Person } from "@bottega/domain/contract"
import type { Stored } from "@bottega/storage"
import { Effect, Option, Result, Stream } from "effect"
import { allCollections } from "../../collections.ts"
import { absent, remove, upsert, type WriteDraft } from "../../engine/change.ts"
import { type Handlers, inSteps } from "../../engine/handler.ts"
import { type ErasurePlace, erasureStep, heldOf } from "../../engine/personal.ts"
import { Operator, Session } from "../../engine/session.ts"
import { list, object } from "../../engine/streamed.ts"
import { owner } from "../../engine/trusted.ts"
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

/** Someone who keeps ordering with the address must not keep an erasure from its end. */
const maxRounds = 10

const counted = (from: Progress, writes: ReadonlyArray<WriteDraft>) => ({
  ...from,
  orders: from.orders + writes.filter(({ collection }) => collection === orders).length,
  removed: from.removed + writes.filter(({ collection, doc }) => collection !== erasures && doc === undefined).length,
  changed: from.changed + writes.length
})

/** A decision on a shop, as if it were made by a call with a key set of that shop. */
const inShop = <A, E, R>(shop: Shop, decision: Effect.Effect<A, E, R | Session>) =>
  Operator.use(({ next, within, policies, ...request }) =>
    Effect.provideService(decision, Session, {
      ...request,
      shop,
      keySet: owner(shop.id),
      ownKeySet: Effect.undefined,
      find: within(shop.id),
      next: (name) => next(shop.id, name)
    })
  )

/** The writes and guards that remove the customer, and note whose data are being erased. */
const removing = Effect.fnUntraced(function* (shop: Shop, { customer, erasure, person }: Known) {
  const { now } = yield* Operator
  const gone = customer === undefined ? { writes: [], guards: [] } : yield* inShop(shop, removalOf(customer))
  const { customers: ids, email, userUIDs } = person
  const since = erasure?.doc.since ?? Math.floor(now / 1000)
  const noted = upsert(erasures, erasure, { email, customers: ids, userUIDs, since })
  const writes = [...gone.writes, ...(ids.length === 0 ? [] : [noted])].map((draft) => ({ ...draft, shop: shop.id }))
  return { writes, guards: gone.guards.map((draft) => ({ ...draft, shop: shop.id })) }
})

const begun = Effect.fnUntraced(function* (shop: Shop, asked: Input<Endpoints["erase"]>) {
  const { within } = yield* Operator
  const known = yield* personOf(within(shop.id), asked)
  if (known === undefined) return yield* Effect.fail(absentPerson)
  const made = yield* removing(shop, known)
  return { ...made, next: { ...counted(begin, made.writes), person: known.person } }
})

/** Erases the customer that an order made meanwhile, and begins again; a customer who has to stay came afterwards. */
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
  if (from.changed === 0 && known?.erasure === undefined) return yield* Effect.fail(absentPerson)
  return {
    answer: { ...done, orders: from.orders, removed: from.removed },
    writes: known?.erasure === undefined ? [] : [remove(erasures, known.erasure, shop.id)],
    guards: left ? [] : [absent(customers, "email", email, shop.id), absent(orders, "email", email, shop.id)]
  }
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
    return { writes, next: { ...counted(from, writes), place: next } }
  })
})
