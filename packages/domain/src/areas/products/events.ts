/** The events of products that are sent to webhooks. */
import { event } from "../../contract/event.ts"
import { ProductSummary } from "./endpoints.ts"

const of = <const Type extends number>(type: Type, name: string, summary: string, by: ReadonlyArray<string>) =>
  event(type, name, { summary, data: ProductSummary, by })

export const events = {
  productCreated: of(105, "product.created", "A product was created.", ["products.create"]),
  productChanged: of(106, "product.changed", "A product or one of its variants was changed, other than its stock.", [
    ...["products.update", "products.addImage", "variants.setGallery"],
    // What named a removed document is cleared in the background, a little later.
    ...["brands.remove", "categories.remove", "taxes.remove", "attributes.remove", "b2b.removeListing"]
  ]),
  productRemoved: of(107, "product.removed", "A product was removed; the event shows it as it was.", [
    "products.remove"
  ])
}
