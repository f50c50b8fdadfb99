/** When webhooks pause with the keys of their application, and when they go on. */
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"

const url = "https://erp.example/bottega"

/** An application with a webhook, and what shows its state. */
const application = async (store: Store, more: { readonly expires_at?: string } = {}) => {
  const { as, operator, reader, shop } = store
  const pair = await operator.keys.create({ shop: shop.id, permission: "read-write", ...more })
  const { id } = await as(pair).webhooks.create({ url, type: 0, name: "Orders" })
  const state = async () => (await reader.webhooks.read({ id })).state
  return {
    pair,
    id,
    state,
    issue: () => operator.keys.create({ shop: shop.id, permission: "read", instance: pair.instance })
  }
}

export const keys = (open: () => Promise<Store>) => {
  it("pause when the last pair of their application is revoked, and go on with a new one", async () => {
    const store = await (await open()).withShop()
    const { operator } = store
    const { issue, pair, state } = await application(store)
    const second = await issue()
    await operator.keys.revoke({ key: pair.key })
    expect(await state()).toBe("active")
    await operator.keys.revoke({ key: second.key, all: 1 })
    expect(await state()).toBe("paused")
    await issue()
    expect(await state()).toBe("active")
  })

  it("pause in the second in which the last pair expires, without any call", async () => {
    const store = await (await open()).withShop()
    const { clock, operator, shop } = store
    const expires_at = new Date(Math.ceil(clock.now() / 1000) * 1000 + 60_000).toISOString()
    const { id, state } = await application(store, { expires_at })
    clock.advance(Date.parse(expires_at) - clock.now() - 1)
    expect(await state()).toBe("active")
    clock.advance(1)
    expect(await state()).toBe("paused")
    expect(await store.reader.webhooks.list()).toEqual([expect.objectContaining({ state: "paused" })])
    await operator.webhooks.setPaused({ shop: shop.id, webhook: id, paused: 0 })
    expect(await state()).toBe("active")
  })

  it("pause when keys are revoked, also in the second in which the operator let them go on", async () => {
    const store = await (await open()).withShop()
    const { operator, shop } = store
    const { id, issue, pair, state } = await application(store)
    await operator.keys.revoke({ key: pair.key })
    await operator.webhooks.setPaused({ shop: shop.id, webhook: id, paused: 0 })
    expect(await state()).toBe("active")
    const second = await issue()
    await operator.keys.revoke({ key: second.key })
    expect(await state()).toBe("paused")
  })

  it("outlive a rotation, and pause with the older pair if the newer one was revoked", async () => {
    const store = await (await open()).withShop()
    const { clock, operator } = store
    const { pair, state } = await application(store)
    const newer = await operator.keys.rotate({ key: pair.key, overlap_seconds: 100 })
    clock.advance(200_000)
    expect(await state()).toBe("active")
    const newest = await operator.keys.rotate({ key: newer.key, overlap_seconds: 100 })
    await operator.keys.revoke({ key: newest.key })
    expect(await state()).toBe("active")
    clock.advance(101_000)
    expect(await state()).toBe("paused")
  })

  it("do not pause with the keys of another application", async () => {
    const store = await (await open()).withShop()
    const { state } = await application(store)
    const other = await application(store)
    await store.operator.keys.revoke({ key: other.pair.key, all: 1 })
    expect([await state(), await other.state()]).toEqual(["active", "paused"])
  })
}
