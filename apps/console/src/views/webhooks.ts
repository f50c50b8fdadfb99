/** How webhooks are shown. */
import { view } from "./view.ts"

export const webhooks = view("webhooks")({
  list: "list",
  noun: { en: "Webhooks", it: "Webhook" },
  title: "name",
  columns: ["name", "type", "state", "url"],
  words: {
    type: { en: "Event", it: "Evento" },
    url: { en: "Sent to", it: "Inviato a" }
  }
})
