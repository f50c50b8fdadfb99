/** Brings products with their variants and their stock, the values of variants, and the translations of both. */
import { collections } from "@bottega/domain/areas"
import { longVariantValues, type Product, typedValues, type Variant } from "@bottega/domain/areas/products"
import { docOf } from "@bottega/storage"
import { Effect } from "effect"
import {
  bringList,
  bringPage,
  type Context,
  detail,
  type Kind,
  present,
  rowsHaving,
  stored,
  wholly
} from "../context.ts"
import { fit, isAbsent, NotGiven } from "../failures.ts"
import type { Given } from "../given.ts"
import * as read from "../given.ts"
import type { Item } from "../item.ts"
import { pagesOf } from "../paged.ts"
import { stockOf, stockWrites, valueWrites } from "../stock.ts"

const nodes = "title,image_id,description,brandUID,categories,tags,unlimited,tax_profile,create_at,update_at"

/** The stock of every product, by uid, as `GET /inventory/list.json` gives it. */
type StockByUid = ReadonlyMap<number, Given>

export const products: Kind = Effect.fnUntraced(function* (context) {
  const answer = yield* context.source.value("/inventory/list.json")
  const stock = yield* fit(
    () =>
      new Map(
        read
          .array(answer)
          .map(read.object)
          .map((one) => [read.uid(one["uid"]), one] as const)
      )
  )
  const keys = new Set<number | string>()
  const item = (given: Given) => productItem(context, given, stock)
  const list = { kind: "products", collection: collections.products, item, keys }
  const pages = pagesOf(context, "/products/paginated_list.json", { nodes })
  const isListed = yield* Effect.result(pages((given) => bringPage(context, { ...list, given })))
  if (isListed._tag === "Failure") {
    if (!(isListed.failure instanceof NotGiven) || !isAbsent(isListed.failure))
      return yield* Effect.fail(isListed.failure)
    context.tallies.note("products", "The source does not list products: they have their SKU as title, and no price.")
    const bare = [...stock.values()].map((one) => ({ ...one, code: one["sku"], isBare: true }))
    yield* bringList(context, { ...list, given: bare })
  }
  wholly(context, "products", collections.products, keys)
})

const productItem = (context: Context, given: Given, stock: StockByUid): Item<Product> => {
  const key = read.uid(given["uid"])
  const loaded = Effect.fnUntraced(function* (before: Product | undefined) {
    const updated = read.instantOrNull(given["update_at"])
    if (before !== undefined && given["isBare"] === true) return before
    if (before !== undefined && isAsListed(before, given, updated) && !(yield* isPictureNew(context, before, given)))
      return before
    if (given["isBare"] === true) return bareProduct(key, given, context.now)
    const found = yield* detail(context, "/products/product.json", { uid: String(key) })
    return yield* productOf(context, key, { ...given, ...found })
  })
  return {
    key,
    load: Effect.fnUntraced(function* (before) {
      const product = yield* loaded(before)
      // A stock that cannot be read refuses its product before anything is stored.
      stockOf(product, stock.get(key), undefined)
      return product
    }),
    settle: Effect.fnUntraced(function* (_before, doc) {
      const had = yield* stored(context, collections.inventory, key)
      const after = stockOf(doc, stock.get(key), had?.doc)
      return { doc, writes: [...(yield* stockWrites(context, had, after)), ...(yield* valueWrites(context, doc))] }
    }),
    // Two products may have the same value of a variant.
    isAlone: ({ variants }) => variants.length > 0
  }
}

/** Whether the list shows a product as it is stored, so that its detail need not be read. */
const isAsListed = (before: Product, given: Given, updated: number | null): boolean =>
  updated !== null &&
  updated === before.updated &&
  read.text(given["code"]) === before.code &&
  read.flag(given["status"]) === before.status &&
  read.numberOr(given["price"], before.price) === before.price &&
  read.intOr(given["brandUID"], null) === before.brandUID &&
  read.serviceIdOrNull(given["tax_profile"]) === before.tax_profile &&
  read.arrayOrEmpty(given["categories"]).length === before.categories.length

/** Whether the picture of a product was brought after the product. */
const isPictureNew = (context: Context, { image_id }: Product, given: Given) => {
  const listed = image_id === null ? read.serviceIdOrNull(given["image_id"]) : null
  return Effect.map(present(context, collections.images, listed === null ? [] : [listed]), (there) => there.length > 0)
}

