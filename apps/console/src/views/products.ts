/** How products are shown. */
import { view } from "./view.ts"

export const products = view("products")({
  list: "page",
  noun: { en: "Products", it: "Prodotti" },
  title: "title",
  columns: ["title", "code", "brand_name", "price", "final_price", "status"],
  filters: ["brandUID", "categoryUID"],
  bulk: [
    { operation: "update", set: { status: 1 }, words: { en: "Show in the shop", it: "Mostra nel negozio" } },
    { operation: "update", set: { status: 0 }, words: { en: "Hide from the shop", it: "Nascondi dal negozio" } }
  ],
  words: {
    status: { en: "Visible", it: "Visibile" },
    brand_name: { en: "Brand", it: "Marca" },
    create_at: { en: "Created", it: "Creato" },
    update_at: { en: "Changed", it: "Modificato" }
  }
})
