/** The rules on the parameters of orders, and the document of a new order. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { NewOrder } from "../../src/areas/orders.ts"
import {
  collections,
  discountWithoutCode,
  excessiveSums,
  linesOf,
  type OrderFacts,
  orderOf,
  orderSumsOf,
  orders,
  totalOf,
  trackingAfter,
  wordsOf
} from "../../src/areas/orders.ts"
import { currencyDigits } from "../../src/contract/currencies.ts"
import { add, compare, decimal, numberOf, round, subtract, times } from "../../src/contract/money.ts"

const named = (found: ReadonlyArray<{ readonly at: ReadonlyArray<string | number> }>) =>
  found.map(({ at }) => at.join("."))
const created = (given: Partial<NewOrder>) => named(orders.endpoints.create.rules({ item_id: [item], ...given }))
const item = { sku: "A", price: 1, quantity: 1 }
const anywhere = { shipping_flag: "not_required" } as const
const address = (side: "billing" | "delivery") => ({
  [`${side}_fullname`]: "Anna Rossi",
  [`${side}_email`]: "anna@example.com",
  [`${side}_address`]: "Via Roma 1",
  [`${side}_phone`]: "1",
  [`${side}_city`]: "Milano",
  [`${side}_postal_code`]: "20100",
  [`${side}_state`]: "MI",
  [`${side}_country`]: "IT"
})
const complete = { ...address("billing"), ...address("delivery") }

describe("a new order's addresses", () => {
  it("are required, and every missing part of both is reported", () => {
    assert.sameMembers(created({}), Object.keys(complete))
    assert.deepStrictEqual(created(complete), [])
  })
  it("are optional if nothing is shipped, but checked if they are sent", () => {
    assert.deepStrictEqual(created(anywhere), [])
    assert.deepStrictEqual(created({ ...anywhere, billing_country: "IT", billing_state: "Bayern" }), ["billing_state"])
    assert.deepStrictEqual(created({ ...anywhere, delivery_state: "MI" }), ["delivery_state"])
  })
  it.each(["MI", "IT-MI", "Milano", "milano"])("accept %s as a state", (state) => {
    assert.deepStrictEqual(created({ ...complete, billing_state: state }), [])
  })
  it("accept any text as a state of a country without states", () => {
    assert.deepStrictEqual(created({ ...complete, billing_country: "VA", billing_state: "anything" }), [])
  })
})

describe("a new order's invoice", () => {
  const invoice = (digital_invoice: object, require_invoice: 0 | 1 = 1) =>
    created({ ...anywhere, require_invoice, digital_invoice: digital_invoice as never })
  it.each<[string, object, ReadonlyArray<string>]>([
    ["a company by number and address", { type: "company", company_vat_number: "1", company_pec_address: "a" }, []],
    ["a company by number and code", { type: "company", company_vat_number: "1", company_unique_code: "a" }, []],
    ["a person by number", { type: "person", person_tax_number: "1" }, []],
    ["a person with an address", { type: "person", person_tax_number: "1", person_pec_address: "a" }, []],
    ["a company without a number", { type: "company", company_unique_code: "a" }, ["company_vat_number"]],
    ["a company that cannot be reached", { type: "company", company_vat_number: "1" }, ["company_pec_address"]],
    ["a person without a number", { type: "person" }, ["person_tax_number"]],
    [
      "a person with a company's fields",
      { type: "person", person_tax_number: "1", company_vat_number: "1", company_unique_code: "1" },
      ["company_vat_number", "company_unique_code"]
    ],
    [
      "a company with a person's",
      { type: "company", company_vat_number: "1", company_unique_code: "1", person_pec_address: "a" },
      ["person_pec_address"]
    ]
  ])("is made out to %s", (_, given, wrong) => {
    assert.deepStrictEqual(
      invoice(given),
      wrong.map((name) => `digital_invoice.${name}`)
    )
  })
  it("is required if requested, and refused otherwise", () => {
    assert.deepStrictEqual(created({ ...anywhere, require_invoice: 1 }), ["digital_invoice"])
    assert.deepStrictEqual(invoice({ type: "person", person_tax_number: "1" }, 0), ["digital_invoice"])
  })
})

describe("a new order's items", () => {
  it("are at least one", () => {
    assert.deepStrictEqual(created({ ...anywhere, item_id: [] }), ["item_id"])
  })
})

describe("tracking", () => {
  const updated = (given: object) => named(orders.endpoints.update.rules({ orderID: "1_a", ...given }))
  const whole = { courier: "brt", tracking: "1", pickup_date: "2026-01-01", tracking_url: "x" }
  it("is accepted with status 3 only; otherwise each name is refused", () => {
    assert.deepStrictEqual(updated({ status: 3, ...whole }), [])
    for (const status of [0, 1, 2, 4, 5, 6, 7, 8])
      assert.deepStrictEqual(updated({ status, ...whole }), Object.keys(whole))
  })
  it("requires the day if both courier and number are sent", () => {
    assert.deepStrictEqual(updated({ status: 3, courier: "brt", tracking: "1" }), ["pickup_date"])
    assert.deepStrictEqual(updated({ status: 3, courier: "brt" }), [])
    assert.deepStrictEqual(updated({ status: 3, tracking: "1" }), [])
  })
  it("replaces the parts that are sent and keeps the rest", () => {
    const before = { url: "u", courier: "brt", tracking: "1", pickup_date: "2026-01-01" }
    assert.deepStrictEqual(trackingAfter(before, { tracking: "2" }), { ...before, tracking: "2" })
    assert.deepStrictEqual(trackingAfter(before, { tracking_url: "v" }), { ...before, url: "v" })
    assert.isUndefined(trackingAfter(before, {}))
  })
})

const price = fc.integer({ min: 0, max: 10_000_000 }).map((units) => Number(`${units}e-3`))
const line = fc.record({ sku: fc.constantFrom("A", "B"), price, quantity: fc.integer({ min: 1, max: 999 }) })
const cart = fc.record({
  item_id: fc.array(line, { minLength: 1, maxLength: 20 }),
  shipping_cost: price,
  payment_cost: price
})

/** Currencies of no, two, three and four digits. */
const digitsOfCurrencies = fc.constantFrom("JPY", "EUR", "KWD", "CLF").map((code) => currencyDigits(code)!)

