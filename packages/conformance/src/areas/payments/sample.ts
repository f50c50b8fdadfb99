/** Shared parts of the suites of payments: the parameters of an authorization, and a key set that has one. */
import { type Bottega, BottegaError } from "@bottega/client"
import type { Pair, Store } from "../../surface.ts"

type NewPayment = Parameters<Store["api"]["payments"]["create"]>[0]

/** The parameters of an authorization. */
export const newPayment = (given: Partial<NewPayment> = {}): NewPayment => ({
  label: "Pay later",
  callback_url: "https://pay.example/begin?order={orderid}",
  ...given
})

/** A key set of its own: its pair, and a client with it. */
interface KeySetMade {
  readonly pair: Pair
  readonly api: Bottega
}

/** Issues a key set. */
export const keySetMade = async (
  { as, operator, shop }: Store,
  given: { readonly expires_at?: string } = {}
): Promise<KeySetMade> => {
  const pair = await operator.keys.create({ shop: shop.id, permission: "read-write", ...given })
  return { pair, api: as(pair) }
}

/** An authorization of a key set of its own, with that key set. */
export const paymentMade = async (
  store: Store,
  given: Partial<NewPayment> = {}
): Promise<KeySetMade & { readonly id: string }> => {
  const keySet = await keySetMade(store)
  return { ...keySet, id: (await keySet.api.payments.create(newPayment(given))).id }
}

/** The authorization of a client's key set; `undefined` if it has none. */
export const ownOf = async ({ payments }: Pick<Store["api"], "payments">) => {
  try {
    return await payments.read()
  } catch (error) {
    if (error instanceof BottegaError && error.status === 404) return undefined
    throw error
  }
}

/** Takes its authorization from the store's own key set, so that it may have another one. */
export const freed = async ({ api }: Pick<Store, "api">) => {
  const own = await ownOf(api)
  if (own !== undefined) await api.payments.remove({ payment_id: own.id })
}

/** Gives the store's own key set a new authorization, and returns its id. */
export const owned = async (store: Store): Promise<string> => {
  await freed(store)
  return (await store.api.payments.create(newPayment())).id
}

/** The ids of the shop's external payments in each of the lists that show them. */
export const listedIn = async ({ reader }: Pick<Store, "reader">): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const [list, configured, checkout] = [
    await reader.payments.list(),
    await reader.payments.configured(),
    await reader.orders.checkoutMethods()
  ]
  const isExternal = (id: string) => /^[0-9a-f]{24}$/.test(id)
  return [
    list.map(({ id }) => id),
    configured.payments_index.filter(isExternal),
    Object.keys(configured.payments).filter(isExternal),
    checkout.payments.filter(isExternal),
    Object.keys(checkout.payment_setup).filter(isExternal)
  ]
}

/** The same ids in each of the lists. */
export const everyListHas = (...ids: ReadonlyArray<string>) => Array.from({ length: 5 }, () => [...ids].sort())

/** Calls until the store answers: a machine that is short of time sheds some of many calls at once with 503. */
export const untilAnswered = async <A>(call: () => PromiseLike<A>): Promise<A> => {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof BottegaError && error.status === 503)) throw error
    }
  }
}
