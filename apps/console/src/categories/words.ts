/** The words of the tree of categories. */
import { wordsOf } from "../words/words.ts"

const en = {
  find: "Find a category",
  hidden: "Hidden",
  addBelow: (name: string) => `Add a category below ${name}`,
  move: (name: string) => `Move ${name}`,
  moveTo: "Move below",
  top: "At the top",
  moveButton: "Move",
  dragHelp: "Drag a category onto another one to move it there, with everything below it.",
  moved: (name: string, parent: string) => `${name} is below ${parent} now.`,
  movedToTop: (name: string) => `${name} is at the top now.`,
  undo: "Undo",
  dropHere: "Drop here to move it to the top"
}

const it: typeof en = {
  find: "Cerca una categoria",
  hidden: "Nascosta",
  addBelow: (name) => `Aggiungi una categoria sotto ${name}`,
  move: (name) => `Sposta ${name}`,
  moveTo: "Sposta sotto",
  top: "In cima",
  moveButton: "Sposta",
  dragHelp: "Trascina una categoria su un'altra per spostarla lì, con tutto ciò che contiene.",
  moved: (name, parent) => `${name} ora è sotto ${parent}.`,
  movedToTop: (name) => `${name} ora è in cima.`,
  undo: "Annulla",
  dropHere: "Rilascia qui per spostarla in cima"
}

export const categoryWords = wordsOf({ en, it })