const bareProduct = (key: number, given: Given, now: number): Product => ({
  uid: key,
  code: read.text(given["sku"], "a SKU"),
  title: read.text(given["sku"], "a SKU"),
  price: 0,
  final_price: null,
  status: 0,
  description: "",
  ...{ brandUID: null, categories: [], tags: [], tax_profile: null, image_id: null, attributes: {} },
  variants: read.arrayOrEmpty(given["childs"]).map((one) => variantOf(read.object(one), () => [])),
  gallery: [],
  seo: { title: "", description: "", keywords: "" },
  created: now,
  updated: now
})

/** What documents of the store a product may name, of those that it names at the source. */
const namesOf = Effect.fnUntraced(function* (context: Context, given: Given) {
  const [brand, tax, image] = [
    read.intOr(given["brandUID"], null),
    read.serviceIdOrNull(given["tax_profile"]),
    read.serviceIdOrNull(given["image_id"])
  ]
  const gallery = read.arrayOrEmpty(given["gallery"]).map((one) => read.serviceId(read.object(one)["id"]))
  const images = yield* present(context, collections.images, [
    ...new Set([...gallery, ...(image === null ? [] : [image])])
  ])
  const [brandUID = null] = yield* present(context, collections.brands, brand === null ? [] : [brand])
  const [tax_profile = null] = yield* present(context, collections.taxes, tax === null ? [] : [tax])
  const asked = [...new Set(read.arrayOrEmpty(given["categories"]).map((one) => read.uid(one, "a category")))]
  const categories = yield* present(context, collections.categories, asked)
  const attributes = read.textRecord(given["attributes"], "an attribute")
  const rows = yield* rowsHaving(context, collections.attributes, "key", Object.keys(attributes))
  const known = rows.map((row) => docOf(collections.attributes, row))
  return {
    brandUID,
    tax_profile,
    categories,
    image_id: image !== null && images.includes(image) ? image : null,
    gallery: [...new Set(gallery)].filter((one) => images.includes(one)),
    attributes: fittingValues(known, attributes)
  }
})

/** The values that fit their attribute; the others are left out. */
const fittingValues = (
  known: ReadonlyArray<Parameters<typeof typedValues>[0][number]>,
  given: Readonly<Record<string, string>>
): Readonly<Record<string, string>> => {
  const own = Object.fromEntries(known.flatMap(({ id }) => (given[id] ? [[id, given[id]]] : [])))
  const { findings, values } = typedValues(
    known.filter(({ id }) => Object.hasOwn(own, id)),
    own
  )
  const wrong = new Set(findings.map(({ at }) => at[1]))
  return Object.fromEntries(Object.entries(values).filter(([id]) => !wrong.has(id)))
}

const productOf = Effect.fnUntraced(function* (context: Context, key: number, given: Given) {
  const named = yield* namesOf(context, given)
  const price = read.number(given["price"], "a price")
  const final_price = read.numberOr(given["final_price"], null)
  const seo = read.objectOrEmpty(given["seo"])
  const product: Product = {
    uid: key,
    code: read.text(given["code"] ?? given["sku"], "a SKU"),
    title: read.text(given["title"], "a title"),
    price,
    final_price: final_price === price ? null : final_price,
    status: read.flag(given["status"]),
    description: read.text(given["description"], "a description"),
    brandUID: named.brandUID,
    categories: named.categories,
    tags: [...new Set(read.texts(given["tags"], "a tag"))],
    tax_profile: named.tax_profile,
    image_id: named.image_id,
    attributes: named.attributes,
    variants: read
      .arrayOrEmpty(given["variants"])
      .map((one) =>
        variantOf(read.object(one), (addresses) =>
          addresses.map((address) => context.imagesByAddress.get(address) ?? address)
        )
      ),
    gallery: named.gallery,
    seo: {
      title: read.text(seo["title"]),
      description: read.text(seo["description"]),
      keywords: read.text(seo["keywords"])
    },
    created: read.instantOrNull(given["create_at"]) ?? context.now,
    updated: read.instantOrNull(given["update_at"]) ?? context.now
  }
  const [wrong] = longVariantValues(product, { variants: product.variants as never })
  if (wrong !== undefined) return yield* new NotGiven({ status: 200, why: wrong.message })
  return product
})

const variantOf = (given: Given, pictures: (addresses: ReadonlyArray<string>) => ReadonlyArray<string>): Variant => ({
  sku: read.text(given["sku"], "a SKU"),
  superkey: read.text(given["superkey"]),
  price: read.numberOr(given["price"], null),
  attributes: read.textRecord(given["attributes"], "an attribute"),
  gallery: pictures(read.texts(given["gallery"], "a picture")).filter((one) =>
    /^(https?:\/\/\S+|[0-9a-f]{24})$/i.test(one)
  )
})
