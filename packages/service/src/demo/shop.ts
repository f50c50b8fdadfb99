/**
 * Fills a store with a demo shop: the same seed and instant give the same shop, made of documents that are what the
 * operations themselves would have left behind. The shop's own document comes last, so one cut short is no shop.
 */
import type { Collection } from "@bottega/domain/collection"
import { collections } from "@bottega/domain/contract"
import { type Shop, shopDefaults } from "@bottega/domain/shops"
import { next, sequences } from "@bottega/storage/counters"
import { installation, Storage, type Write } from "@bottega/storage/storage"
import { Effect } from "effect"
import { waresOf } from "./catalogue.ts"
import { Chance, hex } from "./chance.ts"
import { offersOf } from "./offers.ts"
import { peopleOf } from "./people.ts"
import { Trade } from "./trade.ts"

/** What a demo shop is made from. */
export interface DemoOptions {
  /** How many orders it has had, up to a million. */
  readonly orders: number
  /** Where its past ends, in milliseconds. */
  readonly now: number
  readonly seed?: number
  /** Told now and then how many of the orders are kept. */
  readonly onProgress?: (done: number, orders: number) => void
}

/** What marks a demo shop among others: the tail of its id, which chance does not come upon. */
const mark = "0b077e6ade300000"
/** Whether a shop was made by {@link makeDemo}. */
export const isDemo = ({ id }: Pick<Shop, "id">): boolean => id.endsWith(mark)

/** Makes the demo shop, with a group number of its own; what a store with it holds besides is not touched. */
export const makeDemo = Effect.fnUntraced(function* ({ now, onProgress = () => {}, orders, seed = 1 }: DemoOptions) {
  const storage = yield* Storage
  const end = Math.floor(now / 1000)
  const shop = shopOf(end, yield* next(installation, "groups"))
  const keep = <Doc>(collection: Collection<Doc>, docs: ReadonlyArray<Doc>, owner = shop.id) =>
    docs.map((doc): Write => ({ shop: owner, collection, key: collection.key(doc), expect: 0, doc }))
  const { chance, people, start, trade, wares } = begin(shop, orders, end, seed)

  const customers = people.map(({ customer }) => customer)
  const products = wares.map(({ product }) => product)
  for (let from = 0; from < customers.length; from += batch)
    yield* storage.commit(keep(collections.customers, customers.slice(from, from + batch)))
  yield* storage.commit(keep(collections.products, products))

  for (let from = 0; from < orders; from += batch) {
    const sold = Array.from({ length: Math.min(batch, orders - from) }, (_, index) => {
      const share = (from + index + chance.number()) / orders
      const known = Math.ceil(people.length * (early + (1 - early) * share))
      const micros = Math.floor((start + share * (end - start)) * 1_000_000)
      const number = from + index + 1
      const person = people[chance.int(0, known - 1)]!
      return trade.sell(person, micros, { kept: number > orders - mostKept, short_id: String(number) })
    })
    const { ledger, uses } = trade.written()
    yield* storage.commit([
      ...keep(collections.orders, sold),
      ...keep(collections.ledger, ledger),
      ...keep(collections.couponUses, uses)
    ])
    onProgress(from + sold.length, orders)
  }

  trade.abortUntil(end)
  const users = people.filter(({ customer }) => customer.userUID > 0).length
  const counts = { orders, products: products.length, coupons: trade.coupons.length, users }
  yield* storage.commit([
    ...keep(collections.ledger, trade.written().ledger),
    ...keep(collections.inventory, trade.items),
    ...keep(collections.coupons, trade.coupons),
    ...keep(
      sequences,
      Object.entries(counts).map(([name, count]) => ({ name, next: count + 1 }))
    ),
    ...keep(collections.shops, [shop], installation)
  ])
  return shop
})

const batch = 10_000
/** Orders before the last so many were made when the shop did not keep stock yet, so that its ledger stays short. */
const mostKept = 50_000
const day = 86_400
/** The share of customers who came before the first order. */
const early = 0.25

const shopOf = (opened: number, group_number: number): Shop => ({
  ...shopDefaults,
  id: hex(opened, 8) + mark,
  group_number,
  name: "Bottega Santa Croce",
  url: "https://www.bottegasantacroce.example",
  modules: ["b2b"],
  partner_owned: true,
  emails: ["ordini@bottegasantacroce.example"]
})

/** Everything that is there before the first order: twelve weeks of orders at the least, two years at the most. */
const begin = (shop: Shop, orders: number, end: number, seed: number) => {
  const chance = new Chance(seed)
  const start = end - Math.min(104, Math.max(12, orders / 2000)) * 7 * day
  const opened = start - 30 * day
  const count = Math.max(80, Math.floor(orders / 20))
  const came = (index: number): number => {
    const share = index / count
    const since =
      share < early
        ? opened + (share / early) * (start - opened)
        : start + ((share - early) / (1 - early)) * (end - start)
    return Math.floor(since)
  }
  const people = peopleOf(chance, count, came)
  const wares = waresOf(chance, opened)
  const friends = people.slice(0, 5).map(({ customer }) => customer.email)
  const coupons = offersOf(chance, opened, end, friends)
  return { chance, people, start, wares, trade: new Trade({ shop, chance, wares, coupons, now: end }) }
}
