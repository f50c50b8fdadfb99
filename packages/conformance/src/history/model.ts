/**
 * The model of a shop, written from the specification: the expected answer to each call of a history. It has no store
 * and no clock.
 */
import { type Expected, invalid } from "./answers.ts"
import type { NewOrder } from "./carts.ts"
import { Coupons, type NewCoupon } from "./coupons.ts"
import {
  type Customer,
  type CustomerListing,
  Customers,
  type NewCustomer,
  type NewGroup,
  type Renaming
} from "./customers.ts"
import type { Pick } from "./names.ts"
import { type Code, type Listing, type Moving, Orders } from "./orders.ts"
import { type Batch, type NewProduct, type Policy, type Setting, Stock } from "./stock.ts"
import { adding, type BatchTagging, removing, removingMatches, replacing, type Tagging } from "./tagging.ts"

/** The parameters of every operation that a history calls. */
export interface Operations {
  readonly "products.create": NewProduct
  readonly "products.remove": { readonly uid: string }
  readonly "inventory.list": object
  readonly "inventory.set": Setting
  readonly "inventory.increment": Setting
  readonly "inventory.batch": Batch
  readonly "ledger.list": { readonly sku: string; readonly limit: number }
  readonly "coupons.create": NewCoupon
  readonly "coupons.remove": { readonly uid: string }
  readonly "coupons.list": object
  readonly "coupons.read": { readonly uid: string; readonly nodes: "usage" }
  readonly "coupons.updateRules": {
    readonly uid: string
    readonly name: "one_use_for_email"
    readonly rule_value: "" | "0" | "1"
  }
  readonly "orders.create": NewOrder
  readonly "orders.update": Moving
  readonly "orders.addTags": { readonly orderID: string; readonly tags: string }
  readonly "orders.removeTags": { readonly orderID: string; readonly tags: string }
  readonly "orders.remove": { readonly orderID: string; readonly authorization_code: Code }
  readonly "orders.read": { readonly orderID: string }
  readonly "orders.timeline": { readonly orderID: string }
  readonly "orders.list": Listing
  readonly "customers.create": NewCustomer
  readonly "customers.read": { readonly email: string }
  readonly "customers.update": Renaming
  readonly "customers.remove": { readonly id: string }
  readonly "customers.acceptMarketing": { readonly id: string; readonly accept_marketing: 0 | 1 }
  readonly "customers.consents": { readonly id: string; readonly limit: number }
  readonly "customers.setCustomFields": {
    readonly id: string
    readonly custom_fields: Customer["custom_fields"]
  }
  readonly "customers.setGroup": { readonly id: string; readonly group_id: string }
  readonly "customers.removeGroup": { readonly id: string }
  readonly "customers.setTags": Tagging
  readonly "customers.addTags": Tagging
  readonly "customers.removeTags": Tagging
  readonly "customers.batchSetTags": BatchTagging
  readonly "customers.batchAddTags": BatchTagging
  readonly "customers.batchRemoveTags": { readonly email: ReadonlyArray<string>; readonly tag: string }
  readonly "customers.list": CustomerListing
  readonly "customers.page": CustomerListing
  readonly "customergroups.create": NewGroup
  readonly "customergroups.read": { readonly id: string }
}
export type Operation = keyof Operations

/** A call; ids in its parameters are names such as `order 1`, and number 0 never exists. */
export interface Call<Op extends Operation = Operation> {
  readonly operation: Op
  readonly parameters: Operations[Op]
  /** The parameters that are wrong in themselves, whatever is stored. */
  readonly wrong: ReadonlyArray<string>
  /** Its `Idempotency-Key`. */
  readonly key: string | undefined
}

/** The settings of a shop. */
export interface Setup {
  readonly stock: Policy
  readonly transitions: "any" | "guarded"
}

/** The expected outcome of a call. */
export interface Outcome extends Expected {
  /** Whether it is the stored answer to an earlier call with the same key. */
  readonly replayed: boolean
}

const dayMinutes = 24 * 60

/** A shop. */
export class Model {
  readonly #stock: Stock
  readonly #coupons = new Coupons()
  readonly #customers = new Customers()
  readonly #orders: Orders
  readonly #kept = new Map<string, { readonly asked: string; readonly answer: Expected; readonly minutes: number }>()
  #minutes = 0

  constructor({ stock, transitions }: Setup) {
    this.#stock = new Stock(stock)
    this.#orders = new Orders(transitions, this.#stock, this.#coupons, this.#customers)
  }

