/** What the suites of stock and of its ledger start from: a product of their own, and where its stock is seen. */
import type { Store } from "../../surface.ts"

let made = 0
/** A product with a SKU that no other test uses. */
export const product = async (
  { api }: Store,
  given: { quantity?: number; unlimited?: boolean; variants?: number[] } = {}
) => {
  const { variants, ...own } = given
  const sku = `P.${++made}`
  const parts = variants?.map((quantity, n) => ({ sku: `${sku}.${n}`, superkey: `key ${n}`, quantity }))
  const { uid } = await api.products.create({
    code: sku,
    title: "x",
    price: 1,
    ...own,
    ...(parts && { variants: parts })
  })
  return { sku, uid }
} /** The stock of a SKU, as the inventory lists it. */
export const itemOf = async ({ api }: Store, sku: string) =>
  (await api.inventory.list()).find((item) => item.sku === sku)
/** The entries of a SKU, oldest first. */
export const ledgerOf = async ({ operator, shop }: Store, sku: string) =>
  (await operator.ledger.list({ shop: shop.id, sku, limit: 1000 })).toReversed()
