/** A product while someone edits it, and the parameters that are sent for what changed. */
import type { Parameters } from "../call/client.ts"
import { numberOf } from "../form/number.ts"

/** A picture of the gallery. */
export interface Picture {
  readonly id: string
  readonly thumbnail: string
  readonly original: string
}

/** A product as the server shows it. */
export interface Shown {
  readonly uid: number
  readonly code: string
  readonly title: string
  readonly price: number
  readonly final_price: number
  readonly status: number
  readonly description: string
  readonly brandUID: number | null
  readonly categories: ReadonlyArray<number>
  readonly tags: ReadonlyArray<string>
  readonly unlimited: boolean
  readonly tax_profile: string | null
  readonly attributes: Readonly<Record<string, string>>
  readonly stock_count: number
  readonly seo: { readonly title: string; readonly description: string; readonly keywords: string }
  readonly variants: ReadonlyArray<{
    readonly sku: string
    readonly superkey: string
    readonly price: number | null
    readonly quantity: number
    readonly attributes: Readonly<Record<string, string>>
  }>
}

/** A variant as a row of the table. Values are texts, as they are typed. */
export interface Row {
  /** Stays the same while the row is edited. */
  readonly key: string
  /** Undefined in a new row whose SKU follows from the product's. */
  readonly sku: string | undefined
  readonly attributes: Readonly<Record<string, string>>
  readonly price: string
  readonly quantity: string
  /** Whether the shop has it, so that its SKU stays. */
  readonly isStored: boolean
  /** Whether the shop is to have it. */
  readonly isSold: boolean
  /** Whether it is not sold because the options do not have its values any more. */
  readonly isLeft?: boolean
}

/** What variants differ in, such as a size, with its values in their order. */
export interface Option {
  readonly name: string
  readonly values: ReadonlyArray<string>
}

/** The fields that are texts. */
const textNames = [
  ...(["title", "code", "price", "final_price", "quantity", "description", "brandUID", "tax_profile"] as const),
  ...(["seo_title", "seo_description", "seo_keywords"] as const)
]
export type TextName = (typeof textNames)[number]

/** A product in the form. */
export interface Draft extends Readonly<Record<TextName, string>> {
  readonly status: boolean
  readonly unlimited: boolean
  readonly categories: ReadonlyArray<string>
  readonly tags: string
  readonly attributes: Readonly<Record<string, string>>
  readonly pictures: ReadonlyArray<Picture>
  readonly options: ReadonlyArray<Option>
  readonly rows: ReadonlyArray<Row>
}

const noTexts = Object.fromEntries(textNames.map((name) => [name, ""])) as Record<TextName, string>

/** A product that is to be made. */
export const newDraft: Draft = {
  ...noTexts,
  ...{ status: true, unlimited: false, categories: [], tags: "", attributes: {}, pictures: [], options: [], rows: [] }
}

/** The draft of a product before anything is changed. Its main picture is the first. */
export const draftOf = (shown: Shown, pictures: ReadonlyArray<Picture>): Draft => {
  const { seo, variants } = shown
  return {
    title: shown.title,
    code: shown.code,
    price: String(shown.price),
    final_price: shown.final_price === shown.price ? "" : String(shown.final_price),
    quantity: variants.length > 0 ? "" : String(shown.stock_count),
    description: shown.description,
    brandUID: shown.brandUID === null ? "" : String(shown.brandUID),
    tax_profile: shown.tax_profile ?? "",
    seo_title: seo.title,
    seo_description: seo.description,
    seo_keywords: seo.keywords,
    status: shown.status === 1,
    unlimited: shown.unlimited,
    categories: shown.categories.map(String),
    tags: shown.tags.join(", "),
    attributes: shown.attributes,
    pictures,
    options: optionsOf(variants),
    rows: variants.map(({ attributes, price, quantity, sku }) => ({
      ...{ key: sku, sku, attributes, isStored: true, isSold: true },
      price: price === null ? "" : String(price),
      quantity: String(quantity)
    }))
  }
}

