/** The model of coupons, written from the specification. Money is in whole cents. */
import { conflict, type Expected, notFound, removed, success } from "./answers.ts"

export interface NewCoupon {
  readonly code: string
  readonly name: string
  /** 1 subtracts `value` percent, 0 subtracts that amount. */
  readonly type: 0 | 1
  readonly value: number
  readonly min_sum: number
  readonly active: 0 | 1
  readonly unlimited: 0 | 1
  readonly count: number
  /** Minutes since the start of the history; sent as Unix seconds. */
  readonly start_time: Minutes
  readonly end_time: Minutes
  readonly rules: { readonly users_email: string }
}
/** A time in a history. */
export interface Minutes {
  readonly minutes: number
}

interface Coupon extends NewCoupon {
  once: boolean
  /** The buyers who use it, by order. */
  readonly uses: Map<string, string>
}

/** The properties of a cart that matter to a coupon. */
export interface Cart {
  readonly email: string
  readonly sum: number
  readonly minutes: number
}

/** The coupons of a shop. */
export class Coupons {
  readonly #coupons = new Map<string, Coupon>()
  /** How many coupons were ever made. */
  made = 0

  add(coupon: NewCoupon): Expected {
    if (this.named(coupon.code) !== undefined) return conflict("duplicate")
    const name = `coupon ${++this.made}`
    this.#coupons.set(name, { ...coupon, once: false, uses: new Map() })
    return success({ coupon_code: coupon.code, uid: name })
  }

  remove(name: string): Expected {
    return this.#coupons.delete(name) ? removed : notFound
  }

  /** Sets or clears the rule that each buyer may use it in one order only. */
  rule(name: string, value: "" | "0" | "1"): Expected {
    const coupon = this.#coupons.get(name)
    if (coupon === undefined) return notFound
    const nModified = coupon.once === (value === "1") ? 0 : 1
    coupon.once = value === "1"
    return success({ ok: 1, n: 1, nModified, updatedExisting: true })
  }

  list(): Expected {
    return success([...this.#coupons].map(([uid, { code, count }]) => ({ uid, code, count })))
  }

  read(name: string): Expected {
    const coupon = this.#coupons.get(name)
    if (coupon === undefined) return notFound
    const { code, count, once, unlimited, uses } = coupon
    const remaining = unlimited === 1 ? null : count - uses.size
    const usage = { used: uses.size, remaining, orders: [...uses.keys()].sort(byNumber) }
    return success({ uid: name, code, rules: once ? { one_use_for_email: 1 } : {}, usage })
  }

  /** The name of the coupon with a code, ignoring case. */
  named(code: string): string | undefined {
    return [...this.#coupons].find(([, coupon]) => coupon.code.toLowerCase() === code.toLowerCase())?.[0]
  }

  /** The amount that a coupon subtracts from a cart that can use it. */
  off(name: string, { sum }: Pick<Cart, "sum">): number {
    const { type, value } = this.#coupons.get(name)!
    return type === 1 ? Math.floor((sum * value + 50) / 100) : Math.min(value * 100, sum)
  }

  /** How many reasons there are why a cart cannot use it. */
  reasons(name: string, { email, minutes, sum }: Cart): number {
    const { active, end_time, min_sum, rules, start_time } = this.#coupons.get(name)!
    const buyers = rules.users_email
      .toLowerCase()
      .split(",")
      .filter((one) => one !== "")
    const isForOthers = buyers.length > 0 && !buyers.includes(email.toLowerCase())
    const isOutside = [minutes < start_time.minutes, minutes > end_time.minutes]
    return counted([active === 0, ...isOutside, sum < min_sum * 100, isForOthers]) + this.reasonsUsedUp(name, email)
  }

  /** How many reasons there are why a buyer has no use left. A removed coupon needs no use. */
  reasonsUsedUp(name: string, email: string): number {
    const coupon = this.#coupons.get(name)
    if (coupon === undefined) return 0
    const isUsedUp = coupon.unlimited === 0 && coupon.uses.size >= coupon.count
    const isUsed = coupon.once && (email === "" || [...coupon.uses.values()].includes(email.toLowerCase()))
    return counted([isUsedUp, isUsed])
  }

  claim(name: string, orderID: string, email: string): void {
    this.#coupons.get(name)?.uses.set(orderID, email.toLowerCase())
  }

  release(orderID: string): void {
    for (const { uses } of this.#coupons.values()) uses.delete(orderID)
  }
}

const byNumber = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true })
const counted = (reasons: ReadonlyArray<boolean>): number => reasons.filter((holds) => holds).length
