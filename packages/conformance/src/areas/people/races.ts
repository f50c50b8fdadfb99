/** Races of people who sign in, by calls at once through two instances of the service, as two processes have them. */
import { expect, it } from "vitest"
import { personOf, signedInAs, signedInWith, signIn } from "../../signed-in.ts"
import { unique } from "../../subjects.ts"
import type { Answer, Store, Suite } from "../../surface.ts"

const times = 6

const statusesOf = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status).sort()

/** The same calls through both instances, at once. */
const atOnce = async (stores: ReadonlyArray<Store>, call: (store: Store, n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: 2 * stores.length }, (_, n) => call(stores[n % stores.length]!, n)))

const ofPage = { "bottega-console": "1", "sec-fetch-site": "same-origin" }

/** How a session's cookie is sent to another instance, whose port its name has. */
const headersFor = async (store: Store, cookie: string) => {
  const [name] = (await signedInAs(store, "reads")).cookie.split("=")
  return { cookie: `${name}=${cookie.split("=")[1]}`, ...ofPage }
}

/** Registers the promises. */
export const races: Suite["register"] = (open) => {
  it("sign in once with a code that is used several times at once", async () => {
    const store = await (await open()).withShop()
    const stores = [store, await store.twin()]
    for (let n = 0; n < times; n++) {
      const { code } = await personOf(store, "reads")
      expect(statusesOf(await atOnce(stores, (one) => signIn(one, code)))).toEqual([200, 401, 401, 401])
    }
  })

  it("are one for several invitations of one address at once", async () => {
    const store = await (await open()).withShop()
    const stores = [store, await store.twin()]
    for (let n = 0; n < times; n++) {
      const body = { shop: store.shop.id, email: `twice${unique()}@example.com`, name: "Twice", role: "reads" }
      const path = "/control/v1/people/person.json"
      const answers = await atOnce(stores, (one) => one.send({ method: "POST", path, body, as: "operator" }))
      expect(statusesOf(answers)).toEqual([200, 409, 409, 409])
      expect(answers.filter(({ status }) => status === 409).every(({ json }) => json.error.type === "duplicate")).toBe(
        true
      )
    }
    expect(await store.operator.people.list({ shop: store.shop.id })).toHaveLength(times)
  })

  it("change nothing once their removal was answered, and get no answer of it", async () => {
    const store = await (await open()).withShop()
    const stores = [store, await store.twin()]
    const path = `/control/v1/shop/${store.shop.id}/brands/brand.json`
    for (let n = 0; n < times; n++) {
      const person = await personOf(store, "owner")
      const { cookie } = await signedInWith(store, person.code)
      let isRemoved = false
      const made: Array<string> = []
      const late: Array<number> = []
      const sent = [await headersFor(stores[0]!, cookie), await headersFor(stores[1]!, cookie)]
      const calls = atOnce(stores, async (one, n) => {
        const headers = sent[n % 2]!
        for (let at = 0; ; at++) {
          const name = `Brand ${unique()}`
          const begunLate = isRemoved
          const answer = await one.send({ method: "POST", path, body: { name }, as: "nobody", headers })
          if (begunLate) late.push(answer.status)
          if (answer.status === 401) return answer
          made.push(name)
          if (at > 200 + n) throw new Error("still signed in")
        }
      })
      await store.operator.people.remove({ shop: store.shop.id, id: person.id })
      isRemoved = true
      const count = (await store.api.brands.list()).length
      expect(statusesOf(await calls)).toEqual([401, 401, 401, 401])
      expect(late.every((status) => status === 401)).toBe(true)
      // Nothing was committed after the answer to the removal.
      expect((await store.api.brands.list()).length).toBe(count)
    }
  })

  it("leave one owner when owners remove each other at once, and only the operator removes the last one", async () => {
    const store = await (await open()).withShop()
    const { operator, shop } = store
    const twin = await store.twin()
    const path = "/control/v1/people/person.json"
    for (let n = 0; n < times; n++) {
      const [one, other] = [await signedInAs(store, "owner"), await signedInAs(twin, "owner")]
      const removal = (by: typeof one, id: string | null) =>
        by.send({ method: "DELETE", path, query: { shop: shop.id, id: id! } })
      await Promise.all([removal(one, other.person), removal(other, one.person)])
      const [last, ...more] = await operator.people.list({ shop: shop.id })
      expect(more).toEqual([])
      const { send } = last!.id === one.person ? one : other
      const refused = await send({ method: "DELETE", path, query: { shop: shop.id, id: last!.id } })
      expect([refused.status, refused.json.error?.type]).toEqual([409, "conflict"])
      await operator.people.remove({ shop: shop.id, id: last!.id })
    }
  })

  it("stay signed out if their session is used, and would be renewed, while it ends", async () => {
    const store = await (await open()).withShop()
    const twin = await store.twin()
    for (let n = 0; n < times; n++) {
      const { cookie } = await signedInAs(store, "reads")
      // Its next use moves its end.
      store.clock.advance(2 * 3_600_000)
      const sent = new Map([
        [store, await headersFor(store, cookie)],
        [twin, await headersFor(twin, cookie)]
      ])
      const call = (one: Store, method: string) =>
        one.send({ method, path: "/control/v1/session.json", as: "nobody", headers: sent.get(one)! })
      const [, ended] = await Promise.all([
        call(store, "GET"),
        call(twin, "DELETE"),
        call(store, "GET"),
        call(twin, "GET")
      ])
      expect(ended.status).toBe(200)
      for (const one of [store, twin]) expect((await call(one, "GET")).status).toBe(401)
    }
  })

  it("see nothing more in an answer that goes on once they were removed", async () => {
    const store = await (await open()).withShop()
    const { operator, shop } = store
    const person = await personOf(store, "reads")
    const { send } = await signedInWith(store, person.code)
    const query = { shop: shop.id, topics: "requests,events", limit: 2 }
    const following = send({ method: "GET", path: "/control/v1/follow.json", query })
    await expect
      .poll(async () => {
        await store.api.coupons.list()
        return (await operator.requests.list({ shop: shop.id, limit: 1 })).length
      })
      .toBe(1)
    await operator.people.remove({ shop: shop.id, id: person.id })
    await store.api.brands.list()
    await store.api.products.list()
    const { status, text } = await following
    if (status !== 401) expect(text).not.toMatch(/brands|products/)
  })
}
