/** How the stock of SKUs is shown. */
import { view } from "./view.ts"

export const inventory = view("inventory")({
  list: "levels",
  noun: { en: "Levels", it: "Giacenze" },
  title: "sku",
  columns: ["sku", "title", "quantity"],
  filters: ["sku", "below"],
  words: {
    sku: { en: "SKU", it: "SKU" },
    title: { en: "Product", it: "Prodotto" },
    quantity: { en: "In stock", it: "Disponibili" },
    unlimited: { en: "Without limit", it: "Senza limite" },
    uid: { en: "Product's number", it: "Numero del prodotto" }
  }
})
