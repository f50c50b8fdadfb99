/** Shared parts of the suites of orders: the smallest valid order, and helpers that read results. */
import { BottegaError } from "@bottega/client"
import type { Store } from "../../surface.ts"

type NewOrder = Parameters<Store["api"]["orders"]["create"]>[0]

/** The parameters of an order of one mug without a buyer or an address. */
export const mug = { sku: "MUG", price: 10, quantity: 1 }
export const sample = (given: Partial<NewOrder> = {}): NewOrder => ({
  shipping_flag: "not_required",
  item_id: [mug],
  shipping_method: "Courier",
  shipping_cost: 0,
  payment_method: "paypal",
  ...given
})

/** Creates an order and returns its id. */
export const placed = async ({ api }: Pick<Store, "api">, given: Partial<NewOrder> = {}): Promise<string> =>
  (await api.orders.create(sample(given))).order_id

/** How a call was refused; fails if it was not. */
export const refused = async (call: Promise<unknown>): Promise<BottegaError> => {
  const answer = await call.catch((error: unknown) => error)
  if (answer instanceof BottegaError) return answer
  throw new Error(`It was not refused: ${JSON.stringify(answer)}`)
}

/** The names of the wrong parameters of a refused call. */
export const wrongIn = async (call: Promise<unknown>): Promise<ReadonlyArray<string>> => {
  const { details, status } = await refused(call)
  if (status !== 400) throw new Error(`It was refused with ${status}.`)
  return details.map(({ path }) => path)
}

/** The order ids of a list. */
export const idsOf = (orders: ReadonlyArray<{ readonly orderID: string }>): ReadonlyArray<string> =>
  orders.map(({ orderID }) => orderID)

/** A complete billing or delivery address. */
export const address = (side: "billing" | "delivery"): Partial<NewOrder> => ({
  [`${side}_fullname`]: "Anna Rossi",
  [`${side}_email`]: "anna@example.com",
  [`${side}_address`]: "Via Roma 1",
  [`${side}_phone`]: "02 123",
  [`${side}_city`]: "Milano",
  [`${side}_postal_code`]: "20100",
  [`${side}_state`]: "MI",
  [`${side}_country`]: "IT"
})
