/** Makes and changes brands from what a caller sends. All functions are pure. */
import type { Brand } from "./document.ts"

/** The parameters that a new brand and a changed one have in common, besides the description, which is cleaned first. */
export interface BrandInput {
  readonly name: string
  readonly disabled?: 0 | 1
  readonly seo_title?: string
  readonly seo_description?: string
  readonly seo_keywords?: string
}

/** What a new brand has that its parameters do not say. */
interface Made extends Pick<Brand, "slug" | "uid"> {
  readonly description: string | undefined
}

/** A new brand; what is not sent is empty. */
export const brandFrom = (given: BrandInput, { description = "", slug, uid }: Made): Brand =>
  changed({ uid, slug, name: "", description, disabled: 0, default_sort: "", image_id: null, seo: noSeo }, given)

/** A brand after a change of what is sent; the same object if nothing changes. */
export const brandAfter = (before: Brand, given: BrandInput, description: string = before.description): Brand => {
  const after = changed({ ...before, description }, given)
  return JSON.stringify(after) === JSON.stringify(before) ? before : after
}

const noSeo: Brand["seo"] = { title: "", description: "", keywords: "", robots: "" }

const changed = (brand: Brand, given: BrandInput): Brand => ({
  ...brand,
  name: given.name,
  disabled: given.disabled ?? brand.disabled,
  seo: {
    ...brand.seo,
    title: given.seo_title ?? brand.seo.title,
    description: given.seo_description ?? brand.seo.description,
    keywords: given.seo_keywords ?? brand.seo.keywords
  }
})
