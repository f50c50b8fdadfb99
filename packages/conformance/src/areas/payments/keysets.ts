/** An authorization belongs to its key set: there is one at most, a rotation keeps it, and it ends with the key set. */
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"
import { refused } from "../orders/sample.ts"
import { everyListHas, keySetMade, listedIn, newPayment, ownOf, paymentMade, untilAnswered } from "./sample.ts"

const nothing = { status: 404, type: "not_found" }

export const keysets = (open: () => Promise<Store>) => {
  it("are at most one for each key set; a second one is refused", async () => {
    const store = await (await open()).withShop()
    const { api } = store
    const { id } = await api.payments.create(newPayment())
    const again = await refused(api.payments.create(newPayment({ label: "Another" })))
    expect([again.status, again.type, again.message]).toEqual([409, "conflict", expect.stringContaining(id)])
    expect(await ownOf(api)).toMatchObject({ id, label: "Pay later" })
    const other = await paymentMade(store, { label: "Another" })
    expect(await listedIn(store)).toEqual(everyListHas(id, other.id))
    expect(await ownOf(other.api)).toMatchObject({ id: other.id, label: "Another" })
    expect(await ownOf(store.reader)).toBeUndefined()
  })

  it("are won by one of 100 callers at once", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    const calls = Array.from({ length: 100 }, (_, n) =>
      untilAnswered(() =>
        [store, twin][n % 2]!.api.payments.create(newPayment({ label: `Caller ${n}` }), {
          idempotencyKey: `caller ${n}`
        })
      )
    )
    const ended = await Promise.allSettled(calls)
    const won = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    expect(won).toHaveLength(1)
    for (const one of ended) if (one.status === "rejected") expect(one.reason).toMatchObject({ status: 409 })
    const { id, payment_authorization } = won[0]!
    expect(await ownOf(store.api)).toMatchObject({ id, label: payment_authorization.label })
    expect(await listedIn(store)).toEqual(everyListHas(id))
  })

  it("stay with a key set whose pair is rotated, also once the old pair has ended", async () => {
    const store = await (await open()).withShop()
    const { as, clock, operator } = store
    const { api, id, pair } = await paymentMade(store)
    const rotated = await operator.keys.rotate({ key: pair.key, overlap_seconds: 60 })
    for (const client of [api, as(rotated)]) {
      expect(await ownOf(client)).toMatchObject({ id })
      expect((await refused(client.payments.create(newPayment()))).status).toBe(409)
    }
    await operator.keys.revoke({ key: pair.key })
    clock.advance(61_000)
    expect(await ownOf(as(rotated))).toMatchObject({ id })
    expect(await listedIn(store)).toEqual(everyListHas(id))
  })

  it("go with a key set that is revoked, at once and for every process", async () => {
    const store = await (await open()).withShop()
    const { operator } = store
    const twin = await store.twin()
    const one = await paymentMade(store)
    const second = await paymentMade(store)
    const kept = await paymentMade(store)
    await operator.keys.revoke({ key: one.pair.key, all: 1 })
    expect(await listedIn(twin)).toEqual(everyListHas(second.id, kept.id))
    // Its only pair: no other one of the key set is valid.
    await operator.keys.revoke({ key: second.pair.key })
    expect(await listedIn(twin)).toEqual(everyListHas(kept.id))
    await expect(store.api.payments.remove({ payment_id: one.id })).rejects.toMatchObject(nothing)
    await operator.keys.revoke({ key: one.pair.key, all: 1 })
  })

  it("end in the second in which their key set expires", async () => {
    const store = await (await open()).withShop()
    const { clock } = store
    const expires_at = new Date(clock.now() + 60_000).toISOString()
    const { api } = await keySetMade(store, { expires_at })
    const { id } = await api.payments.create(newPayment())
    const orderID = (await store.api.orders.create(orderWith(id))).order_id
    expect(await listedIn(store)).toEqual(everyListHas(id))
    clock.advance(61_000)
    expect(await listedIn(store)).toEqual(everyListHas())
    expect((await refused(store.reader.payments.redirect({ orderID }))).status).toBe(409)
    expect((await store.reader.orders.read({ orderID, nodes: ["paymentlabel"] })).paymentlabel).toBe("Pay later")
    const late = (await store.api.orders.create(orderWith(id))).order_id
    expect((await store.reader.orders.read({ orderID: late, nodes: ["paymentlabel"] })).paymentlabel).toBe(id)
  })
}

const orderWith = (payment_method: string) => ({
  ...{ shipping_flag: "not_required" as const, shipping_method: "Courier", shipping_cost: 0, payment_method },
  item_id: [{ sku: "MUG", price: 10, quantity: 1 }]
})
