/** The spellings in which programs send an order's parameters, and the one that is kept. */
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"
import { address, placed, sample } from "./sample.ts"

const path = "/v1.1/orders/order.json"
const namesOf = ({ json }: { readonly json: { error: { details: ReadonlyArray<{ path: string }> } } }) =>
  json.error.details.map(({ path }) => path)

export const spellings = (open: () => Promise<Store>): void => {
  it("take a status with leading zeros, and a courier in any case", async () => {
    const store = await open()
    const orderID = await placed(store)
    const body = `orderID=${orderID}&status=03&courier=+BRT&tracking=1&pickup_date=2026-11-23`
    expect((await store.send({ method: "PUT", path, body })).status).toBe(200)
    expect(await store.api.orders.tracking({ orderID })).toMatchObject({ courier: "brt", tracking: "1" })
    expect((await store.api.orders.tracking({ orderID })).url).toMatch(/^https:\/\/vas\.brt\.it\//)
    await store.api.orders.update({ orderID, status: 3, courier: "Poste_Italiane" })
    expect((await store.api.orders.tracking({ orderID })).courier).toBe("poste_italiane")
    const json = { "content-type": "application/json" }
    const inJson = (status: string) =>
      store.send({ method: "PUT", path, headers: json, body: `{"orderID":"${orderID}","status":${status}}` })
    expect((await inJson("3")).status).toBe(200)
    for (const status of ["3.0", "3e0", '"3.0"', '"0x3"', '"three"']) {
      const refused = await inJson(status)
      expect([status, refused.status, namesOf(refused)]).toEqual([status, 400, ["status"]])
    }
    const asked = await store.send({
      method: "GET",
      path: "/v1.1/orders/list.json",
      query: `status=+03&orderID=${orderID}`
    })
    expect(asked.json).toMatchObject([{ orderID }])
  })

  it("have a tracking_url of http or https, and no other", async () => {
    const store = await open()
    const orderID = await placed(store)
    const wrong = [
      "javascript:alert(1)",
      "ftp://example.com/1",
      "//example.com/1",
      "example.com/1",
      "https://",
      "http://a b/"
    ]
    for (const tracking_url of wrong) {
      const { json, status } = await store.send({ method: "PUT", path, body: { orderID, status: 3, tracking_url } })
      expect([tracking_url, status, json.error.details]).toEqual([
        tracking_url,
        400,
        [{ path: "tracking_url", message: "must be an http or https address" }]
      ])
    }
    for (const tracking_url of ["http://example.com/1?a=b#c", "HTTPS://example.com/è"]) {
      await store.api.orders.update({ orderID, status: 3, tracking_url })
      expect((await store.api.orders.tracking({ orderID })).url).toBe(tracking_url)
    }
  })

  it("have a locale with a hyphen or an underscore, kept with the underscore", async () => {
    const store = await (await open()).withShop({ locale: "de-CH" })
    const since = Math.floor(store.clock.now() / 1000) - 60
    const localeOf = async (locale?: string) => {
      const orderID = await placed(store, locale === undefined ? {} : { locale })
      const { orders } = await store.api.orders.changes({ updated_from: since })
      return orders.find((order) => order.orderID === orderID)?.locale
    }
    expect(await localeOf("en-US")).toBe("en_US")
    expect(await localeOf("en_US")).toBe("en_US")
    expect(await localeOf("it")).toBe("it")
    expect(await localeOf()).toBe("de_CH")
    const body = { ...sample(), locale: "en US" }
    expect(namesOf(await store.send({ method: "POST", path, body }))).toEqual(["locale"])
  })

  it.each([
    ["IT", "Aosta", "380001"],
    ["IT", "VALLE D’AOSTA", "380001"],
    ["IT", "forli", "380032"],
    ["IT", "IT-MI", "380053"],
    ["FR", "Île-de-France", "250119"],
    ["FR", "ile de france", "250119"],
    ["FR", "250119", "250119"]
  ])("know in %s the state %s", async (country, state, uid) => {
    const store = await open()
    const billing = { ...address("billing"), billing_country: country, billing_state: state }
    const orderID = await placed(store, billing)
    expect((await store.api.orders.read({ orderID })).billing.state).toBe(uid)
  })

  it("refuse a state of another country", async () => {
    const { send } = await open()
    const body = { ...sample(), ...address("billing"), billing_country: "FR", billing_state: "Aosta" }
    expect(namesOf(await send({ method: "POST", path, body }))).toEqual(["billing_state"])
  })

  it("take SKU for sku within their items, on a form, in JSON and in multipart", async () => {
    const store = await open()
    const { item_id: _, ...rest } = sample()
    const pairs: ReadonlyArray<readonly [string, string]> = [
      ["item_id[0][SKU]", "UPPER"],
      ["item_id[0][price]", "3.3000000000000003"],
      ["item_id[0][quantity]", "02"],
      ["require_invoice", "False"]
    ]
    const data = new FormData()
    for (const [name, value] of [
      ...Object.entries(rest).map(([name, value]) => [name, String(value)] as const),
      ...pairs
    ])
      data.set(name, value)
    const json = {
      ...rest,
      require_invoice: false,
      item_id: [{ SKU: "UPPER", price: 3.3000000000000003, quantity: "02" }]
    }
    const bodies = [
      { body: { ...rest, ...Object.fromEntries(pairs) } },
      { body: data },
      { headers: { "content-type": "application/json" }, body: JSON.stringify(json) }
    ]
    for (const sent of bodies) {
      const { json, status } = await store.send({ method: "POST", path, ...sent })
      expect([status, json.error?.details]).toEqual([200, undefined])
      const { cart } = await store.api.orders.read({ orderID: json.order_id })
      expect(Object.values(cart.items)).toMatchObject([{ sku: "UPPER", price: 3.3, count: 2 }])
    }
    const wrong = await store.send({
      method: "POST",
      path,
      body: { ...rest, "item_id[7][SKU]": "", "item_id[7][price]": "1,5" }
    })
    expect(namesOf(wrong)).toEqual(["item_id[7][price]", "item_id[7][quantity]", "item_id[7][SKU]"])
  })
}
