/** What the suites of variants start from: products whose variants have attributes of their own, and images. */
import { unique } from "../../subjects.ts"
import type { Store } from "../../surface.ts"

type Given = Pick<Store, "api">

/** A product with a variant for each of these sets of attributes. */
export const variedProduct = async ({ api }: Given, ...attributes: ReadonlyArray<Record<string, string>>) => {
  const code = `VARIED-${unique()}`
  const variants = attributes.map((one, at) => ({ sku: `${code}.${at}`, superkey: `${at}`, attributes: one }))
  const { uid } = await api.products.create({ code, title: "Varied", price: 10, variants })
  return { uid, code, skus: variants.map(({ sku }) => sku) }
}

/** An attribute that no other test uses, with a product that has it. */
export const variedBy = async (store: Given, ...values: ReadonlyArray<string>) => {
  const key = `colour ${unique()}`
  return { key, ...(await variedProduct(store, ...values.map((value) => ({ [key]: value })))) }
}
