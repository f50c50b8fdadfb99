/** A shop's settings: how they are merged, what they offer, and shops that were stored before there were any. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { builtInMethods, offeredMethods } from "../../src/areas/orders.ts"
import { collections, mergedSettings, type Shop, shopDefaults } from "../../src/areas/shops.ts"

const id = fc.constantFrom(...(Object.keys(builtInMethods) as Array<keyof typeof builtInMethods>))
const cost = fc.option(fc.integer({ min: 0, max: 1000 }).map((cents) => cents / 100))
const given = fc.uniqueArray(fc.record({ id, cost, enabled: fc.boolean() }, { requiredKeys: ["id"] }), {
  selector: (payment) => payment.id
})
const none = { payments: [], warehouse: null }

describe("the payments of a shop", () => {
  it("keep what is not sent, take what is, and have each method once", () => {
    fc.assert(
      fc.property(given, given, (first, second) => {
        const before = mergedSettings(none, { payments: first }).payments
        const after = mergedSettings({ ...none, payments: before }, { payments: second }).payments
        expect(new Set(after.map(({ id }) => id)).size).toBe(after.length)
        for (const payment of after) {
          const was = before.find(({ id }) => id === payment.id) ?? { cost: null, enabled: true }
          expect(payment).toEqual({ ...was, ...second.find(({ id }) => id === payment.id), id: payment.id })
        }
        expect(mergedSettings({ ...none, payments: after }, { payments: second }).payments).toEqual(after)
      })
    )
  })
  it("decide which built-in methods it offers, and at which cost", () => {
    fc.assert(
      fc.property(given, (sent) => {
        const { payments } = mergedSettings(none, { payments: sent })
        const offered = offeredMethods(payments, [{ id: "5f0c3a2b0e1f4d5a6b7c8d9e", label: "Later" }])
        const disabled = new Set<string>(payments.filter(({ enabled }) => !enabled).map(({ id }) => id))
        const builtIn = Object.keys(builtInMethods).filter((id) => !disabled.has(id))
        expect(offered.payments).toEqual([...builtIn, "5f0c3a2b0e1f4d5a6b7c8d9e"])
        for (const [id, method] of Object.entries(offered.payment_setup))
          expect(method.cost).toBe(payments.find((one) => one.id === id)?.cost ?? null)
      })
    )
  })
})

describe("the warehouse of a shop", () => {
  const after = (before: Shop["warehouse"], warehouse?: Partial<NonNullable<Shop["warehouse"]>>) =>
    mergedSettings({ ...none, warehouse: before }, warehouse === undefined ? {} : { warehouse }).warehouse
  const hall = { name: "Hall 1", address: "Via Roma 1" }
  it("is merged by its fields, and is unset if they are empty", () => {
    expect(after(null, { name: "Hall 1" })).toEqual({ name: "Hall 1", address: "" })
    expect(after(hall, { address: "Via Po 2" })).toEqual({ name: "Hall 1", address: "Via Po 2" })
    expect(after(hall)).toEqual(hall)
    expect(after(hall, {})).toBeNull()
    expect(after({ name: "Hall 1", address: "" }, { name: "" })).toBeNull()
  })
})

describe("a shop that was stored before these settings", () => {
  it("has none of them", () => {
    const { payments, warehouse, ...old } = {
      ...shopDefaults,
      id: "0123456789abcdef01234567",
      group_number: 1,
      name: "Old"
    }
    expect(collections.shops.decode(JSON.stringify(old))).toEqual({ ...old, payments, warehouse })
  })
})
