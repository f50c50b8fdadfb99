/** The words of key sets and their limits. */
import { wordsOf } from "../words/words.ts"

export const own = wordsOf({
  en: {
    program: "Program",
    permission: { read: "Reads", "read-write": "Reads and changes" },
    permissionLabel: "May",
    state: { active: "In use", ending: "Ends", ended: "Ended" },
    stateLabel: "State",
    lastUsed: "Last used",
    neverUsed: "Never",
    today: "Calls today",
    created: "Made",
    ends: "Ends",
    revoked: "Revoked",
    none: "No key sets yet",
    noneHow: "Each program that calls the shop has its own key set, which can be ended without the others.",
    create: "New key set",
    rotate: "New pair",
    rotateHow:
      "The program gets a new key and secret. The pair that it uses now stays valid for as long as you say, so that nothing stops.",
    end: "End key set",
    endTitle: (name: string) => `End ${name}?`,
    endHow:
      "All pairs of this key set stop at once: the program that uses them is refused from its next call on. Its webhooks and real-time endpoints pause.",
    ended: "The key set has ended",
    revoke: "Revoke",
    revokeTitle: "Revoke this pair?",
    revokeHow: "A program that still uses this pair is refused from its next call on. This cannot be undone.",
    pairs: "Pairs",
    limits: "Limits",
    limitsHow: "How many calls count now, and how many are allowed.",
    policies: { updates: "Updates of orders, pictures", daily: "Calls in a day", account: "Accounts of customers" },
    policyHow: {
      updates:
        "The list of orders by event and the list of the gallery, each counted for a minute; the one with more calls is shown.",
      daily: "All calls of this program.",
      account: "The list of customers with their accounts. Two calls become free again each second."
    },
    resets: (when: string) => `Free again: ${when}`,
    useUp: "Use up",
    usedUp: "No calls are left",
    giveBack: "Give back",
    givenBack: "The calls are given back",
    requests: "Its requests",
    showEnded: "Include those that have ended"
  },
  it: {
    program: "Programma",
    permission: { read: "Leggere", "read-write": "Leggere e modificare" },
    permissionLabel: "Può",
    state: { active: "In uso", ending: "In scadenza", ended: "Terminata" },
    stateLabel: "Stato",
    lastUsed: "Ultimo uso",
    neverUsed: "Mai",
    today: "Chiamate di oggi",
    created: "Creata",
    ends: "Scade",
    revoked: "Revocata",
    none: "Ancora nessuna chiave",
    noneHow: "Ogni programma che chiama il negozio ha le proprie: si possono revocare senza toccare le altre.",
    create: "Nuova chiave",
    rotate: "Nuova coppia",
    rotateHow:
      "Il programma riceve una nuova chiave e un nuovo segreto. La coppia attuale resta valida per il tempo che indichi, così nulla si ferma.",
    end: "Revoca le chiavi",
    endTitle: (name) => `Revocare ${name}?`,
    endHow:
      "Tutte le coppie smettono subito di valere: il programma che le usa viene rifiutato dalla prossima chiamata. I suoi webhook e i suoi endpoint in tempo reale vanno in pausa.",
    ended: "Le chiavi sono revocate",
    revoke: "Revoca",
    revokeTitle: "Revocare questa coppia?",
    revokeHow:
      "Un programma che usa ancora questa coppia viene rifiutato dalla prossima chiamata. Non si può annullare.",
    pairs: "Coppie",
    limits: "Limiti",
    limitsHow: "Quante chiamate contano adesso, e quante sono ammesse.",
    policies: {
      updates: "Aggiornamenti di ordini, immagini",
      daily: "Chiamate al giorno",
      account: "Account dei clienti"
    },
    policyHow: {
      updates:
        "L'elenco degli ordini per evento e quello delle immagini, ciascuno in un minuto; si vede quello con più chiamate.",
      daily: "Tutte le chiamate di questo programma.",
      account: "L'elenco dei clienti con i loro account. Ogni secondo si liberano due chiamate."
    },
    resets: (when) => `Di nuovo libere: ${when}`,
    useUp: "Esaurisci",
    usedUp: "Non restano chiamate",
    giveBack: "Restituisci",
    givenBack: "Le chiamate sono restituite",
    requests: "Le sue richieste",
    showEnded: "Anche quelle terminate"
  }
})
