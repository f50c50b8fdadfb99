/** How each kind is found and shown: by what names it as a whole, and by words. */
import { collections } from "@bottega/domain/areas"
import type { Found, FoundKind } from "@bottega/domain/areas/search"
import { isServiceId, skuToken, valueToken } from "@bottega/domain/contract"
import { docOf, type Query, type Row, type Unavailable } from "@bottega/storage"
import { Effect } from "effect"
import type { Find } from "../../engine/decide/session.ts"
import { matching } from "./matching.ts"

/** What a search finds of one kind. */
export interface Hits {
  /** What the whole search names. */
  readonly exact: ReadonlyArray<Found>
  /** The newest that have the words, which may repeat some of `exact`. */
  readonly others: ReadonlyArray<Found>
}

/** A search among the documents of a shop. */
export interface Asked {
  readonly find: Find
  readonly q: string
  readonly limit: number
}

type Rows = Effect.Effect<ReadonlyArray<Row>, Unavailable>

const newest = { by: "key", descending: true } as const

/** One document by its key. */
const keyed = (key: string | number) => ({ where: [{ on: "key", eq: key }], limit: 1 }) as const

/** The rows of some queries, one after the other. */
const allOf = (...found: ReadonlyArray<Rows | undefined>): Rows =>
  Effect.map(Effect.all(found.filter((one) => one !== undefined)), (rows) => rows.flat())

const shownAs =
  (show: (row: Row) => Found) =>
  (exact: Rows, others: Rows): Effect.Effect<Hits, Unavailable> =>
    Effect.map(Effect.all([exact, others]), ([exact, others]) => ({ exact: exact.map(show), others: others.map(show) }))

const orders = ({ find, limit, q }: Asked) => {
  const { orders } = collections
  const byEmail = {
    where: [{ on: "email", eq: q.toLowerCase() }],
    sort: { by: "placed", descending: true },
    limit
  } as const
  const exact = allOf(
    /^\d+_[0-9a-f]{13}$/.test(q) ? find(orders, keyed(q)) : undefined,
    find(orders, { where: [{ on: "token", eq: valueToken(q) }], sort: newest, limit }),
    q.includes("@") ? find(orders, byEmail) : undefined
  )
  return shownAs((row) => {
    const { billing, orderID, short_id } = docOf(orders, row)
    return { kind: "order", id: orderID, title: short_id, detail: billing.fullname || billing.email }
  })(exact, matching(find, orders, q, limit))
}

const customers = ({ find, limit, q }: Asked) => {
  const { customers } = collections
  const exact = allOf(
    isServiceId(q) ? find(customers, keyed(q)) : undefined,
    q.includes("@") ? find(customers, { where: [{ on: "email", eq: q.toLowerCase() }], limit: 1 }) : undefined
  )
  return shownAs((row) => {
    const { email, fullname, id } = docOf(customers, row)
    return { kind: "customer", id, title: fullname || email, detail: email }
  })(exact, matching(find, customers, q, limit))
}

const products = ({ find, limit, q }: Asked) => {
  const { products } = collections
  const beginning = skuToken(q)
  const begins = (token: string): Query<"token"> => ({ where: [{ on: "token", eq: token }], sort: newest, limit })
  const others = allOf(
    beginning === undefined ? undefined : find(products, begins(beginning)),
    matching(find, products, q, limit)
  )
  return shownAs((row) => {
    const { code, title, uid } = docOf(products, row)
    return { kind: "product", id: String(uid), title, detail: code }
  })(find(products, { where: [{ on: "sku", eq: q }], sort: newest, limit }), others)
}

const coupons = ({ find, limit, q }: Asked) => {
  const { coupons } = collections
  return shownAs((row) => {
    const { code, name, uid } = docOf(coupons, row)
    return { kind: "coupon", id: String(uid), title: code, detail: name }
  })(find(coupons, { where: [{ on: "code", eq: q.toLowerCase() }], limit: 1 }), matching(find, coupons, q, limit))
}

const pages = ({ find, limit, q }: Asked) => {
  const { pages } = collections
  return shownAs((row) => {
    const { id, title, url_path } = docOf(pages, row)
    return { kind: "page", id, title, detail: url_path }
  })(Effect.succeed([]), matching(find, pages, q, limit))
}

/** Finds what there is of a kind. */
export const finders: Readonly<Record<FoundKind, (asked: Asked) => Effect.Effect<Hits, Unavailable>>> = {
  order: orders,
  customer: customers,
  product: products,
  coupon: coupons,
  page: pages
}
