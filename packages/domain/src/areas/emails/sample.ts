/** What a mail is about where it is only tried: an order, a customer, a gift card and a webhook in which everything is set. */
import type { Address, Order } from "../orders/document.ts"
import type { MessageAbout } from "./types.ts"

const address: Address = {
  addr1: "Via dei Neri 12",
  addr2: "Scala B",
  city: "Firenze",
  email: "anna.rossi@example.com",
  fullname: "Anna Rossi",
  country: "380",
  phone: "+39 055 123456",
  principal: 0,
  state: "Firenze",
  userUID: 1,
  vat: "RSSNNA80A41D612X",
  zip: "50122"
}

/** A sample order in the currency of a shop. */
const order = (currency: string): Order => ({
  orderID: "1_6560c0de00000",
  billing: address,
  delivery: address,
  cart: {
    total: 158.5,
    items: {
      "1#|#": { count: 1, price: 129, options: "", title: "Borsa in pelle", sku: "BAG-1" },
      "2#|#": { count: 2, price: 14.75, options: "", title: "Candela al limone", sku: "CANDLE-2" }
    },
    couponCode: "WELCOME",
    saleAmount: 15.85,
    shippingAmount: 6.9,
    paymentAmount: 2,
    shippingProfile: "BRT",
    paymentProfile: "cash_on_delivery",
    checkouted: true,
    userUID: 1
  },
  total: 151.55,
  userUID: 1,
  orderDate: { sec: 1_763_894_400, usec: 0 },
  method: "BRT",
  payment: "cash_on_delivery",
  status: 3,
  message: "",
  transactionID: "",
  customer: { id: null },
  short_id: "1042",
  tags: [],
  log: [],
  tracking: {
    url: "https://example.com/parcels/123456789",
    courier: "brt",
    tracking: "123456789",
    pickup_date: "2025-11-24"
  },
  stock: { taken: [], given: false },
  coupon: null,
  currency,
  locale: "it_IT",
  invoice: null,
  marketplace: null,
  marketplaceDetails: null
})

/** What a sample mail of a shop is about. */
export const sampleAbout = (currency: string): Required<MessageAbout> => ({
  order: order(currency),
  email: address.email,
  customer: { fullname: address.fullname, email: address.email },
  gift_card: { amount: 50, balance: 80 },
  webhook: { name: "Orders for the warehouse", url: "https://example.com/orders" }
})
