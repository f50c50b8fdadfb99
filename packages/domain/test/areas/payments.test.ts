/** Where buyers are sent, whatever the address and the order; and when a key set is over, and with it its payment. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isOver, type KeySet, keySetFrom, reasonUnusable } from "../../src/areas/keys.ts"
import {
  configuredOf,
  hasPlaceholder,
  isOpen,
  isPlainAddress,
  orderPlaceholder,
  type Payment,
  redirectUrl
} from "../../src/areas/payments.ts"

const part = fc.stringMatching(/^[a-zA-Z0-9$&=?#._~!'()*+,;:@%-]{0,12}$/)
const orderID = fc
  .tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.stringMatching(/^[0-9a-f]{13}$/))
  .map((parts) => parts.join("_"))

describe("a callback_url", () => {
  it("leads to the same host, with the order wherever the placeholder was and nothing else changed", () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 5 }), orderID, (parts, id) => {
        const callback_url = `https://pay.example/${parts.join(orderPlaceholder)}`
        expect(hasPlaceholder(callback_url)).toBe(true)
        const to = redirectUrl({ callback_url }, id)
        expect(to).toBe(`https://pay.example/${parts.join(id)}`)
        expect(URL.parse(to)?.origin).toBe("https://pay.example")
      })
    )
  })

  it("never lets an order choose the host, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("/", "\\", "@", ":", ".", "?", "#", "a", orderPlaceholder), { maxLength: 9 }),
        orderID,
        (parts, id) => {
          const callback_url = `https://${parts.join("")}`
          if (!hasPlaceholder(callback_url) || !isPlainAddress(callback_url)) return
          expect(URL.parse(redirectUrl({ callback_url }, id))?.host).toBe(URL.parse(callback_url)?.host)
          expect(URL.parse(callback_url)?.host).not.toContain("orderid")
        }
      )
    )
  })

  it("can only be an address that leads where it reads", () => {
    const named = [
      "pay.example",
      "https://a@b.example",
      "https://:a@b.example",
      "https://@b.example",
      "https:b.example"
    ]
    const slashed = [
      "https:\\\\b.example/",
      "https://b.example\\@a.example",
      "https://b.example/\\a",
      "https:///b.example"
    ]
    const marked = ["\u007f", "\u0085", "\u202e", "\u2066", "\u200e", "\u061c", "\ufeff", "\u200b", "\u2028"]
    for (const address of [...named, ...slashed, ...marked.map((mark) => `https://b.example/${mark}`)])
      expect([address, isPlainAddress(address)]).toEqual([address, false])
    for (const address of [
      "https://b.example/@a?b=c@d#e",
      "HTTP://b.example:8080",
      "https://b\u00fccher.example/\u00e9"
    ])
      expect([address, isPlainAddress(address)]).toEqual([address, true])
  })
})

describe("a key set", () => {
  it("is over exactly when none of its pairs is valid", () => {
    const time = fc.option(fc.integer({ min: 1, max: 5 }))
    const pair = fc.record({ until: time, revoked: time })
    const sets = fc.record({ expires: time, revoked: time, pairs: fc.array(pair, { minLength: 1, maxLength: 4 }) })
    fc.assert(
      fc.property(sets, fc.integer({ min: 0, max: 6 }), ({ pairs, ...ends }, now) => {
        const id = "6b0120bf3d57436d85699744"
        const first = { key: "0", digest: "0", created: 0 }
        const made = keySetFrom({ id, shop: id, instance: id, permission: "read-write" }, first)
        const set: KeySet = {
          ...{ ...made, ...ends },
          pairs: pairs.map((one, index) => ({ ...made.pairs[0]!, ...one, key: String(index) }))
        }
        const valid = set.pairs.filter(({ key }) => reasonUnusable(set, key, now) === undefined)
        expect(isOver(set, now)).toBe(valid.length === 0)
        expect(isOpen(set, () => now)).toBe(set.expires === null || now < set.expires)
      })
    )
  })
})

describe("the configured methods", () => {
  it("are the built-in ones and then the external ones, which alone say whether they have alternatives", () => {
    const payment = (id: string, get_more: string): Payment => ({
      ...{ id, label: `Label ${id}`, callback_url: "", get_more, key_set: id, instance: id, expires: null }
    })
    const disabled = { id: "paypal", cost: null, enabled: false }
    const { payments, payments_index } = configuredOf([disabled], [payment("a", ""), payment("b", "https://b.example")])
    expect(payments_index).toEqual(["bank_transfer", "cash_on_delivery", "credit_card", "a", "b"])
    expect(payments_index).toEqual(Object.keys(payments))
    expect(payments_index.map((id) => payments[id]?.can_have_child)).toEqual([
      undefined,
      undefined,
      undefined,
      false,
      true
    ])
  })
})