  /** How many of a kind were ever made; of customers, how many an answer has shown. */
  made(kind: Pick["pick"]): number {
    if (kind === "customer") return this.#customers.seen
    if (kind === "group") return this.#customers.groups
    return { order: this.#orders, product: this.#stock, coupon: this.#coupons }[kind].made
  }

  /** Lets time pass. */
  wait(minutes: number): void {
    this.#minutes += minutes
  }

  /** Answers a call. */
  answer(call: Call): Outcome {
    const { key, wrong } = call
    if (wrong.length > 0) return { ...invalid(wrong), replayed: false }
    const asked = JSON.stringify([call.operation, call.parameters])
    const kept = key === undefined ? undefined : this.#kept.get(key)
    if (kept !== undefined && this.#minutes - kept.minutes < dayMinutes) {
      const reused: Expected = { status: 422, type: "idempotency_key_reused" }
      return kept.asked === asked ? { ...kept.answer, replayed: true } : { ...reused, replayed: false }
    }
    const answer = this.#decide[call.operation](call.parameters as never)
    if (key !== undefined) this.#kept.set(key, { asked, answer, minutes: this.#minutes })
    return { ...answer, replayed: false }
  }

  readonly #decide: { readonly [Op in Operation]: (parameters: Operations[Op]) => Expected } = {
    "products.create": (product) => this.#stock.add(product),
    "products.remove": ({ uid }) => this.#stock.remove(uid),
    "inventory.list": () => this.#stock.list(),
    "inventory.set": (setting) => this.#stock.set(setting),
    "inventory.increment": (setting) => this.#stock.increment(setting),
    "inventory.batch": (batch) => this.#stock.batch(batch),
    "ledger.list": ({ sku }) => this.#stock.ledger(sku),
    "coupons.create": (coupon) => this.#coupons.add(coupon),
    "coupons.remove": ({ uid }) => this.#coupons.remove(uid),
    "coupons.list": () => this.#coupons.list(),
    "coupons.read": ({ uid }) => this.#coupons.read(uid),
    "coupons.updateRules": ({ rule_value, uid }) => this.#coupons.rule(uid, rule_value),
    "orders.create": (order) => this.#orders.create(order, this.#minutes),
    "orders.update": (moving) => this.#orders.update(moving),
    "orders.addTags": ({ orderID, tags }) => this.#orders.addTags(orderID, tags),
    "orders.removeTags": ({ orderID, tags }) => this.#orders.removeTags(orderID, tags),
    "orders.remove": ({ authorization_code, orderID }) => this.#orders.remove(orderID, authorization_code),
    "orders.read": ({ orderID }) => this.#orders.read(orderID),
    "orders.timeline": ({ orderID }) => this.#orders.timeline(orderID),
    "orders.list": (listing) => this.#orders.list(listing),
    "customers.create": (customer) => this.#customers.create(customer),
    "customers.read": ({ email }) => this.#customers.read(email),
    "customers.update": (renaming) => this.#customers.update(renaming),
    "customers.remove": ({ id }) => this.#customers.remove(id),
    "customers.acceptMarketing": ({ accept_marketing: accepts, id }) =>
      this.#customers.acceptMarketing(id, accepts === 1),
    "customers.consents": ({ id }) => this.#customers.consents(id),
    "customers.setCustomFields": ({ custom_fields: fields, id }) => this.#customers.setCustomFields(id, fields),
    "customers.setGroup": ({ group_id, id }) => this.#customers.setGroup(id, group_id),
    "customers.removeGroup": ({ id }) => this.#customers.setGroup(id, ""),
    "customers.setTags": (tagging) => this.#customers.tag(tagging, replacing(tagging.tags)),
    "customers.addTags": (tagging) => this.#customers.tag(tagging, adding(tagging.tags)),
    "customers.removeTags": (tagging) => this.#customers.tag(tagging, removing(tagging.tags)),
    "customers.batchSetTags": ({ email, tags }) => this.#customers.tagMany(email, replacing(tags)),
    "customers.batchAddTags": ({ email, tags }) => this.#customers.tagMany(email, adding(tags)),
    "customers.batchRemoveTags": ({ email, tag }) => this.#customers.tagMany(email, removingMatches(tag)),
    "customers.list": (listing) => this.#customers.list(listing),
    "customers.page": (listing) => this.#customers.list(listing),
    "customergroups.create": (group) => this.#customers.createGroup(group),
    "customergroups.read": ({ id }) => this.#customers.readGroup(id)
  }
}
