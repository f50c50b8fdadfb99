/**
 * Makes answers of different stores comparable: every id becomes the name of its kind and the order in which it was
 * seen, times and addresses become a word, and everything else stays as it is.
 */

/** One document of a kind that the history made, or never made. */
export interface Pick {
  readonly pick: "order" | "product" | "coupon" | "customer" | "group"
  readonly n: number
}

/** The ids of one store, in the order in which a history sees them. */
export class Names {
  readonly #nameById = new Map<string, string>()
  readonly #idByName = new Map<string, unknown>()
  readonly #counts = new Map<string, number>()

  /** The id that a name stands for in this store; a nonexistent one if it was never seen. */
  idOf(name: string): unknown {
    return this.#idByName.get(name) ?? absent[name.split(" ")[0]!] ?? 987_654_321
  }

  /** An answer with names for ids; `area` is the noun of the operation, to which its uids belong. */
  comparable(value: unknown, area: string, key = ""): unknown {
    if (Array.isArray(value)) return value.map((one) => this.comparable(one, area, key))
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          this.#line(name),
          this.comparable(one, name === "group" ? "customergroups" : area, name)
        ])
      )
    if (value === null || value === "") return value
    const word = words[key]
    if (word !== undefined) return word
    const kind = kindsIn[area]?.[key] ?? kinds[key]
    return kind === undefined || isNobody(key, value) ? text(value) : this.#name(kind, value)
  }

  #name(kind: string, id: unknown): string {
    const known = this.#nameById.get(`${kind} ${id}`)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    const name = `${kind} ${count}`
    this.#counts.set(kind, count)
    this.#nameById.set(`${kind} ${id}`, name)
    this.#idByName.set(name, id)
    return name
  }

  /** The key of an order's line begins with a product's uid, or with 0. */
  #line(name: string): string {
    return name.replace(/^([1-9]\d*)(?=#\|#)/, (uid) => this.#name("product", Number(uid)))
  }
}

/** Ids of their form that do not exist. */
const absent: Readonly<Record<string, unknown>> = {
  order: "1_0000000000000",
  customer: "0".repeat(24),
  group: "0".repeat(24)
}

/** A buyer without an account has no uid but 0 or -1. */
const isNobody = (key: string, value: unknown): boolean => key === "userUID" && Number(value) <= 0

/** What is replaced by names in the answers of some areas only. */
const kindsIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  coupons: { uid: "coupon" },
  customergroups: { id: "group" }
}

/** What is replaced by names, by the keys that hold it. */
const kinds: Readonly<Record<string, string>> = {
  orderID: "order",
  order_id: "order",
  orders: "order",
  uid: "product",
  id: "customer",
  before: "group",
  after: "group",
  userUID: "user",
  batchId: "batch",
  coupon_id: "serial",
  unique_id: "serial",
  short_id: "number"
}

/** What differs between stores by nature, by the keys that hold it. */
const words: Readonly<Record<string, string>> = {
  by: "<author>",
  requestId: "<request>",
  endpoint: "<address>",
  ip: "<ip>",
  key: "<key>",
  ts: "<second>",
  sec: "<second>",
  usec: "<microsecond>"
}

const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:?\d\d/g
const orders = /\d+_[0-9a-f]{13}/g
const text = (value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll(instants, "<instant>").replaceAll(orders, "<order>") : value
