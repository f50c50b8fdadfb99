/** Sessions: how one begins and ends, what it may do, and every way in which it must not be used. */
import { isPermitted } from "@bottega/domain/contract"
import { expect, it } from "vitest"
import { everything, ofShops, request } from "../sample.ts"
import { inShop, personOf, signedInAs, signedInWith, signIn } from "../signed-in.ts"
import type { Covered } from "../subjects.ts"
import { type Answer, type Store, suiteOfEmbeddedStores } from "../surface.ts"
import { placed } from "./orders/sample.ts"
import { attacks } from "./session/attacks.ts"

const own = "/control/v1/session.json"
const hour = 3_600_000

const codeOf = async ({ operator }: Pick<Store, "operator">) => (await operator.session.code()).code
const statusOf = async (answer: Promise<Answer>) => (await answer).status

const promises = suiteOfEmbeddedStores("session", (open) => {
  it("begins with a code of the operator's, and ends when it signs out", async () => {
    const store = await open()
    const { url, code } = await store.operator.session.code()
    expect(url).toMatch(/^http.*\/console#[0-9a-f]{64}$/)
    expect(url.endsWith(code)).toBe(true)
    const { cookie, send } = await signedInWith(store, code)
    expect(cookie).toMatch(/^bottega_\d+=[0-9a-f]{64}$/)
    const { json } = await send({ method: "GET", path: own })
    expect(json).toMatchObject({ person: null, role: "operator" })
    expect(json.shops).toContain(store.shop.id)
    const ended = await send({ method: "DELETE", path: own })
    expect([ended.json, /Max-Age=0/.test(ended.headers["set-cookie"]!)]).toEqual([{ ok: 1, err: null }, true])
    expect(await statusOf(send({ method: "GET", path: own }))).toBe(401)
  })

  it("has a cookie that no script reads and no other site sends", async () => {
    const store = await open()
    const { headers } = await signIn(store, await codeOf(store))
    for (const word of ["HttpOnly", "SameSite=Strict", "Path=/"]) expect(headers["set-cookie"]).toContain(word)
  })

  it("is of one person and their shop", async () => {
    const store = await (await open()).withShop()
    const { person, send } = await signedInAs(store, "reads")
    const { json } = await send({ method: "GET", path: own })
    expect(json).toEqual({ person, role: "reads", shops: [store.shop.id] })
  })

  it("ends 12 hours after its last use, and 30 days after its beginning", async () => {
    const store = await (await open()).withShop()
    const [busy, idle] = [await signedInAs(store, "owner"), await signedInAs(store, "owner")]
    const used = () => statusOf(busy.send({ method: "GET", path: own }))
    for (let hours = 0; hours < 30 * 24 - 11; hours += 11) {
      expect([hours, await used()]).toEqual([hours, 200])
      store.clock.advance(11 * hour)
      if (hours === 0) expect(await statusOf(idle.send({ method: "GET", path: own }))).toBe(200)
      if (hours === 22) expect(await statusOf(idle.send({ method: "GET", path: own }))).toBe(401)
    }
    store.clock.advance(11 * hour)
    expect(await used()).toBe(401)
  })

  it("may do what the contract says of its role", async () => {
    const store = await (await open()).withShop({ modules: ["b2b"], partner_owned: true })
    for (const role of ["owner", "reads"] as const) {
      const { send } = await signedInAs(store, role)
      const wrong: Array<string> = []
      for (const { endpoint, id } of everything) {
        if (endpoint.endless || endpoint.audience === "session") continue
        const asked = request({ endpoint } as never)
        const called = endpoint.surface === "shop" ? inShop(asked, store.shop.id) : asked
        const { status } = await send(called)
        if ((status !== 403) !== isPermitted(endpoint, role)) wrong.push(`${role} ${id}: ${status}`)
      }
      expect(wrong).toEqual([])
    }
  })

  it("calls the operations of its shop without limits, and is named where something says who did it", async () => {
    const store = await (await open()).withShop()
    const { person, send } = await signedInAs(store, "owner")
    const path = `/control/v1/shop/${store.shop.id}/`
    for (let n = 0; n < 7; n++) {
      const { headers, status } = await send({ method: "GET", path: `${path}gallery/list.json` })
      expect([status, headers["x-service-limit"]]).toEqual([200, undefined])
    }
    const product = { code: "MUG", title: "Mug", price: 10, status: 1 }
    expect((await send({ method: "POST", path: `${path}products/product.json`, body: product })).status).toBe(200)
    const body = { sku: "MUG", quantity: 5 }
    expect((await send({ method: "PUT", path: `${path}inventory/inventory.json`, body })).status).toBe(200)
    const [entry] = await store.operator.ledger.list({ shop: store.shop.id, sku: "MUG" })
    expect(entry).toMatchObject({ key: `person:${person}`, reason: "set" })
  })

  attacks(open)

  it("is also the operator's with the token, for the operations of any shop", async () => {
    const store = await (await open()).withShop()
    const asked = inShop(request(ofShops.find(({ id }) => id === "orders.list")!), store.shop.id)
    await placed(store)
    const answer = await store.send({ ...asked, as: "operator" })
    expect([answer.status, answer.json.length]).toEqual([200, 1])
    expect(await statusOf(store.send({ ...asked, as: "api" }))).toBe(401)
  })
})

export const session: Covered<"session"> = {
  suite: promises,
  subjects: {
    create: { given: async (store) => ({ code: await codeOf(store) }) },
    link: { given: async (store) => ({ code: (await personOf(store, "reads")).code }) },
    read: { given: () => ({}) },
    remove: { given: () => ({}) },
    code: {
      given: async (store) => ({ shop: store.shop.id, person: (await personOf(store, "owner")).id }),
      absent: (given) => ({ ...given, person: "0".repeat(24) })
    }
  }
}