describe("an order's amounts", () => {
  it("are the sum of their rounded parts", () => {
    fc.assert(
      fc.property(cart, digitsOfCurrencies, (given, digits) => {
        const sums = orderSumsOf(given, digits)
        const lines = given.item_id.map(({ price, quantity }) =>
          round(times(decimal(price), decimal(quantity)), digits)
        )
        const parts = add(...lines, decimal(sums.shipping), decimal(sums.payment))
        assert.strictEqual(totalOf(sums, 0), numberOf(parts))
        assert.strictEqual(totalOf(sums, sums.items), numberOf(add(decimal(sums.shipping), decimal(sums.payment))))
        for (const sum of Object.values(sums)) assert.strictEqual(numberOf(round(decimal(sum), digits)), sum)
      })
    )
  })
  it("print a total that is exactly the sum of the printed parts, and never below 0", () => {
    const anyPrice = fc.oneof(price, fc.double({ min: 0, max: 1e9, noNaN: true }))
    const anyCart = fc.record({
      item_id: fc.array(
        fc.record({ sku: fc.constant("A"), price: anyPrice, quantity: fc.integer({ min: 1, max: 99 }) }),
        {
          minLength: 1,
          maxLength: 20
        }
      ),
      shipping_cost: anyPrice,
      payment_cost: anyPrice
    })
    fc.assert(
      fc.property(anyCart, anyPrice, digitsOfCurrencies, (given, off, digits) => {
        const sums = orderSumsOf(given, digits)
        fc.pre(excessiveSums(sums, digits).length === 0)
        const printed = (amount: number) => decimal(JSON.parse(JSON.stringify(amount)))
        const saleAmount = discountWithoutCode(off, sums, digits)
        const total = printed(totalOf(sums, saleAmount))
        const parts = add(printed(sums.items), printed(sums.shipping), printed(sums.payment))
        assert.strictEqual(compare(total, subtract(parts, printed(saleAmount))), 0)
        assert.isAtLeast(compare(total, decimal(0)), 0)
      })
    )
  })
  it("are refused if they come to more than prints exactly", () => {
    const excessive = (items: number, digits: number, shipping = 0, payment = 0) =>
      excessiveSums({ items, shipping, payment }, digits).map(({ at }) => at.join("."))
    assert.deepStrictEqual(excessive(999_999_999_999.99, 2), [])
    assert.deepStrictEqual(excessive(10 ** 12, 2), ["item_id"])
    assert.deepStrictEqual(excessive(99_999_999_999.9999, 4), [])
    assert.deepStrictEqual(excessive(10 ** 11, 4), ["item_id"])
    assert.deepStrictEqual(excessive(1, 2, 999_999_999_999, 999_999_999_999), ["shipping_cost", "payment_cost"])
    assert.deepStrictEqual(excessive(1, 2, 10 ** 12), ["shipping_cost"])
    assert.deepStrictEqual(excessive(1, 2, 0, 999_999_999_999), ["payment_cost"])
    assert.deepStrictEqual(excessive(5 * 10 ** 11, 2, 5 * 10 ** 11), ["item_id", "shipping_cost"])
    const rounded = {
      item_id: [{ sku: "A", price: 999_999_999_999.999, quantity: 1 }],
      shipping_cost: 0,
      payment_cost: 0
    }
    assert.lengthOf(excessiveSums(orderSumsOf(rounded, 2), 2), 1)
    assert.lengthOf(excessiveSums(orderSumsOf(rounded, 3), 3), 0)
  })
  it("round each line half up", () => {
    const three = [1, 2, 3].map(() => ({ sku: "A", price: 0.335, quantity: 1 }))
    assert.strictEqual(orderSumsOf({ item_id: three, shipping_cost: 1.005, payment_cost: 0 }, 2).items, 1.02)
    assert.strictEqual(orderSumsOf({ item_id: three, shipping_cost: 1.005, payment_cost: 0 }, 2).shipping, 1.01)
  })
})

