/** Gift cards: credit that is loaded and unloaded, exactly, and the ledger of it. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { relation, succeeds } from "../relations/relation.ts"
import type { Covered } from "../subjects.ts"
import { suite } from "../surface.ts"
import { registered } from "./addresses/sample.ts"
import { ledger } from "./giftcards/ledger.ts"
import { refusals } from "./giftcards/refusals.ts"
import { balanceOf, entriesOf } from "./giftcards/sample.ts"

const loads = { ok: 1, n: 1, nModified: 1, err: null, errmsg: null }

const promises = suite("giftcards", (open) => {
  ledger(open)

  it("have the sum of what was loaded and unloaded, in exact decimals", async () => {
    const store = await open()
    const { api } = store
    const { uid: userUID } = await registered(store)
    expect(await balanceOf(store, userUID)).toBeUndefined()
    expect(await api.giftcards.load({ userUID, credit: 0.1 })).toEqual({ ...loads, updatedExisting: false })
    expect(await api.giftcards.load({ userUID, credit: 0.2 })).toEqual({ ...loads, updatedExisting: true })
    expect(await balanceOf(store, userUID)).toBe(0.3)
    expect(await api.giftcards.unload({ userUID, credit: 0.3 })).toEqual({ ok: true })
    expect(await balanceOf(store, userUID)).toBe(0)
    for (let n = 0; n < 10; n++) await api.giftcards.load({ userUID, credit: 1.1 })
    expect(await balanceOf(store, userUID)).toBe(11)
  })

  it("take credit before amount, and either of them", async () => {
    const store = await open()
    const { api } = store
    const { uid: userUID } = await registered(store)
    await api.giftcards.load({ userUID, amount: 7 })
    await api.giftcards.load({ userUID, credit: 20, amount: 1 })
    await api.giftcards.unload({ userUID, credit: 2, amount: 5 })
    await api.giftcards.unload({ userUID, amount: 5 })
    expect(await balanceOf(store, userUID)).toBe(20)
    const path = "/v1.1/giftcards/loadCredit.json"
    const sent = await store.send({
      method: "POST",
      path,
      body: `userUID=${userUID}&credit=&amount=3.3000000000000003`
    })
    expect(sent.status).toBe(200)
    expect(await balanceOf(store, userUID)).toBe(23.3)
  })

  it("round to the digits of the shop's currency, and can be emptied after it changed", async () => {
    const store = await (await open()).withShop({ currency: "EUR" })
    const { api, operator, shop } = store
    const { uid: userUID } = await registered(store)
    await api.giftcards.load({ userUID, credit: 10.005 })
    await api.giftcards.unload({ userUID, credit: 0.004_999 }).catch((error) => expect(error.status).toBe(400))
    expect(await balanceOf(store, userUID)).toBe(10.01)
    await operator.shops.update({ id: shop.id, currency: "JPY" })
    const other = await registered(store)
    await api.giftcards.load({ userUID: other.uid, credit: 10.5 })
    expect(await balanceOf(store, other.uid)).toBe(11)
    await api.giftcards.unload({ userUID, credit: 10.01 })
    expect(await balanceOf(store, userUID)).toBe(0)
  })

  it("give out each cent once to callers at once, and never go below 0", async () => {
    const store = await open()
    const twin = await store.twin()
    const { uid: userUID } = await registered(store)
    const clients = [store, twin]
    const atOnce = (count: number, call: (client: typeof store) => Promise<unknown>) =>
      Promise.allSettled(Array.from({ length: count }, (_, n) => call(clients[n % 2]!)))
    const loaded = await atOnce(10, ({ api }) => api.giftcards.load({ userUID, credit: 0.7 }))
    expect(loaded.filter(({ status }) => status === "rejected")).toEqual([])
    expect(await balanceOf(store, userUID)).toBe(7)
    const unloaded = await atOnce(15, ({ api }) => api.giftcards.unload({ userUID, credit: 0.7 }))
    const refused = unloaded.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
    expect(refused).toHaveLength(5)
    for (const reason of refused) expect(reason).toMatchObject({ status: 409, type: "conflict" })
    expect(await balanceOf(store, userUID)).toBe(0)
    const entries = await entriesOf(store, userUID)
    expect(entries).toHaveLength(20)
    expect(Math.min(...entries.map(({ balance }) => balance))).toBe(0)
  })
})

/** A card goes with its user, which stays as long as the card has a balance; none is loaded for a user that is gone. */
const giftCardOfUser = relation({
  name: "a gift card and its user",
  target: registered,
  make: ({ api }, { uid }) => succeeds(api.giftcards.load({ userUID: uid, credit: 1 })),
  remove: ({ api }, { id }) => succeeds(api.customers.remove({ id })),
  clears: true,
  references: (shop, { uid }) =>
    Effect.map(
      Effect.all([
        all(shop, collections.giftCards, { where: [{ on: "key", eq: uid }], latest: true }),
        all(shop, collections.giftCardLedger, { where: [{ on: "userUID", eq: uid }], latest: true })
      ]),
      ([cards, entries]) => cards.length + entries.length
    )
})

export const giftcards: Covered<"giftcards"> = {
  suite: promises,
  decided: refusals,
  relations: [giftCardOfUser],
  subjects: {
    list: { given: () => ({}) },
    load: { given: async (store) => ({ userUID: (await registered(store)).uid, credit: 25 }) },
    unload: {
      given: async (store) => {
        const { uid: userUID } = await registered(store)
        await store.api.giftcards.load({ userUID, credit: 25 })
        return { userUID, credit: 9.5 }
      },
      absent: (given) => ({ ...given, userUID: 999_999_999 })
    },
    ledger: {
      given: async (store) => {
        const { uid: userUID } = await registered(store)
        await store.api.giftcards.load({ userUID, credit: 25 })
        return { shop: store.shop.id, userUID }
      },
      absent: (given) => ({ ...given, userUID: 999_999_999 })
    }
  }
}
