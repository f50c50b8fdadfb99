import { describe, expect, it } from "vitest"
import { layOut, safeJson } from "../src/table.ts"

const laid = (value: unknown, width = Number.POSITIVE_INFINITY) => layOut(value, { width, heading: (text) => text })

/** Control characters but for line breaks, and marks of direction. */
const controlling = /[^\P{Cc}\n]|[\u200e\u200f\u061c]/u

describe("a table", () => {
  it("flattens nested objects, joins lists, counts lists of objects, right-aligns numbers", () => {
    const rows = [
      { id: "1_a", total: 9.5, billing: { email: "a@example.com" }, tags: ["x", "y"], items: [{}, {}] },
      { id: "1_bcd", total: 100, billing: { email: null }, tags: [], items: [] }
    ]
    expect(laid(rows).text).toBe(
      ["id     total  billing.email  tags  items", "1_a      9.5  a@example.com  x, y  (2)", "1_bcd    100", ""].join(
        "\n"
      )
    )
  })

  it("has a column for a field that only a later row has", () => {
    expect(laid([{ a: "1" }, { a: "2", b: "3" }]).text).toBe("a  b\n1\n2  3\n")
  })

  it("cuts the widest cells first, and never an identifier", () => {
    const row = { id: "6b0120bf3d57436d85699744", note: "a long note that goes on and on for ever" }
    const { omitted, text } = laid([row], 60)
    expect(omitted).toEqual([])
    expect(text.split("\n")[1]).toBe("6b0120bf3d57436d85699744  a long note that goes on and on f…")
  })

  it("leaves out the last columns instead of making all too narrow, and says which", () => {
    const row = { id: "6b0120bf3d57436d85699744", note: "a long note that goes on", third: "x", fourth: "y" }
    const { omitted, text } = laid([row], 56)
    expect({ omitted, text }).toEqual({
      omitted: ["third", "fourth"],
      text: "id                        note\n6b0120bf3d57436d85699744  a long note that goes on\n"
    })
  })

  it("fits a single column into any width", () => {
    expect(laid([{ id: "6b0120bf3d57436d85699744", n: 1 }], 10)).toEqual({ omitted: ["n"], text: "id\n6b0120bf3…\n" })
  })

  it("keeps columns aligned under wide and combining characters", () => {
    expect(
      laid([
        { name: "日本", n: "x" },
        { name: "e\u0301", n: "y" }
      ]).text
    ).toBe("name  n\n日本  x\ne\u0301     y\n")
  })

  it("does not let data control the terminal", () => {
    expect(laid([{ name: "a\u001b]0;owned\u0007b\u001b[31mc\r\nd\u202ee" }]).text).toBe("name\nabc de\n")
  })

  it("does not let a field's name control the terminal, nor marks of direction, nor C1 characters", () => {
    const mark = "\u200e\u200f\u061c\u009b31m"
    expect(laid([{ [`a\u001b[31m${mark}`]: `b${mark}` }]).text).not.toMatch(controlling)
    expect(laid({ [`a\u001b[31m${mark}`]: 1 }).text).not.toMatch(controlling)
    const json = safeJson({ [`a\u001b${mark}`]: `b\u2028${mark}` })
    expect(json).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(json)).toEqual({ [`a\u001b${mark}`]: `b\u2028${mark}` })
  })

  it("shows chosen columns in their order, a chosen object's fields, and all if none is there", () => {
    const rows = [{ id: 1, at: "x", billing: { email: "a", name: "n" } }]
    const chosen = (...columns: ReadonlyArray<string>) =>
      layOut(rows, { width: 80, heading: (text) => text, columns }).text.split("\n")[0]
    expect(chosen("billing.email", "id")).toBe("billing.email  id")
    expect(chosen("billing", "gone")).toBe("billing.email  billing.name")
    expect(chosen("gone")).toBe("id  at  billing.email  billing.name")
  })

  it("shows the list within an object as a table", () => {
    const layout = { width: 80, heading: (text: string) => text, columns: ["b"] }
    expect(layOut({ count: 1, users: [{ a: 1, b: 2 }] }, layout).text).toBe("count  1\n\nb\n2\n")
  })

  it("prints one object as names with values, and flattens its lists", () => {
    expect(laid({ ok: 1, err: null, items: [{ sku: "A" }, { sku: "B" }], seo: { title: "T" } }).text).toBe(
      "ok            1\nerr\nitems[0].sku  A\nitems[1].sku  B\nseo.title     T\n"
    )
  })

  it("prints plain lists a line each, and nothing for an empty one", () => {
    expect(laid(["a", 2]).text).toBe("a\n2\n")
    expect(laid([]).text).toBe("")
  })
})
