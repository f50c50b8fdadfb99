/** The mails that a shop sends: their numbers and names, whom each is written to, and what its text can mention. */
import { Schema } from "effect"
import type { Order } from "../orders/document.ts"
import type { Status } from "../orders/status.ts"

/** The groups of variables that every mail about an order has. */
const ofOrder = ["shop", "customer", "order"] as const

/** A mail's row in {@link mailTypes}. */
interface Row {
  /** The number that it has on the wire. */
  readonly id: number
  /** The shop's own addresses, or the person that it is about. */
  readonly to: "shop" | "customer"
  /** The status that it reports. */
  readonly status?: Status
  /** The groups of variables that its text can use. */
  readonly variables: ReadonlyArray<"shop" | "customer" | "order" | "account" | "gift_card" | "webhook">
}

/** Every mail by its name. */
export const mailTypes = {
  new_order: { id: 1, to: "shop", variables: ofOrder },
  order_received: { id: 2, to: "customer", variables: ofOrder },
  order_paid: { id: 3, to: "customer", status: 1, variables: ofOrder },
  order_in_preparation: { id: 4, to: "customer", status: 2, variables: ofOrder },
  order_shipped: { id: 5, to: "customer", status: 3, variables: ofOrder },
  order_cancelled: { id: 6, to: "customer", status: 7, variables: ofOrder },
  b2b_welcome: { id: 7, to: "customer", variables: ["shop", "customer", "account"] },
  gift_card: { id: 8, to: "customer", variables: ["shop", "customer", "gift_card"] },
  webhook_disabled: { id: 9, to: "shop", variables: ["shop", "webhook"] }
} as const satisfies Readonly<Record<string, Row>>

/** The name of a mail. */
export type MailType = keyof typeof mailTypes

/** The names of all mails, in the order of their numbers. */
export const mailNames = Object.keys(mailTypes) as ReadonlyArray<MailType> as readonly [MailType, ...Array<MailType>]

/** A mail's name, as a value of JSON. */
export const MailName = Schema.Literals(mailNames)

/** What a message says: a mail, or the program's own text about a link that signs in, which no shop writes. */
export type MessageType = MailType | "sign_in_link"

const ownTypes: Readonly<Record<Exclude<MessageType, MailType>, Row>> = {
  sign_in_link: { id: 0, to: "customer", variables: ["shop", "customer"] }
}

/** The row of a mail, or that of a text of the program's own. */
export const mailType = (type: MessageType): Row => (type === "sign_in_link" ? ownTypes[type] : mailTypes[type])

/** The mail with a number; `undefined` if there is none. */
export const mailOfId = (id: number): MailType | undefined => mailNames.find((name) => mailTypes[name].id === id)

/** The mail to the customer that reports a new status of an order; `undefined` for a status without one. */
export const mailOfStatus = (status: Status): MailType | undefined =>
  mailNames.find((name) => mailType(name).status === status)

/**
 * What a message is about; its variables are made from it. A mail about an order needs `order`, `gift_card` needs
 * `gift_card`, and `webhook_disabled` needs `webhook`; without `customer`, that is the order's buyer.
 */
export interface MessageAbout {
  readonly order?: Order
  /** The address of a B2B account. */
  readonly email?: string
  readonly customer?: { readonly fullname: string; readonly email: string }
  /** An amount that was loaded, and the balance after it, in the shop's currency. */
  readonly gift_card?: { readonly amount: number; readonly balance: number }
  readonly webhook?: { readonly name: string; readonly url: string }
}
