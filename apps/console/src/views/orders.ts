/** How orders are shown. */
import type { Said } from "../words/words.ts"
import { view } from "./view.ts"

const note = {
  en: "Each buyer gets the mail of the new status, if the shop writes to its customers.",
  it: "Ogni cliente riceve l'email del nuovo stato, se il negozio scrive ai clienti."
}
const step = (status: number, words: Said) => ({ operation: "update", set: { status }, words, note }) as const

export const orders = view("orders")({
  list: "list",
  noun: { en: "Orders", it: "Ordini" },
  title: "short_id",
  columns: ["short_id", "billing.fullname", "status", "total", "iso.orderDate"],
  filters: ["status", "billing.fullname", "billing.email", "tags", "from", "to"],
  bulk: [
    step(2, { en: "Start preparation", it: "Inizia la preparazione" }),
    step(3, { en: "Mark as sent", it: "Segna come spedito" }),
    step(4, { en: "Mark as delivered", it: "Segna come consegnato" }),
    step(1, { en: "Mark as paid", it: "Segna come pagato" }),
    step(5, { en: "Close", it: "Chiudi" }),
    step(6, { en: "Archive", it: "Archivia" })
  ],
  words: {
    short_id: { en: "Number", it: "Numero" },
    "billing.fullname": { en: "Buyer", it: "Cliente" },
    "billing.email": { en: "Buyer's email", it: "Email del cliente" },
    "delivery.fullname": { en: "Recipient", it: "Destinatario" },
    "delivery.email": { en: "Recipient's email", it: "Email del destinatario" },
    total: { en: "Total", it: "Totale" },
    "iso.orderDate": { en: "Placed", it: "Data" }
  }
})
