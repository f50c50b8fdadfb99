/** The events of stock that are sent to webhooks. */
import { event } from "../../contract/event.ts"
import { InventoryItem } from "./document.ts"

export const events = {
  stockChanged: event(103, "stock.changed", {
    summary: "The stock of a product changed, or whether it is unlimited.",
    data: InventoryItem,
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
