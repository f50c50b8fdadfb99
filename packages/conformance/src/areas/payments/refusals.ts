/** What external payments refuse: wrong parameters, all at once, and calls of other shops. */
import { expect, it } from "vitest"
import { noId } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { everyListHas, freed, listedIn, newPayment, owned, ownOf } from "./sample.ts"

const path = "/v1.1/payments/payment.json"
const good = newPayment()

export const refusals = (open: () => Promise<Store>) => {
  const sent = async (store: Store, body: object) => {
    const { json, status } = await store.send({ method: "POST", path, body })
    return [status, ...(json.error?.details ?? []).map((one: { path: string }) => one.path)]
  }

  it("name every wrong parameter at once, and keep nothing", async () => {
    const store = await (await open()).withShop()
    expect(await sent(store, {})).toEqual([400, "label", "callback_url"])
    const wrong = { label: " ", callback_url: "ftp://pay.example/{orderid}", get_more: "more" }
    expect(await sent(store, wrong)).toEqual([400, "label", "callback_url", "get_more"])
    expect(await ownOf(store.api)).toBeUndefined()
    expect(await listedIn(store)).toEqual(everyListHas())
  })

  it.each([
    ["without the placeholder", "https://pay.example/begin"],
    ["with another placeholder", "https://pay.example/{orderID}"],
    ["with an encoded placeholder", "https://pay.example/%7Borderid%7D"],
    ["with the placeholder in its host", "https://{orderid}.example/begin"],
    ["with the placeholder in its host alone where more slashes begin it", "https:////{orderid}.example/begin"],
    ["with the placeholder as its port", "https://pay.example:{orderid}/"],
    ["with a user name", "https://anna@pay.example/{orderid}"],
    ["with an empty user name", "https://@pay.example/{orderid}"],
    ["with a backslash", "https://pay.example\\{orderid}"],
    ["with a mark that turns its text round", "https://pay.example/\u202e{orderid}"],
    ["with a password", "https://:secret@pay.example/{orderid}"],
    ["of another scheme", "javascript:{orderid}"],
    ["without a scheme", "//pay.example/{orderid}"],
    ["with a blank", "https://pay.example/a b/{orderid}"],
    ["with a line break", "https://pay.example/\r\nLocation:/{orderid}"],
    ["with a control character", "https://pay.example/\u0001/{orderid}"],
    ["of a text that is not an address", "https://[pay]/{orderid}"],
    ["that is too long", "https://pay.example/{orderid}?".padEnd(2049, "a")]
  ])("take no callback_url %s", async (_, callback_url) => {
    const store = await open()
    await freed(store)
    expect(await sent(store, { ...good, callback_url })).toEqual([400, "callback_url"])
    expect(await ownOf(store.api)).toBeUndefined()
  })

  it.each([
    ["in a path", "https://pay.example/orders/{orderid}/begin"],
    ["in a query, twice", "http://pay.example:8080?a={orderid}&b={orderid}"],
    ["in a fragment, on the developer's own machine", "http://localhost:3000/#/pay/{orderid}"],
    ["beside what looks like a pattern", "https://pay.example/{orderid}?$&=$1"],
    ["of the greatest length", "https://pay.example/{orderid}?".padEnd(2048, "a")]
  ])("take a callback_url with the placeholder %s", async (_, callback_url) => {
    const store = await open()
    await freed(store)
    expect(await sent(store, { ...good, callback_url })).toEqual([200])
    expect(await ownOf(store.api)).toMatchObject({ redirect_url: callback_url })
  })

  it("bound the label, and the address of alternative methods", async () => {
    const store = await open()
    await freed(store)
    const long = { label: "a".repeat(256), get_more: `https://pay.example/${"a".repeat(2048)}` }
    expect(await sent(store, { ...good, ...long })).toEqual([400, "label", "get_more"])
    expect(await sent(store, { ...good, get_more: "https://anna:1@pay.example/" })).toEqual([400, "get_more"])
    expect(await sent(store, { ...good, label: "a".repeat(255), get_more: "" })).toEqual([200])
    expect(await ownOf(store.api)).toMatchObject({ label: "a".repeat(255), get_more: "" })
  })

  it("do not find another shop's payment, or a removed one", async () => {
    const store = await open()
    const payment_id = await owned(store)
    const nothing = { status: 404, type: "not_found" }
    await expect(store.stranger.payments.remove({ payment_id })).rejects.toMatchObject(nothing)
    await expect(store.api.payments.remove({ payment_id: noId })).rejects.toMatchObject(nothing)
    expect(await ownOf(store.api)).toMatchObject({ id: payment_id })
    expect(JSON.stringify(await store.stranger.payments.list())).not.toContain(payment_id)
    expect(await store.api.payments.remove({ payment_id })).toEqual({ n: 1, err: null })
    await expect(store.api.payments.remove({ payment_id })).rejects.toMatchObject(nothing)
    await expect(store.api.payments.read()).rejects.toMatchObject(nothing)
  })
}
