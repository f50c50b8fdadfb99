/** How gift cards are shown: each with its balance, and on its page what was loaded and taken off. */
import { view } from "./view.ts"

export const giftcards = view("giftcards")({
  list: "list",
  noun: { en: "Gift cards", it: "Carte regalo" },
  title: "userUID",
  columns: ["userUID", "amount"],
  words: { userUID: { en: "User", it: "Utente" } }
})
