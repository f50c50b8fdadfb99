import { assert, describe, it } from "vitest"
import {
  catalogueEntries,
  detailOf,
  duplicateSkus,
  misplacedQuantity,
  negativeQuantities,
  ownImages,
  productAfter,
  productFrom,
  stockAfter,
  stockCount,
  summaryOf,
  withImage
} from "../../src/areas/products.ts"

const creation = { code: "MUG", title: "Mug", price: 10, status: 1 } as const
const mug = productFrom(7, creation, 100)
const variants = [
  { sku: "MUG.S", superkey: "small", quantity: 2 },
  { sku: "MUG.L", price: 12, attributes: { size: "L" } }
]
const mugs = productFrom(8, { ...creation, variants }, 100)

const beside = { brands: new Map([[3, { name: "Manifattura" }]]), unlimited: false, zone: "UTC" }

describe("a product", () => {
  it("stays the same object if nothing changes", () => {
    assert.strictEqual(productAfter(mug, { uid: 7, title: "Mug", price: 10, tags: [], description: "" }, 200), mug)
  })
  it("changes the fields that are sent, and its time of change", () => {
    assert.deepStrictEqual(productAfter(mug, { uid: 7, title: "Cup" }, 200), { ...mug, title: "Cup", updated: 200 })
  })
  it("merges variants by SKU, keeps fields that are not sent, and drops variants marked for deletion", () => {
    const after = productAfter(
      mugs,
      { uid: 8, variants: [{ sku: "MUG.L", superkey: "large" }, { sku: "MUG.S", delete: true }, { sku: "MUG.XL" }] },
      200
    )
    assert.deepStrictEqual(after.variants, [
      { sku: "MUG.L", superkey: "large", price: 12, attributes: { size: "L" }, gallery: [] },
      { sku: "MUG.XL", superkey: "", price: null, attributes: {}, gallery: [] }
    ])
  })
  it("costs its price unless it has a final price; a variant may have its own price", () => {
    assert.deepStrictEqual(
      catalogueEntries({ ...mugs, final_price: 8 }).map(({ final_price, price, sku, superkey }) => [
        sku,
        superkey,
        price,
        final_price
      ]),
      [
        ["MUG", "", 10, 8],
        ["MUG.S", "small", 10, 8],
        ["MUG.L", "", 12, 12]
      ]
    )
    assert.strictEqual(summaryOf(mug, beside, []).final_price, 10)
  })
  it("shows an image in a list only if it has one", () => {
    const image_id = "5f0c3a2b0e1f4a0000000001"
    assert.deepStrictEqual(summaryOf({ ...mug, image_id }, beside, ["image_id"]).image_id, image_id)
    assert.isFalse("image_id" in summaryOf({ ...mug, image_id: null }, beside, ["image_id"]))
  })
  it("shows the name of its brand", () => {
    assert.strictEqual(summaryOf({ ...mug, brandUID: 3 }, beside, ["brand_name"]).brand_name, "Manifattura")
    assert.isNull(summaryOf(mug, beside, ["brand_name"]).brand_name)
  })
  it("shows only the requested nodes in a list", () => {
    const shown = { brands: new Map(), unlimited: true, zone: "Europe/Rome" }
    assert.deepStrictEqual(summaryOf(mug, shown, ["title", "unlimited", "create_at", "nothing"]), {
      uid: 7,
      code: "MUG",
      price: 10,
      final_price: 10,
      status: 1,
      title: "Mug",
      unlimited: true,
      create_at: "1970-01-01T01:01:40+01:00"
    })
  })
})

describe("a product's images", () => {
  it("are its main image and those of its gallery, each once", () => {
    const image_id = "a"
    assert.deepStrictEqual(ownImages({ ...mug, image_id, gallery: ["b", "a", "c"] }), ["a", "b", "c"])
    assert.deepStrictEqual(ownImages({ ...mug, gallery: ["b", "c"] }), ["b", "c"])
    assert.deepStrictEqual(ownImages(mug), [])
  })
  it("are added to the end of the gallery, or replace the main image", () => {
    const shown = { ...mug, image_id: "a", gallery: ["b"] }
    assert.deepStrictEqual(withImage(shown, "c", true, 300), { ...shown, gallery: ["b", "c"], updated: 300 })
    assert.deepStrictEqual(withImage(shown, "c", false, 300), { ...shown, image_id: "c", updated: 300 })
  })
})

describe("a product's stock", () => {
  const stock = stockAfter(mugs, undefined, { variants })
  it("is held by its variants, each 0 by default", () => {
    assert.deepStrictEqual(stock, {
      sku: "MUG",
      uid: 8,
      quantity: 0,
      unlimited: false,
      has_child: true,
      childs: [
        { sku: "MUG.S", quantity: 2, superkey: "small" },
        { sku: "MUG.L", quantity: 0, superkey: "" }
      ]
    })
    assert.strictEqual(stockCount(stock), 2)
    assert.strictEqual(
      detailOf(mugs, { ...beside, stock, gallery: [], addressOf: (picture) => picture }).variants[0]!.quantity,
      2
    )
  })
  it("stays the same object after a change that does not affect it", () => {
    assert.strictEqual(stockAfter(mugs, stock, {}), stock)
    assert.deepStrictEqual(stockAfter(mugs, stock, { unlimited: true }), { ...stock, unlimited: true })
  })
  it("is null until it is set, and again after the last variant is removed", () => {
    assert.strictEqual(stockAfter(mug, undefined, {}).quantity, null)
    assert.strictEqual(stockAfter({ ...mugs, variants: [] }, stock, {}).quantity, null)
    assert.strictEqual(stockAfter({ ...mugs, variants: [] }, stock, { quantity: 3 }).quantity, 3)
  })
})

describe("a refused product", () => {
  it("has a SKU twice, reported at the parameter that sets it", () => {
    const own = productFrom(9, { ...creation, variants: [{ sku: "MUG" }] }, 1)
    assert.deepStrictEqual(
      duplicateSkus(own, { variants: [{ sku: "MUG" }] }).map(({ at }) => at),
      [["variants", 0, "sku"]]
    )
    assert.deepStrictEqual(
      duplicateSkus(own, {}).map(({ at }) => at),
      [["code"]]
    )
    assert.deepStrictEqual(duplicateSkus(mugs, { variants }), [])
  })
  it("has a quantity below 0, or one that its variants hold", () => {
    assert.deepStrictEqual(
      negativeQuantities({
        quantity: -1,
        variants: [
          { sku: "a", quantity: 0 },
          { sku: "b", quantity: -2 }
        ]
      }).map(({ at }) => at),
      [["quantity"], ["variants", 1, "quantity"]]
    )
    assert.lengthOf(misplacedQuantity(mugs, { quantity: 0 }), 1)
    assert.lengthOf(misplacedQuantity(mug, { quantity: 0 }), 0)
  })
})
