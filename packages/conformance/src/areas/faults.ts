/** Faults on purpose: calls that are refused, wait or lose their connection, before or after their change. */
import { describe, expect, it } from "vitest"
import { type Covered, noId, unique } from "../subjects.ts"
import { type Store, suiteOfEmbeddedStores } from "../surface.ts"
import { placed, refused, sample } from "./orders/sample.ts"

type Fault = Parameters<Store["operator"]["faults"]["create"]>[0]

/** A fault of the store's own shop, which calls of other tests do not meet. */
const faulty = ({ operator, shop }: Store, fault: Fault) => operator.faults.create({ shop: shop.id, ...fault })

/** Which of some calls of a list of orders are refused. */
const refusals = async ({ api }: Store, calls: number): Promise<ReadonlyArray<boolean>> => {
  const seen: Array<boolean> = []
  for (let n = 0; n < calls; n++)
    seen.push(
      await api.orders.list().then(
        () => false,
        () => true
      )
    )
  return seen
}

const promises = suiteOfEmbeddedStores("faults", (open) => {
  it("refuse a call before it changes anything, with their status and id, until they are removed", async () => {
    const store = await (await open()).withShop()
    const { id } = await faulty(store, { operation: "orders.create", status: 503 })
    const answer = await store.send({ method: "POST", path: "/v1.1/orders/order.json", body: sample() })
    expect([answer.status, answer.json.error.type, answer.headers["bottega-fault"]]).toEqual([503, "injected", id])
    expect(await store.api.orders.list()).toEqual([])
    await store.operator.faults.remove({ id })
    await placed(store)
  })

  describe("after the change", () => {
    it("lose the answer and keep the change, which a repeat with the same idempotency key finds", async () => {
      const store = await (await open()).withShop()
      await faulty(store, { operation: "orders.create", status: 500, when: "after", nth: 1 })
      const post = () =>
        store.send({
          ...{ method: "POST", path: "/v1.1/orders/order.json", body: sample() },
          headers: { "idempotency-key": "once" }
        })
      expect((await post()).status).toBe(500)
      const repeated = await post()
      expect([repeated.status, repeated.headers["idempotent-replayed"]]).toEqual([200, "true"])
      expect(await store.api.orders.list()).toHaveLength(1)
    })

    it("close the connection without an answer", async () => {
      const store = await (await open()).withShop()
      await faulty(store, { operation: "orders.create", drop: 1, when: "after" })
      expect((await refused(placed(store))).status).toBe(0)
      expect(await store.api.orders.list()).toHaveLength(1)
    })
  })

  it("close the connection before anything is changed", async () => {
    const store = await (await open()).withShop()
    await faulty(store, { operation: "orders.create", drop: 1 })
    expect((await refused(placed(store))).status).toBe(0)
    expect(await store.api.orders.list()).toEqual([])
  })

  it("choose calls by operation, key set, number and probability", async () => {
    const store = await (await open()).withShop()
    const { pairs } = store
    const ids = [
      await faulty(store, { operation: "coupons.list", status: 500 }),
      await faulty(store, { key: pairs.reader.key, status: 501 }),
      await faulty(store, { operation: "orders.list", status: 502, nth: 3 }),
      await faulty(store, { operation: "orders.list", status: 504, probability: 0 })
    ]
    expect((await refused(store.reader.orders.list())).status).toBe(501)
    expect(await refusals(store, 4)).toEqual([false, false, true, false])
    const counts = (await store.operator.faults.list({ shop: store.shop.id })).map(({ hits }) => hits)
    expect(counts).toEqual([0, 1, 1, 0])
    for (const one of ids) await store.operator.faults.remove(one)
    expect(await store.operator.faults.list({ shop: store.shop.id })).toEqual([])
  })

  it("choose the same calls for the same seed", async () => {
    const store = await (await open()).withShop()
    const by = async (seed: number) => {
      const fault = await faulty(store, { operation: "orders.list", status: 500, probability: 0.5, seed })
      const seen = await refusals(store, 24)
      await store.operator.faults.remove(fault)
      return seen
    }
    const [first, again, other] = [await by(7), await by(7), await by(8)]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    expect(new Set(first)).toEqual(new Set([true, false]))
  })

  it("are asked for by a call itself", async () => {
    const store = await (await open()).withShop()
    const path = "/v1.1/orders/list.json"
    await store.api.orders.list()
    const answer = await store.send({ method: "GET", path, headers: { prefer: "respond-async, code=429" } })
    expect([answer.status, answer.json.error.type]).toEqual([429, "injected"])
    // As on every 429, 503 and 509, and on no other answer.
    expect(answer.headers["retry-after"]).toBe("1")
    const teapot = await store.send({ method: "GET", path, headers: { prefer: "code=418" } })
    expect([teapot.status, teapot.headers["retry-after"]]).toEqual([418, undefined])
    for (const prefer of ["code=200", "code=99", "code=4290", "code"])
      expect((await store.send({ method: "GET", path, headers: { prefer } })).status).toBe(200)
  })

  it("say what is missing or wrong, at once", async () => {
    const { operator, shop } = await (await open()).withShop()
    const wrong = async (fault: Fault) => (await refused(operator.faults.create(fault))).details.map(({ path }) => path)
    expect(await wrong({})).toEqual(["status"])
    expect(await wrong({ status: 500, drop: 1 })).toEqual(["status"])
    expect(await wrong({ status: 200, delay_ms: 60_001, nth: 0, probability: 2 })).toEqual(
      expect.arrayContaining(["status", "delay_ms", "nth", "probability"])
    )
    expect(await wrong({ shop: shop.id, status: 500, operation: "orders.lst" })).toEqual(["operation"])
    expect((await refused(operator.faults.create({ shop: noId, status: 500 }))).status).toBe(404)
    expect((await refused(operator.faults.create({ key: "none", status: 500 }))).status).toBe(404)
  })
})

/** A fault that changes no call. */
const harmless = ({ shop }: Store) => ({ shop: shop.id, status: 503, nth: 1_000_000 + unique() })

export const faults: Covered<"faults"> = {
  suite: promises,
  subjects: {
    list: {
      given: async (store) => {
        await faulty(store, harmless(store))
        return { shop: store.shop.id }
      }
    },
    create: { given: harmless, absent: (given) => ({ ...given, shop: noId }) },
    remove: { given: (store) => faulty(store, harmless(store)) }
  }
}