/** What variants differ in, in the order in which it occurs. */
const optionsOf = (variants: Shown["variants"]): ReadonlyArray<Option> => {
  const values = new Map<string, Set<string>>()
  for (const { attributes } of variants)
    for (const [name, value] of Object.entries(attributes)) {
      const known = values.get(name)
      if (known === undefined) values.set(name, new Set([value]))
      else known.add(value)
    }
  return [...values].map(([name, known]) => ({ name, values: [...known] }))
}

const numbers: ReadonlySet<string> = new Set(["price", "final_price", "quantity"])
const nullable: ReadonlySet<string> = new Set(["final_price", "brandUID", "tax_profile"])

/** What is sent for a draft: only what differs from the one before. `skus` are those of the rows. */
export const parametersOf = (
  before: Draft,
  after: Draft,
  skus: ReadonlyMap<string, string>
): { readonly sent: Parameters; readonly rows: ReadonlyArray<Row> } => {
  const sent: Record<string, unknown> = {}
  for (const name of textNames) {
    const text = numbers.has(name) ? numberOf(after[name]) : after[name]
    const isHeldByVariants = name === "quantity" && after.rows.some(({ isSold }) => isSold)
    if (after[name] !== before[name] && !isHeldByVariants) sent[name] = text === "" && nullable.has(name) ? null : text
  }
  for (const name of ["status", "unlimited"] as const)
    if (after[name] !== before[name]) sent[name] = after[name] ? "1" : "0"
  if (after.tags !== before.tags) sent["tags"] = after.tags
  if (differ(after.categories, before.categories)) sent["categories"] = listed(after.categories)
  Object.assign(sent, attributesSent(before, after), picturesSent(before, after))
  const rows = after.rows.filter((row) => isChanged(row, before))
  if (rows.length > 0) sent["variants"] = rows.map((row) => variantOf(row, before, skus))
  return { sent, rows }
}

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)
/** An empty text clears a list. */
const listed = (values: ReadonlyArray<string>): unknown => (values.length === 0 ? "" : values)

/** An empty value removes one. */
const attributesSent = (before: Draft, after: Draft): Parameters => {
  const names = new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)])
  const changed = [...names].filter((name) => (before.attributes[name] ?? "") !== (after.attributes[name] ?? ""))
  if (changed.length === 0) return {}
  return { attributes: Object.fromEntries(changed.map((name) => [name, after.attributes[name] ?? ""])) }
}

const picturesSent = (before: Draft, after: Draft): Parameters => {
  const ids = ({ pictures }: Draft) => pictures.map(({ id }) => id)
  if (!differ(ids(before), ids(after))) return {}
  const [main = null, ...others] = ids(after)
  return { image_id: main, gallery: listed(others) }
}

/** A row that was never stored and is not sold is not sent. */
const isChanged = (row: Row, before: Draft): boolean =>
  row.isStored ? !before.rows.includes(row) && differ(row, storedRow(row, before)) : row.isSold

const storedRow = ({ key }: Row, before: Draft): Row | undefined => before.rows.find((row) => row.key === key)

const variantOf = (row: Row, before: Draft, skus: ReadonlyMap<string, string>): Parameters => {
  const { attributes, isSold, isStored, price, quantity } = row
  const sku = row.sku ?? skus.get(row.key) ?? ""
  if (!isSold) return { sku, delete: "1" }
  const former = isStored ? storedRow(row, before) : undefined
  const cost = numberOf(price)
  return {
    sku,
    ...(price === (former?.price ?? "") ? {} : { price: cost === "" ? null : cost }),
    ...(quantity === (former?.quantity ?? "") ? {} : { quantity: numberOf(quantity) || "0" }),
    ...(former === undefined ? { attributes, superkey: superkeyOf(attributes) } : {})
  }
}

const superkeyOf = (attributes: Row["attributes"]): string => Object.values(attributes).join("_").replace(/\s/g, "-")
