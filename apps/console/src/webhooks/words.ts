/** The words of the pages of webhooks and real-time endpoints. */
import { wordsOf } from "../words/words.ts"

const en = {
  deliveries: "Deliveries",
  all: "All",
  states: {
    pending: "To be sent",
    waiting: "Waiting",
    parked: "Held back",
    delivered: "Delivered",
    dead: "Given up"
  },
  webhookStates: { active: "Active", paused: "Paused", disabled: "Switched off" },
  waitingWhy: "An earlier delivery about the same order comes first.",
  disabledWhy:
    "This webhook is switched off: its receiver answered 410, or failed for five days. New events are not kept for it.",
  pausedWhy: "This webhook is paused: events are kept, and sent when it continues.",
  noDeliveries: "No deliveries yet",
  noDeliveriesHow: "Each event that this webhook is for appears here, with every attempt and its answer.",
  noneInState: "No deliveries in this state",
  attempts: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`),
  noAttempts: "Not tried yet",
  firstTime: "Delivered at the first attempt; its answer is not kept.",
  noAnswer: "No answer",
  attempt: "Attempt",
  answerEmpty: "The answer was empty.",
  next: (when: string) => `Next attempt: ${when}`,
  sendAgain: "Send again",
  sentAgain: "Sent again",
  sendElsewhere: "Send to another webhook",
  sendSpan: "Send a period again",
  spanHow:
    "Every event of the period is sent again, to each webhook of its type. Choose a webhook to send to that one alone. Receivers see the same ids as before, so they can tell what they already have.",
  replayed: (count: number) => (count === 1 ? "1 delivery is sent again" : `${count} deliveries are sent again`),
  test: "Send a test event",
  testOk: (status: number) => `The receiver answered the test event with ${status}.`,
  testFailed: "The test event was not accepted:",
  pause: "Pause",
  resume: "Let it go on",
  pausedNow: "The webhook is paused",
  resumedNow: "The webhook continues",
  rotate: "New secret",
  more: "Show more",
  eventsHow: "What happens in the shop appears here at once, whether or not a webhook is for it.",
  noEvents: "Nothing has happened since this page was opened",
  noEventsHow: "Change an order, or use a command:",
  replay: "Sent again",
  kind: { coupon: "Coupons", shipping: "Shipping" },
  breaker: { closed: "In order", open: "Not asked for now", half_open: "Being tried", paused: "Paused" },
  breakerWhy: {
    closed: "",
    open: "It failed five times in a row, so orders go on without it. It is tried again after 30 seconds.",
    half_open: "One call is sent to see whether it answers again.",
    paused: "No order asks it until it continues."
  },
  failures: "Failures in a row",
  lastAnswer: "Last answer",
  never: "Not asked yet",
  newCoupon: "New for coupons",
  newShipping: "New for shipping",
  noEndpoints: "No real-time endpoints",
  noEndpointsHow:
    "An endpoint of yours can say which coupons are valid and what shipping costs, while an order is made.",
  askAll: "Ask the shipping endpoints",
  removeEndpoint: "Orders no longer ask this endpoint. This cannot be undone."
}

export const own = wordsOf({
  en,
  it: {
    deliveries: "Consegne",
    all: "Tutte",
    states: {
      pending: "Da inviare",
      waiting: "In coda",
      parked: "Trattenuta",
      delivered: "Consegnata",
      dead: "Abbandonata"
    },
    webhookStates: { active: "Attivo", paused: "In pausa", disabled: "Disattivato" },
    waitingWhy: "Prima viene una consegna precedente dello stesso ordine.",
    disabledWhy:
      "Questo webhook è disattivato: il destinatario ha risposto 410, o ha fallito per cinque giorni. Gli eventi nel frattempo non vengono conservati.",
    pausedWhy: "Questo webhook è in pausa: gli eventi vengono conservati e inviati alla ripresa.",
    noDeliveries: "Ancora nessuna consegna",
    noDeliveriesHow: "Ogni evento di questo webhook compare qui, con tutti i tentativi e le risposte.",
    noneInState: "Nessuna consegna in questo stato",
    attempts: (count) => (count === 1 ? "1 tentativo" : `${count} tentativi`),
    noAttempts: "Non ancora tentata",
    firstTime: "Consegnata al primo tentativo; la risposta non viene conservata.",
    noAnswer: "Nessuna risposta",
    attempt: "Tentativo",
    answerEmpty: "La risposta era vuota.",
    next: (when) => `Prossimo tentativo: ${when}`,
    sendAgain: "Invia di nuovo",
    sentAgain: "Inviata di nuovo",
    sendElsewhere: "Invia a un altro webhook",
    sendSpan: "Invia di nuovo un periodo",
    spanHow:
      "Ogni evento del periodo viene inviato di nuovo, a ogni webhook del suo tipo. Scegli un webhook per inviare solo a quello. I destinatari vedono gli stessi id di prima e riconoscono ciò che hanno già.",
    replayed: (count) =>
      count === 1 ? "1 consegna viene inviata di nuovo" : `${count} consegne vengono inviate di nuovo`,
    test: "Invia un evento di prova",
    testOk: (status) => `Il destinatario ha risposto ${status} all'evento di prova.`,
    testFailed: "L'evento di prova non è stato accettato:",
    pause: "Metti in pausa",
    resume: "Riprendi",
    pausedNow: "Il webhook è in pausa",
    resumedNow: "Il webhook è ripreso",
    rotate: "Nuovo segreto",
    more: "Mostra altre",
    eventsHow: "Ciò che accade nel negozio compare qui subito, che un webhook lo riceva o no.",
    noEvents: "Da quando hai aperto la pagina non è successo niente",
    noEventsHow: "Modifica un ordine, oppure usa un comando:",
    replay: "Inviato di nuovo",
    kind: { coupon: "Coupon", shipping: "Spedizione" },
    breaker: { closed: "Funziona", open: "Per ora non interrogato", half_open: "In prova", paused: "In pausa" },
    breakerWhy: {
      closed: "",
      open: "Ha fallito cinque volte di seguito, quindi gli ordini proseguono senza. Dopo 30 secondi si riprova.",
      half_open: "Una chiamata verifica se risponde di nuovo.",
      paused: "Nessun ordine lo interroga finché non riprende."
    },
    failures: "Errori di seguito",
    lastAnswer: "Ultima risposta",
    never: "Mai interrogato",
    newCoupon: "Nuovo per i coupon",
    newShipping: "Nuovo per la spedizione",
    noEndpoints: "Nessun endpoint in tempo reale",
    noEndpointsHow:
      "Un tuo endpoint può dire quali coupon valgono e quanto costa la spedizione, mentre l'ordine viene creato.",
    askAll: "Interroga gli endpoint di spedizione",
    removeEndpoint: "Gli ordini non interrogheranno più questo endpoint. Non si può annullare."
  }
})
