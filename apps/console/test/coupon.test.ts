/** The conditions of a coupon: what sets them is what differs, and they are read as they were set. */
import { expect, it } from "vitest"
import { changedRules, conditionsOf, noConditions } from "../src/coupon/rules.ts"

const unset = { remove_shipping_country: "", remove_shipping_state: "", remove_shipping_ship: "" }

it("sets only the rules that differ, and resets one with an empty value", () => {
  expect(changedRules(noConditions, noConditions)).toEqual([])
  const after = { ...noConditions, buyers: "a@example.com ,b@example.com", isForReduced: false, methods: "standard" }
  expect(changedRules(noConditions, { ...after, countries: ["380"], states: ["380001"] })).toEqual([
    ["users_email", "a@example.com,b@example.com"],
    ["discount", "0"],
    ["remove_shipping", "country:380,state:380001,ship:standard"]
  ])
  expect(changedRules(after, noConditions)).toEqual([
    ["users_email", ""],
    ["discount", ""],
    ["remove_shipping", ""]
  ])
})

it("reads rules as the server shows them, where the word NULL means none", () => {
  expect(conditionsOf({ ...unset, tags: [], brand: "NULL" })).toEqual(noConditions)
  const shown = { ...unset, tags: ["a", "b"], brand: "3", one_use_for_email: 1 as const, discount: 0, products: ["7"] }
  expect(conditionsOf({ ...shown, remove_shipping_country: "380,250" })).toEqual({
    ...noConditions,
    ...{ tags: "a, b", brand: "3", isOnceEach: true, isForReduced: false, products: ["7"], countries: ["380", "250"] }
  })
})
