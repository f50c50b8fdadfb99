import { assert, describe, it } from "@effect/vitest"
import {
  isKnownLocale,
  localesOfText,
  mailNames,
  mailOfId,
  mailOfStatus,
  mailTypes,
  sampleAbout,
  variableNames,
  variablesOf
} from "../../src/areas/emails.ts"

const shop = {
  ...{ name: " Anna\r\n& Co\u0000 ", url: "https://example.com", emails: ["a@example.com"] },
  ...{ timezone: "Europe/Rome", currency: "EUR", locale: "it_IT" }
}
const sample = sampleAbout("EUR")

/** The names of a tree: `order.items[].title`. */
const namesIn = (value: unknown, name: string): ReadonlyArray<string> => {
  if (Array.isArray(value)) return namesIn(value[0], `${name}[]`)
  if (typeof value !== "object" || value === null) return [name]
  return Object.entries(value).flatMap(([key, one]) => namesIn(one, name === "" ? key : `${name}.${key}`))
}

describe("the mails", () => {
  it("are found by their numbers and by the statuses that they report", () => {
    assert.deepStrictEqual(
      mailNames.map((name) => mailTypes[name].id),
      [1, 2, 3, 4, 5, 6, 7, 8, 9]
    )
    assert.strictEqual(mailOfId(9), "webhook_disabled")
    assert.isUndefined(mailOfId(10))
    const reported = ([0, 1, 2, 3, 4, 5, 6, 7, 8] as const).map(mailOfStatus)
    assert.deepStrictEqual(reported, [
      ...[undefined, "order_paid", "order_in_preparation", "order_shipped"],
      ...[undefined, undefined, undefined, "order_cancelled", undefined]
    ])
  })

  it("have exactly the variables that are listed, all of them set by the sample", () => {
    for (const type of mailNames) {
      const variables = variablesOf(type, shop, sample, "it_IT")!
      assert.deepStrictEqual(namesIn(variables, ""), variableNames(type), type)
      assert.notInclude(JSON.stringify(variables), "null", type)
    }
  })

  it("have no variables without what they are about", () => {
    for (const type of mailNames) assert.isUndefined(variablesOf(type, shop, {}, "it_IT"), type)
    assert.isUndefined(variablesOf("gift_card", shop, { order: sample.order }, "it_IT"))
  })
})

describe("the variables", () => {
  it("are single lines of bounded length, and addresses of the web alone", () => {
    const { order } = sample
    const item = { count: 3, price: 1.005, options: "", title: `a\nb${"👜".repeat(300)}`, sku: "S" }
    const about = {
      order: { ...order, cart: { ...order.cart, items: { "1#|#": item } } },
      customer: { fullname: "A\r\nBcc: b", email: "a@example.com" }
    }
    const variables = JSON.stringify(variablesOf("order_paid", { ...shop, url: "javascript:x" }, about, "it_IT"))
    const { customer, order: shown, shop: of } = JSON.parse(variables)
    assert.deepStrictEqual([of.name, of.url, customer.fullname], ["Anna & Co", null, "A Bcc: b"])
    const [{ title, total }] = shown.items
    assert.isAtMost(title.length, 200)
    assert.isTrue(title.isWellFormed())
    assert.strictEqual(total, 3.02)
  })

  it("name countries in the language of the text, and the time in the shop's zone", () => {
    const countryIn = (locale: string) =>
      JSON.parse(JSON.stringify(variablesOf("order_paid", shop, sample, locale))).order.billing.country
    assert.deepStrictEqual(["it_IT", "de_DE", "fr", "x"].map(countryIn), ["Italia", "Italien", "Italie", "Italy"])
    const { order } = JSON.parse(JSON.stringify(variablesOf("order_paid", shop, sample, "it_IT")))
    assert.strictEqual(order.date, "2025-11-23T11:40:00+01:00")
  })
})

describe("the locale of a text", () => {
  it("is of a language and a country that exist", () => {
    for (const locale of ["it_IT", "en_US", "pt_PT", "gsw_CH"]) assert.isTrue(isKnownLocale(locale), locale)
    for (const locale of ["xx_YY", "it", "it_ZZ", "it-IT", "IT_it", "", "__proto__", "zz_IT", "it_IT_x"])
      assert.isFalse(isKnownLocale(locale), locale)
  })

  it("is looked for in the message's own, in the shop's and in English, each once", () => {
    assert.deepStrictEqual(localesOfText("de_CH", { locale: "it_IT" }), ["de_CH", "it_IT", "en_US"])
    assert.deepStrictEqual(localesOfText("it_IT", { locale: "it_IT" }), ["it_IT", "en_US"])
    assert.deepStrictEqual(localesOfText("", { locale: "en_US" }), ["en_US"])
  })
})
