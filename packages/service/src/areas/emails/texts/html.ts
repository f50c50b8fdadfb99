/**
 * The HTML of the built-in texts. Mail programs know little of CSS: the layout is tables, every cell has its own style, nothing is loaded
 * from elsewhere, and the width is that of the screen, up to 600 pixels.
 */
import { type MessageType, mailType } from "@bottega/domain/areas/emails"
import { linkPlace } from "@bottega/domain/areas/mail"
import type { Words } from "./words.ts"

/** The whole message of a mail, in Liquid. */
export const htmlOf = (type: MessageType, words: Words): string => {
  const { says } = words.mails[type]
  const greeting = mailType(type).to === "customer" ? [greetingIn(words)] : []
  const paragraphs = [...greeting, ...says].map(
    (text, at) => `<p style="margin:${at === 0 ? "0" : "16px 0 0"}">${text}</p>`
  )
  return framed(words, type, [row(paragraphs.join("\n")), ...blocks[type](words)].join("\n"))
}

/** The greeting, with a name if there is one. */
export const greetingIn = ({ greeting }: Words): string =>
  `{% if customer.fullname != '' %}${greeting.named}{% else %}${greeting.unnamed}{% endif %}`

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const text = `${font};font-size:16px;line-height:24px;color:#2b2621`
const small = `${font};font-size:14px;line-height:20px;color:#6a6157`
const line = "border-top:1px solid #e6dfd5"
const table = `role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`

/** A customer may answer; the shop's own mails are from itself. */
export const questionsIn = (type: MessageType, { questions }: Words, after: string): string =>
  mailType(type).to === "customer" ? `{% if shop.emails.size > 0 %}${questions}${after}{% endif %}` : ""

const framed = (words: Words, type: MessageType, rows: string): string => `<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${words.mails[type].title}</title>
</head>
<body style="margin:0;padding:0;background:#f4f0ea">
<table ${table} style="background:#f4f0ea">
<tr><td align="center" style="padding:16px 8px 32px">
<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->
<table ${table} style="max-width:600px;background:#ffffff;border-radius:12px">
${row(
  `<p style="margin:0;${small};font-weight:bold">{{ shop.name }}</p>
<h1 style="margin:8px 0 0;${font};font-size:24px;line-height:30px;color:#2b2621">${words.mails[type].title}</h1>`
)}
${rows}
</table>
<table ${table} style="max-width:600px">
<tr><td style="padding:20px 24px 0;${small};text-align:center">
${questionsIn(type, words, "<br>")}
{% if shop.url %}<a href="{{ shop.url }}" style="color:#6a6157">{{ shop.name }}</a>{% else %}{{ shop.name }}{% endif %}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`

const row = (content: string): string => `<tr><td style="padding:24px 24px 0;${text}">
${content}
</td></tr>`

/** A table of two columns, whose second one is as wide as it must be. */
const pairs = (rows: ReadonlyArray<string>): string => row(`<table ${table}>\n${rows.join("\n")}\n</table>`)

const pair = (label: string, value: string, style = text): string =>
  `<tr><td style="padding:6px 12px 6px 0;${style}">${label}</td><td align="right" style="padding:6px 0;${style};white-space:nowrap">${value}</td></tr>`

/** A label with its value below, which may be long. */
const named = (label: string, value: string): string =>
  row(`<p style="margin:0;${small}">${label}</p>\n<p style="margin:2px 0 0;${text};word-break:break-word">${value}</p>`)

const end = `<tr><td style="padding:0;font-size:0;line-height:24px;height:24px">&nbsp;</td></tr>`

/** At most this many lines of an order are shown: some programs cut a mail at 100 KB. */
export const maxLines = 100

