/** A customer that an order makes, for the suites that need one. */
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"

/** Makes a guest with an email address that no other test uses. */
export const guest = async ({ api }: Pick<Store, "api">) => {
  const email = `guest${unique()}@example.com`
  const { order_id } = await api.orders.create({
    ...{ shipping_flag: "not_required", billing_email: email, billing_fullname: "Guest" },
    ...{ billing_country: "IT", billing_state: "MI", billing_city: "Milano", billing_postal_code: "20121" },
    ...{ billing_phone: "02 1234", billing_address: "Via Dante 1", shipping_method: "none", shipping_cost: 0 },
    ...{ item_id: [{ sku: "x", price: 1, quantity: 1 }], payment_method: "bank_transfer" }
  })
  return { email, id: (await api.customers.read({ email })).id, orderID: order_id }
}
