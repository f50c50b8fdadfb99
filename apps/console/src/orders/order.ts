/** An order as its page reads it. */

type Text = string

export interface Address {
  readonly fullname: Text
  readonly email: Text
  readonly phone: Text
  readonly addr1: Text
  readonly addr2: Text
  readonly zip: Text
  readonly city: Text
  readonly state: Text
  readonly country: Text
  readonly vat: Text
}

interface Item {
  readonly title: Text
  readonly sku: Text
  readonly options: Text
  readonly price: number
  readonly count: number
}

/** The detail. */
export interface Order {
  readonly orderID: Text
  readonly status: number
  readonly total: number
  readonly orderDate: { readonly sec: number }
  readonly billing: Address
  readonly delivery: Address
  readonly cart: {
    readonly total: number
    readonly items: Readonly<Record<Text, Item>>
    readonly couponCode: Text
    readonly saleAmount: number
    readonly shippingAmount: number
    readonly paymentAmount: number
  }
  readonly method: Text
  readonly payment: Text
  readonly paymentlabel?: Text
  readonly transactionID: Text
  readonly message: Text
  readonly customer: { readonly id: Text | null }
  readonly connected_orders?: ReadonlyArray<Text>
  readonly customergroup?: { readonly name: Text } | null
  readonly marketplace?: Text | null
}

/** What only the list shows of an order. */
export interface Listed {
  readonly short_id: Text
  readonly tags: ReadonlyArray<Text>
}

export interface Tracking {
  readonly url: Text
  readonly courier: Text
  readonly tracking: Text
  readonly pickup_date: Text
}

export interface Entry {
  readonly eventId: number
  readonly status: number
  readonly ip: Text
  readonly ts: number
  readonly requestId: Text | null
  readonly by: Text | null
}

/** What the page needs of the shop's settings. */
export interface ShopSettings {
  readonly name: Text
  readonly transitions: "any" | "guarded"
  readonly stock: "enforce" | "track" | "ignore"
  readonly mail_customers: 0 | 1
  readonly warehouse: { readonly name: Text; readonly address: Text } | null
}
