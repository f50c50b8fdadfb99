/** Brings what products refer to: brands with their order, categories, attributes, tax profiles; and filters. */
import { collections } from "@bottega/domain/areas"
import { Effect } from "effect"
import { cleaned } from "../clean.ts"
import { bringList, bringWhole, detail, type Kind, present, stored, wholly } from "../context.ts"
import { fit } from "../failures.ts"
import { array, flag, type Given, intOr, number, objectOrEmpty, serviceId, text, texts, Unfit, uid } from "../given.ts"
import type { Item } from "../item.ts"
import { parentsFirst } from "../tree.ts"

const seoOf = (given: unknown) => {
  const seo = objectOrEmpty(given)
  return { title: text(seo["title"]), description: text(seo["description"]), keywords: text(seo["keywords"]) }
}

/** The key of a shop's one order of brands. */
const orderKey = collections.brandOrders.key({ uids: [] })

export const brands: Kind = Effect.fnUntraced(function* (context) {
  const { shop } = context
  const answer = yield* context.source.value("/brands/list.json")
  const list = yield* fit(() => array(answer))
  const keys = yield* bringList(context, {
    kind: "brands",
    collection: collections.brands,
    given: list,
    item: (given) => {
      const key = uid(given["uid"])
      return {
        key,
        load: Effect.fnUntraced(function* () {
          const found = yield* detail(context, "/brands/brand.json", { uid: String(key) })
          const image = text(found["image_id"])
          const [image_id = null] = yield* present(context, collections.images, image === "" ? [] : [image])
          const description = yield* cleaned(context, text(found["description"]))
          return brandOf(key, { ...found, image_id, description })
        }),
        isAlone: () => true,
        // A brand has a position from its first commit on.
        settle: Effect.fnUntraced(function* (_before, doc) {
          const order = yield* stored(context, collections.brandOrders, orderKey)
          const uids = order?.doc.uids ?? []
          if (uids.includes(key)) return { doc, writes: [] }
          const after = { uids: [...uids, key] }
          const write = { shop: shop.id, collection: collections.brandOrders, key: orderKey, doc: after }
          return { doc, writes: [{ ...write, expect: order?.row.version ?? 0, before: order?.row }] }
        })
      }
    }
  })
  wholly(context, "brands", collections.brands, keys)
  const order = yield* stored(context, collections.brandOrders, orderKey)
  if (order === undefined) return
  const had = new Set(order.doc.uids)
  const uids = [...([...keys] as ReadonlyArray<number>).filter((one) => had.delete(one)), ...had]
  yield* context.keeper.bring("brands", collections.brandOrders, [
    { key: orderKey, load: () => Effect.succeed({ uids }) } as Item<{ readonly uids: ReadonlyArray<number> }>
  ])
})

const brandOf = (key: number, given: Given & { readonly image_id: string | null; readonly description: string }) => ({
  uid: key,
  name: text(given["name"], "a name"),
  slug: text(given["slug"]) || `brand-${key}`,
  description: given.description,
  disabled: flag(given["disabled"]),
  default_sort: text(given["default_sort"]),
  image_id: given.image_id,
  seo: { ...seoOf(given["seo"]), robots: text(objectOrEmpty(given["seo"])["robots"]) }
})

export const categories: Kind = Effect.fnUntraced(function* (context) {
  const answer = yield* context.source.value("/categories/list.json")
  const list = yield* fit(() => parentsFirst(array(answer), "uid", "parentUID"))
  const keys = yield* bringList(context, {
    kind: "categories",
    collection: collections.categories,
    given: list,
    item: (given) => {
      const key = uid(given["uid"])
      return {
        key,
        load: (before) =>
          Effect.sync(() => ({
            uid: key,
            name: text(given["name"], "a name"),
            parentUID: intOr(given["parentUID"], null, "a parent"),
            description: text(given["description"]),
            status: given["status"] === undefined ? (before?.status ?? 1) : flag(given["status"]),
            seo: seoOf(given["seo"])
          })),
        isAlone: () => true,
        // The parent may be in the same list, and is stored before it.
        settle: (_before, doc) =>
          Effect.map(
            present(context, collections.categories, doc.parentUID === null ? [] : [doc.parentUID]),
            ([parentUID = null]) => ({ doc: { ...doc, parentUID }, writes: [] })
          )
      }
    }
  })
  wholly(context, "categories", collections.categories, keys)
})

export const attributes: Kind = (context) =>
  bringWhole(context, {
    kind: "attributes",
    collection: collections.attributes,
    path: "/attributes/list.json",
    item: (given) => {
      const key = serviceId(given["id"])
      return {
        key,
        load: () =>
          Effect.sync(() => ({
            id: key,
            label: text(given["label"], "a label"),
            type: typeOf(given["type"]),
            data: texts(given["data"]),
            read_only: flag(given["read_only"])
          }))
      }
    }
  })

const types = ["text", "number", "real", "select"] as const
const typeOf = (given: unknown): (typeof types)[number] => {
  const found = types.find((one) => one === given)
  if (found === undefined) throw new Unfit("has a type that attributes do not have")
  return found
}

export const taxes: Kind = (context) =>
  bringWhole(context, {
    kind: "tax profiles",
    collection: collections.taxes,
    path: "/taxes/list.json",
    item: (given) => {
      const key = serviceId(given["id"])
      const load = () =>
        Effect.sync(() => ({
          id: key,
          value: number(given["value"], "a rate"),
          title: text(given["title"], "a title"),
          countriesUID: array(given["countriesUID"]).map((one) => uid(one, "a country"))
        }))
      return { key, load }
    }
  })

export const filters: Kind = (context) =>
  bringWhole(context, {
    kind: "filters",
    collection: collections.filters,
    path: "/filters/list.json",
    item: (given) => {
      const key = serviceId(objectOrEmpty(given["_id"])["$id"] ?? given["_id.$id"])
      return {
        key,
        load: Effect.fnUntraced(function* () {
          const named = texts(given["categories"]).map(Number)
          const there = yield* present(
            context,
            collections.categories,
            named.filter((one) => one > 0)
          )
          return filterOf(key, given, named.length === 0 ? null : there)
        })
      }
    }
  })

const filterOf = (id: string, given: Given, shownIn: ReadonlyArray<number> | null) => {
  const [key, label] = [text(given["key"], "a key"), text(given["feedLabel"])]
  const [images, descriptions] = [texts(given["images"]), texts(given["descriptions"])]
  const values = [...new Set(texts(given["values"]))]
  return {
    id,
    key,
    label: label === key ? "" : label,
    values: values.map((value, n) => ({ value, image: images[n] ?? "", description: descriptions[n] ?? "" })),
    categories: shownIn
  }
}
