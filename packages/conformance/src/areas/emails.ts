/** Email templates: built-in texts in five languages, a shop's own beside them, tried before they are kept, and previews. */
import { expect, it } from "vitest"
import { type Covered, unique } from "../subjects.ts"
import { suite } from "../surface.ts"
import { previews } from "./emails/previews.ts"
import { refusals } from "./emails/refused.ts"
import { names, own, put } from "./emails/sample.ts"
import { placed } from "./orders/sample.ts"

const promises = suite("email templates", (open) => {
  it("are nine, and the shop's own addresses are who is notified", async () => {
    const store = await (await open()).withShop({ emails: ["anna@example.com", "bea@example.com"] })
    expect(await store.reader.emails.list()).toEqual({ templates: names.map((type, at) => ({ id: at + 1, type })) })
    const emails = ["anna@example.com", "bea@example.com"]
    for (const id of [1, 9])
      expect(await store.reader.emails.recipients({ id })).toEqual({ recipients: { count: 2, emails } })
    const { reader } = await store.withShop()
    expect(await reader.emails.recipients({ id: 1 })).toEqual({ recipients: { count: 0, emails: [] } })
  })

  it("have a built-in text in each language, with its variables", async () => {
    const { reader } = await (await open()).withShop({ locale: "fr_FR" })
    const subjects = new Map<string, string>()
    for (const locale of ["it_IT", "en_US", "de_DE", "fr_FR", "es_ES"]) {
      const text = await reader.emails.read({ id: 6, locale })
      expect(text).toMatchObject({ id: 6, type: "order_cancelled", locale, built_in: true })
      expect(text.variables).toEqual(expect.arrayContaining(["shop.name", "customer.fullname", "order.items[].title"]))
      expect(text.message).toContain(`<html lang="${locale.slice(0, 2)}">`)
      subjects.set(locale, text.subject)
    }
    expect(new Set(subjects.values()).size).toBe(5)
    // A language without built-in texts has those of the shop's.
    for (const [locale, same] of [
      ["en_GB", "en_US"],
      ["de_CH", "de_DE"],
      ["pt_PT", "fr_FR"]
    ] as const)
      expect((await reader.emails.read({ id: 6, locale })).subject).toBe(subjects.get(same))
    expect((await reader.emails.read({ id: 9, locale: "it_IT" })).variables).toEqual([
      ...["shop.name", "shop.url", "shop.emails[]", "webhook.name", "webhook.url"]
    ])
  })

  it("are replaced in one locale, which others of its language take over, and restored", async () => {
    const store = await (await open()).withShop({ locale: "it_IT" })
    const { api, reader } = store
    const built = await reader.emails.read({ id: 2, locale: "it_IT" })
    expect(await api.emails.update(own({ locale: "it_CH" }))).toEqual({ ok: 1, nModified: 1, err: null })
    expect(await api.emails.update(own({ locale: "it_CH" }))).toEqual({ ok: 1, nModified: 0, err: null })
    expect(await reader.emails.read({ id: 2, locale: "it_CH" })).toEqual({
      ...built,
      ...own({ locale: "it_CH" }),
      built_in: false
    })
    expect(await reader.emails.read({ id: 2, locale: "it_IT" })).toEqual(built)
    expect((await reader.emails.read({ id: 2, locale: "it_SM" })).built_in).toBe(false)
    expect((await reader.emails.read({ id: 3, locale: "it_CH" })).built_in).toBe(true)
    expect((await store.stranger.emails.read({ id: 2, locale: "it_CH" })).built_in).toBe(true)
    expect(await put(store, { ...own({ locale: "pt-PT" }), subject: "Pedido" })).toEqual([200, 1])
    expect((await reader.emails.read({ id: 2, locale: "pt_PT" })).subject).toBe("Pedido")
    const done = { ok: 1, err: null }
    for (const locale of ["it_CH", "it_CH", "pt_PT", "it_IT"])
      expect(await api.emails.restore({ id: 2, locale })).toEqual(done)
    expect(await reader.emails.read({ id: 2, locale: "it_CH" })).toEqual({ ...built, locale: "it_CH" })
    expect(await reader.emails.read({ id: 2, locale: "pt_PT" })).toEqual({ ...built, locale: "pt_PT" })
  })

  it("stay the built-in ones when they are sent back", async () => {
    const { api, reader } = await (await open()).withShop()
    const built = await reader.emails.read({ id: 2, locale: "de_DE" })
    const { locale, message, subject } = built
    const same = { id: 2, locale, message, subject }
    expect(await api.emails.update(same)).toEqual({ ok: 1, nModified: 0, err: null })
    expect(await reader.emails.read({ id: 2, locale })).toEqual(built)
    expect(await api.emails.update({ ...same, subject: "Bestellung" })).toEqual({ ok: 1, nModified: 1, err: null })
    expect(await api.emails.update(same)).toEqual({ ok: 1, nModified: 1, err: null })
  })

  it("are the same one for calls that write it at once", async () => {
    const store = await (await open()).withShop()
    const texts = Array.from({ length: 5 }, (_, n) => own({ locale: "de_DE", subject: `Nr. ${n}` }))
    await Promise.all(texts.map((text) => store.api.emails.update(text)))
    const { subject } = await store.reader.emails.read({ id: 2, locale: "de_DE" })
    expect(texts.map((text) => text.subject)).toContain(subject)
  })
})

const locale = "it_IT"
const isOfEveryShop = true
let restored = 0

export const emails: Covered<"emails"> = {
  suite: promises,
  decided: (open) => {
    refusals(open)
    previews(open)
  },
  subjects: {
    list: { given: () => ({}) },
    recipients: { given: () => ({ id: 1 }), isOfEveryShop },
    read: { given: () => ({ id: 2, locale }), isOfEveryShop },
    update: { given: () => own({ locale, subject: `Order {{ order.number }} (${unique()})` }), isOfEveryShop },
    restore: { given: () => ({ id: (restored++ % names.length) + 1, locale }), isOfEveryShop },
    preview: {
      given: async (store) => ({ shop: store.shop.id, id: 2, orderID: await placed(store) })
    }
  }
}
