/** The built-in texts: each of the nine mails in each of the five languages is filled whole, as HTML and as text. */
import { builtInLocales, mailNames, sampleAbout, variablesOf } from "@bottega/domain/areas/emails"
import { assert, describe, it } from "vitest"
import { builtInText, wordsByLocale } from "../../../src/areas/emails/texts/built-in.ts"
import { filledFrom } from "../../../src/templates/fill.ts"
import type { Fill } from "../../../src/templates/limits.ts"

const shop = {
  ...{ name: "Anna & Co", url: "https://example.com", emails: ["anna@example.com"] },
  ...{ timezone: "Europe/Rome", currency: "EUR", locale: "it_IT" }
}
const sample = sampleAbout("EUR")
type About = typeof sample

const filled = (
  type: (typeof mailNames)[number],
  locale: (typeof builtInLocales)[number],
  about: Partial<About> = {}
) => {
  const variables = variablesOf(type, shop, { ...sample, ...about }, locale)! as Fill["variables"]
  const job = {
    ...builtInText(type, locale),
    variables,
    locale,
    timezone: shop.timezone,
    currency: "EUR",
    isTrial: true
  }
  const outcome = filledFrom(job)
  assert("filled" in outcome, JSON.stringify(outcome))
  return outcome.filled
}
const all = builtInLocales.flatMap((locale) => mailNames.map((type) => [type, locale] as const))

describe("a built-in text", () => {
  it.each(all)("of %s in %s has no gap, as HTML and as text", (type, locale) => {
    const { html, subject, text } = filled(type, locale)
    for (const part of [html, subject, text]) assert.notMatch(part, /\{[{%]|[}%]\}|undefined|NaN|\[object/)
    assert.match(subject, /^\S.{10,100}\S$/)
    assert.include(html, "Anna &#38; Co")
    assert.include(text, "Anna & Co")
    assert.notMatch(text, /\n{4}|^\s|[ \t]\n/)
    // Mail programs load nothing, run nothing, and cut what is longer than 100 KB.
    assert.notMatch(html, /<(script|img|link|iframe|style)|@import|url\(/)
    assert.isBelow(html.length, 20_000)
    const open = html.match(/<(table|tr|td|p|a|span|h1|body|html)\b/g)!.length
    assert.lengthOf(html.match(/<\/(table|tr|td|p|a|span|h1|body|html)>/g)!, open)
  })

  it.each(builtInLocales)("in %s is plain text, which HTML shows as it is", (locale) => {
    const { city, ...words } = wordsByLocale[locale]
    assert.notMatch(JSON.stringify([words, city("a")]), /[<>&]/)
  })

  it("shows an order without anything that can be left out", () => {
    const { cart, delivery } = sample.order
    const bare = { ...delivery, addr1: "", addr2: "", fullname: "", country: "", state: "", zip: "", city: "" }
    const order = {
      ...{ ...sample.order, billing: bare, delivery: bare, tracking: null },
      cart: { ...cart, saleAmount: 0, paymentAmount: 0 }
    }
    const { html, text } = filled("order_shipped", "it_IT", { order, customer: { fullname: "", email: "" } })
    assert.match(text, /^Ciao,\n\nil tuo ordine/)
    for (const label of ["Consegna", "Sconto", "Supplemento", "Corriere", "Segui"]) {
      assert.notInclude(text, label)
      assert.notInclude(html, label)
    }
  })

  it("shows at most 100 lines of an order, and how many more there are", () => {
    const item = { count: 1, price: 1, options: "", title: "x".repeat(500), sku: "C" }
    const items = Object.fromEntries(Array.from({ length: 1600 }, (_, n) => [`${n}#|#`, item]))
    const order = { ...sample.order, cart: { ...sample.order.cart, items } }
    const { html, text } = filled("new_order", "en_US", { order })
    assert.lengthOf(text.match(/^- x{200}:/gm)!, 100)
    assert.include(text, "- More items: 1500")
    assert.include(html, "More items: 1500")
  })

  it("links to web addresses only", () => {
    const order = { ...sample.order, tracking: { ...sample.order.tracking!, url: "javascript:alert(1)" } }
    const { html, text } = filled("order_shipped", "en_US", { order })
    assert.notInclude(html + text, "javascript")
  })
})
