/** Translations of an attribute of variants and of its values, which replace all earlier ones. */
import { expect, it } from "vitest"
import { noId } from "../../subjects.ts"
import type { Store } from "../../surface.ts"
import { added } from "../gallery/sample.ts"
import { variedBy } from "./sample.ts"

const path = "/v1.1/productvariants/variantTranslation.json"
const address = "https://pictures.example/red.webp"

export const translations = (open: () => Promise<Store>): void => {
  it("shows an attribute without translations, with every value", async () => {
    const store = await open()
    const { key } = await variedBy(store, "red", "blue")
    expect(await store.api.variants.translations({ variant: key })).toEqual({
      variant: { label: key, translations: {} },
      variantValues: [
        { label: "blue", translations: {}, image: null },
        { label: "red", translations: {}, image: null }
      ],
      locales: { it_IT: "Italian (Italy)" }
    })
  })

  it("replaces all translations, keeps images that are not sent, and counts what changed", async () => {
    const store = await open()
    const { key } = await variedBy(store, "red", "blue")
    const { id, original } = await added(store)
    const first = {
      variant: key,
      variantTranslation: { "it-IT": "colore", fr: "couleur" },
      variantValueTranslations: {
        red: { image: id, translations: { it_IT: "rosso" } },
        blue: { image: address, translations: { it_IT: "blu", fr: "bleu" } }
      }
    }
    expect(await store.api.variants.translate(first)).toEqual({ itemsCount: 3, nModified: 3 })
    expect(await store.api.variants.translate(first)).toEqual({ itemsCount: 3, nModified: 0 })
    expect(await store.api.variants.translations({ variant: key })).toEqual({
      variant: { label: key, translations: { it_IT: "colore", fr: "couleur" } },
      variantValues: [
        { label: "blue", translations: { it_IT: "blu", fr: "bleu" }, image: address },
        { label: "red", translations: { it_IT: "rosso" }, image: original }
      ],
      locales: { fr: "French", it_IT: "Italian (Italy)" }
    })
    const second = { variant: key, variantTranslation: { en_US: "colour" } }
    expect(await store.api.variants.translate(second)).toEqual({ itemsCount: 1, nModified: 3 })
    expect(await store.api.variants.translations({ variant: key })).toMatchObject({
      variant: { translations: { en_US: "colour" } },
      variantValues: [
        { label: "blue", translations: {}, image: address },
        { label: "red", translations: {}, image: original }
      ],
      locales: { en_US: "English (United States)", it_IT: "Italian (Italy)" }
    })
    const listed = (await store.api.variants.list()).find((one) => one.key === key)
    expect(listed?.values["red"]).toEqual({ value: "red", img: original })
  })

  it("keeps the last of translations that are sent at once, and never a part of two", async () => {
    const store = await open()
    const { key } = await variedBy(store, "red")
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        store.api.variants.translate({
          variant: key,
          variantTranslation: { it_IT: `colore ${n}` },
          variantValueTranslations: { red: { translations: { it_IT: `rosso ${n}` } } }
        })
      )
    )
    const { variant, variantValues } = await store.api.variants.translations({ variant: key })
    expect(variantValues[0]?.translations["it_IT"]).toBe(variant.translations["it_IT"]?.replace("colore", "rosso"))
  })

  it("refuses unknown locales, values and pictures, all at once", async () => {
    const store = await open()
    const { key } = await variedBy(store, "red")
    const post = async (body: string) => {
      const { json, status } = await store.send({
        method: "POST",
        path,
        body: `variant=${encodeURIComponent(key)}&${body}`
      })
      return [status, json.error.details.map(({ path }: { readonly path: string }) => path)]
    }
    const value = "variantValueTranslations"
    expect(
      await post(
        `variantTranslation[italian]=x&variantTranslation[it-IT]=x&variantTranslation[it_IT]=y&${value}[red][image]=x`
      )
    ).toEqual([400, [`${value}[red][image]`, "variantTranslation[italian]", "variantTranslation[it_IT]"]])
    expect(
      await post(`variantTranslation[it]=x&${value}[green][translations][it]=verde&${value}[red][image]=${noId}`)
    ).toEqual([400, [`${value}[green]`, `${value}[red][image]`]])
    expect(await post("")).toEqual([400, ["variantTranslation"]])
    expect((await post(`variantTranslation[__proto__]=x`))[0]).toBe(400)
  })

  it("knows an attribute or a value no longer than a product has it", async () => {
    const store = await open()
    const { key, skus, uid } = await variedBy(store, "red", "blue")
    const translated = { translations: { fr: "rouge" } }
    const translate = () =>
      store.api.variants.translate({
        variant: key,
        variantTranslation: { en: "colour" },
        variantValueTranslations: { red: translated }
      })
    await translate()
    await store.api.products.update({ uid, variants: [{ sku: skus[0]!, delete: true }] })
    await expect(translate()).rejects.toMatchObject({
      status: 400,
      details: [{ path: "variantValueTranslations[red]" }]
    })
    expect((await store.api.variants.translations({ variant: key })).variantValues.map(({ label }) => label)).toEqual([
      "blue"
    ])
    await store.api.products.remove({ uid })
    await expect(store.api.variants.translations({ variant: key })).rejects.toMatchObject({ status: 404 })
    await expect(translate()).rejects.toMatchObject({ status: 404 })
  })
}
