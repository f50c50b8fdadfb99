/**
 * Draws the random calls of a history: from few names, so that calls often concern the same thing, and partly wrong.
 */
import fc from "fast-check"
import { definedOnly, email, flag, joined, type Kind, maybe, often, pick, rarely, tags } from "./arbitraries.ts"
import { customerKinds } from "./customer-calls.ts"
import type { Operation } from "./model.ts"

const codes = ["A", "A", "A", "A", "B", "A.0"] as const
/** SKUs of products, of variants, and of nothing; a repeated one is drawn more often. */
export const skus = ["A", "A", "A", "A", "A.0", "A.1", "B", "none"] as const
const sku = fc.constantFrom(...skus)
/** A SKU with the `is_child` that it suggests, and sometimes with the wrong one. */
const addressed = fc.tuple(sku, rarely(flag)).map(([sku, is_child = sku.includes(".") ? 1 : 0]) => ({ sku, is_child }))
const pieces = fc.integer({ min: 0, max: 4 })
const fewOrNegative = fc.oneof({ weight: 19, arbitrary: pieces }, { weight: 1, arbitrary: fc.constant(-1) })
const price = fc.constantFrom("1", "10", "9.99", "0.335", "0")
const coupon = fc.constantFrom("TEN", "TEN", "ten", "Some")
const status = fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 8)
/** Seconds at which orders with a `timestamp` were placed. */
const moment = fc.constantFrom(1_500_000_000, 1_500_000_001, 1_600_000_000)

const variants = (code: string) =>
  often(
    2,
    fc
      .array(fewOrNegative, { minLength: 1, maxLength: 2 })
      .map((all) => all.map((quantity, n) => ({ sku: `${code}.${n}`, quantity, superkey: `s${n}` })))
  )

const product = fc.constantFrom(...codes).chain((code) =>
  variants(code).chain((variants) =>
    definedOnly({
      code: fc.constant(code),
      title: fc.constant("Title"),
      price: fc.constant("10"),
      unlimited: fc.constantFrom<[0, 0, 0, 1]>(0, 0, 0, 1),
      quantity: variants === undefined ? maybe(fewOrNegative) : fc.constant(undefined),
      variants: fc.constant(variants)
    })
  )
)

const order = definedOnly({
  item_id: fc.array(fc.record({ sku, price, quantity: fc.constantFrom(1, 1, 1, 2) }), {
    minLength: 1,
    maxLength: 2
  }),
  shipping_flag: fc.constant("not_required"),
  shipping_method: fc.constant("courier"),
  shipping_cost: fc.constantFrom("0", "4.5"),
  payment_method: fc.constant("paypal"),
  order_status: fc.constantFrom(0, 0, 1, 2, 3, 6, 7),
  billing_email: maybe(email),
  coupon_code: often(3, coupon),
  coupon_amount: rarely(price),
  currency: rarely(fc.constantFrom("USD", "USD", "USD", "USD", "JPY")),
  tags: maybe(tags),
  timestamp: rarely(moment)
})

