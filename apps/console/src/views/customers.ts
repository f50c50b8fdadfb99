/** How customers are shown. */
import { view } from "./view.ts"

export const customers = view("customers")({
  list: "page",
  noun: { en: "Customers", it: "Clienti" },
  title: "fullname",
  columns: ["fullname", "email", "accountType", "accept_marketing", "created_at"],
  filters: ["accountType", "created_at_from", "created_at_to", "updated_at_from"],
  words: {
    fullname: { en: "Name", it: "Nome" },
    created_at: { en: "Since", it: "Dal" },
    updated_at: { en: "Changed", it: "Modificato" },
    accept_marketing: { en: "Marketing", it: "Marketing" }
  }
})
