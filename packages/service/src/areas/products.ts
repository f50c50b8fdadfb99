/** Handles calls on products: the documents of catalogue and stock are one resource, written in one commit. */

import { type areas, collections, events } from "@bottega/domain/areas"
import type { Brand } from "@bottega/domain/areas/brands"
import {
  absentVariants,
  catalogueEntries,
  detailOf,
  duplicateSkus,
  longVariantValues,
  misplacedQuantity,
  negativeQuantities,
  onlyEntries,
  type Product,
  productAfter,
  productFrom,
  stockAfter,
  summaryOf
} from "@bottega/domain/areas/products"
import { Conflict, Duplicate, type Finding, overBounds, removed, updated } from "@bottega/domain/contract"
import { docOf, itemsOf, type Row, type Test } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { insert, remove, replace } from "../engine/decide/change.ts"
import { pagesOf } from "../engine/decide/everything.ts"
import { existing } from "../engine/decide/existing.ts"
import type { Handlers } from "../engine/decide/handler.ts"
import { paged } from "../engine/decide/paged.ts"
import { present, removedOf } from "../engine/decide/references.ts"
import {
  conflictIf,
  type Find,
  get,
  heldByValues,
  madeHaving,
  next,
  refuseIf,
  Session
} from "../engine/decide/session.ts"
import { together } from "../engine/decide/together.ts"
import { shownImages } from "./gallery/images.ts"
import { restocked } from "./inventory/stock.ts"
import { productEvent } from "./product-events.ts"
import { imageHandlers } from "./products/images.ts"
import { namedBy, type ProductInput } from "./products/named.ts"
import { addressing } from "./variants/addresses.ts"
import { valuesKept } from "./variants/values.ts"

const { productChanged, productCreated, productRemoved } = events

/** The catalogue's entries of these SKUs, by SKU; a SKU that no product has is not in the map. Refused if they are too long. */
export const catalogueOf = Effect.fnUntraced(function* (skus: ReadonlyArray<string>) {
  const { find } = yield* Session
  const asked = new Set(skus)
  const made = yield* heldByValues(
    collections.products,
    "sku",
    asked,
    (row) => onlyEntries(docOf(collections.products, row), asked),
    (product) => JSON.stringify(product).length
  )
  const products = yield* present(find, collections.products, made)
  return new Map(
    products
      .flatMap(catalogueEntries)
      .filter(({ sku }) => asked.has(sku))
      .map((entry) => [entry.sku, entry])
  )
})

export const handlers: Handlers<typeof areas.products> = {
  list: Effect.fnUntraced(function* ({ nodes = [], ...filters }) {
    const { find, shop } = yield* Session
    const where = yield* testsOf(filters)
    if (where === undefined) return Stream.empty
    const pages = yield* pagesOf(collections.products, { where })
    return itemsOf(Stream.mapEffect(pages, (page) => summaries(find, page, shop.timezone, nodes)))
  }),

  page: Effect.fnUntraced(function* ({ cursor, limit, nodes = [], page, ...filters }) {
    const { find, shop } = yield* Session
    const where = yield* testsOf(filters)
    if (where === undefined) return { items: [], next: undefined }
    return yield* paged(collections.products, { where, cursor, limit, page }, (rows) =>
      summaries(find, rows, shop.timezone, nodes)
    )
  }),

  read: Effect.fnUntraced(function* ({ uid }) {
    const session = yield* Session
    const { find, shop } = session
    const { doc } = yield* existing(collections.products, uid)
    const stock = yield* get(collections.inventory, uid)
    const [product] = yield* present(find, collections.products, [doc])
    const brands = yield* brandsOf(find, [product!])
    const gallery = yield* shownImages(doc.gallery)
    const addressOf = yield* addressing(session)(doc.variants.flatMap((variant) => variant.gallery))
    return detailOf(product!, { stock: stock?.doc, gallery, addressOf, brands, zone: shop.timezone })
  }),

  create: Effect.fnUntraced(function* (given) {
    const { now } = yield* Session
    const uid = yield* next("products")
    const named = yield* namedBy(given)
    const product = productFrom(uid, { ...given, ...named.values }, Math.floor(now / 1000))
    yield* checked(undefined, product, given, named.findings)
    const values = yield* valuesKept(undefined, product)
    const stock = yield* restocked([{ before: undefined, after: stockAfter(product, undefined, given) }], {
      reason: "create"
    })
    return {
      answer: { uid },
      writes: [insert(collections.products, product), ...values.writes, ...stock.writes],
      guards: [...named.guards, ...values.guards],
      events: [yield* productEvent(productCreated, product), ...stock.events]
    }
  }),

  update: Effect.fnUntraced(function* (given) {
    const { find, now } = yield* Session
    const before = yield* existing(collections.products, given.uid)
    const [seen] = yield* present(find, collections.products, [before.doc])
    const stockBefore = yield* get(collections.inventory, given.uid)
    const named = yield* namedBy(given)
    const product = productAfter(seen!, { ...given, ...named.values }, Math.floor(now / 1000))
    yield* checked(before.doc, product, given, [...named.findings, ...absentVariants(before.doc, given)])
    const values = yield* valuesKept(before.doc, product)
    const stockNow = stockAfter(product, stockBefore?.doc, given)
    const stock = yield* restocked([{ before: stockBefore, after: stockNow }], { reason: "product" })
    const changed = product !== seen
    return {
      answer: updated(changed || stockNow !== stockBefore?.doc),
      writes: [...(changed ? [replace(collections.products, before, product)] : []), ...values.writes, ...stock.writes],
      guards: [...named.guards, ...values.guards],
      events: [...(changed ? [yield* productEvent(productChanged, product)] : []), ...stock.events]
    }
  }),

  remove: Effect.fnUntraced(function* ({ uid }) {
    const product = yield* existing(collections.products, uid)
    const before = yield* get(collections.inventory, uid)
    const stock = yield* restocked([{ before, after: undefined }], { reason: "product" })
    return {
      answer: removed,
      writes: [remove(collections.products, product), ...stock.writes],
      events: [yield* productEvent(productRemoved, product.doc), ...stock.events]
    }
  }),

  ...imageHandlers
}

