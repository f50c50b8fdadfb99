/** The rules of coupons, and the amount that a coupon takes off a cart. */
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Coupon } from "../../src/areas/coupons.ts"
import {
  type Cart,
  type CartItem,
  checkRule,
  codesTyped,
  couponSummary,
  coupons,
  couponTyped,
  maxDiscount,
  type RuleName,
  type Rules,
  setRule,
  showRules,
  usable
} from "../../src/areas/coupons.ts"
import { parse } from "../../src/contract/form.ts"
import { add, compare, decimal, numberOf, round, times } from "../../src/contract/money.ts"
import { reader } from "../../src/contract/reader.ts"

const coupon = (more: Partial<Coupon> = {}): Coupon => ({
  uid: 1,
  coupon_id: "568a5de7b2d8f41c0f8b4567",
  code: "Summer",
  name: "Summer sale",
  type: 1,
  value: 10,
  min_sum: 0,
  active: 1,
  unlimited: 0,
  count: 10,
  start_time: 1000,
  end_time: 2000,
  rules: {},
  used: 0,
  ...more
})
const item = (more: Partial<CartItem> = {}): CartItem => ({
  sku: "A",
  price: 10,
  count: 1,
  tags: [],
  brandUID: null,
  categories: [],
  productUID: 1,
  reduced: false,
  ...more
})
const cart = (more: Partial<Cart> = {}): Cart => ({
  items: [item()],
  email: "anna@example.com",
  shipping: { cost: 5, method: "standard", countryUID: 380, stateUID: 380001 },
  now: 1500,
  used: 0,
  usedByEmail: 0,
  digits: 2,
  ...more
})
/** The amount taken off, or the reasons of the refusal. */
const off = (given: Coupon, on: Cart): number | string =>
  Result.merge(Result.mapError(usable(given, on), (reasons) => reasons.join("; ")))
const withRules = (rules: Partial<Record<RuleName, string>>): Coupon =>
  coupon({
    rules: Object.entries(rules).reduce<Rules>((set, [name, value]) => setRule(set, name as RuleName, value), {})
  })

describe("a code that a buyer typed", () => {
  const among = (typed: string, codes: ReadonlyArray<string>) => {
    const { lookups } = coupons.collections.coupons
    const found = codes
      .map((code) => ({ doc: coupon({ code }) }))
      .filter(({ doc }) => [lookups.code.of(doc)].flat().some((value) => codesTyped(typed).includes(String(value))))
    return couponTyped(typed, found)?.doc.code
  }
  it.each([
    ["SUMMER", ["Summer"], "Summer"],
    [" summer\n", ["Summer"], "Summer"],
    // A coupon of before, which kept its blank.
    ["summer ", ["Summer", "Summer "], "Summer "],
    ["summer", ["Summer "], undefined],
    ["sum mer", ["Summer"], undefined]
  ])("%j among %j is that of %j", (typed, codes, meant) => {
    expect(among(typed, codes)).toBe(meant)
  })
})

