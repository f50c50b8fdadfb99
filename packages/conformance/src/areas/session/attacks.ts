/** Every way in which a session must not be got or used; each attack prints nothing, changes nothing, and is refused. */
import { expect, it } from "vitest"
import { ofPage, personOf, signedInAs, signedInWith, signIn } from "../../signed-in.ts"
import type { Answer, Store } from "../../surface.ts"

const minute = 60_000

/** What a browser sends for pages of other origins, and what programs send that only have the cookie. */
const foreignPages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "another port of the same machine": { ...ofPage, "sec-fetch-site": "same-site", origin: "http://127.0.0.1:3000" },
  "another site": { ...ofPage, "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  "a link or a bookmark": { ...ofPage, "sec-fetch-site": "none" },
  "an old browser at another port": { "bottega-console": "1", origin: "http://127.0.0.1:3000" },
  "a page without an origin": { "bottega-console": "1", origin: "null" },
  "a form of the same origin": { "sec-fetch-site": "same-origin" },
  "another value of the header": { ...ofPage, "bottega-console": "0" },
  "nothing but the cookie": {}
}

/** Tries to invite an owner; nobody may be there afterwards. */
const invitation = (shop: string) => ({
  method: "POST",
  path: "/control/v1/people/person.json",
  body: { shop, email: "evil@example.com", name: "Evil", role: "owner" }
})

const isRefused = ({ json, status }: Answer): boolean => [401, 403, 404].includes(status) && json.ok === 0

