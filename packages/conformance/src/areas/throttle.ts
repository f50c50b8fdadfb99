/** Throttle: the policies, as the operator is shown them. */
import { policies } from "@bottega/domain/throttle"
import { expect, it } from "vitest"
import type { Covered } from "../subjects.ts"
import { suite } from "../surface.ts"

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
})

export const throttle: Covered<"throttle"> = { suite: promises, subjects: { policies: { given: () => ({}) } } }