/** Every operation's calls. */
export const kinds: Readonly<Record<Operation, Kind>> = {
  "products.create": {
    weight: 5,
    parameters: product,
    flaws: { price: { price: "-1" }, title: { title: "" } },
    first: true
  },
  "products.remove": { weight: 1, parameters: fc.record({ uid: pick("product") }) },
  "inventory.list": { weight: 1, parameters: fc.constant({}) },
  "inventory.set": {
    weight: 2,
    parameters: joined(
      addressed,
      definedOnly({ quantity: fewOrNegative, expected: rarely(pieces), unlimited: rarely(flag) })
    ).map(
      // A parameter for main products only would make the call invalid, so it is left out here and drawn as a flaw.
      (set) => ("unlimited" in set && set.is_child === 1 ? { ...set, unlimited: undefined } : set)
    ),
    flaws: { quantity: { quantity: "1.5" }, unlimited: { is_child: 1, unlimited: 1 } }
  },
  "inventory.increment": {
    weight: 3,
    parameters: joined(addressed, fc.record({ quantity: fc.integer({ min: -3, max: 3 }) })),
    flaws: { sku: { sku: "" }, quantity: { quantity: "some" } }
  },
  "inventory.batch": {
    weight: 2,
    parameters: fc.record({
      stage: fc
        .array(joined(addressed, definedOnly({ quantity: fewOrNegative, expected: rarely(pieces) })), {
          minLength: 1,
          maxLength: 3
        })
        .map((all) => Object.fromEntries(all.map(({ sku, ...setting }) => [sku, setting]))),
      atomic: flag
    }),
    flaws: { atomic: { atomic: "perhaps" } }
  },
  "ledger.list": { weight: 1, parameters: fc.record({ sku, limit: fc.integer({ min: 1, max: 3 }) }) },
  "coupons.create": {
    weight: 5,
    parameters: fc.record({
      code: coupon,
      name: fc.constant("Name"),
      type: flag,
      value: fc.constantFrom(10, 33, 5),
      min_sum: fc.constantFrom(0, 0, 15),
      active: fc.constantFrom(1, 1, 1, 1, 1, 0),
      unlimited: fc.constantFrom(0, 0, 1),
      count: fc.constantFrom(1, 1, 2, 0),
      start_time: fc.constantFrom({ minutes: -60 }, { minutes: -60 }, { minutes: -60 }, { minutes: 45 }),
      end_time: fc.constantFrom({ minutes: 10_000 }, { minutes: 10_000 }, { minutes: 90 }),
      rules: fc.record({ users_email: fc.constantFrom("", "", "", "anna@example.com") })
    }),
    flaws: {
      count: { count: -1 },
      value: { type: 1, value: 101 },
      "rules[users_email]": { rules: undefined },
      end_time: { end_time: 0 }
    },
    first: true
  },
  "coupons.remove": { weight: 1, parameters: fc.record({ uid: pick("coupon") }) },
  "coupons.list": { weight: 1, parameters: fc.constant({}) },
  "coupons.read": { weight: 2, parameters: fc.record({ uid: pick("coupon"), nodes: fc.constant("usage") }) },
  "coupons.updateRules": {
    weight: 1,
    parameters: fc.record({
      uid: pick("coupon"),
      name: fc.constant("one_use_for_email"),
      rule_value: fc.constantFrom("1", "1", "0", "")
    }),
    flaws: { rule_value: { rule_value: "2" } }
  },
  "orders.create": {
    weight: 35,
    parameters: order,
    flaws: {
      shipping_cost: { shipping_cost: "-1" },
      shipping_method: { shipping_method: "" },
      order_status: { order_status: 9 },
      billing_email: { billing_email: "nobody" },
      "item_id[0][quantity]": { item_id: [{ sku: "A", price: "1", quantity: 0 }] }
    }
  },
  "orders.update": {
    weight: 45,
    parameters: fc
      .tuple(pick("order"), status, maybe(fc.constantFrom("P1", "P2")))
      .map(([orderID, status, tracking]) => ({
        ...{ orderID, status },
        ...(status === 3 && tracking !== undefined ? { tracking } : {})
      })),
    flaws: { status: { status: 9 }, courier: { courier: "nobody" } }
  },
  "orders.addTags": {
    weight: 2,
    parameters: fc.record({ orderID: pick("order"), tags }),
    flaws: { tags: { tags: "," } }
  },
  "orders.removeTags": { weight: 2, parameters: fc.record({ orderID: pick("order"), tags }) },
  "orders.remove": {
    weight: 1,
    parameters: fc.record({
      orderID: pick("order"),
      authorization_code: fc.constantFrom("issued", "issued", "kept too long", "made up")
    }),
    keyless: true
  },
  "orders.read": { weight: 2, parameters: fc.record({ orderID: pick("order") }) },
  "orders.timeline": { weight: 1, parameters: fc.record({ orderID: pick("order") }) },
  "orders.list": {
    weight: 5,
    parameters: joined(
      rarely(fc.record({ from: moment, to: moment })),
      definedOnly({
        nodes: fc.constant("tags,billing.email"),
        limit: fc.integer({ min: 1, max: 4 }),
        skip: rarely(fc.nat(2)),
        status: maybe(status),
        tags: rarely(tags),
        since: rarely(moment),
        "billing.email": rarely(email),
        orderID: rarely(fc.array(pick("order"), { minLength: 1, maxLength: 3 }))
      })
    ),
    flaws: { limit: { limit: 1001 }, to: { from: 1, to: undefined }, cursor: { cursor: "!" } }
  },
  ...customerKinds
}
