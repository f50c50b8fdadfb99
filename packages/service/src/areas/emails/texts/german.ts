/** The built-in texts in German. */
import { cityAfterCode, type Words } from "./words.ts"

export const german: Words = {
  language: "de",
  greeting: { named: "Guten Tag {{ customer.fullname }},", unnamed: "Guten Tag," },
  mails: {
    new_order: {
      subject: "Neue Bestellung Nr. {{ order.number }}: {{ order.total | money }}",
      title: "Sie haben eine neue Bestellung",
      says: [
        "{% if customer.fullname != '' %}{{ customer.fullname }} hat bei {{ shop.name }} bestellt.{% else %}Bei {{ shop.name }} ist eine Bestellung eingegangen.{% endif %}"
      ]
    },
    order_received: {
      subject: "Wir haben Ihre Bestellung Nr. {{ order.number }} erhalten",
      title: "Vielen Dank für Ihre Bestellung",
      says: ["wir haben Ihre Bestellung erhalten und melden uns wieder, sobald es Neuigkeiten gibt."]
    },
    order_paid: {
      subject: "Zahlung für Bestellung Nr. {{ order.number }} eingegangen",
      title: "Zahlung eingegangen",
      says: [
        "Ihre Zahlung über {{ order.total | money }} ist eingegangen. Wir bereiten Ihre Bestellung nun vor und benachrichtigen Sie, sobald wir sie versenden."
      ]
    },
    order_in_preparation: {
      subject: "Wir bereiten Ihre Bestellung Nr. {{ order.number }} vor",
      title: "Ihre Bestellung wird vorbereitet",
      says: ["wir bereiten Ihre Bestellung gerade vor und melden uns wieder, sobald wir sie versenden."]
    },
    order_shipped: {
      subject: "Ihre Bestellung Nr. {{ order.number }} ist unterwegs",
      title: "Ihre Bestellung ist unterwegs",
      says: ["wir haben Ihre Bestellung versandt. Sie ist bald bei Ihnen."]
    },
    order_cancelled: {
      subject: "Ihre Bestellung Nr. {{ order.number }} wurde storniert",
      title: "Bestellung storniert",
      says: [
        "Ihre Bestellung wurde storniert und wird nicht versandt. Falls Sie damit nicht gerechnet haben, schreiben Sie uns bitte."
      ]
    },
    b2b_welcome: {
      subject: "Ihr Geschäftskonto bei {{ shop.name }} ist freigeschaltet",
      title: "Ihr Geschäftskonto ist freigeschaltet",
      says: [
        "willkommen bei {{ shop.name }}. Ab sofort bestellen Sie zu den Konditionen für Ihr Unternehmen: Melden Sie sich mit der folgenden E-Mail-Adresse an."
      ]
    },
    gift_card: {
      subject: "Ihre Geschenkkarte: {{ gift_card.amount | money }} Guthaben",
      title: "Ihre Geschenkkarte wurde aufgeladen",
      says: [
        "wir haben Ihre Geschenkkarte aufgeladen. Sie können sie bei Ihrem nächsten Einkauf bei {{ shop.name }} einlösen."
      ]
    },
    webhook_disabled: {
      subject: "Der Webhook {{ webhook.name }} wurde deaktiviert",
      title: "Ein Webhook wurde deaktiviert",
      says: [
        "Der folgende Webhook hat die Benachrichtigungen von {{ shop.name }} nicht angenommen. Er wurde daher deaktiviert und erhält keine weiteren.",
        "Sobald seine Adresse wieder antwortet, aktivieren Sie ihn bitte: Die wartenden Benachrichtigungen werden dann gesendet."
      ]
    },
    sign_in_link: {
      subject: "Ihr Link zu {{ shop.name }}",
      title: "Bei {{ shop.name }} anmelden",
      says: [
        "mit dem folgenden Link melden Sie sich bei {{ shop.name }} an. Er gilt einmal, innerhalb von sieben Tagen.",
        "Gilt er nicht mehr, öffnen Sie ihn trotzdem: Die Seite kann Ihnen einen neuen senden. Falls Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren."
      ]
    }
  },
  colon: ":",
  order: "Bestellung Nr. {{ order.number }} · {{ order.date | date }}",
  more: "Weitere Artikel: {{ more }}",
  shipping: "Versand",
  payment: "Zahlungsgebühr",
  discount: "Rabatt",
  total: "Gesamtbetrag",
  delivery: "Lieferadresse",
  billing: "Rechnungsadresse",
  city: cityAfterCode,
  courier: "Versand mit",
  parcel: "Sendungsnummer",
  follow: "Sendung verfolgen",
  loaded: "Aufgeladener Betrag",
  balance: "Guthaben der Karte",
  email: "E-Mail",
  webhook: "Webhook",
  signIn: "Anmelden",
  address: "Adresse",
  questions: "Haben Sie Fragen? Antworten Sie einfach auf diese E-Mail."
}
