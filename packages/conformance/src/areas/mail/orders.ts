/** The mails of orders and gift cards: which are written, to whom, and by which switch. */
import { expect, it } from "vitest"
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { userMade } from "../b2b/sample.ts"
import { placed, refused } from "../orders/sample.ts"

const house = ["shop@example.com", "second@example.com"]

/** The messages of a shop so far, oldest first, as `<reason> to <address>`. */
const written = async ({ operator, shop, work }: Store) => {
  await work()
  const all = await operator.mail.list({ shop: shop.id, limit: 1000 })
  expect(all.filter(({ state }) => state !== "kept")).toEqual([])
  return all.map(({ reason, to }) => `${reason} to ${to}`).toReversed()
}

export const orderMails = (open: () => Promise<Store>) => {
  it("of a new shop are none, and those to the shop itself go to each of its addresses", async () => {
    const plain = await (await open()).withShop()
    const billing_email = "anna@example.com"
    const orderID = await placed(plain, { billing_email })
    await plain.api.orders.update({ orderID, status: 1 })
    expect(await written(plain)).toEqual([])
    const store = await plain.withShop({ emails: house })
    await store.api.orders.update({ orderID: await placed(store, { billing_email }), status: 1 })
    expect(await written(store)).toEqual(house.map((to) => `new_order to ${to}`))
  })

  it("go to the buyer of each status that has one, where the shop writes to its customers", async () => {
    const store = await (await open()).withShop({ emails: house.slice(0, 1), mail_customers: 1 })
    const orderID = await placed(store, { billing_email: "anna@example.com" })
    for (const status of [1, 1, 2, 3, 4, 7] as const) await store.api.orders.update({ orderID, status })
    await placed(store)
    const to = "anna@example.com"
    expect(await written(store)).toEqual([
      "new_order to shop@example.com",
      ...["order_received", "order_paid", "order_in_preparation", "order_shipped", "order_cancelled"].map(
        (reason) => `${reason} to ${to}`
      ),
      "new_order to shop@example.com"
    ])
    const [received] = await store.operator.mail.list({ shop: store.shop.id, to, limit: 1 })
    expect(received!.text).toContain("MUG")
  })

  it("of a refused order are not written", async () => {
    const store = await (await open()).withShop({ emails: house, mail_customers: 1 })
    await refused(placed(store, { billing_email: "anna@example.com", coupon_code: "NONE" }))
    expect(await written(store)).toEqual([])
  })

  it("are sent again for an order with a buyer's address, and the timeline says so", async () => {
    const store = await (await open()).withShop()
    const orderID = await placed(store, { billing_email: "anna@example.com" })
    expect(await store.api.orders.resendEmail({ orderID })).toEqual({ ok: 1, err: null })
    await store.api.orders.update({ orderID, status: 3 })
    await store.api.orders.resendEmail({ orderID })
    expect(await written(store)).toEqual(["order_received", "order_shipped"].map((one) => `${one} to anna@example.com`))
    expect((await store.api.orders.timeline({ orderID })).map(({ eventId }) => eventId)).toEqual([0, 5, 1, 5])
    const anonymous = await placed(store)
    expect(await refused(store.api.orders.resendEmail({ orderID: anonymous }))).toMatchObject({
      ...{ status: 409, type: "conflict" }
    })
    expect((await refused(store.reader.orders.resendEmail({ orderID }))).status).toBe(403)
    expect((await refused(store.stranger.orders.resendEmail({ orderID }))).status).toBe(404)
  })

  it("are found by their order, whatever the texts say, alone or with a recipient or a state, page by page", async () => {
    const store = await (await open()).withShop({ emails: house.slice(0, 1), mail_customers: 1 })
    const { operator, shop } = store
    const to = "anna@example.com"
    const [first, second] = [await placed(store, { billing_email: to }), await placed(store, { billing_email: to })]
    await store.api.orders.update({ orderID: second, status: 1 })
    await store.work()
    const found = async (asked: object) => {
      const reasons: Array<string> = []
      for await (const one of operator.mail.list.all({ shop: shop.id, limit: 1, ...asked })) reasons.push(one.reason)
      return reasons
    }
    expect(await found({ orderID: first })).toEqual(["order_received", "new_order"])
    expect(await found({ orderID: second })).toEqual(["order_paid", "order_received", "new_order"])
    expect(await found({ orderID: second, to })).toEqual(["order_paid", "order_received"])
    expect(await found({ orderID: second, state: "sent" })).toEqual([])
    const other = await store.withShop()
    expect(await operator.mail.list({ shop: other.shop.id, orderID: second })).toEqual([])
  })

  it("of a gift card go to its user, where the shop writes to its customers", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"], mail_customers: 1 })
    const { email, userUID } = await userMade(store, { email: `card${unique()}@example.com` })
    await store.api.giftcards.load({ userUID, credit: 25 })
    await store.api.giftcards.unload({ userUID, credit: 5 })
    expect(await written(store)).toEqual([`gift_card to ${email}`])
    await store.operator.shops.update({ id: store.shop.id, mail_customers: 0 })
    await store.api.giftcards.load({ userUID, credit: 25 })
    expect(await written(store)).toEqual([`gift_card to ${email}`])
  })

  it("stay when their order is removed, and one that was not written out says why", async () => {
    const store = await (await open()).withShop({ mail_customers: 1 })
    const orderID = await placed(store, { billing_email: "anna@example.com" })
    await store.work()
    await store.api.orders.resendEmail({ orderID })
    const { authorization_code } = await store.operator.authorizations.create({ shop: store.shop.id, orderID })
    await store.api.orders.remove({ orderID, authorization_code })
    await store.work()
    const [last, first] = await store.operator.mail.list({ shop: store.shop.id })
    expect(first).toMatchObject({ state: "kept" })
    expect(last).toMatchObject({
      state: "failed",
      attempts: [{ ok: false, reply: expect.stringContaining("removed") }]
    })
  })
}
