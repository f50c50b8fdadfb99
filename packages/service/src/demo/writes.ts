/** Which documents the demo shop stores for a customer, for its products, and for what products refer to. */
import { collections } from "@bottega/domain/areas"
import type { Collection } from "@bottega/domain/contract"
import type { Write } from "@bottega/storage"
import type { Assortment } from "./assortment.ts"
import type { DemoProduct } from "./catalogue.ts"
import type { customersOf } from "./customers.ts"
import { variantTranslations, variantValuesIn } from "./options.ts"
import { brandOrder } from "./shelves.ts"

/** Makes the writes of documents of the shop. */
export type Keep = <Doc>(collection: Collection<Doc>, docs: ReadonlyArray<Doc>) => ReadonlyArray<Write>

/** The writes of everything that is stored about one customer. */
export const customerWrites = (
  one: ReturnType<typeof customersOf>["documents"][number],
  keep: Keep
): ReadonlyArray<Write> => [
  ...keep(collections.customers, [one.customer]),
  ...keep(collections.consents, one.consents),
  ...keep(collections.accounts, one.accounts),
  ...keep(collections.addressBooks, one.addressBooks),
  ...keep(collections.giftCards, one.giftCards),
  ...keep(collections.giftCardLedger, one.giftCardLedger)
]

/** The writes of what products refer to. */
export const shelfWrites = (assortment: Assortment, keep: Keep): ReadonlyArray<Write> => {
  const images = [...assortment.pictures.values()].map(({ image }) => image)
  return [
    ...keep(collections.attributes, Object.values(assortment.attributes)),
    ...keep(collections.taxes, assortment.taxes),
    ...keep(collections.images, images),
    ...keep(collections.brands, assortment.brands),
    ...keep(collections.brandOrders, [{ uids: brandOrder }]),
    ...keep(collections.categories, assortment.categories),
    ...keep(collections.filters, assortment.filters)
  ]
}

/** The writes of all products, and of the values and translations of their variants. */
export const productWrites = (
  wares: ReadonlyArray<DemoProduct>,
  assortment: Assortment,
  keep: Keep
): ReadonlyArray<Write> => {
  const products = wares.map(({ product }) => product)
  return [
    ...keep(collections.products, products),
    ...keep(collections.variantValues, variantValuesIn(wares, assortment)),
    ...keep(collections.variantTranslations, variantTranslations)
  ]
}
