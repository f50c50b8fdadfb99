/** How requests are shown. */
import { view } from "./view.ts"

export const requests = view("requests")({
  list: "list",
  noun: { en: "Requests", it: "Richieste" },
  title: "requestId",
  columns: ["ts", "status", "method", "path", "ms", "key"],
  filters: ["status", "path", "key"],
  words: {
    ts: { en: "Answered", it: "Quando" },
    status: { en: "Status", it: "Stato" },
    method: { en: "Method", it: "Metodo" },
    path: { en: "Path", it: "Percorso" },
    ms: { en: "Milliseconds", it: "Millisecondi" },
    key: { en: "Key", it: "Chiave" },
    requestId: { en: "Request", it: "Richiesta" },
    ip: { en: "Address", it: "Indirizzo" }
  }
})
