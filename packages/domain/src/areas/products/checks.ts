/** Checks between products, their stock, and the attributes of which they have values. */
import { belongs, type Check, countCheck, crossCheck, related } from "../../contract/check.ts"
import { type Attribute, attributes } from "../attributes.ts"
import { inventory } from "../inventory.ts"
import { collections, type Product } from "./document.ts"
import { typedValues } from "./rules.ts"

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
  ),
  crossCheck<Product, ReadonlyArray<Attribute>>(
    "A product's values of attributes fit their types",
    collections.products,
    {
      related: [
        related(
          attributes.collections.attributes,
          "key",
          (product: Product) => Object.keys(product.attributes),
          (found: ReadonlyArray<Attribute>, attribute) => [...found, attribute]
        )
      ],
      begin: () => [],
      wrong: (product, found) =>
        typedValues(found, product.attributes).findings.map(
          ({ at: [, id], message }) => `the product ${product.uid} has a value of the attribute ${id} that ${message}`
        )
    }
  )
]
