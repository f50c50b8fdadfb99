/** The built-in texts in English. */
import { cityBeforeCode, type Words } from "./words.ts"

export const english: Words = {
  language: "en",
  greeting: { named: "Hello {{ customer.fullname }},", unnamed: "Hello," },
  mails: {
    new_order: {
      subject: "New order #{{ order.number }}: {{ order.total | money }}",
      title: "You have a new order",
      says: [
        "{% if customer.fullname != '' %}{{ customer.fullname }} placed an order at {{ shop.name }}.{% else %}An order was placed at {{ shop.name }}.{% endif %}"
      ]
    },
    order_received: {
      subject: "We received your order #{{ order.number }}",
      title: "Thank you for your order",
      says: ["We have received your order and will write again as soon as there is news."]
    },
    order_paid: {
      subject: "Payment received for order #{{ order.number }}",
      title: "Payment received",
      says: [
        "We have received your payment of {{ order.total | money }}. We will now prepare your order, and let you know when it ships."
      ]
    },
    order_in_preparation: {
      subject: "We are preparing your order #{{ order.number }}",
      title: "Your order is being prepared",
      says: ["We are preparing your order and will write again when it ships."]
    },
    order_shipped: {
      subject: "Your order #{{ order.number }} is on its way",
      title: "Your order is on its way",
      says: ["Your order has shipped and will be with you soon."]
    },
    order_cancelled: {
      subject: "Your order #{{ order.number }} was cancelled",
      title: "Order cancelled",
      says: ["Your order was cancelled and will not be shipped. If you did not expect this, please write to us."]
    },
    b2b_welcome: {
      subject: "Your business account at {{ shop.name }} is ready",
      title: "Your business account is ready",
      says: [
        "Welcome to {{ shop.name }}. You can now order at the terms for your business: sign in with the email address below."
      ]
    },
    gift_card: {
      subject: "Your gift card: {{ gift_card.amount | money }} to spend",
      title: "Your gift card has been topped up",
      says: ["We have topped up your gift card. You can use it for your next purchase at {{ shop.name }}."]
    },
    webhook_disabled: {
      subject: "The webhook {{ webhook.name }} was disabled",
      title: "A webhook was disabled",
      says: [
        "The webhook below did not accept the notifications of {{ shop.name }}, so it was disabled: no more are sent to it.",
        "Once its address answers again, enable it, and the notifications that are waiting will be sent."
      ]
    },
    sign_in_link: {
      subject: "Your link to {{ shop.name }}",
      title: "Sign in to {{ shop.name }}",
      says: [
        "You can sign in to {{ shop.name }} with the link below. It works once, within seven days.",
        "If it no longer works, open it all the same: the page can send you another one. If you did not expect this mail, you can ignore it."
      ]
    }
  },
  colon: ":",
  order: "Order #{{ order.number }} · {{ order.date | date }}",
  more: "More items: {{ more }}",
  shipping: "Shipping",
  payment: "Payment fee",
  discount: "Discount",
  total: "Total",
  delivery: "Delivery address",
  billing: "Billing address",
  city: cityBeforeCode,
  courier: "Carrier",
  parcel: "Tracking number",
  follow: "Track your parcel",
  loaded: "Amount added",
  balance: "Card balance",
  email: "Email",
  webhook: "Webhook",
  signIn: "Sign in",
  address: "Address",
  questions: "Any questions? Just reply to this email."
}
