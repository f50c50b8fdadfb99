/** How each event is made to happen: by real operations on things that are made for it, so that nothing of the shop changes. */
import type { Bottega } from "@bottega/client"
import type { events } from "@bottega/domain/areas"

/** The shop in which an event is made to happen. */
interface Ground {
  readonly api: Bottega
  /** Issues the code that removes an order. */
  readonly codeFor: (orderID: string) => Promise<string>
  /** A text that nothing else has. */
  readonly mark: string
  /** Called for each thing that is made and stays: "the order 1_5a…". */
  readonly made: (what: string) => void
}

/** Makes the event happen. */
export type Recipe = (ground: Ground) => Promise<unknown>

/** Every event but `cartAbandoned`, which never happens. */
export type Possible = Exclude<keyof typeof events, "cartAbandoned">

const title = "Made by bottega trigger"

const order = async ({ api, made, mark }: Ground): Promise<string> => {
  const { order_id } = await api.orders.create({
    shipping_flag: "not_required",
    shipping_method: "Pick-up",
    shipping_cost: 0,
    payment_method: "bank_transfer",
    // Nothing in the catalogue has this SKU, so no stock is taken.
    item_id: [{ sku: `trigger-${mark}`, title, price: 10, quantity: 1 }]
  })
  made(`the order ${order_id}`)
  return order_id
}

const customer = async ({ api, made, mark }: Ground): Promise<string> => {
  // No mail is ever sent to this domain.
  const email = `trigger-${mark}@bottega.example`
  const { client } = await api.customers.create({ email, first_name: "Trigger", last_name: mark })
  made(`the customer ${email}`)
  return client.id
}

/** Hidden, so that no buyer sees it. */
const product = async ({ api, made, mark }: Ground) => {
  const code = `trigger-${mark}`
  const { uid } = await api.products.create({ code, title, price: 10, status: 0 })
  made(`the hidden product ${code}`)
  return { uid, code }
}

type Status = Parameters<Bottega["orders"]["update"]>[0]["status"]

/** Moves a new order through statuses that every shop permits. */
const moved =
  (...statuses: ReadonlyArray<Status>): Recipe =>
  async (ground) => {
    const orderID = await order(ground)
    for (const status of statuses) await ground.api.orders.update({ orderID, status })
  }

export const recipes: { readonly [Name in Possible]: Recipe } = {
  orderCreated: order,
  orderPaid: moved(1),
  orderShipped: moved(1, 3),
  orderInPreparation: moved(1, 2),
  orderCancelled: moved(7),
  orderStatusChanged: moved(1),
  trackingSet: async (ground) => {
    const orderID = await order(ground)
    await ground.api.orders.update({ orderID, status: 1 })
    const tracking = { courier: "brt", tracking: ground.mark, pickup_date: "2026-01-02" }
    await ground.api.orders.update({ orderID, status: 3, ...tracking })
  },
  orderRemoved: async (ground) => {
    const orderID = await order({ ...ground, made: () => {} })
    await ground.api.orders.remove({ orderID, authorization_code: await ground.codeFor(orderID) })
  },
  customerCreated: customer,
  customerUpdated: async (ground) => {
    await ground.api.customers.update({ id: await customer(ground), first_name: "Triggered", last_name: ground.mark })
  },
  customerRemoved: async (ground) => {
    await ground.api.customers.remove({ id: await customer({ ...ground, made: () => {} }) })
  },
  stockChanged: async (ground) => {
    const { code } = await product(ground)
    await ground.api.inventory.set({ sku: code, quantity: 5 })
  },
  productCreated: product,
  productChanged: async (ground) => {
    await ground.api.products.update({ uid: (await product(ground)).uid, title: `${title}, and changed` })
  },
  productRemoved: async (ground) => {
    await ground.api.products.remove({ uid: (await product({ ...ground, made: () => {} })).uid })
  }
}