const known = (sku: string) => ({ uid: sku === "A" ? 7 : 0, title: `title of ${sku}` })

describe("an order's lines", () => {
  it("are keyed by product and options, and by a number if they repeat", () => {
    const options = ["red", "red", "red#2", "red", undefined]
    const items = options.map((one) => ({ ...item, ...(one === undefined ? {} : { options: one }) }))
    const lines = linesOf([...items, { ...item, sku: "B", title: "mine" }], known)
    assert.deepStrictEqual(Object.keys(lines), ["7#|#red", "7#|#red#2", "7#|#red#2#2", "7#|#red#3", "7#|#", "0#|#"])
    assert.deepStrictEqual(lines["7#|#"], { count: 1, price: 1, options: "", title: "title of A", sku: "A" })
    assert.strictEqual(lines["0#|#"]?.title, "mine")
  })
  it("are as many as the items", () => {
    const options = fc.constantFrom("", "red", "red#2", "#2", "red#2#2", "#|#")
    fc.assert(
      fc.property(fc.array(options, { maxLength: 12 }), (all) => {
        const items = all.map((one, price) => ({ ...item, price, options: one }))
        const lines = Object.values(linesOf(items, known))
        assert.deepStrictEqual(
          lines.map(({ price }) => price),
          items.map(({ price }) => price)
        )
      })
    )
  })
})

describe("an order's document", () => {
  const decided: OrderFacts = {
    orderID: "1_0",
    short_id: "1",
    micros: 1_700_000_000_123_456,
    ip: "10.0.0.1",
    buyer: { id: null, userUID: -1 },
    known,
    sums: { items: 1, shipping: 0, payment: 0 },
    saleAmount: 0,
    coupon: null,
    taken: [],
    currency: "EUR",
    locale: "it_IT"
  }
  const parameters: NewOrder = {
    ...{ item_id: [item], shipping_method: "s", shipping_cost: 0, payment_method: "p", payment_cost: 0 },
    ...{ order_status: 0, require_invoice: 0 }
  }
  it("stores the detail on its first line and the rest on the second", () => {
    const order = orderOf({ ...parameters, ...complete, tags: ["a", "b", "a"] }, decided)
    const [detail = "", beside = ""] = collections.orders.encode(order).split("\n")
    assert.hasAllKeys(JSON.parse(detail), [
      ...["orderID", "billing", "delivery", "cart", "total", "userUID", "orderDate", "method", "payment"],
      ...["status", "message", "transactionID", "customer"]
    ])
    assert.deepStrictEqual(JSON.parse(beside).tags, ["a", "b"])
    assert.deepStrictEqual(collections.orders.decode(`${detail}\n${beside}`), order)
  })
  it("stores countries and states by their uids", () => {
    const order = orderOf({ ...parameters, ...complete, billing_state: "it-mi", delivery_country: "VA" }, decided)
    assert.deepStrictEqual([order.billing.country, order.delivery.country], ["380", "336"])
    assert.match(order.billing.state, /^380\d{3}$/)
    assert.strictEqual(order.delivery.state, "MI")
  })
  it("is placed at the timestamp sent, or by default at its creation", () => {
    assert.deepStrictEqual(orderOf(parameters, decided).orderDate, { sec: 1_700_000_000, usec: 123_456 })
    const order = orderOf({ ...parameters, timestamp: 5 }, decided)
    assert.deepStrictEqual(order.orderDate, { sec: 5, usec: 0 })
    assert.deepStrictEqual(order.log, [{ eventId: 0, status: 0, ts: 1_700_000_000, ip: "10.0.0.1" }])
  })
})

describe("the words of a name", () => {
  it("are its runs of letters and digits, in lower case, each once", () => {
    assert.deepStrictEqual(wordsOf("  Anna-Maria d'Àngelo ANNA 3"), ["anna", "maria", "d", "àngelo", "3"])
    assert.deepStrictEqual(wordsOf("A\u0300"), ["à"])
    assert.deepStrictEqual(wordsOf(" - "), [])
  })
})
