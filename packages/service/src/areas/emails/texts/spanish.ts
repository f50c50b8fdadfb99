/** The built-in texts in Spanish. */
import { cityAfterCode, type Words } from "./words.ts"

export const spanish: Words = {
  language: "es",
  greeting: { named: "Hola, {{ customer.fullname }}:", unnamed: "Hola:" },
  mails: {
    new_order: {
      subject: "Nuevo pedido n.º {{ order.number }}: {{ order.total | money }}",
      title: "Tienes un nuevo pedido",
      says: [
        "{% if customer.fullname != '' %}{{ customer.fullname }} ha hecho un pedido en {{ shop.name }}.{% else %}Ha llegado un pedido a {{ shop.name }}.{% endif %}"
      ]
    },
    order_received: {
      subject: "Hemos recibido tu pedido n.º {{ order.number }}",
      title: "Gracias por tu pedido",
      says: ["Hemos recibido tu pedido. Te escribiremos en cuanto haya novedades."]
    },
    order_paid: {
      subject: "Pago recibido del pedido n.º {{ order.number }}",
      title: "Pago recibido",
      says: [
        "Hemos recibido tu pago de {{ order.total | money }}. Ahora prepararemos tu pedido y te avisaremos cuando lo enviemos."
      ]
    },
    order_in_preparation: {
      subject: "Estamos preparando tu pedido n.º {{ order.number }}",
      title: "Tu pedido está en preparación",
      says: ["Estamos preparando tu pedido. Te escribiremos de nuevo cuando lo enviemos."]
    },
    order_shipped: {
      subject: "Tu pedido n.º {{ order.number }} está en camino",
      title: "Tu pedido está en camino",
      says: ["Hemos enviado tu pedido. Lo recibirás pronto."]
    },
    order_cancelled: {
      subject: "Tu pedido n.º {{ order.number }} se ha cancelado",
      title: "Pedido cancelado",
      says: ["Tu pedido se ha cancelado y no se enviará. Si no lo esperabas, escríbenos."]
    },
    b2b_welcome: {
      subject: "Tu cuenta de empresa en {{ shop.name }} está activa",
      title: "Tu cuenta de empresa está activa",
      says: [
        "Te damos la bienvenida a {{ shop.name }}. Ya puedes hacer pedidos con las condiciones de tu empresa: inicia sesión con la dirección de correo que aparece abajo."
      ]
    },
    gift_card: {
      subject: "Tu tarjeta regalo: {{ gift_card.amount | money }} para gastar",
      title: "Hemos recargado tu tarjeta regalo",
      says: ["Hemos recargado tu tarjeta regalo. Puedes usarla en tu próxima compra en {{ shop.name }}."]
    },
    webhook_disabled: {
      subject: "El webhook {{ webhook.name }} se ha desactivado",
      title: "Se ha desactivado un webhook",
      says: [
        "El webhook de abajo no ha aceptado las notificaciones de {{ shop.name }}, por lo que se ha desactivado y no recibirá más.",
        "Cuando su dirección vuelva a responder, actívalo de nuevo: se enviarán las notificaciones pendientes."
      ]
    },
    sign_in_link: {
      subject: "Tu enlace para {{ shop.name }}",
      title: "Entra en {{ shop.name }}",
      says: [
        "Con el enlace de abajo entras en {{ shop.name }}. Vale una sola vez, durante siete días.",
        "Si ya no vale, ábrelo de todos modos: la página puede enviarte otro. Si no esperabas este correo, puedes ignorarlo."
      ]
    }
  },
  colon: ":",
  order: "Pedido n.º {{ order.number }} · {{ order.date | date }}",
  more: "Más artículos: {{ more }}",
  shipping: "Envío",
  payment: "Recargo por el pago",
  discount: "Descuento",
  total: "Total",
  delivery: "Dirección de entrega",
  billing: "Dirección de facturación",
  city: cityAfterCode,
  courier: "Transportista",
  parcel: "Número de seguimiento",
  follow: "Seguir el envío",
  loaded: "Importe recargado",
  balance: "Saldo de la tarjeta",
  email: "Correo electrónico",
  webhook: "Webhook",
  signIn: "Entrar",
  address: "Dirección",
  questions: "¿Tienes alguna pregunta? Responde a este correo."
}
