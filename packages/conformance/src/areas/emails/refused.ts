/** What is refused of a text: what cannot be filled, with the number of its line, and what is too large. */
import { expect, it } from "vitest"
import type { Suite } from "../../surface.ts"
import { own, put } from "./sample.ts"

const locale = "it_IT"

/** What cannot be filled, and the sentence about it. */
const unfillable: ReadonlyArray<readonly [message: string, line: number, reason: RegExp]> = [
  ["<p>\n\n{{ order.nonsense }}", 3, /undefined variable: order\.nonsense/],
  ["{{ gift_card.amount }}", 1, /undefined variable: gift_card/],
  ["a\n{{ order.total | nonsense }}", 2, /undefined filter: nonsense/],
  ["a\n{% include 'b' %}", 2, /the tag include is not allowed/],
  ["{% if order.total %}", 1, /not closed/],
  ["\n{{ order.total", 2, /not closed/],
  ["{% for i in (1..9) %}{% endfor %}", 1, /ranges/],
  ["{{ shop.constructor }}", 1, /undefined variable: shop\.constructor/],
  ["{{ order.date | date: '%Y' }}", 1, /short, medium, long, full, time/],
  ["{% if true %}".repeat(10_000), 1, /nest more than 20 deep/]
]

export const refusals: Suite["register"] = (open) => {
  it("is refused with the line of what cannot be filled, and nothing is kept of it", async () => {
    const store = await (await open()).withShop()
    for (const [message, line, reason] of unfillable) {
      const { json, status } = await store.send({
        method: "PUT",
        path: "/v1.1/emails/template.json",
        body: own({ locale, message })
      })
      expect([message.slice(0, 50), status]).toEqual([message.slice(0, 50), 400])
      expect(json.error.details).toHaveLength(1)
      expect(json.error.details[0].path).toBe("message")
      expect(json.err).toContain(`cannot be filled in line ${line}: `)
      expect(json.err).toMatch(reason)
    }
    expect(await put(store, own({ locale, subject: "a\r\n{{ nonsense }}" }))).toEqual([400, ["subject"]])
    expect(await put(store, own({ locale, subject: "{% if false %}a{% endif %}" }))).toEqual([400, ["subject"]])
    const both = own({ locale, subject: "{{ nonsense }}", message: "{{ nonsense }}" })
    expect(await put(store, both)).toEqual([400, ["message", "subject"]])
    expect((await store.reader.emails.read({ id: 2, locale })).built_in).toBe(true)
  })

  it("names everything else that is wrong at once", async () => {
    const store = await open()
    expect(await put(store, "")).toEqual([400, ["id", "locale", "message", "subject"]])
    expect(await put(store, "id=x&locale=it&subject=&message=")).toEqual([400, ["id", "locale", "message", "subject"]])
    for (const locale of ["xx_YY", "it_it", "it_IT_x", "_IT", "it_ZZ"])
      expect(await put(store, own({ locale }))).toEqual([400, ["locale"]])
    expect(await put(store, { ...own({ locale }), id: 10 })).toEqual([404, []])
    for (const id of [10, 999_999_999]) {
      const absent = { status: 404, type: "not_found" }
      await expect(store.reader.emails.recipients({ id })).rejects.toMatchObject(absent)
      await expect(store.reader.emails.read({ id, locale })).rejects.toMatchObject(absent)
      await expect(store.api.emails.restore({ id, locale })).rejects.toMatchObject(absent)
    }
  })

  it("has up to 256 KiB, in bytes", async () => {
    const store = await (await open()).withShop()
    const message = "è".repeat(128 * 1024)
    expect(await put(store, own({ locale, message }))).toEqual([200, 1])
    expect((await store.reader.emails.read({ id: 2, locale })).message).toBe(message)
    expect(await put(store, own({ locale, message: `${message}a` }))).toEqual([400, ["message"]])
  })
}
