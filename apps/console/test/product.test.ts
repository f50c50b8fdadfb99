/** A product's form: the rows of its variants, what is pasted into them, and what is sent. */
import { describe, expect, it } from "vitest"
import { type Draft, draftOf, newDraft, parametersOf, type Row, type Shown } from "../src/product/draft.ts"
import { missingIn, pasted, renamed, rowsFor, skusOf } from "../src/product/matrix.ts"

const options = [
  { name: "colour", values: ["Light blue", "Light black"] },
  { name: "size", values: ["S", "M"] }
]
const rows = rowsFor(options, [])!

const shown: Shown = {
  ...{ uid: 1, code: "TEE", title: "Tee", price: 20, final_price: 20, status: 1, description: "", brandUID: 3 },
  ...{ categories: [1], tags: ["a"], unlimited: false, tax_profile: null, attributes: { m: "Linen" }, stock_count: 3 },
  seo: { title: "", description: "", keywords: "" },
  variants: [
    { sku: "TEE-S", superkey: "S", price: null, quantity: 1, attributes: { size: "S" } },
    { sku: "TEE-M", superkey: "M", price: 22, quantity: 2, attributes: { size: "M" } }
  ]
}
const pictures = ["a", "b", "c"].map((id) => ({ id, thumbnail: "", original: "" }))
const before = draftOf(shown, pictures)
const sentFor = (after: Draft) => parametersOf(before, after, skusOf(after)).sent
const withRow = (at: number, changes: Partial<Row>): Draft => ({
  ...before,
  rows: before.rows.with(at, { ...before.rows[at]!, ...changes })
})

describe("the rows of variants", () => {
  it("are all combinations, with SKUs that differ", () => {
    expect([...skusOf({ code: "TEE", rows }).values()]).toEqual([
      ...["TEE-LIGHTBLU-S", "TEE-LIGHTBLU-M"],
      ...["TEE-LIGHTBLA-S", "TEE-LIGHTBLA-M"]
    ])
    const typed = rows.with(0, { ...rows[0]!, sku: "TEE-LIGHTBLU-M" })
    expect(new Set(skusOf({ code: "TEE", rows: typed }).values()).size).toBe(4)
  })

  it("keep what was typed while options change, and a stored row whose values were removed can come back", () => {
    const typed = rows.with(1, { ...rows[1]!, price: "5" })
    expect(rowsFor([options[0]!, { name: "size", values: ["M", "L"] }], typed)![0]).toBe(typed[1])
    const { options: own, rows: stored } = before
    const fewer = rowsFor([{ ...own[0]!, values: ["S"] }], stored)!
    expect(fewer.map(({ isSold }) => isSold)).toEqual([true, false])
    expect(rowsFor(own, fewer)!.map(({ isSold }) => isSold)).toEqual([true, true])
    // Someone who does not want a combination does not get it back.
    const unwanted = stored.with(0, { ...stored[0]!, isSold: false })
    expect(rowsFor(own, unwanted)![0]!.isSold).toBe(false)
  })

  it("are at most a thousand, and the missing ones are counted", () => {
    const many = Array.from({ length: 40 }, (_, at) => String(at))
    expect(rowsFor([{ name: "a", values: many }, { name: "b", values: many }], [])).toBe(undefined) // biome-ignore format: pairs
    expect(missingIn({ ...before, options: [{ name: "size", values: ["S", "M", "L"] }] })).toBe(1)
  })

  it("follow a new name of their option", () => {
    const after = renamed({ options, rows }, 1, "taglia")
    expect(after.rows[0]!.attributes).toEqual({ colour: "Light blue", taglia: "S" })
    expect(rowsFor(after.options, after.rows)).toEqual(after.rows)
  })

  it("take a table of a spreadsheet, as far as there are rows and columns", () => {
    const after = pasted(before.rows, before.rows, { key: "TEE-M", column: "price" }, "1\t2\tX\tY\r\n3\t4\r\n")
    expect(after[0]).toBe(before.rows[0])
    expect(after[1]).toEqual({ ...before.rows[1], price: "1", quantity: "2" })
  })
})

describe("what is sent", () => {
  it("is nothing while nothing has changed, and of a variant only what has", () => {
    expect(sentFor({ ...before })).toEqual({})
    expect(sentFor(withRow(1, { quantity: "7" }))).toEqual({ variants: [{ sku: "TEE-M", quantity: "7" }] })
    expect(sentFor(withRow(1, { price: "" }))).toEqual({ variants: [{ sku: "TEE-M", price: null }] })
    expect(sentFor(withRow(0, { isSold: false }))).toEqual({ variants: [{ sku: "TEE-S", delete: "1" }] })
  })

  it("clears what was emptied, and takes a comma before decimals", () => {
    const emptied = { brandUID: "", tags: "", categories: [], attributes: {}, price: "19,90" }
    expect(sentFor({ ...before, ...emptied })).toEqual({
      ...{ brandUID: null, tags: "", categories: "", price: "19.90" },
      attributes: { m: "" }
    })
  })

  it("has the first picture as the main image, and the others in their order", () => {
    const [a, b, c] = pictures
    expect(sentFor({ ...before, pictures: [c!, a!, b!] })).toEqual({ image_id: "c", gallery: ["a", "b"] })
    expect(sentFor({ ...before, pictures: [] })).toEqual({ image_id: null, gallery: "" })
  })

  it("is a whole variant where it is new, and nothing of one that is not wanted", () => {
    const made = rows.map((row, at) => ({ ...row, quantity: "4", isSold: at < 1 }))
    const after: Draft = { ...newDraft, code: "TEE", rows: made, quantity: "9" }
    expect(parametersOf(newDraft, after, skusOf(after)).sent).toEqual({
      code: "TEE",
      variants: [
        {
          ...{ sku: "TEE-LIGHTBLU-S", quantity: "4", superkey: "Light-blue_S" },
          attributes: { colour: "Light blue", size: "S" }
        }
      ]
    })
  })
})
