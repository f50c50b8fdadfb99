/** The snippets of the demo shop's template: one that runs, and one with data that its pages load. */
import { embedded, type Snippet } from "@bottega/domain/areas/template"
import { Chance, idAt } from "./chance.ts"

const snippets = [
  {
    name: "Avviso di spedizione",
    content: 'document.querySelector("#avviso").textContent = "Spediamo in due giorni lavorativi."',
    elaborate: 0
  },
  {
    name: "Orari della bottega",
    content: 'window.orari = { feriali: "9:30–19:00", sabato: "10:00–18:00" }',
    elaborate: 1
  }
] as const

/** All snippets, added one a day from this unix second on. Their ids have a random sequence of their own. */
export const snippetsOf = (start: number): ReadonlyArray<Snippet> => {
  const first = Math.floor(start)
  const chance = new Chance(first)
  return snippets.map(({ content, elaborate, name }, index) => {
    const second = first + index * day
    return { id: idAt(second, chance), name, content: embedded(content, 0), elaborate, created: second * 1000 }
  })
}

const day = 86_400
