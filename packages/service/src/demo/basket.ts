/** Makes the orders of the demo shop: random items, an address and a payment method. */
import type { NewOrder } from "@bottega/domain/areas/orders"
import type { CatalogueEntry } from "@bottega/domain/areas/products"
import type { Chance } from "./chance.ts"
import type { Person } from "./people.ts"

type Item = NewOrder["item_id"][number]

/** The parameters of an order of some products that are on sale. */
export const orderFor = (chance: Chance, person: Person, sold: ReadonlyArray<CatalogueEntry>): NewOrder => {
  const { country } = person
  const home = country === "IT"
  const [shipping_method, shipping_cost] = chance.weighted(home ? shippingAtHome : shippingAbroad)
  const payment_method = chance.weighted(payments)
  const collected = payment_method === "cash_on_delivery" && home
  return {
    ...addressesOf(person),
    item_id: itemsOf(chance, sold),
    shipping_method,
    shipping_cost,
    payment_method: payment_method === "cash_on_delivery" && !home ? "credit_card" : payment_method,
    payment_cost: collected ? 3.5 : 0,
    order_status: 0,
    ...(chance.is(0.08) ? invoiceOf(chance) : { require_invoice: 0 }),
    locale: locales[country] ?? "en_GB",
    ...(chance.is(0.08) ? { message: chance.of(messages) } : {}),
    ...(chance.is(0.2) ? { tags: chance.of(tags) } : {}),
    ...(chance.is(0.03) ? { marketplace: "etsy", marketplaceDetails: { receipt_id: chance.digits(10) } } : {})
  }
}

/** The item that never runs out. */
export const always: Item = { sku: "BUO-REG", price: 50, quantity: 1 }

const itemsOf = (chance: Chance, sold: ReadonlyArray<CatalogueEntry>): ReadonlyArray<Item> => {
  const itemsBySku = new Map<string, Item>()
  for (let left = chance.weighted(lineCounts); left > 0; left--) {
    // Squared, so that some things sell much better than others.
    const { final_price, sku, superkey } = sold[Math.floor(chance.number() ** 2 * sold.length)]!
    const options = superkey === "" ? {} : { options: superkey }
    itemsBySku.set(sku, { sku, price: final_price, quantity: chance.weighted(quantities), ...options })
  }
  return [...itemsBySku.values()]
}

const lineCounts = [
  [50, 1],
  [30, 2],
  [15, 3],
  [5, 4]
] as const
const quantities = [
  [75, 1],
  [18, 2],
  [5, 3],
  [2, 6]
] as const

const addressesOf = ({ country, customer, state }: Person) => {
  const { address, city, email, fullname, phone, zip } = customer
  return {
    ...{ billing_fullname: fullname, billing_email: email, billing_address: address, billing_phone: phone },
    ...{ billing_city: city, billing_postal_code: zip, billing_state: state, billing_country: country },
    ...{ delivery_fullname: fullname, delivery_email: email, delivery_address: address, delivery_phone: phone },
    ...{ delivery_city: city, delivery_postal_code: zip, delivery_state: state, delivery_country: country }
  }
}

type Shipping = readonly [method: string, cost: number]
const shippingAtHome: ReadonlyArray<readonly [number, Shipping]> = [
  [70, ["Corriere 24/48 ore", 6.9]],
  [15, ["DHL Express", 12]],
  [15, ["Ritiro in negozio", 0]]
]
const shippingAbroad: ReadonlyArray<readonly [number, Shipping]> = [
  [70, ["Corriere internazionale", 14.5]],
  [30, ["DHL Express", 24]]
]
const payments = [
  [45, "credit_card"],
  [30, "paypal"],
  [15, "bank_transfer"],
  [10, "cash_on_delivery"]
] as const

const invoiceOf = (chance: Chance) =>
  ({
    require_invoice: 1,
    digital_invoice: {
      type: "company",
      company_vat_number: `IT${chance.digits(11)}`,
      company_unique_code: chance.hex(1).slice(0, 7).toUpperCase()
    }
  }) as const

const locales: Readonly<Record<string, string>> = {
  IT: "it_IT",
  DE: "de_DE",
  AT: "de_AT",
  CH: "it_CH",
  FR: "fr_FR",
  ES: "es_ES",
  GB: "en_GB",
  US: "en_US"
}
const messages = [
  "Citofonare al secondo piano, grazie.",
  "È un regalo: senza prezzo nel pacco, per favore.",
  "Consegnare solo di mattina.",
  "Please leave it with the neighbour.",
  "Lasciare in portineria."
]
const tags = [
  ["regalo"],
  ["newsletter"],
  ["negozio"],
  ["fragile"],
  ["fragile", "regalo"],
  ["cliente abituale"]
] as const
