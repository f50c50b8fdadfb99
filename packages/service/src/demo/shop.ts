/**
 * Makes a demo shop, commit by commit. The same seed and instant give the same commits, and their documents are those that
 * the operations themselves would have left. The last commit holds the shop's own document.
 */
import { collections } from "@bottega/domain/areas"
import { type Shop, shopDefaults } from "@bottega/domain/areas/shops"
import type { Collection } from "@bottega/domain/contract"
import { installation, sequences, type Write } from "@bottega/storage"
import { assortmentOf } from "./assortment.ts"
import { calendarOf } from "./calendar.ts"
import { demoProductsOf } from "./catalogue.ts"
import { Chance, hex } from "./chance.ts"
import { customersOf } from "./customers.ts"
import { demoLegal } from "./legal.ts"
import { messagesOf, queueOf } from "./mail.ts"
import { offersOf } from "./offers.ts"
import { demoPagesOf } from "./pages.ts"
import { demoPaymentOf } from "./payments.ts"
import { peopleOf } from "./people.ts"
import type { DemoPicture } from "./pictures.ts"
import { pointsOf } from "./points.ts"
import { snippetsOf } from "./snippets.ts"
import { DemoTrade } from "./trade.ts"
import { customerWrites, productWrites, shelfWrites } from "./writes.ts"

/** The inputs that determine a demo shop. */
export interface Decided {
  /** The number of its orders, up to a million. */
  readonly orders: number
  /** The end of its past, in unix seconds. */
  readonly end: number
  readonly seed: number
  /** Whether it has pictures. */
  readonly pictures: boolean
  readonly group_number: number
}

/** A commit of a demo shop. */
export interface Part {
  readonly writes: ReadonlyArray<Write>
  /** The pictures whose bytes its documents name. */
  readonly pictures: ReadonlyArray<DemoPicture>
  /** The number of its orders that are stored after this commit. */
  readonly kept: number
  /** The shop; only in the last commit, with which the shop exists. */
  readonly shop?: Shop
}

/** The tail of a demo shop's id, by which it is recognised; a random id practically never has it. */
const mark = "0b077e6ade300000"
/** Whether a shop was made by {@link commitsOf}. */
export const isDemo = ({ id }: Pick<Shop, "id">): boolean => id.endsWith(mark)

/** The commits that make a demo shop, in order. */
export function* commitsOf(decided: Decided): Generator<Part> {
  let writes: Array<Write> = []
  let pictures: ReadonlyArray<DemoPicture> = []
  for (const part of partsOf(decided)) {
    writes = writes.length === 0 ? [...part.writes] : writes.concat(part.writes)
    pictures = part.pictures ?? pictures
    if (writes.length < batch && part.shop === undefined) continue
    yield { ...part, writes, pictures }
    writes = []
    pictures = []
  }
}

