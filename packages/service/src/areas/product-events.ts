/** The events of products, which show them as readers see them. */
import { collections, events } from "@bottega/domain/areas"
import { eventOf, type Product } from "@bottega/domain/areas/products"
import { happened } from "@bottega/domain/contract"
import { get, installation } from "@bottega/storage"
import { Effect } from "effect"
import { present } from "../engine/decide/references.ts"
import { type Find, Session } from "../engine/decide/session.ts"

const { products, shops } = collections

type ProductEvent = (typeof events)["productCreated" | "productChanged" | "productRemoved"]

/** An event of a product. */
export const productEvent = (event: ProductEvent, product: Product) =>
  Session.use(({ find, shop }) => Effect.map(eventsIn(find, shop.timezone, event, [product]), ([one]) => one!))

/** The events of products that lost their references to something that was removed. */
export const productsCleared = Effect.fnUntraced(function* (find: Find, shop: string, docs: ReadonlyArray<Product>) {
  const owner = yield* get(installation, shops, shop)
  return owner === undefined ? [] : yield* eventsIn(find, owner.doc.timezone, events.productChanged, docs)
})

const eventsIn = (find: Find, zone: string, event: ProductEvent, docs: ReadonlyArray<Product>) =>
  Effect.map(present(find, products, docs), (seen) => seen.map((product) => happened(event, eventOf(product, zone))))
