/** Authorizations: codes with which orders are removed, each once and for a quarter of an hour. */
import { collections } from "@bottega/domain/areas"
import { all } from "@bottega/storage"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { relation, succeeds } from "../relations/relation.ts"
import { type Covered, noOrder } from "../subjects.ts"
import { suite } from "../surface.ts"
import { idsOf, placed, refused } from "./orders/sample.ts"

const promises = suite("authorizations", (open) => {
  it("are removed with a code of their own, once", async () => {
    const store = await open()
    const { api, operator, shop } = store
    const [orderID, other] = [await placed(store), await placed(store)]
    const issue = async (id: string) =>
      (await operator.authorizations.create({ shop: shop.id, orderID: id })).authorization_code
    const [code, foreign] = [await issue(orderID), await issue(other)]
    const absent = await refused(api.orders.remove({ orderID: "1_0000000000000", authorization_code: "wrong" }))
    expect(absent.status).toBe(404)
    for (const authorization_code of ["wrong", foreign]) {
      const refusal = await refused(api.orders.remove({ orderID, authorization_code }))
      expect([refusal.status, refusal.type]).toEqual([403, "wrong_authorization_code"])
    }
    const [number] = await api.orders.list({ orderID: [orderID], nodes: ["short_id"] })
    expect(await api.orders.remove({ orderID, authorization_code: code })).toEqual({ ok: 1, err: null })
    expect((await refused(api.orders.read({ orderID }))).status).toBe(404)
    expect((await refused(api.orders.remove({ orderID, authorization_code: code }))).status).toBe(404)
    expect(idsOf((await api.orders.changes({ updated_from: 0 })).orders)).not.toContain(orderID)
    const [next] = await api.orders.list({ orderID: [await placed(store)], nodes: ["short_id"] })
    expect(Number(next?.short_id)).toBeGreaterThan(Number(number?.short_id))
    expect((await refused(issue(orderID))).status).toBe(404)
  })

  it("are not removed with a code of more than 15 minutes ago", async () => {
    const store = await open()
    const { api, clock, operator, shop } = store
    const orderID = await placed(store)
    const issued = await operator.authorizations.create({ shop: shop.id, orderID })
    expect(Date.parse(issued.expires_at) - clock.now()).toBeGreaterThan(14 * 60_000)
    clock.advance(15 * 60_000)
    const refusal = await refused(api.orders.remove({ orderID, authorization_code: issued.authorization_code }))
    expect([refusal.status, refusal.type]).toEqual([409, "authorization_code_expired"])
  })
})

const codeForOrder = relation({
  name: "an authorization code and its order",
  target: async (side) => {
    const orderID = await placed(side)
    return { orderID, ...(await side.operator.authorizations.create({ shop: side.shop, orderID })) }
  },
  make: ({ operator, shop }, { orderID }) => succeeds(operator.authorizations.create({ shop, orderID })),
  remove: ({ api }, { authorization_code, orderID }) => succeeds(api.orders.remove({ orderID, authorization_code })),
  references: (shop, { orderID }) =>
    Effect.map(
      all(shop, collections.authorizations, { where: [{ on: "orderID", eq: orderID }], latest: true }),
      ({ length }) => length
    )
})

export const authorizations: Covered<"authorizations"> = {
  suite: promises,
  relations: [codeForOrder],
  subjects: {
    create: {
      given: async (store) => ({ shop: store.shop.id, orderID: await placed(store) }),
      absent: (given) => ({ ...given, orderID: noOrder })
    }
  }
}
