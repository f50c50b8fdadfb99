/** What an order stores about its buyer and its recipient, and what is left of it without them. */
import { type Person, type Personal, walksBy, withoutAddress } from "../../contract/personal.ts"
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
  },
  freeTexts: { madeAt, without: withoutMentions }
}

/** When an order was made, which its number tells; its date may be the caller's. */
function madeAt({ orderID }: Order): number {
  return Number.parseInt(orderID.slice(-13, -5), 16) * 1_000_000 + Number.parseInt(orderID.slice(-5), 16)
}

/** An order of somebody else, of which every text loses the address and keeps the rest. */
function withoutMentions(order: Order, email: string): Order {
  const isOwn = [order.billing, order.delivery].some((address) => address.email.toLowerCase() === email)
  if (isOwn) return order
  let isChanged = false
  const clean = (text: string, otherwise = ""): string => {
    const left = withoutAddress(text, email)
    if (left === text) return text
    isChanged = true
    return left.trim() === "" ? otherwise : left
  }
  const { cart, marketplaceDetails, tags, ...rest } = order
  const { items, ...sums } = cart
  const after: Order = {
    ...order,
    ...textsOf(rest, clean),
    cart: { ...cart, ...textsOf(sums, clean), items: cleanItems(items, clean) },
    tags: tags.filter((tag) => clean(tag) === tag),
    marketplaceDetails: marketplaceDetails && textsOf(marketplaceDetails, clean)
  }
  return isChanged ? after : order
}

/** A JSON value whose texts are cleaned. */
const textsOf = <A>(value: A, clean: (text: string) => string): A => {
  if (typeof value === "string") return clean(value) as A
  if (Array.isArray(value)) return value.map((one) => textsOf(one, clean)) as A
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (clean(name) === name ? [[name, textsOf(inner, clean)]] : []))
  ) as A
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

/**
 * Replaces free texts that contain something of the order's addresses. Shorter words may also occur in texts about
 * other people.
 */
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

/** Lines keep their order; a line whose options change gets the next free key of its product. */
const cleanItems = (
  items: Order["cart"]["items"],
  clean: (text: string, otherwise?: string) => string
): Readonly<Record<string, Item>> => {
  const lines: Record<string, Item> = {}
  const nextByProduct = new Map<string, number>()
  for (const [key, item] of Object.entries(items)) {
    const options = clean(item.options)
    const plain = `${key.slice(0, key.indexOf("#|#"))}#|#${options}`
    let free = options === item.options ? key : plain
    let n = nextByProduct.get(plain) ?? 2
    while (free !== key && (Object.hasOwn(lines, free) || Object.hasOwn(items, free))) free = `${plain}#${n++}`
    nextByProduct.set(plain, n)
    lines[free] = { ...item, options, title: clean(item.title, item.sku) }
  }
  return lines
}