function* partsOf(decided: Decided): Generator<Omit<Part, "pictures"> & Partial<Part>> {
  const { end, orders } = decided
  const shop = shopOf(end, decided.group_number)
  const keep = <Doc>(collection: Collection<Doc>, docs: ReadonlyArray<Doc>, owner = shop.id) =>
    docs.map((doc): Write => ({ shop: owner, collection, key: collection.key(doc), expect: 0, doc }))
  const { assortment, chance, customers, people, start, trade, wares } = begin(shop, decided)
  const instantOf = calendarOf(start, end, shop.timezone)

  // Chances of its own, so that the rest of the shop does not depend on its mails.
  const mailChance = new Chance(decided.seed + 2)
  const messages = customers.documents.flatMap(({ mail }) => mail)
  const { keySet, paid, payment } = demoPaymentOf(shop, Math.floor(start))

  const { attributes, customerGroups, documents, listings } = customers
  const pictures = [...assortment.pictures.values()]
  const { contents, pages } = demoPagesOf(start)
  yield {
    writes: [
      ...keep(collections.customerGroups, customerGroups),
      ...keep(collections.storePoints, pointsOf(start)),
      ...keep(collections.pages, pages),
      ...keep(collections.pageContents, contents),
      ...keep(collections.snippets, snippetsOf(start)),
      ...keep(collections.attributes, attributes),
      ...keep(collections.listings, listings),
      ...keep(collections.legal, demoLegal),
      ...shelfWrites(assortment, keep)
    ],
    pictures,
    kept: 0
  }
  for (let from = 0; from < documents.length; from += step)
    yield { writes: documents.slice(from, from + step).flatMap((one) => customerWrites(one, keep)), kept: 0 }
  yield { writes: productWrites(wares, assortment, keep), kept: 0 }

  for (let from = 0; from < orders; from += step) {
    const sold = Array.from({ length: Math.min(step, orders - from) }, (_, index) => {
      const share = (from + index + chance.number()) / orders
      const instant = instantOf(share)
      const passed = (instant - start) / (end - start)
      const known = Math.floor(people.length * (early + (1 - early) * passed))
      const micros = Math.floor(instant * 1_000_000)
      const number = from + index + 1
      const person = people[chance.int(0, known - 1)]!
      return paid(trade.sell(person, micros, { kept: number > orders - maxStocked, short_id: String(number) }))
    })
    const { ledger, uses } = trade.written()
    const mailed = sold.slice(Math.max(0, orders - maxMailed - from))
    messages.push(...mailed.flatMap((order) => messagesOf(shop, order, mailChance)))
    const writes = [
      ...keep(collections.orders, sold),
      ...keep(collections.ledger, ledger),
      ...keep(collections.couponUses, uses)
    ]
    yield { writes, kept: from + sold.length }
  }

  trade.abortUntil(end)
  const users = people.filter(({ customer }) => customer.userUID > 0).length
  const { brands, categories } = assortment
  const counts = {
    ...{ orders, products: wares.length, coupons: trade.coupons.length, users },
    ...{ brands: brands.length, categories: categories.length }
  }
  const queue = queueOf(shop, messages, end)
  const writes = [
    ...keep(collections.ledger, trade.written().ledger),
    ...keep(collections.inventory, trade.items),
    ...keep(collections.coupons, trade.coupons),
    ...keep(
      sequences,
      Object.entries(counts).map(([name, count]) => ({ name, next: count + 1 }))
    ),
    ...keep(collections.payments, [payment]),
    // With the shop: the worker of another process drops messages of a shop that does not exist.
    ...keep(collections.mail, queue.messages),
    ...keep(collections.mailQueue, queue.entries, installation),
    ...keep(collections.keySets, [keySet], installation),
    ...keep(collections.shops, [shop], installation)
  ]
  yield { writes, kept: orders, shop }
}

/** The minimum of documents in a commit, and the number of orders that are made at a time. */
const batch = 4000
const step = 1000
/** How many of the latest orders take stock. Earlier ones take none, so that the ledger stays short. */
const maxStocked = 50_000
/** The number of last orders whose mails are kept: those of older ones have been swept, or would be soon. */
const maxMailed = 12
const day = 86_400
/** The share of customers who registered before the first order. */
const early = 0.25

const shopOf = (opened: number, group_number: number): Shop => ({
  ...shopDefaults,
  id: hex(opened, 8) + mark,
  group_number,
  name: "Bottega Santa Croce",
  url: "https://www.bottegasantacroce.example",
  modules: ["b2b"],
  partner_owned: true,
  emails: ["ordini@bottegasantacroce.example"],
  mail_customers: 1
})

/** The state before the first order. The orders span eighteen months at least and two years at most. */
const begin = (shop: Shop, { end, orders, pictures, seed }: Decided) => {
  const chance = new Chance(seed)
  const start = end - Math.min(104, Math.max(78, orders / 2000)) * 7 * day
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
  const customers = customersOf(people, { chance, shop, opened, end })
  // A separate random sequence, so that the rest of the shop does not depend on the number of pictures and shelves.
  const assortment = assortmentOf(new Chance(seed + 1), opened, pictures)
  const wares = demoProductsOf(chance, { assortment, listed: customers.attributes, since: opened })
  const friends = people.slice(0, 5).map(({ customer }) => customer.email)
  const coupons = offersOf(chance, opened, end, friends)
  return {
    assortment,
    chance,
    customers,
    people,
    start,
    wares,
    trade: new DemoTrade({ shop, chance, wares, coupons, now: end })
  }
}
