/** References to removed documents, on every adapter: nobody sees them or makes new ones, and they are cleared in the end. */
import { collections } from "@bottega/domain/areas"
import { productFrom } from "@bottega/domain/areas/products"
import { type Shop, shopDefaults } from "@bottega/domain/areas/shops"
import { type Collection, type Key, tombstones } from "@bottega/domain/contract"
import { all, get, installation, Storage } from "@bottega/storage"
import { Effect } from "effect"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { clear, clearing } from "../../../src/engine/background/clearing.ts"
import { type Step, stepped } from "../../../src/engine/background/worker.ts"
import { insert, remove, type WriteDraft, writeOf } from "../../../src/engine/decide/change.ts"
import { buried } from "../../../src/engine/decide/references.ts"
import { records } from "../../../src/engine/records.ts"
import { trusted } from "../../../src/engine/trusted.ts"
import { inProcessTransport } from "../../../src/in-process.ts"
import { examineStore } from "../../../src/maintenance/doctor.ts"
import { makeService } from "../../../src/service.ts"
import { names, type Opened, open, sweep } from "../../maintenance/given.ts"

const { attributes, brands, categories, inventory, products, taxes } = collections
const shop: Shop = { ...shopDefaults, id: "0123456789abcdef01234567", group_number: 1, name: "Clearing" }
const [tax, attribute] = ["5f0c3a2b0e1f4a0000000001", "5f0c3a2b0e1f4a0000000002"]
const seo = { title: "", description: "", keywords: "" }
/** More than one step clears. */
const count = 80

let store: Opened
let send: (method: string, path: string, form?: string) => Promise<{ status: number; json: any }>

const commit = (drafts: ReadonlyArray<WriteDraft>) =>
  store.run(Storage.use(({ commit }) => commit(drafts.map((draft) => writeOf(shop.id, draft)))))
const docsOf = async <Doc>(collection: Collection<Doc>, owner = shop.id) =>
  (await store.run(all(owner, collection, { latest: true }))).map(({ doc }) => doc)

const category = (uid: number, parentUID: number | null) => ({
  ...{ uid, parentUID, name: `C${uid}`, description: "", status: 1 as const, seo }
})
const productOf = (uid: number) => {
  const rest = { brandUID: 7, categories: [3, 9], tax_profile: tax!, attributes: { [attribute!]: "clay" } }
  return productFrom(uid, { code: `P${uid}`, title: "Bowl", price: 10, status: 1, ...rest }, 100)
}

/** Products that name a brand, a tax profile, an attribute, a category three deep, and another one. */
const fill = async () => {
  const seoOfBrand = { ...seo, robots: "" }
  const brand = { uid: 7, name: "Kiln", slug: "kiln", description: "", disabled: 0 as const, default_sort: "" }
  await commit([
    insert(collections.shops, shop, installation),
    insert(brands, { ...brand, image_id: null, seo: seoOfBrand }),
    ...[category(1, null), category(2, 1), category(3, 2), category(9, null)].map((one) => insert(categories, one)),
    insert(taxes, { id: tax!, value: 22, title: "IVA", countriesUID: [380] }),
    insert(attributes, { id: attribute!, label: "Material", type: "text", data: [], read_only: 0 })
  ])
  const uids = Array.from({ length: count }, (_, at) => at + 1)
  for (let from = 0; from < count; from += 50)
    await commit(
      uids
        .slice(from, from + 50)
        .flatMap((uid) => [
          insert(products, productOf(uid)),
          insert(inventory, { sku: `P${uid}`, uid, quantity: null, unlimited: false, has_child: false })
        ])
    )
}

const removed = async <Doc>(collection: Collection<Doc>, key: Key): Promise<ReadonlyArray<WriteDraft>> => [
  remove(collection, (await store.run(get(shop.id, collection, key)))!),
  ...buried(collection, key, shop.id)
]
const removeAll = async () =>
  commit(
    (
      await Promise.all([
        removed(brands, 7),
        removed(categories, 1),
        removed(taxes, tax!),
        removed(attributes, attribute!)
      ])
    ).flat()
  )

const wrongWith = async () => {
  const wrong: Array<string> = []
  await store.run(examineStore({ onWrong: (sentence) => wrong.push(sentence) }))
  return wrong.filter((sentence) => !sentence.includes("count"))
}

