/** Checks between products and their stock. */
import { belongs, type Check, countCheck } from "../../contract/check.ts"
import { inventory } from "../inventory.ts"
import { collections, type Product } from "./document.ts"

const skusOf = ({ code, variants }: Product): string => JSON.stringify([code, ...variants.map(({ sku }) => sku)])

export const checks: ReadonlyArray<Check> = [
  countCheck("products", collections.products, ({ uid }) => uid),
  belongs(
    "A product has a stock for each of its SKUs",
    collections.products,
    inventory.collections.inventory,
    ({ uid }) => uid,
    (product, item) =>
      item !== undefined && skusOf(product) === JSON.stringify([item.sku, ...(item.childs ?? []).map(({ sku }) => sku)])
        ? undefined
        : `the product ${product.uid} has the SKUs ${skusOf(product)}, and its stock has others`
  ),
  belongs(
    "A stock belongs to an existing product",
    inventory.collections.inventory,
    collections.products,
    ({ uid }) => uid,
    ({ sku, uid }, product) =>
      product === undefined ? `the stock of ${sku} belongs to the product ${uid}, which does not exist` : undefined
  )
]
