/**
 * Measures a shop with 100,000 products of three variants each: the whole list, the cost of reads against that at 1,000
 * products, and the removal of what all products name.
 */
import { collections } from "@bottega/domain/areas"
import { productFrom, stockAfter, variantValuesOf } from "@bottega/domain/areas/products"
import { tombstones } from "@bottega/domain/contract"
import { Effect } from "effect"
import { beside, besideHead, everydayCalls } from "./beside.ts"
import { ask } from "./calls.ts"
import { filled, inStore, insert } from "./filled.ts"
import { alternate } from "./latency.ts"
import { table } from "./report.ts"
import { type Server, type StoreName, startServer } from "./server.ts"
import { megabytes, wholeList, wholeListHead } from "./whole-list.ts"

const { brands, categories, inventory, products, taxes, variantValues } = collections

/** DocumentDB takes minutes to store 100,000. */
const sizes: Readonly<Partial<Record<StoreName, readonly [small: number, large: number]>>> = {
  sqlite: [1000, 100_000],
  mongo: [1000, 5000]
}
const orders = 1000
/** Above every uid of the demo shop. */
const first = 1_000_000
const few = 10

/** Measures every store that other processes can fill. */
export const catalogue = async (): Promise<void> => {
  for (const [name, [small, large]] of Object.entries(sizes) as ReadonlyArray<[StoreName, readonly [number, number]]>) {
    const servers = await Promise.all([small, large].map((size) => stocked(name, size)))
    const title = `${name}, ${large.toLocaleString("en")} products`
    const columns = ["store", ...wholeListHead]
    table("the whole list of products, with all nodes", columns, [
      [title, ...(await wholeList(servers[1]!, `/v1.1/products/list.json?nodes=${nodes}`))]
    ])
    const costs = await compared(title, servers[0]!, servers[1]!, [small, large])
    table("reads of products: their cost against that at 1,000 products", ["store", "ratio", "each"], costs)
    await servers[0]!.stop()
    const head = ["store", "other call", "removal", "clearing", "work in a turn", "longest turn", "memory grew by"]
    const removals = await removed(title, servers[1]!, name)
    table("removal of what all products name, and its effect on other calls", [...head, ...besideHead], removals)
    await servers[1]!.stop()
  }
}

/** All products name the first brand, the tax profile and every category but the last; few the last brand and category. */
const stocked = async (name: StoreName, size: number): Promise<Server> => {
  const server = await startServer(name, orders, ["--no-throttle"], true)
  const all = [brands, categories, inventory, products, taxes, variantValues]
  const named = Object.entries(namedBy).flatMap(([, docs]) => docs)
  await filled(server, name, all, 1, () => named)
  const seen = new Set<string>()
  await filled(server, name, all, size, (n) => {
    const product = productOf(n, size)
    const stock = stockAfter(product, undefined, {
      variants: product.variants.map(({ sku }) => ({ sku, quantity: 5 }))
    })
    const values = [...variantValuesOf(product).values()].filter(({ id }) => !seen.has(id) && seen.add(id))
    return [insert(products, product), insert(inventory, stock), ...values.map((one) => insert(variantValues, one))]
  })
  return server
}

const tax = "5f0c3a2b0e1f4a0000000001"
const seo = { title: "", description: "", keywords: "" }
const uids = Array.from({ length: 7 }, (_, n) => first + n)
const last = uids.at(-1)!
const namedBy = {
  brands: [first, last].map((uid) =>
    insert(brands, {
      ...{ uid, name: `Brand ${uid}`, slug: `brand-${uid}`, description: "", disabled: 0, default_sort: "" },
      ...{ image_id: null, seo: { ...seo, robots: "" } }
    })
  ),
  categories: uids.map((uid) =>
    insert(categories, { uid, name: `Category ${uid}`, parentUID: null, description: "", status: 1, seo })
  ),
  taxes: [insert(taxes, { id: tax, value: 22, title: "IVA", countriesUID: [380] })]
}

