/**
 * Write load on a shop, each writer one request after the other, and a journal of the requests and answers. The seed
 * determines the requests; how writers interleave depends on the machine.
 */
import { Chance } from "@bottega/service/demo"
import { couponNamed, orderOf, type Shop } from "./shop.ts"
import { type Answer, jsonOf, type Wire, type WireRequest } from "./wire.ts"

/** The intended effect of a write; each is distinguishable from all others by its trace. */
export type Effect =
  | {
      readonly kind: "order"
      readonly mark: string
      readonly items: Readonly<Record<string, number>>
      readonly email: string
      readonly coupon: string | undefined
    }
  | { readonly kind: "stock"; readonly sku: string; readonly delta: number }
  | { readonly kind: "status"; readonly orderID: string; readonly status: number }
  | { readonly kind: "tag"; readonly orderID: string; readonly tag: string }
  | { readonly kind: "coupon"; readonly code: string }
  | { readonly kind: "product"; readonly sku: string; readonly quantity: number }
  | { readonly kind: "customer"; readonly email: string }
  | { readonly kind: "customerTag"; readonly id: string; readonly tag: string }

/** One write and all its answers: several if it was sent again with its key. */
export interface Write {
  readonly effect: Effect
  readonly asked: WireRequest
  readonly answers: Array<Answer>
}

/** The outcome of a write: it was done, it was refused and nothing was done, or that is unknown. */
export type Outcome = "done" | "refused" | "unknown"

/** The outcome of a write, by its answers; a failing store may have written nevertheless, a full one has not. */
export const outcomeOf = ({ answers }: Pick<Write, "answers">): Outcome => {
  if (answers.some(({ status }) => status === 200)) return "done"
  const refused = answers.some(({ status, text }) => status < 500 || text.includes('"storage_full"'))
  return refused ? "refused" : "unknown"
}

/** The settings of a load. */
export interface Load {
  readonly shop: Shop
  readonly wires: ReadonlyArray<Wire>
  readonly writers: number
  readonly seed: number
  readonly journal: Array<Write>
  /** Called after each answer; the load ends when it returns true, or when a writer gets no answer. */
  readonly enough: (acknowledged: number) => boolean
  /** How a write is sent; once, by default. */
  readonly send?: (wire: Wire, asked: WireRequest) => Promise<Answer | undefined>
}

/** Writes until `enough` returns true. */
export const work = async ({ enough, journal, seed, send = once, shop, wires, writers }: Load): Promise<void> => {
  let acknowledged = 0
  let over = false
  const writer = async (number: number) => {
    const wire = wires[number % wires.length]!
    const choices = new Choices(shop, number, new Chance(seed * 1000 + number))
    while (!over) {
      const write = choices.next()
      journal.push(write)
      const answer = await send(wire, write.asked)
      if (answer === undefined) return
      write.answers.push(answer)
      choices.saw(write)
      if (answer.status === 200) acknowledged++
      if (enough(acknowledged)) over = true
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, number) => writer(number)))
}

const once = (wire: Wire, asked: WireRequest) => wire.send(asked)

/** Chooses what one writer does next. Only this writer changes its orders, so their history is known. */
class Choices {
  readonly #chance: Chance
  readonly #name: string
  readonly #number: number
  readonly #skus: ReadonlyArray<string>
  readonly #coupons: ReadonlyArray<string>
  readonly #orders: Array<string> = []
  readonly #customers: Array<string> = []
  #count = 0

  constructor(shop: Shop, number: number, chance: Chance) {
    this.#chance = chance
    this.#number = number
    this.#name = `w${number}`
    this.#skus = Object.keys(shop.products)
    this.#coupons = Object.keys(shop.coupons)
  }

  next(): Write {
    const mark = `${this.#name}-${++this.#count}`
    const key = this.#chance.is(0.5) ? `${mark}-${this.#chance.hex(1)}` : undefined
    const kind = this.#chance.weighted(kinds.filter(([, kind]) => this.#isPossible(kind)))
    const { effect, ...asked } = this[kind](mark)
    return { effect, asked: { ...asked, key }, answers: [] }
  }

