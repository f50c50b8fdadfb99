/** What templates show, and what becomes of hostile ones: each is refused with its line, or is shown to be harmless. */
import { sampleAbout, variablesOf } from "@bottega/domain/areas/emails"
import { Liquid } from "liquidjs"
import { assert, describe, it, onTestFinished, vi } from "vitest"
import { filledFrom } from "../../src/templates/fill.ts"
import type { Fill } from "../../src/templates/limits.ts"
import { corpus } from "./corpus.ts"

const shop = {
  ...{ name: "Anna & Co", url: "https://example.com", emails: ["anna@example.com", "bea@example.com"] },
  ...{ timezone: "Europe/Rome", currency: "EUR", locale: "it_IT" }
}

/** An order of 1,600 lines, with which a loop costs most. */
const about = () => {
  const sample = sampleAbout("EUR")
  const item = { count: 1, price: 1.5, options: "", title: "Candela", sku: "C" }
  const items = Object.fromEntries(Array.from({ length: 1600 }, (_, n) => [`${n}#|#`, item]))
  return { ...sample, order: { ...sample.order, cart: { ...sample.order.cart, items } } }
}

const variables = variablesOf("order_shipped", shop, about(), "it_IT")!
const fill = (given: Partial<Fill>) =>
  filledFrom({
    ...{ subject: "a", message: "b", variables: variables as Fill["variables"], locale: "it_IT" },
    ...{ timezone: "Europe/Rome", currency: "EUR", isTrial: true },
    ...given
  })
const html = (message: string, given: Partial<Fill> = {}): string => {
  const outcome = fill({ message, ...given })
  return "filled" in outcome ? outcome.filled.html : `${outcome.wrong[0]!.line}: ${outcome.wrong[0]!.reason}`
}

describe("a hostile template", () => {
  it.each(corpus)("is refused, or harmless: %s", (_, message, verdict) => {
    const outcome = fill({ message })
    if (verdict instanceof RegExp) {
      assert(!("filled" in outcome))
      assert.match(outcome.wrong[0]!.reason, verdict)
      assert.strictEqual(outcome.wrong[0]!.in, "message")
      assert.isAtMost(outcome.wrong[0]!.reason.length, 200)
    } else assert.strictEqual("filled" in outcome ? outcome.filled.html : outcome.wrong[0]!.reason, verdict.shows)
  })

  it("leaves nothing behind for the next one", () => {
    assert.strictEqual(html("{% assign shop = 'x' %}{{ shop }}"), "x")
    assert.strictEqual(html("{{ shop.name }}"), "Anna &#38; Co")
    assert.isUndefined(({} as Record<string, unknown>)["x"])
  })

  it("fills at most so many pieces, and an order of 1,600 lines with sixty for each", () => {
    const lines = (pieces: number) => `{% for a in order.items %}${"{{ a.count }}".repeat(pieces)}{% endfor %}`
    assert.match(html(lines(59)), /^1{94400}$/)
    assert.match(html(lines(63)), /steps/)
  })
})

describe("a template", () => {
  it("shows amounts and times as the locale does, in the shop's zone", () => {
    const text = "{{ order.total | money }} {{ order.date | date }} {{ order.date | date: 'time' }}"
    assert.match(html(text), /^151,55\s€ 23 novembre 2025 11:40$/)
    assert.match(html(text, { locale: "en_US", currency: "USD" }), /^\$151\.55 November 23, 2025 11:40\sAM$/)
    assert.match(html(text, { locale: "de_DE", timezone: "Pacific/Auckland" }), /^151,55\s€ 23\. November 2025 23:40$/)
    assert.strictEqual(html("{{ 1 | money }}", { currency: "nonsense" }), "1 nonsense")
    assert.match(html("{{ 1 | money }}", { locale: "nonsense" }), /^€1\.00$/)
    assert.strictEqual(html("{{ order.date | date: 'short' }}"), "23/11/25")
  })

  it("names the line of what is wrong", () => {
    for (const [message, wrong] of [
      ["\n\n{{ order.nope }}", /^3: undefined variable: order\.nope$/],
      ["\n{% if true %}\n\n{{ nope }}{% endif %}", /^4: /],
      ["{% for a in order.items %}\n{{ a.nope }}\n{% endfor %}", /^2: /],
      ["a\r\nb\r\n{% if order.nope == 1 %}{% endif %}", /^3: /]
    ] as const)
      assert.match(html(message), wrong)
  })

  it("shows nothing for what an order does not have, once it is kept", () => {
    assert.strictEqual(html("a{{ order.nope }}{{ order.items[5000].title }}b", { isTrial: false }), "ab")
    assert.strictEqual(
      html("{{ order.items[5000].title }}", { isTrial: true }),
      "1: undefined variable: order.items.5000"
    )
  })

  it("has a subject of one line", () => {
    const subject = "a\r\nBcc: {{ customer.email }}\u0000\u2028b  c\t"
    const outcome = fill({ subject })
    assert("filled" in outcome)
    assert.strictEqual(outcome.filled.subject, "a Bcc: anna.rossi@example.com b c")
    const long = fill({ subject: "x".repeat(1000) })
    assert("filled" in long)
    assert.lengthOf(long.filled.subject, 255)
    assert.deepInclude(fill({ subject: " {% if false %}a{% endif %} " }), {
      wrong: [{ in: "subject", line: undefined, reason: "it is empty" }]
    })
    assert.deepInclude(fill({ subject: "\n{{ nope }}" }), {
      wrong: [{ in: "subject", line: 2, reason: "undefined variable: nope" }]
    })
  })

  it("gets a text part of its HTML, unless it has one", () => {
    const made = fill({
      message: "<h1>A &amp; B</h1><p>{{ shop.name }}</p><a href='https://example.com'>c</a><img src=x>"
    })
    assert("filled" in made)
    assert.strictEqual(made.filled.text, "A & B\n\nAnna & Co\n\nc (https://example.com)")
    const own = fill({ text: "{{ shop.name }} {{ order.nope }}" })
    assert("filled" in own)
    assert.strictEqual(own.filled.text, "Anna & Co ")
  })

  it("is parsed once for many messages, for each locale and currency", () => {
    const parse = vi.spyOn(Liquid.prototype, "parse")
    onTestFinished(() => void parse.mockRestore())
    const message = "{{ order.total | money }}, once"
    for (const _ of [1, 2, 3]) assert.match(html(message), /€, once$/)
    assert.match(html(message, { locale: "en_US", currency: "USD" }), /^\$/)
    const parsed = parse.mock.calls.map(([template]) => template)
    assert.deepStrictEqual(
      parsed.filter((template) => template === message),
      [message, message]
    )
  })
})