/** Refuses a product that conflicts with the shop's data; `wrong` has the earlier findings. */
const checked = Effect.fnUntraced(function* (
  before: Product | undefined,
  product: Product,
  given: ProductInput,
  wrong: ReadonlyArray<Finding>
) {
  const session = yield* Session
  const negative = session.shop.stock === "track" ? [] : negativeQuantities(given)
  yield* together({
    parameters: refuseIf(session, [
      ...wrong,
      ...overBounds(collections.products, product, before),
      ...longVariantValues(product, given, before),
      ...negative
    ]),
    skus: conflictIf(
      Duplicate,
      "A SKU can belong to only one product or variant of the shop.",
      duplicateSkus(product, given)
    ),
    stock: conflictIf(Conflict, "The product's variants hold its stock.", misplacedQuantity(product, given))
  })
})

/** The tests of a list's filters; undefined if a filter names nothing, which products may still name until they are cleared. */
const testsOf = Effect.fnUntraced(function* ({ brandUID, categoryUID }: Filters) {
  const { find } = yield* Session
  const filters = [
    { on: "brand" as const, eq: brandUID, of: collections.brands },
    { on: "category" as const, eq: categoryUID, of: collections.categories }
  ]
  const tests: Array<Test<"brand" | "category">> = []
  for (const { eq, of, on } of filters) {
    if (eq === undefined) continue
    if ((yield* removedOf(find, of, [eq])).size > 0) return undefined
    tests.push({ on, eq })
  }
  return tests
})

interface Filters {
  readonly brandUID?: number
  readonly categoryUID?: number
}

const summaries = Effect.fnUntraced(function* (
  find: Find,
  found: ReadonlyArray<Row>,
  zone: string,
  nodes: ReadonlyArray<string>
) {
  const products = yield* present(
    find,
    collections.products,
    found.map((row) => docOf(collections.products, row))
  )
  const unlimited = nodes.includes("unlimited") ? yield* unlimitedOf(find, products) : new Set<number>()
  const brands = nodes.includes("brand_name") ? yield* brandsOf(find, products) : new Map<number, Pick<Brand, "name">>()
  return products.map((product) => summaryOf(product, { unlimited: unlimited.has(product.uid), brands, zone }, nodes))
})

/** The uids of those products that are sold without limit. */
const unlimitedOf = Effect.fnUntraced(function* (find: Find, products: ReadonlyArray<Product>) {
  const uids = products.map(({ uid }) => uid)
  const found = yield* madeHaving(find, collections.inventory, "key", uids, (row) => {
    const { uid, unlimited } = docOf(collections.inventory, row)
    return unlimited ? [uid] : []
  })
  return new Set(found.flat())
})

/** The brands of products, by their uids. */
const brandsOf = Effect.fnUntraced(function* (find: Find, products: ReadonlyArray<Product>) {
  const uids = products.flatMap(({ brandUID }) => brandUID ?? [])
  const found = yield* madeHaving(find, collections.brands, "key", uids, (row) => {
    const { name, uid } = docOf(collections.brands, row)
    return [uid, { name }] as const
  })
  return new Map(found)
})
