/** What forms send, and how values are read and written. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Named } from "../src/contract/operation.ts"
import { operations } from "../src/contract/operations.ts"
import { isMarkup, textOfMarkup } from "../src/detail/markup.ts"
import { textOf } from "../src/detail/text.ts"
import { copyAs, copyKinds } from "../src/explorer/copies.ts"
import { parametersIn, problemsIn } from "../src/explorer/given.ts"
import { numberOf } from "../src/form/number.ts"
import { problemAt, problemsElsewhere } from "../src/form/problems.ts"
import { heldOf, Pairs, sentOf } from "../src/form/values.ts"
import { instantOf, localOf } from "../src/form/zoned.ts"
import { csvLine } from "../src/list/csv.ts"
import { addressIn, codeIn, fragmentOf } from "../src/page/address.ts"
import { operationAt, parametersOf } from "../src/requests/operation.ts"

const inputOf = (id: string): ReadonlyArray<Named> => operations.find((one) => one.id === id)!.input

describe("a form", () => {
  it("sends nothing for what was left empty", () => {
    expect(sentOf(inputOf("products.create"), { code: "A", title: "", variants: [], tags: " , " })).toEqual({
      code: "A"
    })
  })

  it("sends what changed, what is required, and what was emptied", () => {
    const before = heldOf(inputOf("brands.update"), { uid: 1, name: "One", description: "<p>Old</p>", seo_title: "T" })
    const sent = sentOf(inputOf("brands.update"), { ...before, description: "", seo_title: "U" }, before)
    expect(sent).toEqual({ uid: "1", name: "One", description: "", seo_title: "U" })
  })

  it("unsets what may be null", () => {
    const before = heldOf(inputOf("products.update"), { uid: 1, brandUID: 3 })
    expect(sentOf(inputOf("products.update"), { ...before, brandUID: "" }, before)).toEqual({
      uid: "1",
      brandUID: null
    })
  })

  it("holds the answers of reads, and sends the same again", () => {
    const given = { orderID: "1_a", tags: ["a", "b"], item_id: [{ sku: "A", quantity: 2 }] }
    const fields = inputOf("orders.create")
    expect(sentOf(fields, heldOf(fields, given))).toEqual({ tags: ["a", "b"], item_id: [{ sku: "A", quantity: "2" }] })
  })

  it("sends the pairs of a record", () => {
    const fields = inputOf("products.create")
    const attributes = new Pairs([["color", "red"], ["", "lost"], ["size", ""]]) // biome-ignore format: pairs
    expect(sentOf(fields, { attributes })).toEqual({ attributes: { color: "red" } })
  })

  it("shows a refusal at its field, and what it does not show elsewhere", () => {
    const problems = { "item_id[0][price]": "must be 0 or more", "tags[1]": "is too long", other: "is unknown" }
    expect(problemAt(problems, "item_id[0][price]", true)).toBe("must be 0 or more")
    expect(problemAt(problems, "tags", true)).toBe("is too long")
    expect(problemAt(problems, "item_id", false)).toBeUndefined()
    expect(problemsElsewhere(problems, ["item_id", "tags"])).toEqual([["other", "is unknown"]])
  })
})

describe("a number", () => {
  it.each([
    ["12,50", "12.50"],
    [" 12.5 ", "12.5"],
    ["-3,2", "-3.2"],
    ["0,500", "0.500"],
    ["1250", "1250"],
    // What the server cannot misread, it refuses.
    ["1,500", "1,500"],
    ["1.234,50", "1.234,50"],
    ["1,234.50", "1,234.50"],
    ["twelve", "twelve"],
    ["", ""]
  ])("typed as %j is sent as %j", (typed, sent) => {
    expect(numberOf(typed)).toBe(sent)
  })
})

describe("a time", () => {
  it.each(["UTC", "Europe/Rome", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"])(
    "is the same instant in %s",
    (zone) => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
          const minute = Math.floor(seconds / 60) * 60
          const local = localOf(minute, zone)
          // In the hour that clocks repeat, two instants have one name.
          expect(localOf(instantOf(local, zone)!, zone)).toBe(local)
        })
      )
    }
  )

  it("cannot be made of half a text", () => {
    expect(instantOf("", "UTC")).toBeUndefined()
    expect(localOf(Number.NaN, "UTC")).toBe("")
  })
})

describe("a value", () => {
  const manner = { language: "en", currency: "EUR", timezone: "UTC", yes: "Yes", no: "No" }
  it.each([
    [{ kind: "money" }, "12.5", "€12.50"],
    [{ kind: "flag" }, 1, "Yes"],
    [{ kind: "boolean" }, false, "No"],
    [{ kind: "choice", labels: { 3: "Sent" } }, 3, "Sent"],
    [{ kind: "text" }, null, ""],
    [{ kind: "list" }, ["a", "b"], "a, b"],
    [{ kind: "list" }, ["", ""], ""],
    [{ kind: "percent" }, 22, "22%"],
    [{ kind: "text" }, "2026-13-45T99:99", "2026-13-45T99:99"],
    [{ kind: "unix" }, "99999999999999999", "99999999999999999"],
    [{ kind: "unix" }, "soon", "soon"]
  ] as const)("of %j %j is %j", (part, value, text) => {
    expect(textOf(value, part as never, manner)).toBe(text)
  })

  it("of a currency or a zone that the browser does not know is still shown", () => {
    expect(textOf("5", { kind: "money" }, { ...manner, currency: "??" })).toBe("5.00 ??")
    expect(textOf(0, { kind: "unix" }, { ...manner, timezone: "Nowhere/None" })).toContain("1970")
  })
})

describe("HTML", () => {
  it.each([
    ["<p>By <b>hand</b>, &amp; slowly.</p>", 100, "By hand, & slowly."],
    ["<h1>Help</h1><p>From 9 to 18</p>", 8, "Help …"],
    ["<script>steal()</script><style>a{}</style>", 100, ""],
    ["<p>one</p><script>steal(", 100, "one"],
    ["<p>a</p><img src=x onerror=steal()", 100, "a"],
    ["&lt;b&gt;&#8364;&#39;", 100, "<b>€'"]
  ])("of %j, up to %i characters, is the text %j", (html, maxLength, text) => {
    expect(textOfMarkup(html, maxLength)).toBe(text)
  })

  it("is known by its tags, and not by a sign", () => {
    const texts = ["<p>a</p>", " <!doctype html>", "By <b>hand</b>", "<3", "a < b > c", "", 5, null]
    expect(texts.map(isMarkup)).toEqual([true, true, true, false, false, false, false, false])
  })

  it("takes no longer to read when it never ends", () => {
    expect(textOfMarkup("<script".repeat(100_000), 100)).toBe("")
    expect(textOfMarkup("<!--".repeat(100_000), 100)).toBe("")
  })
})

describe("CSV", () => {
  it("quotes what must be quoted, and lets no spreadsheet run a text", () => {
    expect(csvLine(['a "b", c', null, "=HYPERLINK(1)", "-5.20", "@SUM", "+39 06"])).toBe(
      `"a ""b"", c",,'=HYPERLINK(1),-5.20,'@SUM,'+39 06\r\n`
    )
  })
})

describe("an address", () => {
  it("is read as it was written", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1 })
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9a-f]{24}$/),
        fc.array(text),
        fc.dictionary(text, text),
        (shop, path, query) => {
          const address = { shop, path, query: { ...query } }
          const read = addressIn(fragmentOf(address))
          expect(read).toEqual(address)
        }
      )
    )
  })

  it("differs from a code", () => {
    expect(codeIn("#/5f/orders")).toBeUndefined()
    expect(codeIn("")).toBeUndefined()
    expect(codeIn("#5f-0a")).toBe("5f-0a")
    expect(addressIn("#5f-0a")).toBeUndefined()
    expect(addressIn("#/%zz")?.shop).toBe("%zz")
  })

  it("of the explorer has parameters, and what was wrong with them", () => {
    const query = { given: '{"a":{"b":1}}', wrong: '{"a[b]":"must be 2"}', c: "3" }
    expect([parametersIn(query), problemsIn(query)]).toEqual([{ a: { b: 1 }, c: "3" }, { "a[b]": "must be 2" }])
    expect(parametersIn({ given: "null" })).toEqual({})
    expect(parametersIn({ given: "{" })).toEqual({})
  })
})

describe("a request", () => {
  it("is of an operation, also through the control surface", () => {
    expect(operationAt("POST", "/v1.1/orders/order.json")?.id).toBe("orders.create")
    expect(operationAt("POST", "/control/v1/shop/:shop/orders/order.json")?.id).toBe("orders.create")
    expect(operationAt("GET", "/nothing")).toBeUndefined()
  })

  it("is sent again with its parameters, whatever form they had", () => {
    const parameters = { item_id: [{ sku: "A.1", quantity: "2" }], tags: ["a", "b"], message: "x & y" }
    expect(parametersOf("item_id[0][sku]=A.1&item_id[0][quantity]=2&tags[]=a&tags[]=b&message=x+%26+y", null)).toEqual(
      parameters
    )
    expect(parametersOf(JSON.stringify(parameters), "")).toEqual(parameters)
    expect(parametersOf(null, "uid=3")).toEqual({ uid: "3" })
    expect(parametersOf("{", null)).toEqual({})
  })
})

it.each(copyKinds)("a call as %s lets no value be anything else", (kind) => {
  const operation = operations.find(({ id }) => id === "orders.addTags")!
  const text = copyAs(kind, operation, { orderID: "1_a'; rm -rf / #\\", tags: ["$(id)"] }, "http://127.0.0.1:1")
  expect(text.split("\n").filter((line) => /^\s*rm -rf/.test(line))).toEqual([])
  expect(text).toMatchSnapshot()
})
