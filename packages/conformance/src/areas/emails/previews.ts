/** Previews: a mail as the shop would send it, about a sample or an order. */
import { expect, it } from "vitest"
import { noId, noOrder } from "../../subjects.ts"
import type { Suite } from "../../surface.ts"
import { address, placed } from "../orders/sample.ts"
import { names, own } from "./sample.ts"

export const previews: Suite["register"] = (open) => {
  it("shows each mail with a text part, without a gap", async () => {
    const { operator, shop } = await (await open()).withShop({ name: "Anna & Co", emails: ["anna@example.com"] })
    for (const [at, type] of names.entries()) {
      const { html, subject, text } = await operator.emails.preview({ shop: shop.id, id: at + 1 })
      expect([type, subject]).toEqual([type, expect.stringMatching(/^[^\r\n]{10,120}$/)])
      expect(html).toContain("Anna &#38; Co")
      expect(text).toContain("Anna & Co")
      for (const part of [html, text, subject]) expect(part).not.toMatch(/\{[{%]|undefined|NaN|\[object/)
    }
  })

  it("shows an order as its locale does, and nothing of a buyer as HTML", async () => {
    const store = await (await open()).withShop({ timezone: "America/New_York" })
    const { operator, shop } = store
    const item = { sku: "BAG", title: "<b>Bag</b>", price: 1234.5, quantity: 2 }
    const orderID = await placed(store, {
      ...{ ...address("billing"), ...address("delivery"), billing_fullname: "<i>Anna</i> & Bea" },
      ...{ item_id: [item], shipping_cost: 0, locale: "de_DE", timestamp: 1_763_953_200 }
    })
    const { html, subject, text } = await operator.emails.preview({ shop: shop.id, id: 2, orderID })
    expect(subject).toMatch(/^Wir haben Ihre Bestellung Nr\. \d+ erhalten$/)
    expect(text).toMatch(/2\.469,00\s€/)
    expect(text).toContain("<i>Anna</i> & Bea")
    expect(html).toContain("&#60;b&#62;Bag&#60;/b&#62;")
    expect(html).not.toContain("<b>Bag")
    // 1763953200 is the 24th in Europe and the 23rd in New York.
    expect(html).toContain("23. November 2025")
    expect(html).toContain("Italien")
    const english = await operator.emails.preview({ shop: shop.id, id: 2, orderID, locale: "en_US" })
    expect(english.text).toContain("€2,469.00")
    // The first mail is read by the shop, whose language is Italian.
    expect((await operator.emails.preview({ shop: shop.id, id: 1, orderID })).subject).toMatch(/^Nuovo ordine n\. \d+/)
  })

  it("shows the shop's own text, whose text part is made of its HTML", async () => {
    const store = await (await open()).withShop()
    const message = "<h1>Ciao</h1><p>{{ customer.fullname }} <a href='https://example.com/a'>qui</a></p><img src=x>"
    await store.api.emails.update(own({ locale: "it_IT", subject: " {{ order.number }}\r\nBcc:\u0000x ", message }))
    const { html, subject, text } = await store.operator.emails.preview({ shop: store.shop.id, id: 2, locale: "it_IT" })
    expect(subject).toBe("1042 Bcc: x")
    expect(html).toBe(message.replace("{{ customer.fullname }}", "Anna Rossi"))
    expect(text).toBe("Ciao\n\nAnna Rossi qui (https://example.com/a)")
  })

  it("is refused where the shop, the mail or the order does not exist", async () => {
    const store = await open()
    const { operator, shop } = store
    const elsewhere = await placed(await store.withShop())
    for (const given of [
      { shop: noId, id: 1 },
      { shop: shop.id, id: 10 },
      { shop: shop.id, id: 1, orderID: noOrder },
      { shop: shop.id, id: 1, orderID: elsewhere }
    ])
      await expect(operator.emails.preview(given)).rejects.toMatchObject({ status: 404, type: "not_found" })
  })
}
