/** Opens a fresh shop on a running server: its products, its coupons and its callers. */
import { Bottega } from "@bottega/client"
import type { Server } from "./process.ts"
import { Wire } from "./wire.ts"

/** What a shop starts with. */
export interface Stock {
  /** Pieces of each SKU. */
  readonly products: Readonly<Record<string, number>>
  /** How often each coupon can be used; null for no limit. */
  readonly coupons?: Readonly<Record<string, number | null>>
}

/** A shop, reachable through any server of its store. */
export interface Shop extends Required<Stock> {
  readonly id: string
  readonly headers: { readonly key: string; readonly exchange: string }
}

let opened = 0

/** Opens a shop. */
export const openShop = async (server: Server, { coupons = {}, products }: Stock): Promise<Shop> => {
  const operator = operatorOf(server)
  const { id } = await operator.shops.create({ name: `Torture ${++opened}` })
  const { exchange, key } = await operator.keys.create({ shop: id, permission: "read-write" })
  const shop = { id, headers: { key, exchange }, coupons, products }
  const api = clientOf(server, shop)
  for (const [code, quantity] of Object.entries(products))
    await api.products.create({ code, title: code, price: 10, quantity })
  for (const [code, count] of Object.entries(coupons)) await api.coupons.create(couponNamed(code, count))
  return shop
}

/** The parameters of a coupon of ten percent; a count of null means no limit. */
export const couponNamed = (code: string, count: number | null) => ({
  ...({ code, name: code, type: 1, value: 10, min_sum: 0, active: 1, start_time: 0, end_time: 4_000_000_000 } as const),
  ...({ unlimited: count === null ? 1 : 0, count: count ?? 0, rules: { users_email: [] } } as const)
})

/** The parameters of an order without shipping. */
export const orderOf = (items: Readonly<Record<string, number>>, more: object = {}) => ({
  ...{ shipping_flag: "not_required", shipping_method: "courier", shipping_cost: 0, payment_method: "paypal" },
  item_id: Object.entries(items).map(([sku, quantity]) => ({ sku, quantity, price: 10 })),
  ...more
})

/** Writes to a shop, each request once. */
export const wireOf = ({ url }: Server, { headers }: Shop): Wire => new Wire(url, headers)

/** Reads a shop. */
export const clientOf = ({ url }: Server, { headers }: Shop): Bottega => new Bottega({ url, ...headers, retries: 0 })

/** Reads a shop as the operator. */
export const operatorOf = ({ token, url }: Server): Bottega => new Bottega({ url, token, retries: 0 })