describe("usable", () => {
  it("takes off a percentage of the sum, or a fixed value of at most the sum", () => {
    expect(off(coupon(), cart({ items: [item({ price: 19.99, count: 3 })] }))).toBe(6)
    expect(off(coupon({ type: 0, value: 7.5 }), cart())).toBe(7.5)
    expect(off(coupon({ type: 0, value: 75 }), cart())).toBe(10)
  })

  it("computes in decimals and rounds half up", () => {
    expect(off(coupon({ value: 50 }), cart({ items: [item({ price: 2.01 })] }))).toBe(1.01)
    expect(off(coupon({ value: 100 }), cart({ items: [item({ price: 1.005 })] }))).toBe(1.01)
    expect(off(coupon({ value: 10 }), cart({ items: [item({ price: 15 })], digits: 0 }))).toBe(2)
  })

  it("is valid from its first second to its last", () => {
    const at = (now: number) => off(coupon(), cart({ now }))
    expect([at(999), at(1000), at(2000), at(2001)]).toEqual(["it is not valid yet", 1, 1, "it is no longer valid"])
  })

  it("refuses an inactive or used-up coupon, and a sum below its minimum", () => {
    expect(off(coupon({ active: 0 }), cart())).toBe("it is not active")
    expect(off(coupon({ count: 2 }), cart({ used: 1 }))).toBe(1)
    expect(off(coupon({ count: 2 }), cart({ used: 2 }))).toBe("it has no uses left")
    expect(off(coupon({ count: 2, unlimited: 1 }), cart({ used: 2 }))).toBe(1)
    expect(off(coupon({ min_sum: 10 }), cart())).toBe(1)
    expect(off(coupon({ min_sum: 10.01 }), cart())).toBe("the items that it applies to come to less than 10.01")
  })

  it("accepts only the buyers in its list, in any case", () => {
    const named = withRules({ users_email: "ANNA@example.com, bruno@example.com" })
    expect(off(named, cart())).toBe(1)
    expect(off(named, cart({ email: "carla@example.com" }))).toBe("it is not for this buyer")
    expect(off(named, cart({ email: "" }))).toBe("it is not for this buyer")
  })

  it("allows one order per buyer if a rule says so", () => {
    const once = withRules({ one_use_for_email: "1" })
    expect(off(once, cart())).toBe(1)
    expect(off(once, cart({ usedByEmail: 1 }))).toBe("the buyer has used it already")
    expect(off(once, cart({ email: "" }))).toContain("names no buyer")
    expect(off(withRules({ one_use_for_email: "0" }), cart({ usedByEmail: 1 }))).toBe(1)
  })

  it("gives every reason at once", () => {
    const given = coupon({
      active: 0,
      count: 0,
      min_sum: 11,
      start_time: 1600,
      rules: { users_email: ["b@example.com"] }
    })
    expect(Result.flip(usable(given, cart()))).toEqual(
      Result.succeed([
        "it is not active",
        "it is not valid yet",
        "it has no uses left",
        "it is not for this buyer",
        "the items that it applies to come to less than 11"
      ])
    )
    const none = withRules({ tags: "silk" })
    expect(off({ ...none, min_sum: 1 }, cart())).toContain("it applies to no item of the order; the items that")
  })

  it("looks once at the lists of a product that is in many lines, however long they and the rule are", () => {
    const tags = Array.from({ length: 10_000 }, (_, n) => `tag ${n}`)
    let looks = 0
    const watched = new Proxy(tags, {
      get: (target, name) => {
        if (name === "some") looks++
        return Reflect.get(target, name)
      }
    })
    const items = Array.from({ length: 3333 }, () => item({ tags: watched }))
    const given = coupon({ rules: { tags: tags.map((tag) => `no ${tag}`) } })
    expect(off(given, cart({ items }))).toContain("no item")
    expect(looks).toBe(1)
  })

  it("counts only items that meet every rule", () => {
    const items = [
      item({ price: 10, tags: ["Linen"], brandUID: 3, categories: [1, 2], productUID: 7 }),
      item({ price: 100, tags: ["wool"], brandUID: 4, categories: [2], productUID: 8, reduced: true })
    ]
    const ofRules = (rules: Parameters<typeof withRules>[0]) => off(withRules(rules), cart({ items }))
    expect(ofRules({})).toBe(11)
    expect(ofRules({ tags: "linen,silk" })).toBe(1)
    expect(ofRules({ brand: "4" })).toBe(10)
    expect(ofRules({ categories: "2" })).toBe(11)
    expect(ofRules({ categories: "1" })).toBe(1)
    expect(ofRules({ products: "8" })).toBe(10)
    expect(ofRules({ discount: "0" })).toBe(1)
    expect(ofRules({ discount: "1" })).toBe(11)
    expect(ofRules({ categories: "2", brand: "3" })).toBe(1)
    expect(ofRules({ tags: "wool", brand: "3" })).toBe("it applies to no item of the order")
  })

  it("takes shipping off if the delivery matches each kind of place", () => {
    const ofRules = (remove_shipping: string) => off(withRules({ remove_shipping }), cart())
    expect(ofRules("country:380")).toBe(6)
    expect(ofRules("country:250")).toBe(1)
    expect(ofRules("country:250,country:380")).toBe(6)
    expect(ofRules("country:380,ship:express")).toBe(1)
    expect(ofRules("country:380,state:380001,ship:Standard")).toBe(6)
  })
})

