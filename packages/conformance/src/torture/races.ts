/**
 * Many simultaneous callers over HTTP, on one server or on several processes of one store: each unit of a limited thing
 * is assigned exactly once.
 */
import type { Place, Server } from "./process.ts"
import { revocations } from "./revocations.ts"
import { clientOf, couponNamed, orderOf } from "./shop.ts"
import { number, post, put, type Race, type RaceResult, Track, tallied } from "./track.ts"
import { credits, primaries } from "./user-races.ts"
import { differs } from "./whole.ts"
import type { WireRequest } from "./wire.ts"

/** The result of a race. */
export interface Raced extends RaceResult {
  readonly race: string
  readonly adapter: string
  readonly processes: number
  /** How often a caller was asked to retry, and did, with its key. */
  readonly again: number
}

/** How many buyers want the stock at once, and how many callers the other races have. */
export interface Crowd {
  readonly buyers: number
  readonly callers: number
}

/** Runs every race on servers of one store, and reports each when it has ended. */
export const races = async (
  place: Place,
  servers: ReadonlyArray<Server>,
  crowd: Crowd,
  tell: (raced: Raced) => void
): Promise<ReadonlyArray<Raced>> => {
  const where = { adapter: place.adapter.name, processes: servers.length }
  const all: Array<Raced> = []
  for (const [race, run] of lanes) {
    const track = new Track(place, servers)
    const { said, wrong } = await run(track, race === "stock" ? crowd.buyers : crowd.callers)
    const raced = { race, ...where, said, again: track.again, wrong }
    tell(raced)
    all.push(raced)
  }
  return all
}

/** One line for each race. */
export const raceLine = ({ adapter, again, processes, race, said }: Raced): string =>
  `${race}: ${adapter}${processes === 1 ? "" : ` × ${processes} processes`}, ${said}${again === 0 ? "" : `, ${number(again)} × asked to retry`}`

/** One line for each race with the same result everywhere, for the README. */
export const raceLines = (all: ReadonlyArray<Raced>): ReadonlyArray<string> => {
  const same = Map.groupBy(all, ({ race, said }) => JSON.stringify([race, said]))
  return [...same.values()].map((raced) => {
    const adapters = new Set(raced.map(({ adapter }) => adapter)).size
    const max = Math.max(...raced.map(({ processes }) => processes))
    const { race, said } = raced[0]!
    return `${race}: ${adapters} ${adapters === 1 ? "adapter" : "adapters"}, up to ${max} processes, ${said}`
  })
}

/** A quarter as much stock as buyers: each piece is sold exactly once. */
const buyers: Race = async (track, callers) => {
  const there = Math.floor(callers / 4)
  const shop = await track.open({ products: { MUG: there } })
  const answers = await track.atOnce(shop, callers, () => order({ MUG: 1 }))
  const sold = answers.filter(({ status }) => status === 200).length
  return {
    said: `${number(callers)} buyers, sold ${number(sold)} of ${number(there)}`,
    wrong: [...tallied(answers, { 200: there, "409 not_enough_stock": callers - there }), ...(await track.whole(shop))]
  }
}

/** Carts that name two SKUs in opposite orders: all are answered, and none gets only half of what it wants. */
const carts: Race = async (track, callers) => {
  const there = Math.floor(callers / 4)
  const shop = await track.open({ products: { MUG: there, CUP: there } })
  const answers = await track.atOnce(shop, callers, (n) => order(n % 2 === 0 ? { MUG: 1, CUP: 1 } : { CUP: 1, MUG: 1 }))
  const sold = answers.filter(({ status }) => status === 200).length
  return {
    said: `${number(callers)} with two SKUs in opposite orders, ${number(answers.length)} answered, sold ${number(sold)} of ${number(there)}`,
    wrong: [...tallied(answers, { 200: there, "409 not_enough_stock": callers - there }), ...(await track.whole(shop))]
  }
}