export const attacks = (open: () => Promise<Store>): void => {
  it.each(Object.entries(foreignPages))("is of no use to %s", async (_, headers) => {
    const store = await (await open()).withShop()
    const { cookie } = await signedInAs(store, "owner")
    const asked = { ...invitation(store.shop.id), as: "nobody", headers: { cookie, ...headers } } as const
    expect(isRefused(await store.send(asked))).toBe(true)
    const read = { method: "GET", path: `/control/v1/shop/${store.shop.id}/orders/list.json` }
    expect(isRefused(await store.send({ ...read, as: "nobody", headers: { cookie, ...headers } }))).toBe(true)
    expect(await store.operator.people.list({ shop: store.shop.id })).toHaveLength(1)
  })

  it("is not begun by a page of another origin, so that nobody signs in unknowingly as someone else", async () => {
    const store = await (await open()).withShop()
    for (const [page, headers] of Object.entries(foreignPages)) {
      const { code } = await personOf(store, "owner")
      const answer = await signIn(store, code, headers)
      expect([page, answer.status, answer.headers["set-cookie"]]).toEqual([page, 401, undefined])
      expect((await signIn(store, code)).status).toBe(200)
    }
  })

  it("is begun once with a code, also by two at the same time", async () => {
    const store = await (await open()).withShop()
    const { code } = await personOf(store, "owner")
    const all = await Promise.all([1, 2, 3, 4].map(() => signIn(store, code)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect((await signIn(store, code)).status).toBe(401)
  })

  it("is begun with no code that has expired, was never made, or is of another shop", async () => {
    const store = await (await open()).withShop()
    const { id, code: sent } = await personOf(store, "owner")
    const { code: printed } = await store.operator.session.code({ shop: store.shop.id, person: id })
    const other = await (await open()).withShop()
    const [, secret] = sent.split("-")
    for (const code of ["", "x", "0".repeat(64), `${other.shop.id}-${secret}`, secret!, `${sent}0`, sent.toUpperCase()])
      expect([400, 401]).toContain((await signIn(store, code)).status)
    store.clock.advance(10 * minute)
    expect((await signIn(store, printed)).status).toBe(401)
    store.clock.advance(7 * 24 * 60 * minute)
    expect((await signIn(store, sent)).status).toBe(401)
  })

  it("is never one that the caller chose", async () => {
    const store = await (await open()).withShop()
    const chosen = await signedInAs(store, "reads")
    const { code } = await personOf(store, "owner")
    const answer = await signIn(store, code, { ...ofPage, cookie: chosen.cookie })
    const [own] = answer.headers["set-cookie"]!.split(";", 1)
    expect([answer.status, own === chosen.cookie]).toEqual([200, false])
    const read = await chosen.send({ method: "GET", path: "/control/v1/session.json" })
    expect(read.json.role).toBe("reads")
    const made = `${chosen.cookie.split("=")[0]}=${"0".repeat(64)}`
    expect(
      (await store.send({ ...invitation(store.shop.id), as: "nobody", headers: { ...ofPage, cookie: made } })).status
    ).toBe(401)
  })

  it("does not open a shop's own operations, and a key set does not open its operations", async () => {
    const store = await (await open()).withShop()
    const { send } = await signedInAs(store, "owner")
    expect((await send({ method: "GET", path: "/v1.1/orders/list.json" })).status).toBe(401)
    const path = `/control/v1/shop/${store.shop.id}/orders/list.json`
    expect((await store.send({ method: "GET", path, as: "api" })).status).toBe(401)
  })

  it("does not replay the operator's answers, nor another person's", async () => {
    const store = await (await open()).withShop()
    const [one, other] = [await signedInAs(store, "owner"), await signedInAs(store, "owner")]
    const path = `/control/v1/shop/${store.shop.id}/products/product.json`
    const headers = { "idempotency-key": "same" }
    const make = (code: string) => ({
      method: "POST",
      path,
      body: { code, title: "Mug", price: 1, status: 1 },
      headers
    })
    const first = await one.send(make("A"))
    expect((await one.send(make("A"))).headers["idempotent-replayed"]).toBe("true")
    for (const send of [other.send, (asked: ReturnType<typeof make>) => store.send({ ...asked, as: "operator" })]) {
      const answer = await send(make(`B${send === other.send}`))
      expect([answer.status, answer.headers["idempotent-replayed"], answer.text === first.text]).toEqual([
        200,
        undefined,
        false
      ])
    }
  })

  it("of an operator reaches every shop, one of a person no other shop's people, keys or faults", async () => {
    const [store, other] = [await (await open()).withShop(), await (await open()).withShop()]
    const theirs = await other.operator.keys.create({ shop: other.shop.id, permission: "read-write" })
    const fault = await other.operator.faults.create({ shop: other.shop.id, status: 503, nth: 1_000_000 })
    const { send } = await signedInAs(store, "owner")
    const tried = [
      invitation(other.shop.id),
      { method: "GET", path: "/control/v1/people/list.json", query: { shop: other.shop.id } },
      { method: "GET", path: "/control/v1/shops/shop.json", query: { id: other.shop.id } },
      { method: "DELETE", path: "/control/v1/keys/key.json", body: { key: theirs.key } },
      { method: "POST", path: "/control/v1/keys/rotate.json", body: { key: theirs.key } },
      { method: "DELETE", path: "/control/v1/faults/fault.json", body: { id: fault.id } },
      { method: "POST", path: "/control/v1/session/code.json", body: { shop: other.shop.id } },
      { method: "GET", path: `/control/v1/shop/${other.shop.id}/orders/list.json` },
      { method: "GET", path: `/control/v1/shop/../shop/${other.shop.id}/orders/list.json` }
    ]
    for (const asked of tried) expect([asked.path, isRefused(await send(asked))]).toEqual([asked.path, true])
    expect(await other.operator.people.list({ shop: other.shop.id })).toEqual([])
    expect(await other.as(theirs).orders.list()).toEqual([])
    expect((await send({ method: "GET", path: "/control/v1/faults/list.json" })).json).toEqual([])
    const operator = await signedInWith(store, (await store.operator.session.code()).code)
    const path = `/control/v1/shop/${other.shop.id}/orders/list.json`
    expect((await operator.send({ method: "GET", path })).status).toBe(200)
  })
}
