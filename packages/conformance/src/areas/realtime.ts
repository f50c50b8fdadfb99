/** Real-time endpoints: made, listed and removed, and how many a shop has. What they are asked is tested beside the service. */
import { expect, it } from "vitest"
import { addressed, after, type Covered, noId, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"

const url = "https://rates.example/bottega?shop=1"
const given = () => ({ url, name: `Endpoint ${unique()}` })
const kinds = ["Coupon", "Shipping"] as const
/** Removes the endpoints of a shop that has little room for more: the suites for all operations share one shop. */
const withRoom = async (store: Pick<Store, "api">, kind: (typeof kinds)[number]) => {
  const { [`list${kind}s` as const]: list, [`remove${kind}` as const]: remove } = store.api.realtime
  const all = await list()
  if (all.length >= 8) for (const { id } of all) await remove({ id })
  return store.api
}
const made = {
  Coupon: async (store: Pick<Store, "api">) =>
    (await (await withRoom(store, "Coupon")).realtime.createCoupon(given())).id,
  Shipping: async (store: Pick<Store, "api">) =>
    (await (await withRoom(store, "Shipping")).realtime.createShipping(given())).id
}
/** The parameters of a new endpoint in a shop that has room for it. */
const givenWithRoom = (kind: (typeof kinds)[number]) => async (store: Store) => {
  await withRoom(store, kind)
  return given()
}

const promises = suite("realtime", (open) => {
  it.each(kinds)("%s endpoints are listed, the oldest first, and show their secret once", async (kind) => {
    const store = await (await open()).withShop()
    const { api, operator, pairs, reader, shop } = store
    const one = await api.realtime[`create${kind}`](given())
    const other = await api.realtime[`create${kind}`](given())
    expect(one.secret).toMatch(/^whsec_/)
    expect(one.secret).not.toBe(other.secret)
    const keys = await operator.keys.list({ shop: shop.id })
    expect(one.instance).toBe(keys.find(({ key }) => key === pairs.api.key)?.instance)
    const shown = [one, other].map(({ secret: _, ...rest }) => rest)
    expect(await reader.realtime[`list${kind}s`]()).toEqual(shown)
    const others = await reader.realtime[kind === "Coupon" ? "listShippings" : "listCoupons"]()
    expect(others).toEqual([])
    const status = { state: "closed", failures: 0, last_status: null, last_ms: null, opened_at: null }
    expect(await operator.realtime.list({ shop: shop.id })).toEqual(
      shown.map((row) => ({ ...row, kind: kind.toLowerCase(), ...status }))
    )
    expect(await api.realtime[`remove${kind}`]({ id: one.id })).toEqual({ ok: 1, err: null, errmsg: null, nRemoved: 1 })
    expect(await reader.realtime[`list${kind}s`]()).toEqual(shown.slice(1))
  })

  it("have https addresses on the public internet", async () => {
    const { api } = await (await open()).withShop()
    for (const [bad, message] of [
      ["http://rates.example/", "must be an https address"],
      ["http://127.0.0.1:3000/", "must be an https address"],
      ["https://127.0.0.1/", "must lead to a public address"],
      ["https://169.254.169.254/latest", "must lead to a public address"],
      ["https://a:b@rates.example/", "must not contain a user name or password"]
    ] as const)
      for (const kind of kinds)
        await expect(api.realtime[`create${kind}`]({ ...given(), url: bad }), bad).rejects.toMatchObject({
          status: 400,
          details: [{ path: "url", message }]
        })
  })

  it("are at most ten of each kind", async () => {
    const { api } = await (await open()).withShop()
    for (let n = 0; n < 10; n++) await api.realtime.createCoupon(given())
    await expect(api.realtime.createCoupon(given())).rejects.toMatchObject({ status: 409 })
    await api.realtime.createShipping(given())
  })

  it("get a new secret from the operator, of either kind", async () => {
    const { api, operator, shop } = await (await open()).withShop()
    for (const kind of kinds) {
      const { id, secret } = await api.realtime[`create${kind}`](given())
      const next = await operator.realtime.rotate({ shop: shop.id, endpoint: id, overlap_seconds: 3600 })
      expect(next.secret).toMatch(/^whsec_/)
      expect(next.secret).not.toBe(secret)
    }
  })

  it("are paused and resumed by the operator, also without keys of their application", async () => {
    const { api, as, clock, operator, shop } = await (await open()).withShop()
    const expires_at = new Date(Math.ceil(clock.now() / 1000) * 1000 + 60_000).toISOString()
    const pair = await operator.keys.create({ shop: shop.id, permission: "read-write", expires_at })
    const { id } = await api.realtime.createCoupon(given())
    const { id: endpoint } = await as(pair).realtime.createShipping(given())
    const states = async () => (await operator.realtime.list({ shop: shop.id })).map(({ state }) => state)
    const set = (paused: 0 | 1, endpoint: string) => operator.realtime.setPaused({ shop: shop.id, endpoint, paused })
    expect(await set(1, id)).toEqual({ ok: 1, err: null })
    expect(await states()).toEqual(["paused", "closed"])
    await set(0, id)
    clock.advance(61_000)
    expect(await states()).toEqual(["closed", "paused"])
    await set(0, endpoint)
    expect(await states()).toEqual(["closed", "closed"])
  })

  it("give no option and take no code where the shop has none", async () => {
    const { api } = await (await open()).withShop()
    const items = [{ sku: "QUOTED-1", quantity: 2, price: 9.5 }]
    expect(await api.realtime.quote({ country: "IT", items })).toEqual({ options: [] })
    const check = await api.coupons.check({ code: "NOWHERE", item_id: items as never })
    expect(check).toEqual({ usable: false, amount: 0, reasons: ["it is not a coupon of this shop"] })
  })

  it("are asked for items with a price, in a currency that the shop accepts, in a state of the country", async () => {
    const { api } = await (await open()).withShop()
    const refused = (more: object) =>
      api.realtime.quote({ country: "IT", items: [{ sku: "UNKNOWN-1", quantity: 1 }], ...more }).then(
        () => [],
        (error) => error.details.map(({ path }: { path: string }) => path)
      )
    expect(await refused({})).toEqual(["items[0][sku]"])
    expect(await refused({ currency: "JPY" })).toEqual(["currency", "items[0][sku]"])
    expect(await refused({ state: "Bavaria" })).toEqual(["state"])
    expect(await refused({ country: "ZZ", items: [] })).toEqual(["country", "items"])
  })
})

const addressedBy = (kind: (typeof kinds)[number]) => addressed("id", (store) => made[kind](store))()
const ofOperator = {
  given: async (store: Store) => ({ shop: store.shop.id, endpoint: await made.Coupon(store) }),
  absent: <Given extends object>(one: Given) => ({ ...one, endpoint: noId })
}

export const realtime: Covered<"realtime"> = {
  suite: promises,
  subjects: {
    listCoupons: after(made.Coupon),
    createCoupon: { given: givenWithRoom("Coupon") },
    removeCoupon: addressedBy("Coupon"),
    listShippings: after(made.Shipping),
    createShipping: { given: givenWithRoom("Shipping") },
    removeShipping: addressedBy("Shipping"),
    quote: { given: () => ({ country: "IT", items: [{ sku: `QUOTED-${unique()}`, quantity: 1, price: 5 }] }) },
    list: {
      given: async (store) => made.Coupon(store).then(() => ({ shop: store.shop.id })),
      absent: () => ({ shop: noId })
    },
    rotate: ofOperator,
    setPaused: {
      given: async (store) => ({ ...(await ofOperator.given(store)), paused: 1 }),
      absent: ofOperator.absent
    }
  }
}
