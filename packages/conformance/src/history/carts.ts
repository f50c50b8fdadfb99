/** A new order, and the sums of its lines. Money is in whole cents. */
import type { Pieces } from "./stock.ts"

export interface NewOrder {
  readonly item_id: ReadonlyArray<{ readonly sku: string; readonly price: string; readonly quantity: number }>
  readonly shipping_flag: "not_required"
  readonly shipping_method: string
  readonly shipping_cost: string
  readonly payment_method: string
  readonly order_status: number
  readonly billing_email?: string
  readonly billing_fullname?: string
  readonly coupon_code?: string
  readonly coupon_amount?: string
  readonly currency?: string
  readonly tags?: string
  readonly timestamp?: number
}

/** A price of up to three decimals times a count, rounded half up: to cents, or to whole units of a currency without. */
export const cents = (price: string, count = 1, currency = "EUR"): number => {
  const thousandths = Math.round(Number(price) * 1000) * count
  return currency === "JPY" ? Math.floor((thousandths + 500) / 1000) * 100 : Math.floor((thousandths + 5) / 10)
}

export const piecesOf = (items: NewOrder["item_id"]): Pieces => {
  const pieces = new Map<string, number>()
  for (const { quantity, sku } of items) pieces.set(sku, (pieces.get(sku) ?? 0) + quantity)
  return pieces
}

/** The lines by product; a product's second line has `#2` after its name. */
export const linesOf = (items: NewOrder["item_id"], productOf: (sku: string) => string) => {
  const lines: Record<string, object> = {}
  const counts = new Map<string, number>()
  for (const { price, quantity, sku } of items) {
    const key = `${productOf(sku)}#|#`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    lines[count === 1 ? key : `${key}#${count}`] = { sku, count: quantity, price: Number(price) }
  }
  return lines
}
