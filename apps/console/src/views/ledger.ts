/** How movements of the stock are shown. */
import { view } from "./view.ts"

export const ledger = view("ledger")({
  list: "list",
  noun: { en: "Movements", it: "Movimenti" },
  title: "sku",
  columns: ["sku", "delta", "quantity", "reason", "ts", "key"],
  filters: ["sku"],
  words: {
    sku: { en: "SKU", it: "SKU" },
    delta: { en: "Change", it: "Variazione" },
    quantity: { en: "After it", it: "Dopo" },
    reason: { en: "Why", it: "Perché" },
    ts: { en: "When", it: "Quando" },
    key: { en: "Who", it: "Chi" },
    orderID: { en: "Order", it: "Ordine" }
  }
})
