/** Orders that are placed with an external payment: the label that they keep, and where their buyers are sent. */
import { expect, it } from "vitest"
import { noOrder } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { placed, refused } from "../orders/sample.ts"
import { paymentMade } from "./sample.ts"

export const orders = (open: () => Promise<Store>) => {
  const labelIn = async ({ reader }: Store, orderID: string) =>
    (await reader.orders.read({ orderID, nodes: ["paymentlabel"] })).paymentlabel

  it("lead the buyer of an order to the callback_url, with the order in place", async () => {
    const store = await open()
    const cases = [
      ["https://pay.example/begin?order={orderid}", (id: string) => `https://pay.example/begin?order=${id}`],
      ["http://pay.example/{orderid}/{orderid}?$&#{orderid}", (id: string) => `http://pay.example/${id}/${id}?$&#${id}`]
    ] as const
    for (const [callback_url, wanted] of cases) {
      const { id } = await paymentMade(store, { callback_url })
      const orderID = await placed(store, { payment_method: id })
      expect(await store.reader.payments.redirect({ orderID })).toEqual({ redirect_url: wanted(orderID) })
    }
  })

  it("lead nowhere with another method, and do not know another shop's order", async () => {
    const store = await open()
    const { reader, stranger } = store
    for (const payment_method of ["paypal", "In coins", "0".repeat(24)]) {
      const { status, type } = await refused(
        reader.payments.redirect({ orderID: await placed(store, { payment_method }) })
      )
      expect([status, type]).toEqual([409, "conflict"])
    }
    const { id } = await paymentMade(store)
    const orderID = await placed(store, { payment_method: id })
    const unknown = await refused(reader.payments.redirect({ orderID: noOrder }))
    expect([unknown.status, unknown.type]).toEqual([404, "not_found"])
    expect((await refused(stranger.payments.redirect({ orderID }))).message).toBe(unknown.message)
  })

  it("show the payment's label, also once the payment is gone", async () => {
    const store = await open()
    const { api, reader } = store
    const { id } = await paymentMade(store, { label: "In tre rate" })
    const orderID = await placed(store, { payment_method: id })
    const detail = await reader.orders.read({ orderID })
    expect(detail).toMatchObject({ payment: id, cart: { paymentProfile: id } })
    expect(detail).not.toHaveProperty("paymentlabel")
    expect(await labelIn(store, orderID)).toBe("In tre rate")
    await api.payments.remove({ payment_id: id })
    await api.orders.update({ orderID, status: 1 })
    expect(await labelIn(store, orderID)).toBe("In tre rate")
    expect((await refused(reader.payments.redirect({ orderID }))).status).toBe(409)
    expect(await labelIn(store, await placed(store, { payment_method: id }))).toBe(id)
  })

  it("take no label from another shop's payment", async () => {
    const store = await open()
    const { id } = await paymentMade(await store.withShop(), { label: "Elsewhere" })
    expect(await labelIn(store, await placed(store, { payment_method: id }))).toBe(id)
  })
}
