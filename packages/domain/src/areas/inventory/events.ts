/** The events of stock that are sent to webhooks. */
import { event } from "../../contract/event.ts"
import { collections, InventoryItem } from "./document.ts"

export const events = {
  stockChanged: event(103, "stock.changed", {
    summary:
      "The stock of a product changed, or whether it is unlimited. The event shows the stock when it is sent: none, without variants, if the product was removed meanwhile.",
    data: InventoryItem,
    of: () => collections.inventory,
    gone: (uid, sku) => ({ sku, uid: Number(uid), quantity: 0, unlimited: false, has_child: false }),
    by: [
      "products.create",
      "products.update",
      "products.remove",
      "inventory.set",
      "inventory.increment",
      "inventory.batch",
      "orders.create",
      "orders.update"
    ]
  })
}
