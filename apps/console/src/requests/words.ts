/** The words of a replay. */
import { wordsOf } from "../words/words.ts"

export const own = wordsOf({
  en: {
    title: "Send it again as a program, and compare",
    how: "It goes through the whole service as the program that you choose, and counts against its limits.",
    as: "As",
    sameKey: "With the same idempotency key: the change is not made twice, and its answer is repeated",
    again: "A change that is sent again is made again.",
    send: "Send and compare",
    before: "Before",
    now: "Now",
    notKept: "This answer is not kept.",
    empty: "The answer was empty."
  },
  it: {
    title: "Reinvia come un programma, e confronta",
    how: "Passa per tutto il servizio a nome del programma che scegli, e conta nei suoi limiti.",
    as: "Come",
    sameKey: "Con la stessa chiave di idempotenza: la modifica non si ripete, torna la stessa risposta",
    again: "Una modifica inviata di nuovo viene fatta di nuovo.",
    send: "Invia e confronta",
    before: "Prima",
    now: "Adesso",
    notKept: "Questa risposta non è conservata.",
    empty: "La risposta era vuota."
  }
})
