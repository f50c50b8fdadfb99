/** What an order holds of its buyer and of the person it is delivered to, and what is left of it without them. */
import { type Person, type Personal, walksBy } from "../../contract/personal.ts"
import type { Address, Item, Order } from "./document.ts"

/** An order keeps its number, lines, amounts, status, stock, and the country that its tax depends on. */
export const personal: Personal<Order, "email" | "customer" | "recipient" | "placed"> = {
  as: "orders",
  where: ({ customers, email }) => [
    ...walksBy("email", [email], "placed"),
    ...walksBy("customer", customers, "placed"),
    ...walksBy("recipient", [email])
  ],
  erased: (order, person) => {
    if (isBuyer(order, person)) return withoutBuyer(order, person.digest)
    return order.delivery.email.toLowerCase() === person.email ? withoutRecipient(order) : order
  }
}

const isBuyer = ({ billing, customer }: Order, { customers, email }: Person): boolean =>
  billing.email.toLowerCase() === email || (customer.id !== null && customers.includes(customer.id))

const noUser = -1
const nowhere = (before: Address): Address => ({
  ...{ addr1: "", addr2: "", city: "", email: "", fullname: "", phone: "", state: "", vat: "", zip: "" },
  ...{ country: before.country, principal: before.principal, userUID: noUser }
})

const withoutRecipient = (order: Order): Order => ({ ...order, delivery: nowhere(order.delivery), tracking: null })

const withoutBuyer = (order: Order, digest: string): Order => {
  const clean = cleanerOf(order)
  return {
    ...withoutRecipient(order),
    billing: nowhere(order.billing),
    cart: {
      ...order.cart,
      items: cleanItems(order.cart.items, clean),
      couponCode: clean(order.cart.couponCode),
      userUID: noUser
    },
    userUID: noUser,
    message: "",
    transactionID: "",
    customer: { id: null },
    tags: order.tags.filter((tag) => clean(tag) === tag),
    log: order.log.map((entry) => ({ ...entry, ip: "" })),
    // Reopening the order claims its coupon again, for the same buyer.
    coupon: order.coupon && { ...order.coupon, buyer: order.coupon.buyer ?? digest },
    invoice: null,
    marketplaceDetails: null
  }
}

/** Replaces free texts that contain something of the order's addresses. Shorter words are also in texts about others. */
const cleanerOf = ({ billing, delivery }: Order) => {
  const marks = [billing, delivery]
    .flatMap(({ addr1, email, fullname, phone, vat }) => [addr1, email, fullname, phone, vat])
    .map((mark) => mark.toLowerCase())
    .filter((mark) => mark.length >= minMarkCharacters)
  return (text: string, otherwise = "") => {
    const lower = text.toLowerCase()
    return marks.some((mark) => lower.includes(mark)) ? otherwise : text
  }
}
const minMarkCharacters = 4

/** Lines keep their order; a line whose options go gets the next free key of its product. */
const cleanItems = (
  items: Order["cart"]["items"],
  clean: ReturnType<typeof cleanerOf>
): Readonly<Record<string, Item>> => {
  const lines: Record<string, Item> = {}
  for (const [key, item] of Object.entries(items)) {
    const options = clean(item.options)
    const plain = `${key.slice(0, key.indexOf("#|#"))}#|#`
    let free = options === item.options ? key : plain
    for (let n = 2; free !== key && (Object.hasOwn(lines, free) || Object.hasOwn(items, free)); n++)
      free = `${plain}#${n}`
    lines[free] = { ...item, options, title: clean(item.title, item.sku) }
  }
  return lines
}
