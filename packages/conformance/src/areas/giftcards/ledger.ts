/** The ledger of gift cards, and what stays of it once a user is removed. */
import { expect, it } from "vitest"
import type { Suite } from "../../surface.ts"
import { registered } from "../addresses/sample.ts"
import { balanceOf, entriesOf } from "./sample.ts"

/** Registers the promises of the ledger of gift cards. */
export const ledger: Suite["register"] = (open) => {
  it("have a ledger of each load and unload, newest first, with its key set", async () => {
    const store = await open()
    const { api, clock, pairs } = store
    const [one, other] = [await registered(store), await registered(store)]
    await api.giftcards.load({ userUID: one.uid, credit: 20 })
    await api.giftcards.load({ userUID: other.uid, credit: 3 })
    await api.giftcards.unload({ userUID: one.uid, credit: 4.5 })
    await api.giftcards.unload({ userUID: one.uid, credit: 100 }).catch((error) => expect(error.status).toBe(409))
    const entries = await entriesOf(store, one.uid)
    const made = { by: expect.any(String), requestId: expect.any(String) }
    expect(entries).toEqual([
      { userUID: one.uid, delta: -4.5, balance: 15.5, key: pairs.api.key, ts: expect.any(Number), ...made },
      { userUID: one.uid, delta: 20, balance: 20, key: pairs.api.key, ts: expect.any(Number), ...made }
    ])
    for (const { ts } of entries) expect(Math.abs(ts * 1000 - clock.now())).toBeLessThan(60_000)
    expect(await entriesOf(store, other.uid)).toMatchObject([{ delta: 3, balance: 3 }])
    expect(await entriesOf(store, 999_999_999)).toEqual([])
  })

  it("have a ledger that is read by pages, within one shop", async () => {
    const store = await (await open()).withShop()
    const { api, operator, shop } = store
    const users = [await registered(store), await registered(store)]
    for (let n = 1; n <= 12; n++) await api.giftcards.load({ userUID: users[n % 2]!.uid, credit: n })
    const all = await operator.giftcards.ledger({ shop: shop.id })
    expect(all.map(({ delta }) => delta)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    for (const userUID of [undefined, users[0]!.uid]) {
      const followed: Array<unknown> = []
      const given = { shop: shop.id, limit: 4, ...(userUID === undefined ? {} : { userUID }) }
      for await (const entry of operator.giftcards.ledger.all(given)) followed.push(entry)
      expect(followed).toEqual(all.filter((entry) => userUID === undefined || entry.userUID === userUID))
    }
    const empty = await store.withShop()
    expect(await operator.giftcards.ledger({ shop: empty.shop.id })).toEqual([])
    expect(await empty.reader.giftcards.list()).toEqual([])
    await expect(operator.giftcards.ledger({ shop: "0".repeat(24) })).rejects.toMatchObject({ status: 404 })
  })

  it("keep a user with a balance, go with one without, and leave the ledger", async () => {
    const store = await open()
    const { api, reader } = store
    const { id, uid: userUID } = await registered(store)
    await api.giftcards.load({ userUID, credit: 5 })
    await expect(api.customers.remove({ id })).rejects.toMatchObject({ status: 409, type: "conflict" })
    expect((await reader.customers.read({ id })).userUID).toBe(userUID)
    expect(await balanceOf(store, userUID)).toBe(5)
    await api.giftcards.unload({ userUID, credit: 5 })
    const entries = await entriesOf(store, userUID)
    expect(await api.customers.remove({ id })).toEqual({ ok: 1, err: null })
    expect(await balanceOf(store, userUID)).toBeUndefined()
    expect(await entriesOf(store, userUID)).toEqual(entries)
    await expect(api.giftcards.load({ userUID, credit: 5 })).rejects.toMatchObject({ status: 404, type: "not_found" })
    await expect(api.giftcards.unload({ userUID, credit: 5 })).rejects.toMatchObject({ status: 404 })
  })
}
