/** Products as lists and the detail show them: with their stock, and with dates in the shop's time zone. */

import { customerStyle } from "../../contract/zones.ts"
import type { Brand } from "../brands.ts"
import type { ShownImage } from "../gallery.ts"
import type { InventoryItem } from "../inventory.ts"
import { finalPrice, type Product, stockCount } from "./document.ts"
import { type ProductDetail, type ProductSummary, productNodes } from "./endpoints.ts"

/** What a product is shown with, besides what it holds itself. */
interface Beside {
  /** The brands that products name, by uid. */
  readonly brands: ReadonlyMap<number, Pick<Brand, "name">>
  /** The shop's time zone. */
  readonly zone: string
}

/** The list form of a product with the requested nodes; unknown names are ignored. */
export const summaryOf = (
  product: Product,
  beside: Beside & { readonly unlimited: boolean },
  nodes: ReadonlyArray<string>
): ProductSummary => {
  const { code, price, status, uid } = product
  const summary: Record<string, unknown> = { uid, code, price, final_price: finalPrice(product), status }
  const known = nodesOf(product, beside)
  for (const node of productNodes) if (nodes.includes(node)) summary[node] = known[node]
  if (summary["image_id"] === null) delete summary["image_id"]
  return summary as unknown as ProductSummary
}

/** What events show of a product: not its description, which may have 1 MiB, nor what other documents hold. */
const eventNodes = productNodes.filter((node) => !["description", "brand_name", "unlimited"].includes(node))

/** A product as events show it. */
export const eventOf = (product: Product, zone: string): ProductSummary =>
  summaryOf(product, { brands: new Map(), unlimited: false, zone }, eventNodes)

/** What the detail of a product is shown with: also its stock, and the images of its gallery. */
interface BesideDetail extends Beside {
  readonly stock: InventoryItem | undefined
  readonly gallery: ReadonlyArray<ShownImage>
  /** The address of a picture of a variant. */
  readonly addressOf: (picture: string) => string
}

/** The detail of a product. */
export const detailOf = (product: Product, { addressOf, gallery, stock, ...beside }: BesideDetail): ProductDetail => {
  const { attributes, code, price, seo, status, uid, variants } = product
  const quantityBySku = new Map((stock?.childs ?? []).map(({ quantity, sku }) => [sku, quantity]))
  return {
    uid,
    code,
    price,
    final_price: finalPrice(product),
    status,
    ...nodesOf(product, { ...beside, unlimited: stock?.unlimited ?? false }),
    sku: code,
    attributes,
    stock_count: stock === undefined ? 0 : stockCount(stock),
    variants: variants.map((variant) => ({
      ...variant,
      gallery: variant.gallery.map(addressOf),
      quantity: quantityBySku.get(variant.sku) ?? 0
    })),
    gallery,
    seo
  }
}

const nodesOf = (product: Product, { brands, unlimited, zone }: Beside & { readonly unlimited: boolean }) => {
  const { brandUID, categories, created, description, image_id, tags, tax_profile, title, updated } = product
  return {
    title,
    image_id,
    description,
    brandUID,
    brand_name: brandUID === null ? null : (brands.get(brandUID)?.name ?? null),
    categories,
    tags,
    unlimited,
    tax_profile,
    create_at: customerStyle(created, zone),
    update_at: customerStyle(updated, zone)
  }
}
