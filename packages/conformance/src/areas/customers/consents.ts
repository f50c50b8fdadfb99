/** Consent to marketing: set, shown in the list, and logged for the operator. */
import { expect, it } from "vitest"
import type { Store } from "../../surface.ts"
import { listed, made } from "./sample.ts"

export const consents = (open: () => Promise<Store>) => {
  it("log each change of consent, and nothing that changes nothing", async () => {
    const store = await open()
    const { api, clock, operator, pairs, send } = store
    const id = await made(store)
    const set = (accept_marketing: boolean) => api.customers.acceptMarketing({ id, accept_marketing })
    const answer = { ok: 1, n: 1, err: null, errmsg: null, updatedExisting: true, message: expect.any(String) }
    expect(await set(false)).toEqual({ ...answer, nModified: 0 })
    expect(await set(true)).toEqual({ ...answer, nModified: 1 })
    expect((await listed(store, id))?.accept_marketing).toBe(true)
    expect(await set(true)).toEqual({ ...answer, nModified: 0 })
    clock.advance(2000)
    expect(await set(false)).toEqual({ ...answer, nModified: 1 })
    expect((await listed(store, id))?.accept_marketing).toBe(false)
    const log = await operator.customers.consents({ shop: store.shop.id, id })
    expect(log.map(({ accept_marketing, id, key }) => [id, accept_marketing, key])).toEqual([
      [id, false, pairs.api.key],
      [id, true, pairs.api.key]
    ])
    for (const { ip, ts } of log) {
      expect(ip).toMatch(/^[0-9a-f.:]+$/)
      expect(Math.abs(ts * 1000 - clock.now())).toBeLessThan(60_000)
    }
    expect(log[0]!.ts).toBeGreaterThan(log[1]!.ts)
    for (const value of ["", "x", "2", "yes"]) {
      const body = `id=${id}&accept_marketing=${value}`
      const { json, status } = await send({ method: "PUT", path: "/v1.1/clients/accept_marketing.json", body })
      expect([status, json.error.details[0].path]).toEqual([400, "accept_marketing"])
    }
  })

  it("are listed for the whole shop too, newest first, by pages", async () => {
    const store = await (await open()).withShop()
    const ids = [await made(store), await made(store), await made(store)]
    for (const accept_marketing of [true, false, true])
      for (const id of ids) await store.api.customers.acceptMarketing({ id, accept_marketing })
    const shop = store.shop.id
    const log = await store.operator.customers.consents({ shop })
    expect(log.map(({ id }) => id)).toEqual([...ids, ...ids, ...ids].reverse())
    for (const limit of [1, 4, 9]) {
      const followed: Array<unknown> = []
      for await (const entry of store.operator.customers.consents.all({ shop, limit })) followed.push(entry)
      expect(followed).toEqual(log)
    }
    const ofOne = log.filter(({ id }) => id === ids[1])
    expect(await store.operator.customers.consents({ shop, id: ids[1]! })).toEqual(ofOne)
    const another = await store.withShop()
    expect(await store.operator.customers.consents({ shop: another.shop.id, id: ids[1]! })).toEqual([])
    const nowhere = store.operator.customers.consents({ shop: "0".repeat(24) })
    await expect(nowhere).rejects.toMatchObject({ status: 404 })
  })

  it("are logged as often as they changed by calls at once", async () => {
    const store = await open()
    const twin = await store.twin()
    const id = await made(store)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? store : twin).api.customers.acceptMarketing({ id, accept_marketing: n % 3 === 0 })
      )
    )
    const changed = answers.reduce((sum, { nModified }) => sum + nModified, 0)
    const log = await store.operator.customers.consents({ shop: store.shop.id, id })
    expect(log).toHaveLength(changed)
    expect(log[0]?.accept_marketing ?? false).toBe((await listed(store, id))?.accept_marketing)
  })
}
