/** The words of the pages of stock. */
import { wordsOf } from "../words/words.ts"

const en = {
  all: "All",
  runningOut: (below: number) => `Running out (fewer than ${below})`,
  change: "Change",
  changeOf: (sku: string) => `Change the stock of ${sku}`,
  inStock: "In stock",
  pieces: (count: number) => (count === 1 ? "1 piece" : `${count.toLocaleString("en")} pieces`),
  unlimited: "Sold without a limit",
  product: "Product",
  movements: "Movements",
  noMovements: "The stock has not changed yet.",
  more: "Older movements",
  how: "How",
  ways: { add: "Add", subtract: "Take away", set: "Set to" },
  count: "Pieces",
  willBe: (now: number, then: number) => `${now} becomes ${then}`,
  recorded: {
    add: "The movements will say: Added by hand",
    subtract: "The movements will say: Taken by hand",
    set: "The movements will say: Set by hand"
  },
  save: "Save",
  saving: "Saving …",
  changed: (sku: string, now: number) => `${sku}: ${now} in stock`,
  when: "When",
  delta: "Change",
  after: "After it",
  why: "Why",
  who: "Who",
  reasons: {
    create: "First stock",
    set: "Set by hand",
    added: "Added by hand",
    taken: "Taken by hand",
    batch: "Set with others",
    order: "Order placed",
    status: "Order changed",
    product: "Product changed"
  },
  request: "Request"
}

const it: typeof en = {
  all: "Tutte",
  runningOut: (below) => `In esaurimento (meno di ${below})`,
  change: "Modifica",
  changeOf: (sku) => `Modifica la giacenza di ${sku}`,
  inStock: "Disponibili",
  pieces: (count) => (count === 1 ? "1 pezzo" : `${count.toLocaleString("it")} pezzi`),
  unlimited: "In vendita senza limite",
  product: "Prodotto",
  movements: "Movimenti",
  noMovements: "La giacenza non è ancora cambiata.",
  more: "Movimenti precedenti",
  how: "Come",
  ways: { add: "Aggiungi", subtract: "Togli", set: "Imposta a" },
  count: "Pezzi",
  willBe: (now, then) => `Da ${now} a ${then}`,
  recorded: {
    add: "Nei movimenti si leggerà: Aggiunti a mano",
    subtract: "Nei movimenti si leggerà: Tolti a mano",
    set: "Nei movimenti si leggerà: Impostata a mano"
  },
  save: "Salva",
  saving: "Salvataggio …",
  changed: (sku, now) => `${sku}: ${now} disponibili`,
  when: "Quando",
  delta: "Variazione",
  after: "Dopo",
  why: "Perché",
  who: "Chi",
  reasons: {
    create: "Prima giacenza",
    set: "Impostata a mano",
    added: "Aggiunti a mano",
    taken: "Tolti a mano",
    batch: "Impostata in blocco",
    order: "Ordine ricevuto",
    status: "Ordine modificato",
    product: "Prodotto modificato"
  },
  request: "Richiesta"
}

export const stockWords = wordsOf({ en, it })
