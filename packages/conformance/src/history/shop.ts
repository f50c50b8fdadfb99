/** A shop on which a history is replayed: sends its calls as HTTP text, and returns the answers with names for ids. */
import { pathOf } from "@bottega/domain/contract"
import { everything } from "../sample.ts"
import type { Answer, Request, Store } from "../surface.ts"
import type { Call, Operation, Setup } from "./model.ts"
import { Names } from "./names.ts"
import type { Code } from "./orders.ts"

/** A store under test, with two instances of the service on it. */
export interface TestedStore {
  readonly name: string
  readonly stores: readonly [Store, Store]
}

/** An answer that can be compared with another store's. */
export interface Observed {
  readonly status: number
  readonly replayed: boolean
  /** With names for ids; a list has all pages in one. */
  readonly body: unknown
  /** How many items each page of a list had. */
  readonly pages: ReadonlyArray<number>
}

/** A call with parameters as they are sent, except for the ids of each store. */
export interface Sent extends Call {
  readonly sent: object
}

/** A fresh shop of a store. */
export class Shop {
  readonly name: string
  readonly #stores: readonly [Store, Store]
  readonly #own: Store
  readonly #names = new Names()
  /** The answers to each idempotency key so far. */
  readonly #answered = new Map<string, Array<string>>()
  #code = "made up"

  private constructor(name: string, stores: readonly [Store, Store], own: Store) {
    this.name = name
    this.#stores = stores
    this.#own = own
  }

  static async open({ name, stores }: TestedStore, setup: Setup): Promise<Shop> {
    return new Shop(name, stores, await stores[0].withShop(setup))
  }

  /** Has the operator issue the code for the removal that follows; for a nonexistent order the code is invented. */
  async issue(orderID: string, kind: Code): Promise<void> {
    const { operator, shop } = this.#own
    const asked = operator.authorizations.create({ shop: shop.id, orderID: String(this.#names.idOf(orderID)) })
    const issued = await asked.catch(() => undefined)
    this.#code = kind === "made up" || issued === undefined ? kind : issued.authorization_code
  }

  /** Sends a call through one of the two instances, and reads a list to its last page. */
  async send({ key, operation, sent }: Sent, instance: 0 | 1): Promise<Observed> {
    const area = operation.split(".")[0]!
    let parameters: string | object = this.#addressed(sent, operation)
    const pages: Array<ReadonlyArray<unknown>> = []
    for (;;) {
      const answer = await this.#stores[instance].send(this.#request(operation, parameters, key))
      const next = /\?([^>]*)>\s*;\s*rel="next"/.exec(answer.headers["link"] ?? "")?.[1]
      if (Array.isArray(answer.json)) pages.push(answer.json)
      parameters = next ?? ""
      if (next !== undefined) continue
      const whole = pages.length > 0 ? inOrder(pages.flat(), operation) : answer.json
      const body = this.#names.comparable(whole, area)
      const observed = { status: answer.status, replayed: this.#isReplayed(answer, key) }
      return { ...observed, body, pages: pages.map((page) => page.length) }
    }
  }

  #request(operation: Operation, parameters: string | object, key: string | undefined): Request {
    const { method, path } = wire(operation)
    const ofOperator = isOfOperator(operation)
    const headers = ofOperator ? {} : this.#own.pairs.api
    return {
      ...{ method, path, as: ofOperator ? "operator" : "nobody" },
      ...(method === "GET" ? { query: parameters } : { body: parameters }),
      headers: { ...headers, ...(key === undefined ? {} : { "idempotency-key": key }) }
    }
  }

  /** The parameters with this store's ids. */
  #addressed(sent: object, operation: Operation): object {
    const resolve = (value: unknown): unknown => {
      if (typeof value === "string")
        return /^(order|product|coupon|customer|group) \d+$/.test(value) ? this.#names.idOf(value) : value
      if (Array.isArray(value)) return value.map(resolve)
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolve(one)]))
    }
    const code = operation === "orders.remove" ? { authorization_code: this.#code } : {}
    const shop = isOfOperator(operation) ? { shop: this.#own.shop.id } : {}
    return { ...(resolve(sent) as object), ...code, ...shop }
  }

  /** Whether it is the stored answer to its key, which must be repeated byte for byte. */
  #isReplayed({ headers, text }: Answer, key: string | undefined): boolean {
    if (key === undefined) return false
    const before = this.#answered.get(key) ?? []
    const replayed = headers["idempotent-replayed"] === "true"
    if (replayed && !before.includes(text)) throw new Error(`${this.name} never gave this answer to ${key}: ${text}`)
    this.#answered.set(key, [...before, text])
    return replayed
  }
}

const isOfOperator = (operation: Operation): boolean =>
  operation === "ledger.list" || operation === "customers.consents"

/** Customers of one second are listed in the order of their random ids, so theirs is that of their email addresses. */
const inOrder = (items: ReadonlyArray<unknown>, operation: Operation): ReadonlyArray<unknown> =>
  operation === "customers.list" || operation === "customers.page"
    ? items.toSorted((one, other) => (addressOf(one) < addressOf(other) ? -1 : 1))
    : items
const addressOf = (customer: unknown): string => (customer as { readonly email: string }).email.toLowerCase()

/** The method and path of an operation. */
const wire = (operation: Operation) => {
  const { endpoint } = everything.find(({ id }) => id === operation)!
  return { method: endpoint.method, path: pathOf(endpoint) }
}
