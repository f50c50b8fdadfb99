/** Completes an order by what the store holds: the pieces that it took of known stock, and the use of its coupon. */
import { collections } from "@bottega/domain/areas"
import { type Coupon, codesTyped, couponTyped, couponUseOf } from "@bottega/domain/areas/coupons"
import { type Order, takesStock } from "@bottega/domain/areas/orders"
import { docOf, type Row, type Write } from "@bottega/storage"
import { Effect } from "effect"
import { digest } from "../../../engine/ids.ts"
import { type Context, rowsHaving, stored } from "../context.ts"
import type { Settled } from "../item.ts"

const { coupons, couponUses, inventory } = collections

/** The order with its stock and its coupon, and the writes that count the use. */
export const settled = Effect.fnUntraced(function* (context: Context, before: Order | undefined, doc: Order) {
  const taken = before?.stock.taken ?? (yield* takenOf(context, doc))
  // An order that is over gave back what it took if it was aborted; one that is archived may have been sent before.
  const given = doc.status === 7 || (!takesStock(doc.status) && (before?.stock.given ?? false))
  const used = yield* couponOf(context, before, doc)
  return { doc: { ...doc, stock: { taken, given }, coupon: used.coupon }, writes: used.writes } satisfies Settled<Order>
})

/** The pieces of each SKU that the inventory counts, so that a later cancellation gives them back. */
const takenOf = Effect.fnUntraced(function* (context: Context, { cart }: Order) {
  const countBySku = new Map<string, number>()
  for (const { count, sku } of Object.values(cart.items)) countBySku.set(sku, (countBySku.get(sku) ?? 0) + count)
  const skus = [...countBySku.keys()].filter((sku) => sku !== "")
  const items = (yield* rowsHaving(context, inventory, "sku", skus)).map((row) => docOf(inventory, row))
  const counted = new Set(
    items
      .filter(({ unlimited }) => !unlimited)
      .flatMap(({ childs, sku }) => (childs === undefined ? [sku] : childs.map((child) => child.sku)))
  )
  return [...countBySku].filter(([sku, count]) => counted.has(sku) && count > 0).map(([sku, count]) => ({ sku, count }))
})

interface Used {
  readonly coupon: Order["coupon"]
  readonly writes: ReadonlyArray<Write>
}

/** The use of the shop's coupon that an order names. A use over the coupon's count is not counted, and the report says so. */
const couponOf = Effect.fnUntraced(function* (context: Context, before: Order | undefined, doc: Order) {
  const had = before?.coupon ?? null
  const code = doc.cart.couponCode
  if (code === "" && had === null) return { coupon: null, writes: [] } satisfies Used
  const rows = yield* rowsHaving(context, coupons, "code", codesTyped(code))
  const found = couponTyped(
    code,
    rows.map((row) => ({ row, doc: docOf(coupons, row) }))
  )
  const freed = doc.status === 7
  if (found === undefined) return { coupon: had, writes: [] } satisfies Used
  const { doc: coupon, row } = found
  const use = yield* stored(context, couponUses, doc.orderID)
  if (freed) {
    const writes =
      use === undefined ? [] : freeing(context, doc.orderID, { use: use.row, coupon: { row, doc: coupon } })
    return { coupon: { uid: coupon.uid, freed: true, buyer: had?.buyer ?? null }, writes } satisfies Used
  }
  if (use !== undefined) return { coupon: had, writes: [] } satisfies Used
  if (coupon.unlimited !== 1 && coupon.used >= coupon.count) {
    context.tallies.note(
      "coupons",
      `Orders use the coupon ${coupon.uid} more often than it allows; these uses are not counted.`
    )
    return { coupon: null, writes: [] } satisfies Used
  }
  return yield* claimed(context, row, doc)
})

const claimed = Effect.fnUntraced(function* (context: Context, row: Row, { billing, orderID }: Order) {
  const coupon = docOf(coupons, row)
  const email = billing.email.toLowerCase()
  const use = couponUseOf(coupon, orderID, email === "" ? "" : digest(email))
  // The source may have let a buyer use it twice, before the rule was set.
  const [other] = use.once ? yield* rowsHaving(context, couponUses, "once", [`${use.uid}:${use.email}`]) : []
  const doc = { ...use, once: use.once && other === undefined }
  const writes = [{ ...useWrite(context, undefined, orderID), doc }, ...counted(context, row, coupon, 1)]
  return { coupon: { uid: coupon.uid, freed: false, buyer: null }, writes } satisfies Used
})

const useWrite = ({ shop }: Context, row: Row | undefined, key: string): Write => ({
  ...{ shop: shop.id, collection: couponUses, key, expect: row?.version ?? 0, before: row },
  doc: undefined
})

/** The writes that free a coupon, if the shop still has it: the use goes, and the coupon counts one less. */
export const freeing = (
  context: Context,
  orderID: string,
  { coupon, use }: { readonly use: Row; readonly coupon: { readonly row: Row; readonly doc: Coupon } | undefined }
): ReadonlyArray<Write> => [
  useWrite(context, use, orderID),
  ...(coupon === undefined ? [] : counted(context, coupon.row, coupon.doc, -1))
]

/** Only limited coupons count their uses. */
const counted = ({ shop }: Context, row: Row, coupon: Coupon, by: 1 | -1): ReadonlyArray<Write> =>
  coupon.unlimited === 1
    ? []
    : [
        {
          ...{ shop: shop.id, collection: coupons, key: row.key, expect: row.version, before: row },
          doc: { ...coupon, used: Math.max(0, coupon.used + by) }
        }
      ]