/** Opens a filled store, and a service on it. */
const begin = async (name: string) => {
  store = open(name)
  await fill()
  const transport = inProcessTransport(trusted(await store.run(makeService()), shop), (effect) =>
    Effect.runPromise(effect)
  )
  send = async (method, path, form = "") => {
    const [query, body] = method === "GET" ? [form, undefined] : ["", form]
    const { status, text } = await transport({ method, path: `/v1.1${path}`, query, headers: {}, body })
    return { status, json: JSON.parse(await text()) }
  }
}

afterEach(() => store.close())
afterAll(sweep)

describe.each(names)("references to removed documents in %s", (name) => {
  beforeEach(() => begin(name))

  it("are not shown, found or made from the removal on", async () => {
    const nodes = "nodes=brandUID,brand_name,categories,tax_profile"
    const listed = async () => (await send("GET", "/products/list.json", nodes)).json
    expect((await listed())[0]).toMatchObject({ brandUID: 7, brand_name: "Kiln", categories: [3, 9], tax_profile: tax })
    await removeAll()
    const shown = { brandUID: null, categories: [9], tax_profile: null }
    for (const one of await listed()) expect(one).toMatchObject({ ...shown, brand_name: null })
    const { json } = await send("GET", "/products/product.json", "uid=1")
    expect(json).toMatchObject({ ...shown, brand_name: null })
    for (const filter of ["brandUID=7", "categoryUID=3"])
      for (const path of ["list", "paginated_list"])
        expect((await send("GET", `/products/${path}.json`, filter)).json).toEqual([])
    expect((await send("GET", "/products/list.json", "categoryUID=9")).json).toHaveLength(count)
    const form = `uid=1&brandUID=7&categories[]=9&categories[]=3&tax_profile=${tax}&attributes[${attribute}]=clay`
    const refused = await send("PUT", "/products/product.json", form)
    expect([refused.status, refused.json.error.details.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ["brandUID", "categories[]", "tax_profile", `attributes[${attribute}]`]
    ])
    expect(await wrongWith()).toEqual([])
  })

  it("are cleared in steps that may end at any time", async () => {
    await removeAll()
    let steps = 0
    const dying: Step = (one) => (++steps > 4 ? Effect.die(new Error("the process ended")) : stepped(one))
    await expect(store.run(clear(dying))).rejects.toThrow("the process ended")
    expect(await store.run(clearing().pending!)).toBe(true)
    expect(await wrongWith()).toEqual([])
    await store.run(clear(stepped))
    expect(await store.run(clearing().pending!)).toBe(false)
    const cleared = { ...productOf(1), brandUID: null, categories: [9], tax_profile: null, attributes: {} }
    for (const product of await docsOf(products))
      expect(product).toEqual({ ...cleared, uid: product.uid, code: product.code })
    expect((await docsOf(categories)).map(({ uid }) => uid)).toEqual([9])
    expect(await docsOf(records.clearings, installation)).toEqual([])
    const dead = await docsOf(tombstones)
    expect(dead.map(({ id }) => id).sort()).toEqual(
      [`attributes/${attribute}`, "brands/7", "categories/1", "categories/2", "categories/3", `taxes/${tax}`].sort()
    )
    expect(dead.every(({ done }) => done !== null)).toBe(true)
    expect(await wrongWith()).toEqual([])
  })
})

it("are cleared from a document in one write, and so are one event, however many were removed", async () => {
  await begin("memory")
  const both = { ...productOf(1), uid: 100, code: "P100", categories: [1, 2, 3, 9] }
  await commit([insert(products, both)])
  await removeAll()
  const changed: Array<number> = []
  const eventsOf = new Map([
    [
      products as Collection,
      (_: unknown, __: string, docs: ReadonlyArray<{ uid: number }>) =>
        Effect.sync(() => {
          for (const { uid } of docs) changed.push(uid)
          return []
        })
    ]
  ])
  await store.run(clear(stepped, eventsOf))
  expect(changed.sort((one, other) => one - other)).toEqual([...Array.from({ length: count }, (_, at) => at + 1), 100])
})

it("is a fault that a document names a removed one that nothing clears", async () => {
  await begin("memory")
  await commit([remove(brands, (await store.run(get(shop.id, brands, 7)))!)])
  expect(await wrongWith()).toContain(`Shop ${shop.id}: the product 1 names the brand 7, which does not exist.`)
})
