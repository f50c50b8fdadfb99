/** The built-in texts in Italian. */
import { cityAfterCode, type Words } from "./words.ts"

export const italian: Words = {
  language: "it",
  greeting: { named: "Ciao {{ customer.fullname }},", unnamed: "Ciao," },
  mails: {
    new_order: {
      subject: "Nuovo ordine n. {{ order.number }}: {{ order.total | money }}",
      title: "Hai un nuovo ordine",
      says: [
        "{% if customer.fullname != '' %}{{ customer.fullname }} ha ordinato su {{ shop.name }}.{% else %}È arrivato un ordine su {{ shop.name }}.{% endif %}"
      ]
    },
    order_received: {
      subject: "Abbiamo ricevuto il tuo ordine n. {{ order.number }}",
      title: "Grazie per il tuo ordine",
      says: ["abbiamo ricevuto il tuo ordine. Ti scriveremo di nuovo appena ci saranno novità."]
    },
    order_paid: {
      subject: "Pagamento ricevuto per l'ordine n. {{ order.number }}",
      title: "Pagamento ricevuto",
      says: [
        "abbiamo ricevuto il pagamento di {{ order.total | money }} per il tuo ordine. Ora possiamo prepararlo: ti avviseremo alla spedizione."
      ]
    },
    order_in_preparation: {
      subject: "Stiamo preparando il tuo ordine n. {{ order.number }}",
      title: "Il tuo ordine è in preparazione",
      says: ["stiamo preparando il tuo ordine. Ti scriveremo di nuovo quando lo spediremo."]
    },
    order_shipped: {
      subject: "Il tuo ordine n. {{ order.number }} è in viaggio",
      title: "Il tuo ordine è in viaggio",
      says: ["il tuo ordine è partito e arriverà presto."]
    },
    order_cancelled: {
      subject: "Il tuo ordine n. {{ order.number }} è stato annullato",
      title: "Ordine annullato",
      says: ["il tuo ordine è stato annullato e non verrà spedito. Se non te lo aspettavi, scrivici."]
    },
    b2b_welcome: {
      subject: "Il tuo account aziendale da {{ shop.name }} è attivo",
      title: "Il tuo account aziendale è attivo",
      says: [
        "ti diamo il benvenuto da {{ shop.name }}. Da oggi puoi ordinare alle condizioni riservate alla tua azienda: accedi con l'indirizzo email qui sotto."
      ]
    },
    gift_card: {
      subject: "La tua carta regalo: {{ gift_card.amount | money }} da spendere",
      title: "La tua carta regalo è stata ricaricata",
      says: ["abbiamo ricaricato la tua carta regalo. Puoi usarla per il tuo prossimo acquisto da {{ shop.name }}."]
    },
    webhook_disabled: {
      subject: "Il webhook {{ webhook.name }} è stato disattivato",
      title: "Un webhook è stato disattivato",
      says: [
        "Il webhook qui sotto non ha accettato le notifiche di {{ shop.name }}, perciò lo abbiamo disattivato: non gliene inviamo altre.",
        "Quando il suo indirizzo risponde di nuovo, riattivalo: le notifiche rimaste in attesa partiranno da sole."
      ]
    },
    sign_in_link: {
      subject: "Il tuo link per {{ shop.name }}",
      title: "Accedi a {{ shop.name }}",
      says: [
        "Con il link qui sotto accedi a {{ shop.name }}. Vale una volta sola, entro sette giorni.",
        "Se non vale più, aprilo comunque: la pagina può inviartene un altro. Se non ti aspettavi questa e-mail, puoi ignorarla."
      ]
    }
  },
  colon: ":",
  order: "Ordine n. {{ order.number }} · {{ order.date | date }}",
  more: "Altri articoli: {{ more }}",
  shipping: "Spedizione",
  payment: "Supplemento di pagamento",
  discount: "Sconto",
  total: "Totale",
  delivery: "Consegna a",
  billing: "Fatturazione a",
  city: cityAfterCode,
  courier: "Corriere",
  parcel: "Numero di spedizione",
  follow: "Segui la spedizione",
  loaded: "Importo ricaricato",
  balance: "Saldo della carta",
  email: "Email",
  webhook: "Webhook",
  signIn: "Accedi",
  address: "Indirizzo",
  questions: "Hai domande? Rispondi a questa email."
}
