/** Throttle: the policies that the operator sees, and what they have counted. */
import { policies } from "@bottega/domain/throttle"
import { describe, expect, it } from "vitest"
import { type Covered, unique } from "../subjects.ts"
import { type Store, suite } from "../surface.ts"
import { refused } from "./orders/sample.ts"

const promises = suite("throttle", (open) => {
  it("shows the policies with the installation's own numbers and what they count", async () => {
    const store = await open()
    const twin = await store.twin({ policies: { ...policies, updates: { ...policies.updates, limit: 7, window: 30 } } })
    const shown = await twin.operator.throttle.policies()
    const byName = Object.fromEntries(shown.map((policy) => [policy.name, policy]))
    expect(byName["updates"]).toMatchObject({ limit: 7, window_seconds: 30, status: 429 })
    expect(byName["updates"]?.endpoints).toContain("/v1.1/orders/orders_filter.json")
    expect(byName["daily"]).toMatchObject({ limit: 100_000, window_seconds: 86_400, status: 509 })
    expect(byName["account"]).toMatchObject({ limit: 40, leak_per_second: 2, status: 429 })
    expect(byName["account"]).not.toHaveProperty("window_seconds")
    const { endpoints = [] } = byName["daily"] ?? {}
    expect(endpoints).toContain("/v1.1/coupons/coupon.json")
    expect(endpoints.every((path) => path.startsWith("/v1.1/"))).toBe(true)
    expect(new Set(endpoints).size).toBe(endpoints.length)
  })

  describe("what they have counted", () => {
    it("is shown for a key set, each policy with its end", async () => {
      const store = await limited(await open())
      const { api, clock, operator } = store
      const { key } = store.pairs.api
      for (let n = 0; n < 3; n++) await api.gallery.list({})
      await api.customers.page({ nodes: ["account"] })
      const shown = Object.fromEntries((await operator.throttle.limits({ key })).map((one) => [one.policy, one]))
      const { account, daily, updates } = shown
      expect([updates?.used, daily?.used, account?.used]).toEqual([3, 4, 1])
      expect([updates?.limit, daily?.limit, account?.limit]).toEqual([5, 100_000, 40])
      expect(Date.parse(updates!.resets_at) - clock.now()).toBe(60_000)
    })

    it("can be set, so that the next call is refused in every process until the window ends", async () => {
      const store = await limited(await open())
      const { clock, operator } = store
      const twin = await store.twin({ policies })
      const { key } = store.pairs.api
      const statuses = async (path: string) => [await statusOf(store, path), await statusOf(twin, path)]
      expect(await statuses(gallery)).toEqual([200, 200])
      await operator.throttle.setUsed({ key, policy: "updates", used: 5 })
      expect([await statuses(gallery), await statuses(changes)]).toEqual([
        [429, 429],
        [429, 429]
      ])
      await operator.throttle.setUsed({ key, policy: "daily", used: 100_000 })
      // A store that cannot tell at once that it has changed is read again after 50 ms.
      clock.advance(1000)
      expect(await statuses(brands)).toEqual([509, 509])
      await operator.throttle.setUsed({ key, policy: "daily", used: 0 })
      clock.advance(61_000)
      expect([await statuses(brands), await statuses(gallery)]).toEqual([
        [200, 200],
        [200, 200]
      ])
      await operator.throttle.setUsed({ key, policy: "account", used: 40 })
      expect(await statusOf(store, accounts)).toBe(429)
      clock.advance(1000)
      expect(await statusOf(store, accounts)).toBe(200)
    })

    it("can be set at most to the limit, and only for a key set that exists", async () => {
      const { operator, pairs } = await limited(await open())
      const { key } = pairs.api
      const over = await refused(operator.throttle.setUsed({ key, policy: "updates", used: 6 }))
      expect(over.details.map(({ path }) => path)).toEqual(["used"])
      expect((await refused(operator.throttle.setUsed({ key: "none", policy: "updates", used: 1 }))).status).toBe(404)
    })
  })
})

/** A shop of its own on a server with the limits as specified. */
const limited = async (store: Store) => (await store.withShop()).twin({ policies })

const gallery = "/v1.1/gallery/list.json"
const changes = "/v1.1/orders/orders_filter.json?updated_from=0&updated_to=1"
const brands = "/v1.1/brands/list.json"
const accounts = "/v1.1/clients/list_paginated.json?nodes=account"

/** The status of a read, which is sent once. */
const statusOf = async ({ send }: Store, path: string): Promise<number> => {
  const [address = "", query = ""] = path.split("?")
  return (await send({ method: "GET", path: address, query })).status
}

const keyOf = ({ pairs }: Store) => ({ key: pairs.reader.key })

export const throttle: Covered<"throttle"> = {
  suite: promises,
  subjects: {
    policies: { given: () => ({}) },
    limits: { given: keyOf, absent: () => ({ key: "none" }) },
    setUsed: {
      given: (store) => ({ ...keyOf(store), policy: "account" as const, used: unique() % 10 }),
      absent: (given) => ({ ...given, key: "none" })
    }
  }
}