describe("a coupon of any kind on any cart", () => {
  const price = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 1000)
  const items = fc.array(
    fc
      .record({ price, count: fc.integer({ min: 1, max: 50 }), brandUID: fc.constantFrom(1, 2, null) })
      .map((some) => item(some)),
    { maxLength: 6 }
  )
  const carts = fc
    .record({ items, cost: price, digits: fc.constantFrom(0, 2, 3) })
    .map(({ cost, digits, items }) => cart({ items, digits, shipping: { ...cart().shipping, cost } }))
  const limits = fc
    .record({
      type: fc.constantFrom(0 as const, 1 as const),
      value: fc.integer({ min: 0, max: 10_000 }),
      ship: fc.boolean()
    })
    .map(({ ship, type, value }) =>
      coupon({
        type,
        value: value / 100,
        rules: setRule({}, "remove_shipping", ship ? "country:380" : "")
      })
    )

  it("never takes off less than 0, nor more than the sums", () => {
    fc.assert(
      fc.property(limits, carts, (given, on) => {
        const amount = off(given, on)
        if (typeof amount === "string") {
          expect(on.items).toEqual([])
          return
        }
        const sum = add(
          decimal(0),
          ...on.items.map(({ count, price }) => round(times(decimal(price), decimal(count)), on.digits))
        )
        const shipping = given.rules.remove_shipping_country === undefined ? decimal(0) : decimal(on.shipping.cost)
        const largest = add(sum, round(shipping, on.digits))
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(compare(decimal(amount), largest)).toBeLessThanOrEqual(0)
        expect(maxDiscount(given, on)).toBe(numberOf(largest))
        expect(compare(decimal(amount), round(decimal(amount), on.digits))).toBe(0)
      })
    )
  })

  it("never counts more items after a rule is added", () => {
    fc.assert(
      fc.property(limits, carts, fc.constantFrom("1", "2"), (given, on, brand) => {
        const free = off(given, on)
        const bound = off({ ...given, rules: setRule(given.rules, "brand", brand) }, on)
        if (typeof bound === "number") expect(bound).toBeLessThanOrEqual(Number(free))
      })
    )
  })
})

describe("rules", () => {
  it("are shown exactly as specified when none is set", () => {
    expect(showRules({})).toEqual({
      remove_shipping_country: "",
      remove_shipping_state: "",
      remove_shipping_ship: "",
      brand: "NULL",
      tags: []
    })
  })

  it("are shown as set", () => {
    const set = withRules({
      remove_shipping: "country:380, ship:standard,country:250",
      one_use_for_email: "true",
      brand: "12",
      categories: "1,2,2",
      discount: "0",
      products: "3",
      tags: "linen, wool",
      users_email: "a@b.it"
    })
    expect(showRules(set.rules)).toEqual({
      remove_shipping_country: "380,250",
      remove_shipping_state: "",
      remove_shipping_ship: "standard",
      one_use_for_email: 1,
      brand: "12",
      categories: ["1", "2"],
      discount: 0,
      products: ["3"],
      tags: ["linen", "wool"],
      users_email: ["a@b.it"]
    })
  })

  it("are reset one at a time by an empty value", () => {
    const set = withRules({ remove_shipping: "country:380", tags: "linen", brand: "1" })
    expect(setRule(set.rules, "remove_shipping", "")).toEqual({ tags: ["linen"], brand: "1" })
    expect(setRule(set.rules, "tags", [])).toEqual({ remove_shipping_country: "380", brand: "1" })
  })

  it("stay the same object if what is shown is sent back", () => {
    const unset: Rules = {}
    expect(setRule(unset, "brand", showRules(unset).brand)).toBe(unset)
    const erased: Rules = { users_email: ["erased"] }
    expect(setRule(erased, "users_email", erased.users_email!)).toBe(erased)
    expect(setRule({ brand: "2" }, "brand", "null")).toEqual({})
  })

  it("stay the same object if the value does not change", () => {
    const { rules } = withRules({ remove_shipping: "country:380", tags: "linen,wool", discount: "0" })
    expect(setRule(rules, "tags", ["linen", "wool"])).toBe(rules)
    expect(setRule(rules, "remove_shipping", "country:380")).toBe(rules)
    expect(setRule(rules, "one_use_for_email", "0")).toBe(rules)
    expect(setRule(rules, "discount", "1")).not.toBe(rules)
  })

  it.each<[RuleName, string]>([
    ["brand", "1,2"],
    ["brand", "nike"],
    ["brand", "0"],
    ["categories", "1,x"],
    ["products", "1.5"],
    ["discount", "2"],
    ["one_use_for_email", "yes"],
    ["users_email", "anna"],
    ["remove_shipping", "380"],
    ["remove_shipping", "country:"],
    ["remove_shipping", "country:999"],
    ["remove_shipping", "state:380"],
    ["remove_shipping", "toString:1"]
  ])("refuse %s %j", (name, value) => {
    expect(checkRule(name, value)).toHaveLength(1)
  })

  it.each<[RuleName, ReadonlyArray<string | undefined>, ReadonlyArray<string>]>([
    ["users_email", ["ok@x.example", "bad"], ["rule_value.1"]],
    ["users_email", [undefined, "bad,worse", "bad"], ["rule_value.1", "rule_value.2"]],
    ["products", ["1", "x"], ["rule_value.1"]],
    ["brand", ["1", "2"], ["rule_value.1"]],
    ["brand", ["nike", "2"], ["rule_value.0", "rule_value.1"]],
    ["tags", ["a,".repeat(1001)], ["rule_value"]]
  ])("name the members of %s that are wrong (%#)", (name, value, paths) => {
    expect(checkRule(name, value).map(({ at }) => at.join("."))).toEqual(paths)
  })

  it.each<[RuleName, string, Rules]>([
    ["one_use_for_email", "TRUE", { one_use_for_email: 1 }],
    ["one_use_for_email", "False", {}],
    ["discount", "00", { discount: 0 }],
    ["brand", "02", { brand: "2" }],
    ["categories", "2, 02,3", { categories: ["2", "3"] }],
    ["products", "007", { products: ["7"] }],
    ["remove_shipping", "country:0380", { remove_shipping_country: "380" }],
    ["remove_shipping", "ship:01", { remove_shipping_ship: "01" }]
  ])("read numbers and flags of %s %j as parameters are read", (name, value, rules) => {
    expect([checkRule(name, value), setRule({}, name, value)]).toEqual([[], rules])
  })

  it.each<[RuleName, string]>([
    ["brand", ""],
    ["brand", "NULL"],
    ["users_email", "erased"],
    ["tags", "anything, at all"],
    ["remove_shipping", "country:380,state:380001,ship:a:b"]
  ])("take %s %j", (name, value) => {
    expect(checkRule(name, value)).toEqual([])
  })
})

