/** The demo shop's pages: what a shop in Italy tells its customers, in a tree. Texts and ids depend on nothing but the table. */
import type { Page, PageContent } from "@bottega/domain/areas/pages"
import { Chance, idAt } from "./chance.ts"

type Row = readonly [title: string, url_path: string, parent: string | null, content: string]

const rows: ReadonlyArray<Row> = [
  [
    ...(["Chi siamo", "chi-siamo", null] as const),
    "<h1>Chi siamo</h1><p>Dal 1998 scegliamo oggetti per la casa nelle botteghe di tutta Italia.</p>"
  ],
  [
    ...(["Le botteghe", "le-botteghe", "chi-siamo"] as const),
    "<h1>Le botteghe</h1><p>Visitiamo ogni laboratorio almeno una volta all'anno.</p>"
  ],
  [
    ...(["La ceramica di Deruta", "la-ceramica-di-deruta", "le-botteghe"] as const),
    "<h1>La ceramica di Deruta</h1><p>Tornita e dipinta a mano: ogni pezzo è diverso dagli altri.</p>"
  ],
  [
    ...(["Il lino della Toscana", "il-lino-della-toscana", "le-botteghe"] as const),
    "<h1>Il lino della Toscana</h1><p>Si lava a 40 gradi e diventa più morbido con il tempo.</p>"
  ],
  [
    ...(["Assistenza clienti", "assistenza-clienti", null] as const),
    "<h1>Assistenza clienti</h1><p>Rispondiamo dal lunedì al venerdì, dalle 9 alle 18.</p>"
  ],
  [
    ...(["Spedizioni", "spedizioni", "assistenza-clienti"] as const),
    "<h1>Spedizioni</h1><ul><li>Italia: 1–2 giorni lavorativi</li><li>Europa: 3–5 giorni lavorativi</li></ul>"
  ],
  [
    ...(["Resi e rimborsi", "resi-e-rimborsi", "assistenza-clienti"] as const),
    "<h1>Resi e rimborsi</h1><p>Entro 30 giorni dalla consegna, con le etichette originali.</p>"
  ],
  [
    ...(["Domande frequenti", "domande-frequenti", "assistenza-clienti"] as const),
    "<h1>Domande frequenti</h1><h2>Posso cambiare l'indirizzo?</h2><p>Sì, finché l'ordine non è spedito.</p>"
  ]
]

/** The pages and their contents; the shop opened at `start`, in unix seconds. */
export const demoPagesOf = (
  start: number
): { readonly pages: ReadonlyArray<Page>; readonly contents: ReadonlyArray<PageContent> } => {
  const chance = new Chance(7)
  const ids = new Map(rows.map(([, url_path], index) => [url_path, idAt(start + index * 60, chance)]))
  const pages = rows.map(([title, url_path, parent]) => ({
    ...{ id: ids.get(url_path)!, url_path, title },
    parent: parent === null ? null : ids.get(parent)!
  }))
  return { pages, contents: rows.map(([, url_path, , content]) => ({ id: ids.get(url_path)!, content })) }
}
