/** The built-in texts in French. A no-break space precedes colons, question marks and the like. */
import { cityAfterCode, type Words } from "./words.ts"

export const french: Words = {
  language: "fr",
  greeting: { named: "Bonjour {{ customer.fullname }},", unnamed: "Bonjour," },
  mails: {
    new_order: {
      subject: "Nouvelle commande n°\u00a0{{ order.number }}\u00a0: {{ order.total | money }}",
      title: "Vous avez une nouvelle commande",
      says: [
        "{% if customer.fullname != '' %}{{ customer.fullname }} a passé commande chez {{ shop.name }}.{% else %}Une commande a été passée chez {{ shop.name }}.{% endif %}"
      ]
    },
    order_received: {
      subject: "Nous avons bien reçu votre commande n°\u00a0{{ order.number }}",
      title: "Merci pour votre commande",
      says: ["Nous avons bien reçu votre commande et vous écrirons dès qu'il y aura du nouveau."]
    },
    order_paid: {
      subject: "Paiement reçu pour la commande n°\u00a0{{ order.number }}",
      title: "Paiement reçu",
      says: [
        "Nous avons bien reçu votre paiement de {{ order.total | money }}. Nous préparons maintenant votre commande et vous préviendrons dès son expédition."
      ]
    },
    order_in_preparation: {
      subject: "Nous préparons votre commande n°\u00a0{{ order.number }}",
      title: "Votre commande est en préparation",
      says: ["Nous préparons votre commande et vous écrirons dès son expédition."]
    },
    order_shipped: {
      subject: "Votre commande n°\u00a0{{ order.number }} est en route",
      title: "Votre commande est en route",
      says: ["Votre commande a été expédiée et arrivera bientôt chez vous."]
    },
    order_cancelled: {
      subject: "Votre commande n°\u00a0{{ order.number }} a été annulée",
      title: "Commande annulée",
      says: [
        "Votre commande a été annulée et ne sera pas expédiée. Si vous ne vous y attendiez pas, n'hésitez pas à nous écrire."
      ]
    },
    b2b_welcome: {
      subject: "Votre compte professionnel chez {{ shop.name }} est ouvert",
      title: "Votre compte professionnel est ouvert",
      says: [
        "Bienvenue chez {{ shop.name }}. Vous pouvez dès maintenant commander aux conditions réservées à votre entreprise\u00a0: connectez-vous avec l'adresse e-mail ci-dessous."
      ]
    },
    gift_card: {
      subject: "Votre carte cadeau\u00a0: {{ gift_card.amount | money }} à dépenser",
      title: "Votre carte cadeau a été rechargée",
      says: [
        "Nous avons rechargé votre carte cadeau. Vous pouvez l'utiliser pour votre prochain achat chez {{ shop.name }}."
      ]
    },
    webhook_disabled: {
      subject: "Le webhook {{ webhook.name }} a été désactivé",
      title: "Un webhook a été désactivé",
      says: [
        "Le webhook ci-dessous n'a pas accepté les notifications de {{ shop.name }}. Il a donc été désactivé et n'en reçoit plus.",
        "Dès que son adresse répond à nouveau, réactivez-le\u00a0: les notifications en attente lui seront envoyées."
      ]
    },
    sign_in_link: {
      subject: "Votre lien pour {{ shop.name }}",
      title: "Connectez-vous à {{ shop.name }}",
      says: [
        "Le lien ci-dessous vous connecte à {{ shop.name }}. Il est valable une seule fois, pendant sept jours.",
        "S'il n'est plus valable, ouvrez-le quand même\u00a0: la page peut vous en envoyer un autre. Si vous n'attendiez pas cet e-mail, vous pouvez l'ignorer."
      ]
    }
  },
  colon: "\u00a0:",
  order: "Commande n°\u00a0{{ order.number }} · {{ order.date | date }}",
  more: "Autres articles\u00a0: {{ more }}",
  shipping: "Livraison",
  payment: "Frais de paiement",
  discount: "Remise",
  total: "Total",
  delivery: "Adresse de livraison",
  billing: "Adresse de facturation",
  city: cityAfterCode,
  courier: "Transporteur",
  parcel: "Numéro de suivi",
  follow: "Suivre mon colis",
  loaded: "Montant ajouté",
  balance: "Solde de la carte",
  email: "E-mail",
  webhook: "Webhook",
  signIn: "Se connecter",
  address: "Adresse",
  questions: "Une question\u202f? Répondez simplement à cet e-mail."
}
