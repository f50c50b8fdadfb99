/** Waits for the sums of orders by day, whose worker dies with its server, and compares them with the orders. */
import { setTimeout } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import type { Server } from "./process.ts"
import { clientOf, operatorOf, type Shop } from "./shop.ts"

/** How long the worker has for what is left when nothing changes any more. */
const timeoutMs = 300_000

/** Waits until the sums of a shop to which nobody writes are those of its orders; says if they do not become so. */
export const wrongDays = async (server: Server, shop: Shop): Promise<ReadonlyArray<string>> => {
  const expected = await expectedOf(server, shop)
  const operator = operatorOf(server)
  const untilMs = performance.now() + timeoutMs
  for (;;) {
    const found = sumsOf(await operator.orders.days({ shop: shop.id }))
    if (isDeepStrictEqual(found, expected)) return []
    if (performance.now() > untilMs)
      return [`The sums by day of shop ${shop.id} are ${JSON.stringify(found)}, its orders ${JSON.stringify(expected)}`]
    await setTimeout(200)
  }
}

interface Sums {
  readonly [status: string]: { readonly orders: number; readonly cents: number }
}

/** The orders of each status, and their turnover; a run may go past midnight, so days are added up. */
const sumsOf = (
  rows: ReadonlyArray<{ readonly status: number; readonly orders: number; readonly turnover: number }>
): Sums => {
  const sums: Record<string, { orders: number; cents: number }> = {}
  for (const { orders, status, turnover } of rows) {
    const sum = (sums[status] ??= { orders: 0, cents: 0 })
    sum.orders += orders
    sum.cents += Math.round(turnover * 100)
  }
  return sums
}

const expectedOf = async (server: Server, shop: Shop): Promise<Sums> => {
  const rows: Array<{ status: number; orders: number; turnover: number }> = []
  for await (const { orderID } of clientOf(server, shop).orders.list.all({ limit: 1000 })) {
    const { status, total } = await clientOf(server, shop).orders.read({ orderID })
    rows.push({ status, orders: 1, turnover: total })
  }
  return sumsOf(rows)
}
