/**
 * Reads a shop back: over HTTP by other operations than those that wrote it, and, what no operation shows, from the
 * store itself.
 */

import { createHash } from "node:crypto"
import { collections } from "@bottega/domain/areas"
import type { Collection } from "@bottega/domain/contract"
import { allCollections, records } from "@bottega/service"
import { examineStore } from "@bottega/service/maintenance"
import { all, allRows, Storage } from "@bottega/storage"
import { Effect, Stream } from "effect"
import type { Place, Server } from "./process.ts"
import { clientOf, operatorOf, type Shop } from "./shop.ts"

/** Everything in a shop. */
export type Seen = Awaited<ReturnType<typeof read>>

/** Reads everything in a shop. */
export const read = async (server: Server, shop: Shop, place: Place) => {
  const api = clientOf(server, shop)
  const [orders, ledger, inventory, coupons, kept] = await Promise.all([
    ordersOf(server, shop),
    gathered(operatorOf(server).ledger.list.all({ shop: shop.id, limit: 1000 })),
    api.inventory.list(),
    api.coupons.list(),
    inStore(place, keptOf(shop))
  ])
  return { orders, ledger, inventory, coupons, ...kept }
}

/** Every order, as its detail, its timeline and the list show it. */
const ordersOf = async (server: Server, shop: Shop) => {
  const api = clientOf(server, shop)
  const listed = await gathered(api.orders.list.all({ limit: 1000, nodes: ["tags", "short_id"] }))
  return forEach(listed, async ({ orderID, short_id, status, tags }) => {
    const [detail, timeline] = await Promise.all([api.orders.read({ orderID }), api.orders.timeline({ orderID })])
    return { orderID, short_id, status, tags, detail, timeline }
  })
}

const keptOf = ({ id }: Shop) =>
  Effect.map(Effect.all([all(id, records.outbox), all(id, collections.customers)]), ([outbox, customers]) => ({
    /** The events that webhooks should receive, in order. */
    events: outbox.flatMap(({ doc }) => doc.events),
    /** As stored, because no operation shows a customer's tags. */
    customers: customers.map(({ doc: { email, id, tags } }) => ({ email, id, tags }))
  }))

/** Reads a store directly, as one more process on it unless it is in this process. */
export const inStore = <A>(
  { adapter, location, storage }: Place,
  look: Effect.Effect<A, unknown, Storage>
): Promise<A> =>
  storage === undefined
    ? Effect.runPromise(Effect.provide(look, adapter.open(location, allCollections)))
    : Effect.runPromiseWith(storage)(look)

/** Everything that an examination finds wrong with a store, as sentences; every run ends with it. */
export const wrongInStore = (place: Place): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  const examining = examineStore({ onWrong: (sentence) => wrong.push(`Doctor: ${sentence}`) })
  return inStore(place, Effect.as(examining, wrong))
}

/** A digest of every document of some shops, one per shop, which changes when any text changes. */
export const digests = (place: Place, shops: ReadonlyArray<Shop>): Promise<ReadonlyArray<string>> =>
  inStore(place, Effect.forEach(shops, digest))

const digest = ({ id }: Shop) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const hash = createHash("sha256")
    for (const collection of lasting)
      yield* Stream.runForEach(
        allRows((of, query) => storage.find(id, of, query), collection),
        (row) => Effect.sync(() => hash.update(`${collection.name} ${row.key} ${row.version} ${row.text}\n`))
      )
    return hash.digest("hex")
  })

const { hooks, orderDays, orderDaysProgress, removedOrders } = collections
/** Counts of calls and what the worker of sums writes after a commit are excluded, because they change without a write of the load. */
const changing: ReadonlyArray<Collection> = [records.counts, hooks, orderDays, orderDaysProgress, removedOrders]
const lasting: ReadonlyArray<Collection> = allCollections.filter((one) => !changing.includes(one))

const gathered = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const read: Array<A> = []
  for await (const item of items) read.push(item)
  return read
}

/** Runs a request for each of many items, several at once. */
const forEach = async <A, B>(asked: ReadonlyArray<A>, ask: (one: A) => Promise<B>): Promise<Array<B>> => {
  const answers: Array<B> = []
  const rest = asked.entries()
  const asker = async () => {
    for (const [at, one] of rest) answers[at] = await ask(one)
  }
  await Promise.all(Array.from({ length: 8 }, asker))
  return answers
}