const productOf = (n: number, size: number) => {
  const isRare = n % Math.floor(size / few) === 0
  const code = `BENCH-${n}`
  const variants = ["S", "M", "L"].map((taglia, at) => ({
    ...{
      sku: `${code}-${taglia}`,
      superkey: taglia,
      attributes: { "bench size": taglia, "bench colour": `colour ${(n + at) % 50}` }
    }
  }))
  const rest = { brandUID: isRare ? last : first, categories: isRare ? uids : uids.slice(0, -1), tax_profile: tax }
  const texts = { code, title: `Product ${n}`, description: "Made in Italy, of linen and wool. ".repeat(6) }
  return productFrom(
    first + n,
    { ...texts, price: 10 + (n % 90), status: 1, tags: ["linen"], variants, ...rest },
    1_700_000_000 + n
  )
}

const nodes = "title,image_id,description,brandUID,brand_name,categories,tags,unlimited,tax_profile,create_at,update_at"

const compared = async (title: string, small: Server, large: Server, sizes: readonly [number, number]) => {
  const page = `/v1.1/products/paginated_list.json?limit=10&nodes=${nodes}`
  const detail = (size: number) => `/v1.1/products/product.json?uid=${first + Math.floor(size * 0.7)}`
  const cases = [
    ["detail", detail],
    ["10 of a brand of 10", () => `${page}&brandUID=${last}`],
    ["10 of a category of 10", () => `${page}&categoryUID=${last}`],
    ["10 of a brand of all", () => `${page}&brandUID=${first}`],
    ["10 of a category of all", () => `${page}&categoryUID=${first}`]
  ] as const
  const found = await alternate(
    cases.flatMap(([, path]) => [[small, path(sizes[0])] as const, [large, path(sizes[1])] as const])
  )
  return cases.map(([name], n) => {
    const [before, after] = [found[2 * n]!, found[2 * n + 1]!]
    return [`${title}: ${name}`, (after / before).toFixed(2), `${(after * 1000).toFixed(0)} µs`]
  })
}

/** Removes what all products name, one after the other: alone first, then beside other calls. */
const removed = async (title: string, server: Server, name: StoreName) => {
  const paths = [
    `/v1.1/brands/brand.json?uid=${first}`,
    ...uids.slice(0, -1).map((uid) => `/v1.1/categories/category.json?uid=${uid}`),
    `/v1.1/taxes/taxprofile.json?id=${tax}`
  ]
  const removal = async () => {
    const path = paths.shift()
    const begun = performance.now()
    if (path === undefined) throw new Error("nothing is left to be removed")
    await (await ask(server, path, { method: "DELETE" })).text()
    return performance.now() - begun
  }
  const alone = async (what: string) => {
    const { rss } = await server.watch()
    const begun = performance.now()
    const answeredMs = await removal()
    await cleared(server, name)
    const clearedMs = performance.now() - begun
    const { busy, hold, peak } = await server.watch()
    const times = [`${answeredMs.toFixed(1)} ms`, `${(clearedMs / 1000).toFixed(1)} s`]
    const held = [`${busy.toFixed(0)} ms`, `${hold.toFixed(0)} ms`, `${megabytes(peak - rss)} MB`]
    return [`${title}, ${what}`, "", ...times, ...held, "", "", ""]
  }
  // The first one also fills the store's cache of pages.
  const rows = [await alone("the first"), await alone("the second")]
  const others = await beside(server, await everydayCalls(server, orders), async () => {
    await removal()
    await cleared(server, name)
  })
  return [...rows, ...others.map(([call, ...figures]) => ["", call, "", "", "", "", "", ...figures])]
}

/** Waits until no tombstone of the shop is open. */
const cleared = (server: Server, name: StoreName): Promise<void> =>
  inStore(server, name, [tombstones], async ({ find }) => {
    const open = { where: [{ on: "open" as const, in: ["brands", "categories", "taxes"] }], limit: 1 }
    while ((await Effect.runPromise(find(server.shop, tombstones, open))).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 100))
  })
