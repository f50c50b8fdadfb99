/** How mails are shown. */
import { view } from "./view.ts"

export const mail = view("mail")({
  list: "list",
  noun: { en: "Mails", it: "Email" },
  title: "subject",
  columns: ["subject", "to", "state", "ts"],
  filters: ["state", "to"],
  words: { ts: { en: "Written", it: "Scritta" } }
})