  saw({ answers, effect }: Write): void {
    const [answer] = answers
    if (effect.kind === "order" && answer?.status === 200) this.#orders.push(jsonOf(answer).order_id)
    if (effect.kind === "customer" && answer?.status === 200) this.#customers.push(jsonOf(answer).client.id)
    // A change with an unknown outcome must be the last one of its order.
    if (effect.kind === "status" && answer!.status >= 500) this.#orders.splice(this.#orders.indexOf(effect.orderID), 1)
  }

  order(mark: string): Chosen {
    const items: Record<string, number> = {}
    const lines = this.#chance.int(1, 4)
    for (let n = 0; n < lines; n++) items[this.#chance.of(this.#skus)] = this.#chance.int(1, 3)
    const email = `${this.#chance.is(0.5) ? `buyer${this.#chance.int(1, 30)}` : mark}@example.com`
    const coupon = this.#chance.is(0.4) ? this.#chance.of(this.#coupons) : undefined
    const form = orderOf(items, { message: mark, billing_email: email, coupon_code: coupon })
    return {
      method: "POST",
      path: "/v1.1/orders/order.json",
      form,
      effect: { kind: "order", mark, items, email, coupon }
    }
  }

  stock(): Chosen {
    // No two writes add the same quantity, so the ledger identifies each.
    const size = this.#count * 1000 + this.#number
    const [sku, delta] = [this.#skus[0]!, this.#chance.is(0.5) ? size : -size]
    const form = { sku, quantity: delta }
    return { method: "PUT", path: "/v1.1/inventory/patchInventory.json", form, effect: { kind: "stock", sku, delta } }
  }

  status(): Chosen {
    const [orderID, status] = [this.#chance.of(this.#orders), this.#chance.of([0, 1, 2, 3, 4, 6, 7, 7])]
    const form = { orderID, status }
    return { method: "PUT", path: "/v1.1/orders/order.json", form, effect: { kind: "status", orderID, status } }
  }

  tag(mark: string): Chosen {
    const orderID = this.#chance.of(this.#orders)
    const form = { orderID, tags: mark }
    return { method: "POST", path: "/v1.1/orders/tags.json", form, effect: { kind: "tag", orderID, tag: mark } }
  }

  coupon(mark: string): Chosen {
    const form = couponNamed(mark, 5)
    return { method: "POST", path: "/v1.1/coupons/coupon.json", form, effect: { kind: "coupon", code: mark } }
  }

  product(mark: string): Chosen {
    const form = { code: mark, title: mark, price: 10, quantity: this.#count }
    const effect = { kind: "product", sku: mark, quantity: this.#count } as const
    return { method: "POST", path: "/v1.1/products/product.json", form, effect }
  }

  customer(mark: string): Chosen {
    // No order makes a guest of this address.
    const email = `${mark}@customers.example`
    const form = { email, fullname: mark, register: this.#count % 2 }
    return { method: "POST", path: "/v1.1/clients/client.json", form, effect: { kind: "customer", email } }
  }

  customerTag(tag: string): Chosen {
    const id = this.#chance.of(this.#customers)
    return {
      ...{ method: "PUT", path: "/v1.1/clients/tags.json", form: { id, tags: tag } },
      effect: { kind: "customerTag", id, tag }
    }
  }

  /** Whether there is anything to change. */
  #isPossible(kind: Effect["kind"]): boolean {
    if (kind === "status" || kind === "tag") return this.#orders.length > 0
    return kind !== "customerTag" || this.#customers.length > 0
  }
}

interface Chosen extends Omit<WireRequest, "key"> {
  readonly effect: Effect
}

const kinds: ReadonlyArray<readonly [number, Effect["kind"]]> = [
  [45, "order"],
  [20, "stock"],
  [18, "status"],
  [9, "tag"],
  [4, "coupon"],
  [4, "product"],
  [6, "customer"],
  [6, "customerTag"]
]
