/** The document of an order, as the service stores it, from the form of `calls.ts`. */
import type { Node } from "@bottega/domain/form"
import type { Held, Known, Made } from "./known.ts"

/** A new order. */
export interface MadeOrder extends Made {
  readonly at: {
    readonly placed: number
    readonly status: number
    readonly email: string
    readonly begun: number
    readonly customer: string
    readonly word: ReadonlyArray<string>
    readonly active: number
  }
}

/** The value of a parameter; empty if there is none. */
export const textOf = (node: Node, name: string): string => node.child(name).values?.[0] ?? ""

/** A line of the order, as its document holds it. */
export const itemOf = (node: Node) => ({
  count: Number(textOf(node, "quantity")),
  price: Number(textOf(node, "price")),
  options: "",
  title: textOf(node, "title"),
  sku: textOf(node, "sku")
})
type Item = ReturnType<typeof itemOf>

// The only country and state that the requests name.
const uids: Readonly<Record<string, string>> = { IT: "380", MI: "380053" }

const addressOf = (root: Node, side: "billing" | "delivery") => ({
  addr1: textOf(root, `${side}_address`),
  addr2: "",
  city: textOf(root, `${side}_city`),
  email: textOf(root, `${side}_email`),
  fullname: textOf(root, `${side}_fullname`),
  country: uids[textOf(root, `${side}_country`)]!,
  phone: textOf(root, `${side}_phone`),
  principal: 0,
  state: uids[textOf(root, `${side}_state`)]!,
  userUID: -1,
  vat: "",
  zip: textOf(root, `${side}_postal_code`)
})

/** What a decision knows of a new order besides its parameters. */
interface Facts {
  readonly orderID: string
  readonly at: number
  readonly ts: number
  readonly held: ReadonlyMap<string, Held>
  readonly known: Known
}

/** The document of a new order, its total and its date. */
export const orderOf = (root: Node, items: ReadonlyArray<Item>, { at, held, known, orderID, ts }: Facts) => {
  const [method, payment] = [textOf(root, "shipping_method"), textOf(root, "payment_method")]
  const cents = items.reduce((sum, { count, price }) => sum + Math.round(price * 100) * count, 0)
  const shipping = Number(textOf(root, "shipping_cost"))
  const total = (cents + Math.round(shipping * 100)) / 100
  const billing = addressOf(root, "billing")
  const customer = known.buyer(billing.email)
  const cart = {
    ...{ total: cents / 100, items: linesOf(items, held), couponCode: "", saleAmount: 0, shippingAmount: shipping },
    ...{ paymentAmount: 0, shippingProfile: method, paymentProfile: payment, checkouted: true, userUID: -1 }
  }
  const shown = {
    ...{ orderID, billing, delivery: addressOf(root, "delivery"), cart, total, userUID: -1 },
    ...{ orderDate: { sec: ts, usec: at % 1_000_000 }, method, payment, status: 0, message: "", transactionID: "" },
    customer: { id: customer }
  }
  const beside = {
    ...{ short_id: String(known.number()), tags: [], log: [{ eventId: 0, status: 0, ts, ip: "127.0.0.1" }] },
    ...{ tracking: null, stock: { taken: items.map(({ count, sku }) => ({ sku, count })), given: false } },
    ...{ coupon: null, currency: "EUR", locale: "it_IT", invoice: null, marketplace: null, marketplaceDetails: null }
  }
  const word = billing.fullname.toLowerCase().split(" ")
  const lookups = {
    placed: at,
    status: 0,
    email: billing.email,
    begun: ts,
    customer,
    word,
    active: Math.floor(ts / 3600)
  }
  const made: MadeOrder = {
    key: orderID,
    text: `${JSON.stringify(shown)}\n${JSON.stringify(beside)}`,
    at: lookups
  }
  return { made, total, date: dateOf(ts) }
}

const linesOf = (items: ReadonlyArray<Item>, held: ReadonlyMap<string, Held>) => {
  const lines: Record<string, Item> = {}
  for (const item of items) {
    const key = `${held.get(item.sku)!.doc.uid}#|#`
    let free = key
    for (let n = 2; free in lines; n++) free = `${key}#${n}`
    lines[free] = item
  }
  return lines
}

// The zone's offset does not change while the program runs, or does so once.
const dateOf = (ts: number): string => `${new Date((ts + 3600) * 1000).toISOString().slice(0, 19)}+0100`
