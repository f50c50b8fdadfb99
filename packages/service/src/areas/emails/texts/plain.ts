/** The text part of the built-in texts, for mail programs that show no HTML and for those who read with a screen reader. */
import { type MessageType, mailType } from "@bottega/domain/areas/emails"
import { linkPlace } from "@bottega/domain/areas/mail"
import { greetingIn, maxLines, questionsIn } from "./html.ts"
import type { Words } from "./words.ts"

/** The text part of a mail, in Liquid. */
export const plainOf = (type: MessageType, words: Words): string => {
  const { says } = words.mails[type]
  const greeting = mailType(type).to === "customer" ? [greetingIn(words)] : []
  const ending = `--\n{{ shop.name }}{% if shop.url %}\n{{ shop.url }}{% endif %}\n`
  const last = questionsIn(type, words, "\n\n") + ending
  return [...greeting, ...says, ...blocks[type](words), last].join("\n\n")
}

const orderLines = (words: Words): string => `${words.order}

{% for item in order.items limit: ${maxLines} -%}
- {% if item.title != '' %}{{ item.title }}{% else %}{{ item.sku }}{% endif %}${words.colon} {{ item.count }} × {{ item.price | money }} = {{ item.total | money }}
{% endfor -%}
{% if order.items.size > ${maxLines} %}{% assign more = order.items.size | minus: ${maxLines} %}- ${words.more}
{% endif %}
{% if order.discount > 0 %}${words.discount}${words.colon} -{{ order.discount | money }}
{% endif %}${words.shipping}${words.colon} {{ order.shipping_cost | money }}
{% if order.payment_cost > 0 %}${words.payment}${words.colon} {{ order.payment_cost | money }}
{% endif %}${words.total}${words.colon} {{ order.total | money }}`

const address = (words: Words, place: string, label: string, more: ReadonlyArray<string>): string => {
  const shown = (name: string) => `{% if ${place}.${name} %}{{ ${place}.${name} }}\n{% endif %}`
  const whole = [...["fullname", "addr1", "addr2"].map(shown), `${words.city(place)}\n`, shown("country")]
  return `{% if ${place}.addr1 %}${label}${words.colon}\n${[...whole, ...more.map(shown)].join("")}\n{% endif -%}`
}

const addresses = (words: Words, more: ReadonlyArray<string> = []): string =>
  address(words, "order.delivery", words.delivery, more) + address(words, "order.billing", words.billing, more)

const ordered = (words: Words): ReadonlyArray<string> => [orderLines(words), addresses(words)]

const tracking = ({ colon, courier, follow, parcel }: Words): string =>
  `{% if order.tracking.courier %}${courier}${colon} {{ order.tracking.courier }}
{% endif %}{% if order.tracking.number %}${parcel}${colon} {{ order.tracking.number }}
{% endif %}{% if order.tracking.url %}${follow}${colon} {{ order.tracking.url }}
{% endif %}{% if order.tracking %}
{% endif %}`

const blocks: Readonly<Record<MessageType, (words: Words) => ReadonlyArray<string>>> = {
  new_order: (words) => [
    orderLines(words),
    `{% if customer.email != '' %}${words.email}${words.colon} {{ customer.email }}\n\n{% endif -%}${addresses(words, ["phone"])}`
  ],
  order_received: ordered,
  order_paid: ordered,
  order_in_preparation: ordered,
  order_shipped: (words) => [tracking(words) + orderLines(words), addresses(words)],
  order_cancelled: (words) => [orderLines(words)],
  b2b_welcome: ({ colon, email }) => [`${email}${colon} {{ account.email }}`],
  gift_card: ({ balance, colon, loaded }) => [
    `${loaded}${colon} {{ gift_card.amount | money }}\n${balance}${colon} {{ gift_card.balance | money }}`
  ],
  webhook_disabled: ({ address, colon, webhook }) => [
    `${webhook}${colon} {{ webhook.name }}\n${address}${colon} {{ webhook.url }}`
  ],
  sign_in_link: () => [linkPlace]
}