describe("a coupon", () => {
  it("is shown with type and value as texts, and with dates in the shop's time zone", () => {
    expect(couponSummary(coupon({ start_time: 1450372794, end_time: 1456786799 }), "Europe/Rome")).toMatchObject({
      type: "1",
      value: "10",
      unlimited: false,
      active: 1,
      startDate: { sec: 1450372794, usec: 0 },
      iso: { startDate: "2015-12-17T18:19:54+0100", stopDate: "2016-02-29T23:59:59+0100" }
    })
  })

  const { read } = reader((coupons.endpoints.create.input as never as { ast: never }).ast)
  const problems = (form: string) => {
    const { problems, root } = parse(form)
    const found = coupons.endpoints.create.rules(read([root], problems)).map(({ at }) => at.join("."))
    return [...problems.details.map(({ path }) => path), ...found]
  }

  it("is refused for all missing parameters at once", () => {
    expect(problems("")).toEqual([
      "code",
      "name",
      "type",
      "value",
      "min_sum",
      "active",
      "start_time",
      "end_time",
      "unlimited",
      "count",
      "rules[users_email]"
    ])
  })

  it("has a code and a name that are not blank, of up to 255 characters", () => {
    const rest = "type=0&value=1&min_sum=0&active=1&start_time=1&end_time=1&unlimited=0&count=1&rules[users_email]="
    const of = (text: string) => problems(`code=${text}&name=${text}&${rest}`)
    expect(of("x".repeat(255))).toEqual([])
    expect(of("x".repeat(256))).toEqual(["code", "name"])
    expect(of("+%20")).toEqual(["code", "name"])
  })

  it("must be sent with a list of buyers, which may be empty", () => {
    const rest = "code=a&name=b&type=0&value=1&min_sum=0&active=1&start_time=1&end_time=1&unlimited=0&count=1"
    expect(problems(rest)).toEqual(["rules[users_email]"])
    expect(problems(`${rest}&rules[users_email]=`)).toEqual([])
    expect(problems(`${rest}&rules[users_email][]=`)).toEqual([])
    expect(problems(`${rest}&rules[users_email]=a@b.it,c@d.it`)).toEqual([])
    expect(problems(`${rest}&rules[users_email]=anna`)).toEqual(["rules[users_email]"])
  })

  it("cannot end before it begins, or take off more than 100 percent", () => {
    const rest = "code=a&name=b&min_sum=0&active=1&unlimited=0&count=1&rules[users_email]="
    expect(problems(`${rest}&type=1&value=100.5&start_time=2&end_time=1`)).toEqual(["value", "end_time"])
    expect(problems(`${rest}&type=0&value=100.5&start_time=2&end_time=2`)).toEqual([])
  })
})
