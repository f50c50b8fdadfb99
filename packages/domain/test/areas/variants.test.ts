/** The rules of variants' translations and galleries. */
import { assert, describe, it } from "@effect/vitest"
import { productFrom, tooManyPictures, withGallery } from "../../src/areas/products.ts"
import { changedBetween, languageNames, translationFrom } from "../../src/areas/variants.ts"

const product = productFrom(
  1,
  { code: "MUG", title: "Mug", price: 1, status: 1, variants: [{ sku: "MUG.S" }, { sku: "MUG.L" }] },
  100
)
const addresses = (count: number) => Array.from({ length: count }, (_, at) => `https://pictures.example/${at}`)

describe("a variant's gallery", () => {
  it("has each picture once, in the order in which they were sent", () => {
    const after = withGallery(product, "MUG.S", ["b", "a", "b"], 200)
    assert.deepStrictEqual(
      after.variants.map(({ gallery }) => gallery),
      [["b", "a"], []]
    )
    assert.strictEqual(after.updated, 200)
    assert.strictEqual(withGallery(after, "MUG.S", ["b", "a"], 300), after)
  })
  it("has at most 1,000 pictures with the other variants of its product, or as many as before", () => {
    const variants = Array.from({ length: 11 }, (_, at) => ({
      ...product.variants[0]!,
      sku: `V${at}`,
      gallery: addresses(100)
    }))
    const full = { ...product, variants: variants.slice(1) }
    const over = { ...product, variants }
    assert.deepStrictEqual(tooManyPictures(full, product), [])
    assert.lengthOf(tooManyPictures(over, full), 1)
    assert.deepStrictEqual(tooManyPictures(over, over), [])
  })
})

describe("translations", () => {
  const sent = {
    variant: "colour",
    variantTranslation: { "it-IT": "colore", en_US: "colour" },
    variantValueTranslations: {
      red: { translations: { it_IT: "rosso" } },
      blue: { image: "x" },
      air: { translations: { fr: "air" } }
    }
  }
  const translation = translationFrom(sent)
  it("are kept by locale with an underscore, and only where there are any", () => {
    assert.deepStrictEqual(translation, {
      variant: "colour",
      translations: { en_US: "colour", it_IT: "colore" },
      values: [
        { value: "air", translations: { fr: "air" } },
        { value: "red", translations: { it_IT: "rosso" } }
      ]
    })
  })
  it("change where they differ, are new, or are gone", () => {
    assert.deepStrictEqual(changedBetween(translation, translation), { variant: false, values: new Set<string>() })
    assert.deepStrictEqual(changedBetween(undefined, translation), { variant: true, values: new Set(["air", "red"]) })
    const after = translationFrom({
      ...sent,
      variantTranslation: { it_IT: "tinta" },
      variantValueTranslations: { red: { translations: { it_IT: "rosso" } } }
    })
    assert.deepStrictEqual(changedBetween(translation, after), { variant: true, values: new Set(["air"]) })
  })
  it("name languages in English", () => {
    assert.deepStrictEqual(languageNames(["it_IT", "fr", "it_IT"]), { fr: "French", it_IT: "Italian (Italy)" })
  })
})