/** A coupon is used exactly as often as it allows. */
const coupons: Race = async (track, callers) => {
  const count = Math.floor(callers / 8)
  const shop = await track.open({ products: { MUG: callers }, coupons: { TEN: count } })
  const answers = await track.atOnce(shop, callers, () => order({ MUG: 1 }, { coupon_code: "TEN" }))
  const used = answers.filter(({ status }) => status === 200).length
  return {
    said: `${number(callers)} orders, used ${number(used)} of ${number(count)} times`,
    wrong: [...tallied(answers, { 200: count, "409 coupon_not_usable": callers - count }), ...(await track.whole(shop))]
  }
}

/** Orders of one address belong to one customer, however the address is written. */
const customers: Race = async (track, callers) => {
  const shop = await track.open({ products: { MUG: callers } })
  const answers = await track.atOnce(shop, callers, (n) =>
    order({ MUG: 1 }, { billing_email: n % 2 === 0 ? "anna@example.com" : "Anna@Example.COM" })
  )
  const { customers, orders } = await track.read(shop)
  const ids = new Set(orders.map(({ detail }) => detail.customer.id))
  return {
    said: `${number(callers)} orders of one address, ${customers.length} customer`,
    wrong: [
      ...tallied(answers, { 200: callers }),
      ...differs("customers of one address", [ids.size, customers.length], [1, 1]),
      ...(await track.whole(shop))
    ]
  }
}

/** Of several callers that create a coupon or product of one name, exactly one succeeds. */
const uniques: Race = async (track, callers) => {
  const shop = await track.open({ products: {} })
  const code = (n: number) => (n % 2 === 0 ? "once" : "ONCE")
  const made = await track.atOnce(shop, callers, (n) => post("/coupons/coupon.json", couponNamed(code(n), 1)))
  const product = post("/products/product.json", { code: "ONCE", title: "Once", price: 1, quantity: 3 })
  const added = await track.atOnce(shop, callers, () => product)
  const wanted = { 200: 1, "409 duplicate": callers - 1 }
  const [codes, skus] = [made, added].map((all) => all.filter(({ status }) => status === 200).length)
  return {
    said: `${number(callers)} callers each, ${codes} coupon of one code, ${skus} product of one SKU`,
    wrong: [...tallied(made, wanted), ...tallied(added, wanted), ...(await track.whole(shop))]
  }
}

/** Fifty callers with one idempotency key cause one effect and get one answer, done or refused. */
const keys: Race = async (track) => {
  const callers = 50
  const shop = await track.open({ products: { MUG: 10, FEW: 1 } })
  const asked = [
    order({ MUG: 2 }),
    put("/inventory/patchInventory.json", { sku: "MUG", quantity: 5 }),
    order({ FEW: 2 })
  ]
  const wrong: Array<string> = []
  const distinct: Array<number> = []
  for (const [at, one] of asked.entries()) {
    const answers = await track.atOnce(shop, callers, () => ({ ...one, key: `key-${at}` }))
    distinct.push(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size)
    wrong.push(...tallied(answers, at < 2 ? { 200: callers } : { "409 not_enough_stock": callers }))
    wrong.push(...differs("answers that are not given again", answers.filter(({ replayed }) => !replayed).length, 1))
  }
  const left = (await clientOf(track.servers[0]!, shop).inventory.list()).map(({ quantity }) => quantity)
  return {
    said: `${callers} callers with one key, ${Math.max(...distinct)} answer to each of ${asked.length} changes`,
    wrong: [
      ...[...wrong, ...differs("different answers to each key", distinct, [1, 1, 1])],
      ...[...differs("stock after one effect each", left, [13, 1]), ...(await track.whole(shop))]
    ]
  }
}

const lanes: ReadonlyArray<readonly [string, Race]> = [
  ["stock", buyers],
  ["carts", carts],
  ["coupon", coupons],
  ["customer", customers],
  ["unique", uniques],
  ["idempotency", keys],
  ["gift card", credits],
  ["primary address", primaries],
  ["revocation", revocations]
]

let ordered = 0
const order = (items: Readonly<Record<string, number>>, more: object = {}): WireRequest =>
  post(
    "/orders/order.json",
    orderOf(items, { message: `race ${++ordered}`, billing_email: "all@example.com", ...more })
  )
