/** Handles calls on products: the documents of catalogue and stock are one resource, written in one commit. */

import { type areas, collections } from "@bottega/domain/areas"
import {
  absentVariants,
  catalogueEntries,
  detailOf,
  duplicateSkus,
  misplacedQuantity,
  negativeQuantities,
  type Product,
  productAfter,
  productFrom,
  stockAfter,
  summaryOf,
  tooManyVariants
} from "@bottega/domain/areas/products"
import { Conflict, Duplicate, type Finding, type Input, removed, updated } from "@bottega/domain/contract"
import { docOf, type Row } from "@bottega/storage"
import { Effect, Stream } from "effect"
import { insert, remove, replace } from "../engine/change.ts"
import { pagesOf } from "../engine/everything.ts"
import { existing } from "../engine/existing.ts"
import type { Handlers } from "../engine/handler.ts"
import { paged } from "../engine/paged.ts"
import { conflictIf, type Find, findByValues, get, next, refuseIf, Session } from "../engine/session.ts"
import { together } from "../engine/together.ts"
import { restocked } from "./inventory/stock.ts"

/** The catalogue's entries of these SKUs, by SKU; a SKU that no product has is not in the map. */
export const catalogueOf = (skus: ReadonlyArray<string>) => {
  const asked = new Set(skus)
  const wanted = (row: Row) => catalogueEntries(docOf(collections.products, row)).filter(({ sku }) => asked.has(sku))
  return Effect.map(
    findByValues(collections.products, "sku", asked, wanted),
    (entries) => new Map(entries.flat().map((entry) => [entry.sku, entry]))
  )
}

export const handlers: Handlers<typeof areas.products> = {
  list: Effect.fnUntraced(function* ({ nodes = [], ...filters }) {
    const { find, shop } = yield* Session
    const pages = yield* pagesOf(collections.products, { where: testsOf(filters) })
    return Stream.flatMap(
      Stream.mapEffect(pages, (page) => summaries(find, page, shop.timezone, nodes)),
      Stream.fromIterable
    )
  }),

  page: Effect.fnUntraced(function* ({ cursor, limit, nodes = [], page, ...filters }) {
    const { find, shop } = yield* Session
    const { items, next } = yield* paged(
      collections.products,
      { where: testsOf(filters), cursor, limit, page },
      (row) => row
    )
    return { items: yield* summaries(find, items, shop.timezone, nodes), next }
  }),

  read: Effect.fnUntraced(function* ({ uid }) {
    const { shop } = yield* Session
    const product = yield* existing(collections.products, uid)
    const stock = yield* get(collections.inventory, uid)
    return detailOf(product.doc, stock?.doc, shop.timezone)
  }),

  create: Effect.fnUntraced(function* (given) {
    const { now } = yield* Session
    const uid = yield* next("products")
    const product = productFrom(uid, given, Math.floor(now / 1000))
    yield* checked(product, given, dangling(given))
    const stock = yield* restocked([{ before: undefined, after: stockAfter(product, undefined, given) }], {
      reason: "create"
    })
    return {
      answer: { uid },
      writes: [insert(collections.products, product), ...stock.writes],
      events: stock.events
    }
  }),

  update: Effect.fnUntraced(function* (given) {
    const { now } = yield* Session
    const before = yield* existing(collections.products, given.uid)
    const stockBefore = yield* get(collections.inventory, given.uid)
    const product = productAfter(before.doc, given, Math.floor(now / 1000))
    yield* checked(product, given, [...dangling(given), ...absentVariants(before.doc, given)])
    const stockNow = stockAfter(product, stockBefore?.doc, given)
    const stock = yield* restocked([{ before: stockBefore, after: stockNow }], { reason: "product" })
    const changed = product !== before.doc
    return {
      answer: updated(changed || stockNow !== stockBefore?.doc),
      writes: [...(changed ? [replace(collections.products, before, product)] : []), ...stock.writes],
      events: stock.events
    }
  }),

  remove: Effect.fnUntraced(function* ({ uid }) {
    const product = yield* existing(collections.products, uid)
    const before = yield* get(collections.inventory, uid)
    const stock = yield* restocked([{ before, after: undefined }], { reason: "product" })
    return {
      answer: removed,
      writes: [remove(collections.products, product), ...stock.writes],
      events: stock.events
    }
  })
}

type ProductInput = Input<typeof areas.products.endpoints.create> | Input<typeof areas.products.endpoints.update>

/** Refuses a product that does not fit the shop: wrong parameters, or conflicting SKUs and quantities. */
const checked = Effect.fnUntraced(function* (product: Product, given: ProductInput, wrong: ReadonlyArray<Finding>) {
  const session = yield* Session
  const negative = session.shop.stock === "track" ? [] : negativeQuantities(given)
  yield* together({
    parameters: refuseIf(session, [...wrong, ...tooManyVariants(product), ...negative]),
    skus: conflictIf(Duplicate, "A SKU belongs to one product or variant of the shop.", duplicateSkus(product, given)),
    stock: conflictIf(Conflict, "The product's variants hold its stock.", misplacedQuantity(product, given))
  })
})

/** References of the parameters to things that the shop does not have. */
const dangling = (given: ProductInput): ReadonlyArray<Finding> => [
  ...(given.brandUID === undefined || given.brandUID === null
    ? []
    : [{ at: ["brandUID"], message: "names no brand of the shop" }]),
  ...(given.categories ?? []).map((_, index) => ({
    at: ["categories", index],
    message: "names no category of the shop"
  })),
  ...(given.tax_profile ? [{ at: ["tax_profile"], message: "names no tax profile of the shop" }] : []),
  ...(given.image_id ? [{ at: ["image_id"], message: "names no image of the shop" }] : []),
  ...Object.entries(given.attributes ?? {})
    .filter(([, value]) => value !== "")
    .map(([id]) => ({ at: ["attributes", id], message: "names no attribute of the shop" }))
]

const testsOf = ({ brandUID, categoryUID }: { readonly brandUID?: number; readonly categoryUID?: number }) => [
  ...(brandUID === undefined ? [] : [{ on: "brand" as const, eq: brandUID }]),
  ...(categoryUID === undefined ? [] : [{ on: "category" as const, eq: categoryUID }])
]

const summaries = Effect.fnUntraced(function* (
  find: Find,
  found: ReadonlyArray<Row>,
  zone: string,
  nodes: ReadonlyArray<string>
) {
  const unlimited = new Set<number>()
  if (nodes.includes("unlimited") && found.length > 0) {
    const stock = yield* find(collections.inventory, {
      where: [{ on: "key", in: found.map(({ key }) => key) }],
      limit: found.length
    })
    for (const row of stock) {
      const item = docOf(collections.inventory, row)
      if (item.unlimited) unlimited.add(item.uid)
    }
  }
  return found.map((row) => {
    const product = docOf(collections.products, row)
    return summaryOf(product, unlimited.has(product.uid), zone, nodes)
  })
})
