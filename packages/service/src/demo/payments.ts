/** The demo shop's external payment: an application that lets buyers pay in parts, and the orders that were paid with it. */
import { type KeySet, keySetFrom } from "@bottega/domain/areas/keys"
import type { Order } from "@bottega/domain/areas/orders"
import type { Payment } from "@bottega/domain/areas/payments"
import type { Shop } from "@bottega/domain/areas/shops"
import { digest } from "../engine/ids.ts"
import { hex } from "./chance.ts"

/** The application's key set, the authorization of its payment, and what makes an order one that was paid with it. */
export interface DemoPayment {
  readonly keySet: KeySet
  readonly payment: Payment
  readonly paid: (order: Order) => Order
}

/** The payment of a shop, authorized at an instant in unix seconds. */
export const demoPaymentOf = (shop: Pick<Shop, "id">, since: number): DemoPayment => {
  const keySet = keySetFrom(
    {
      // The shop's id with a last digit that neither it nor the start's own key sets have.
      ...{ id: `${shop.id.slice(0, -1)}3`, shop: shop.id, instance: hex(since, 8) + instanceTail },
      ...{ permission: "read-write", label: "Tre Rate" }
    },
    // The application does not exist, so nobody has the other half of its pair: no text with this SHA-256 is known.
    { key: digest(`${shop.id} Tre Rate`), digest: "0".repeat(64), created: since }
  )
  const payment: Payment = {
    ...{ id: hex(since, 8) + paymentTail, label: "Tre rate senza interessi", key_set: keySet.id },
    ...{
      callback_url: "https://www.trerate.example/paga?ordine={orderid}",
      get_more: "https://www.trerate.example/piani"
    },
    ...{ instance: keySet.instance, expires: null }
  }
  const { id, label } = payment
  const paid = (order: Order): Order =>
    isPaidInParts(order)
      ? { ...order, payment: id, cart: { ...order.cart, paymentProfile: id }, paymentlabel: label }
      : order
  return { keySet, payment, paid }
}

const instanceTail = "7a1d40c95e3b8f26"
const paymentTail = "c84e1f7092ab35d6"

/** Every other order that would have been paid by bank transfer. */
const isPaidInParts = ({ payment, short_id }: Order): boolean =>
  payment === "bank_transfer" && Number(short_id) % 2 === 0
