/** The words of faults, the clock and snapshots. */
import { wordsOf } from "../words/words.ts"

export const own = wordsOf({
  en: {
    faultsHow:
      "See how a program copes when something goes wrong. Choose the program and the call, then what happens to it. A fault for one program does not affect the others, nor this console.",
    program: "Program",
    everyProgram: "Every program, and this console",
    call: "Call",
    everyCall: "Any call",
    presets: {
      unavailable: ["The next call is refused: 503", "The server is overloaded. A good program tries again later."],
      tooMany: ["The next call is refused: 429", "Too many calls. A good program waits as long as the answer says."],
      lostAnswer: [
        "The next change is made, but its answer is lost",
        "A program with an idempotency key repeats it safely."
      ],
      lateFailure: [
        "The next change is made, but answers 500",
        "What the program believes is wrong: the change stands."
      ],
      slow: ["Every call takes five seconds", "Shows which calls have no time limit of their own."],
      flaky: ["Three calls in ten are refused: 503", "Always the same ones, so that a test can be repeated."]
    },
    another: "Another fault",
    isOn: "The fault is on",
    rules: "Faults",
    noRules: "Nothing fails on purpose",
    off: "Remove",
    allOff: "Turn all off",
    spent: "Has happened",
    hits: (count: number) => (count === 1 ? "1 call so far" : `${count} calls so far`),
    ofProgram: (key: string) => `of ${key}`,
    rule: {
      every: (call: string) => `Every ${call}`,
      next: (call: string) => `The next ${call}`,
      nth: (call: string, n: number) => `The ${n}th ${call}`,
      share: (call: string, percent: string) => `${percent} of ${call}`,
      anyCall: "call",
      after: "is made, and",
      dropped: "gets no answer",
      status: (status: number) => `answers ${status}`,
      delay: (seconds: string) => `takes ${seconds}`,
      and: "and"
    },
    limits: "Limits of this program",
    limitsHow:
      "Use up a limit, and the next call that it counts is refused, as it would be in real use: with 429, or with 509 for the day.",
    noKeys: "There is no key set whose limits could be used up.",
    // Clock
    clockHow:
      "Limits, coupons, key sets, repeated deliveries and mails follow the clock, in all shops of this server. It only goes forward, or back to real time.",
    shows: "The clock shows",
    ahead: (span: string) => `${span} ahead of real time`,
    behind: (span: string) => `${span} behind real time`,
    real: "Real time",
    forward: "Move it forward",
    spans: { hour: "An hour", day: "A day", week: "A week", month: "30 days" },
    moved: (when: string) => `The clock shows ${when}`,
    stillRuns: (names: string) => `Still running: ${names}`,
    to: "To a moment",
    move: "Move",
    coupon: "Until a coupon has expired",
    couponHow: "A second after its end.",
    expire: "Let it expire",
    noCoupons: "No coupon is yet to expire.",
    back: "Back to real time",
    // Snapshots
    snapshotsHow:
      "A snapshot holds the documents of this shop: orders, products, customers and the rest. Key sets and people stay as they are.",
    save: "Save a snapshot",
    name: "Name",
    saved: "The snapshot is saved",
    restore: "Restore",
    restoreTitle: (name: string) => `Return to ${name}?`,
    restoreHow:
      "Everything that has changed in this shop since then is lost. What waits to be sent is not sent any more.",
    restored: (name: string) => `The shop is as in ${name}`,
    keepFirst: "First save the shop as it is now",
    removeHow: "The snapshot is removed; the shop stays as it is. This cannot be undone.",
    reset: "Reset the shop",
    resetTitle: "Return to how the shop began?",
    resetHow:
      "Everything that was made in this shop is lost: orders, products, customers and the rest. What waits to be sent is not sent any more.",
    wasReset: "The shop is as it was at the beginning",
    documents: (count: string) => `${count} documents`,
    noSnapshots: "No snapshots yet",
    noSnapshotsHow: "Save one before a test, and return to it afterwards."
  },
  it: {
    faultsHow:
      "Guarda come un programma affronta ciò che va storto. Scegli il programma e la chiamata, poi che cosa le succede. Un guasto su un programma non tocca gli altri, e neppure questa console.",
    program: "Programma",
    everyProgram: "Tutti i programmi, e questa console",
    call: "Chiamata",
    everyCall: "Qualsiasi chiamata",
    presets: {
      unavailable: [
        "La prossima chiamata è rifiutata: 503",
        "Il server è sovraccarico. Un buon programma riprova più tardi."
      ],
      tooMany: [
        "La prossima chiamata è rifiutata: 429",
        "Troppe chiamate. Un buon programma aspetta quanto gli viene detto."
      ],
      lostAnswer: [
        "La prossima modifica viene fatta, la risposta si perde",
        "Un programma con una chiave di idempotenza la ripete senza rischi."
      ],
      lateFailure: [
        "La prossima modifica viene fatta, e risponde 500",
        "Ciò che il programma crede è sbagliato: la modifica resta."
      ],
      slow: ["Ogni chiamata dura cinque secondi", "Mostra che cosa non ha un proprio limite di tempo."],
      flaky: ["Tre chiamate su dieci sono rifiutate: 503", "Sempre le stesse, così una prova si può ripetere."]
    },
    another: "Un altro guasto",
    isOn: "Il guasto è attivo",
    rules: "Guasti",
    noRules: "Niente fallisce di proposito",
    off: "Togli",
    allOff: "Disattiva tutti",
    spent: "È successo",
    hits: (count) => (count === 1 ? "1 chiamata finora" : `${count} chiamate finora`),
    ofProgram: (key) => `di ${key}`,
    rule: {
      every: (call) => `Ogni ${call}`,
      next: (call) => `La prossima ${call}`,
      nth: (call, n) => `La ${n}ª ${call}`,
      share: (call, percent) => `${percent} di ${call}`,
      anyCall: "chiamata",
      after: "viene eseguita, e",
      dropped: "non riceve risposta",
      status: (status) => `risponde ${status}`,
      delay: (seconds) => `dura ${seconds}`,
      and: "e"
    },
    limits: "Limiti di questo programma",
    limitsHow:
      "Esaurisci un limite: la prossima chiamata che conta viene rifiutata, come accadrebbe davvero, con 429, o 509 per il giorno.",
    noKeys: "Non c'è nessuna chiave da esaurire.",
    clockHow:
      "Limiti, coupon, chiavi, consegne ripetute ed email seguono l'orologio, in tutti i negozi di questo server. Va avanti, e torna al tempo reale.",
    shows: "L'orologio segna",
    ahead: (span) => `Avanti di ${span} rispetto al tempo reale`,
    behind: (span) => `Indietro di ${span} rispetto al tempo reale`,
    real: "Tempo reale",
    forward: "Sposta in avanti",
    spans: { hour: "Un'ora", day: "Un giorno", week: "Una settimana", month: "30 giorni" },
    moved: (when) => `L'orologio segna ${when}`,
    stillRuns: (names) => `Ancora al lavoro: ${names}`,
    to: "A un momento preciso",
    move: "Sposta",
    coupon: "Fino alla scadenza di un coupon",
    couponHow: "Un secondo dopo la sua fine.",
    expire: "Fallo scadere",
    noCoupons: "Nessun coupon deve ancora scadere.",
    back: "Torna al tempo reale",
    snapshotsHow:
      "Un'istantanea contiene i documenti di questo negozio: ordini, prodotti, clienti e il resto. Le chiavi e le persone restano come sono.",
    save: "Salva un'istantanea",
    name: "Nome",
    saved: "L'istantanea è stata salvata",
    restore: "Ripristina",
    restoreTitle: (name) => `Tornare a ${name}?`,
    restoreHow:
      "Tutto ciò che è cambiato nel negozio da allora si perde. Ciò che attende di essere inviato non parte più.",
    restored: (name) => `Il negozio è come in ${name}`,
    keepFirst: "Prima salva il negozio com'è adesso",
    removeHow: "L'istantanea si elimina; il negozio resta com'è. Non si può annullare.",
    reset: "Azzera il negozio",
    resetTitle: "Tornare a com'era il negozio all'inizio?",
    resetHow:
      "Tutto ciò che è stato creato nel negozio si perde: ordini, prodotti, clienti e il resto. Ciò che attende di essere inviato non parte più.",
    wasReset: "Il negozio è come all'inizio",
    documents: (count) => `${count} documenti`,
    noSnapshots: "Ancora nessuna istantanea",
    noSnapshotsHow: "Salvane una prima di una prova, e torna a quella dopo."
  }
})