const orderTable = (words: Words): string =>
  row(`<p style="margin:0 0 8px;${small}">${words.order}</p>
<table ${table}>
{% for item in order.items limit: ${maxLines} %}<tr>
<td style="padding:12px 12px 12px 0;${line};${text};word-break:break-word">{% if item.title != '' %}{{ item.title }}{% else %}{{ item.sku }}{% endif %}<br><span style="${small}">{{ item.count }} × {{ item.price | money }}</span></td>
<td align="right" valign="top" style="padding:12px 0;${line};${text};white-space:nowrap">{{ item.total | money }}</td>
</tr>{% endfor %}
{% if order.items.size > ${maxLines} %}{% assign more = order.items.size | minus: ${maxLines} %}<tr><td colspan="2" style="padding:12px 0;${line};${small}">${words.more}</td></tr>{% endif %}
</table>
<table ${table} style="${line}">
<tr><td colspan="2" style="padding:4px 0 0"></td></tr>
{% if order.discount > 0 %}${pair(words.discount, "-{{ order.discount | money }}", small)}{% endif %}
${pair(words.shipping, "{{ order.shipping_cost | money }}", small)}
{% if order.payment_cost > 0 %}${pair(words.payment, "{{ order.payment_cost | money }}", small)}{% endif %}
${pair(words.total, "{{ order.total | money }}", `${text};font-weight:bold`)}
</table>`)

/** The lines of an address that are set. `place` is order.delivery or order.billing. */
const lines = ["fullname", "addr1", "addr2"]
const address = (words: Words, place: string, label: string, more: ReadonlyArray<string> = []): string => {
  const shown = (name: string) => `{% if ${place}.${name} %}{{ ${place}.${name} }}<br>{% endif %}`
  const whole = [...lines.map(shown), `${words.city(place)}<br>`, shown("country"), ...more.map(shown)]
  return `{% if ${place}.addr1 %}${named(label, whole.join("\n"))}{% endif %}`
}

const addresses = (words: Words, more: ReadonlyArray<string> = []): ReadonlyArray<string> => [
  address(words, "order.delivery", words.delivery, more),
  address(words, "order.billing", words.billing, more)
]

const ordered = (words: Words): ReadonlyArray<string> => [orderTable(words), ...addresses(words), end]

const button = (url: string, label: string): string =>
  row(
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="background:#8a3b12;border-radius:8px"><a href="${url}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;line-height:24px;font-weight:bold;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>`
  )

const tracking = ({ courier, follow, parcel }: Words): string => `{% if order.tracking %}
{% if order.tracking.url %}${button("{{ order.tracking.url }}", follow)}{% endif %}
{% if order.tracking.courier %}${named(courier, "{{ order.tracking.courier }}")}{% endif %}
{% if order.tracking.number %}${named(parcel, "{{ order.tracking.number }}")}{% endif %}
{% endif %}`

/** What each mail shows below its paragraphs. */
const blocks: Readonly<Record<MessageType, (words: Words) => ReadonlyArray<string>>> = {
  new_order: (words) => [
    orderTable(words),
    `{% if customer.email != '' %}${named(words.email, "{{ customer.email }}")}{% endif %}`,
    ...addresses(words, ["phone"]),
    end
  ],
  order_received: ordered,
  order_paid: ordered,
  order_in_preparation: ordered,
  order_shipped: (words) => [tracking(words), ...ordered(words)],
  order_cancelled: (words) => [orderTable(words), end],
  b2b_welcome: ({ email }) => [named(email, "{{ account.email }}"), end],
  gift_card: ({ balance, loaded }) => [
    pairs([
      pair(loaded, "{{ gift_card.amount | money }}"),
      pair(balance, "{{ gift_card.balance | money }}", `${text};font-weight:bold`)
    ]),
    end
  ],
  webhook_disabled: ({ address, webhook }) => [
    named(webhook, "{{ webhook.name }}"),
    named(address, "{{ webhook.url }}"),
    end
  ],
  sign_in_link: ({ signIn }) => [button(linkPlace, signIn), named(signIn, linkPlace), end]
}
