/** The demo shop's products: those of an Italian homeware shop, with variants, reductions and stock. */
import type { InventoryItem } from "@bottega/domain/areas/inventory"
import { type Product, productFrom, stockAfter } from "@bottega/domain/areas/products"
import type { Chance } from "./chance.ts"
import { choices, lines } from "./wares.ts"

/** A product with its stock. */
export interface DemoProduct {
  readonly product: Product
  readonly stock: InventoryItem
}

/** SKUs that are not restocked once they are sold out. */
export const scarce: ReadonlySet<string> = new Set(lines.filter(([, , , , more]) => more?.few).map(([code]) => code))

/** All of it, with the stock of its first day; `since` is when the shop opened, in unix seconds. */
export const demoProductsOf = (chance: Chance, since: number): ReadonlyArray<DemoProduct> =>
  lines.map(([code, title, price, tags, more = {}], index) => {
    const quantity = () => (more.few ? chance.int(3, 8) : chance.int(20, 120))
    const variants = more.sizes === undefined ? undefined : variantsOf(code, choices[more.sizes], quantity)
    const given = {
      code,
      title,
      price,
      status: more.hidden ? (0 as const) : (1 as const),
      description: `${title}: fatto in Italia, scelto in bottega.`,
      tags: tags.split(", "),
      unlimited: more.unlimited === true,
      ...(more.final === undefined ? {} : { final_price: more.final }),
      ...(variants === undefined ? (more.unlimited ? {} : { quantity: quantity() }) : { variants })
    }
    const product = productFrom(index + 1, given, since + index * 60)
    return { product, stock: stockAfter(product, undefined, given) }
  })

const variantsOf = (
  code: string,
  choice: Readonly<Record<string, ReadonlyArray<string>>>,
  quantity: () => number
): ReadonlyArray<{ sku: string; superkey: string; quantity: number; attributes: Record<string, string> }> => {
  const every = Object.entries(choice).reduce<ReadonlyArray<Record<string, string>>>(
    (chosen, [key, values]) => chosen.flatMap((some) => values.map((value) => ({ ...some, [key]: value }))),
    [{}]
  )
  return every.map((attributes) => {
    const values = Object.values(attributes)
    const suffix = values.map((value) => value.replace(/\s/g, "").toUpperCase()).join("-")
    return {
      sku: `${code}-${suffix}`,
      superkey: values.join("_").replace(/\s/g, "-"),
      quantity: quantity(),
      attributes
    }
  })
}
